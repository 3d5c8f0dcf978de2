//! How the records of this implementation become replies, for the library, which makes them, and
//! for the command, which prints them.

use cc_contract::ContractName;
use cc_wire::{
    ClassificationRecord, Command, DirectiveRecord, StateRecord, VerdictRecord, output_version,
    push, v0_5, v0_9,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json, value::RawValue};

use crate::json::{canonical, put, remove, text};

/// The name of the tool of every call; no fixture depends on it.
pub(crate) const TOOL: &str = "tool";

/// Reads a record back, which must be written as it was.
///
/// # Errors
///
/// What is wrong with it.
pub(crate) fn read<T: DeserializeOwned + Serialize>(line: &str) -> Result<T, String> {
    let record = serde_json::from_str(line).map_err(|error| error.to_string());
    let record = record.and_then(|record| {
        let mut again = String::new();
        push(&mut again, &record);
        if again == line { Ok(record) } else { Err("it is not canonical JSON".to_owned()) }
    });
    record.map_err(|fault| format!("the record {}: {fault}", canonical(&line.into())))
}

/// Reads a record of a conversation. Gives all but the command, which must be this one.
fn answer<T: DeserializeOwned + Serialize>(
    contract: ContractName,
    command: Command,
    line: &str,
) -> Result<Value, String> {
    let mut record = json!(read::<T>(line)?);
    let head = [remove(&mut record, "command"), record.get("output_version").cloned()];
    if head == [Some(json!(command)), Some(output_version(contract).into())] {
        Ok(record)
    } else {
        Err(format!("the record {line} has another command or version"))
    }
}

/// The exported state in the record of a state.
pub(crate) fn state(contract: ContractName, line: &str) -> Result<String, String> {
    let record = answer::<StateRecord<Value>>(contract, Command::State, line)?;
    Ok(record.get("state").map(canonical).unwrap_or_default())
}

/// The reply to a step, in m1 without the state, which records of m1 do not always hold.
pub(crate) fn step(contract: ContractName, line: &str) -> Result<Value, String> {
    let mut record = match contract {
        ContractName::V0_9 => answer::<v0_9::StepRecord>(contract, Command::Input, line)?,
        ContractName::V0_5 => answer::<v0_5::StepRecord>(contract, Command::Input, line)?,
        ContractName::M1 => return Ok(json!({ "decision": m1(line)? })),
    };
    let state = record.get("state").map(canonical);
    if contract == ContractName::V0_5 {
        return Ok(json!({ "result": record, "state": state, "has_pending_clarification": null }));
    }
    // Records have a message in every decision; fixtures only where there is one.
    let mut decision = remove(&mut record, "decision").unwrap_or_default();
    decision.as_object_mut().into_iter().for_each(|it| it.retain(|_, field| !field.is_null()));
    Ok(json!({ "decision": decision, "state": state }))
}

/// The record of a decision of m1.
pub(crate) fn m1(line: &str) -> Result<v0_5::DecisionRecord<Value>, String> {
    read(line)
}

/// The reply to a preview of 0.5, without the state.
pub(crate) fn preview(line: &str) -> Result<Value, String> {
    let record = answer::<v0_5::PreviewRecord>(ContractName::V0_5, Command::Preview, line)?;
    Ok(json!({ "result": record, "has_pending_clarification": null }))
}

/// The reply to a classification of 0.9 or 0.5.
pub(crate) fn classification(contract: ContractName, line: &str) -> Result<Value, String> {
    use ClassificationRecord::{Canonical, Invalid, NoDirective};

    Ok(match (contract, read(line)?) {
        (ContractName::V0_5, Canonical { directive: DirectiveRecord { kind, text, .. } }) => {
            json!({ "validated": { "kind": kind, "text": text } })
        }
        (ContractName::V0_5, Invalid { span, .. }) => json!({ "validated": null, "span": span }),
        (ContractName::V0_5, NoDirective {}) => json!({ "validated": null }),
        (_, Canonical { directive }) => json!({ "directive": directive }),
        (_, Invalid { directive_kind, failure, missing_operand, span }) => json!({
            "directive": {
                "kind": "invalid_directive_syntax",
                "directive_kind": directive_kind,
                "failure": failure,
                "missing_operand": missing_operand,
            },
            "span": span,
        }),
        (_, NoDirective {}) => json!({ "directive": null }),
    })
}

/// The reply to a call of a tool. `judge` answers requests for verdicts with records, unless it
/// refuses the grammar.
///
/// The arguments go in as a string of JSON, which can hold any text, and where their text is an
/// object on one line, as that object too.
pub(crate) fn toolcall(
    request: &Value,
    judge: impl FnOnce(&[String]) -> Result<Result<Vec<String>, String>, String>,
) -> Result<Value, String> {
    let args = text(request, "args");
    let object = serde_json::from_str::<&RawValue>(args).ok().map(RawValue::get);
    let object = object.filter(|text| text.starts_with('{') && !text.contains(['\n', '\r']));
    let calls: Vec<_> = std::iter::once(canonical(&args.into()))
        .chain(object.map(str::to_owned))
        .map(|source| format!("{{\"tool\":\"{TOOL}\",\"arguments\":{source}}}"))
        .collect();
    let lines = match judge(&calls)? {
        Ok(lines) => lines,
        Err(message) => return Ok(json!({ "error": message })),
    };
    let mut lines = lines.iter();
    let mut next = || lines.next().ok_or("a call got no record");
    let mut reply = verdict(read(next()?)?, args, |text: String| text)?;
    if let Some(object) = object {
        // Such a record repeats the arguments, so it is canonical only if they are.
        let record = serde_json::from_str(next()?).map_err(|error| error.to_string())?;
        let reply_to_object = verdict(record, object, |raw: Box<RawValue>| raw.get().to_owned())?;
        put(&mut reply, "as_object", reply_to_object);
    }
    Ok(reply)
}

/// A verdict as fixtures write it. Checks what they do not say: which fields the verdict fills, the
/// arguments that it leaves as they are, and that every issue has its sentence.
fn verdict<A>(
    record: VerdictRecord<A>,
    submitted: &str,
    text_of: impl FnOnce(A) -> String,
) -> Result<Value, String> {
    let VerdictRecord { arguments, certainty, issues, reason, repairs, tool, verdict, .. } = record;
    let (arguments, reason) = (arguments.map(text_of), reason.as_deref());
    let has = [certainty.is_some(), !issues.is_empty(), !repairs.is_empty()];
    let is_explained = issues.iter().all(|issue| !issue.text.is_empty());
    let mut issues = json!(issues);
    for issue in issues.as_array_mut().into_iter().flatten() {
        // Fixtures fix no sentence.
        remove(issue, "text");
    }
    let (is_fit, reply) = match (verdict.as_str(), &arguments) {
        ("defer", Some(same)) => (
            has == [false, false, false] && reason.is_none() && same == submitted,
            json!({ "verdict": verdict }),
        ),
        ("transform", Some(arguments)) => (
            has == [true, false, true] && reason == Some("misroute"),
            json!({
                "verdict": verdict,
                "arguments": arguments,
                "certainty": certainty,
                "repairs": repairs,
            }),
        ),
        _ => (
            has == [false, true, false] && arguments.is_none() && is_explained,
            json!({ "verdict": verdict, "reason": reason, "issues": issues }),
        ),
    };
    if is_fit && tool == TOOL {
        Ok(reply)
    } else {
        Err(format!("the fields of a verdict do not fit each other: {reply}"))
    }
}
