//! How the records of this implementation become replies, for the library, which makes them, and
//! for the command, which prints them.

use cc_contract::ContractName;
use cc_wire::{
    ClassificationRecord, Command, DirectiveRecord, VerdictRecord, output_version, push, v0_5, v0_9,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json, value::RawValue};

use crate::json::{canonical, put, remove};
use crate::subject::{NoReply, Request};

/// The name of the tool of every call; no fixture depends on it.
pub(crate) const TOOL: &str = "tool";

/// Reads a record back, which must be written as it was.
fn read<T: DeserializeOwned + Serialize>(line: &str) -> Result<T, NoReply> {
    let record = serde_json::from_str(line).map_err(|error| error.to_string());
    let record = record.and_then(|record| {
        let mut again = String::new();
        push(&mut again, &record);
        if again == line { Ok(record) } else { Err("it is not canonical JSON".to_owned()) }
    });
    record
        .map_err(|fault| NoReply::Fault(format!("the record {}: {fault}", canonical(&line.into()))))
}

/// Reads a record of a conversation. Gives all but the command, which must be this one.
fn answer<T: DeserializeOwned + Serialize>(
    contract: ContractName,
    command: Command,
    line: &str,
) -> Result<Value, NoReply> {
    let mut record = json!(read::<T>(line)?);
    let head = [remove(&mut record, "command"), record.get("output_version").cloned()];
    if head == [Some(json!(command)), Some(output_version(contract).into())] {
        Ok(record)
    } else {
        Err(NoReply::Fault(format!("the record {line} has another command or version")))
    }
}

/// The reply to a request that is answered with a record.
pub(crate) fn reply(request: &Request, line: &str) -> Result<Value, NoReply> {
    match &*request.op {
        "classify" | "render" => classification(request.contract()?, line),
        "preview" => {
            let record = answer::<v0_5::PreviewRecord>(ContractName::V0_5, Command::Preview, line)?;
            Ok(json!({ "result": record }))
        }
        "toolcall" => verdict(request, line),
        _ => step(request.contract()?, line),
    }
}

/// The reply to a step. Records of m1 tell the state after an update only, and nothing of what is
/// pending.
fn step(contract: ContractName, line: &str) -> Result<Value, NoReply> {
    let mut record = match contract {
        ContractName::V0_9 => answer::<v0_9::StepRecord>(contract, Command::Input, line)?,
        ContractName::V0_5 => answer::<v0_5::StepRecord>(contract, Command::Input, line)?,
        ContractName::M1 => json!(read::<v0_5::DecisionRecord<Value>>(line)?),
    };
    let state = record.get("state").filter(|state| !state.is_null()).map(canonical);
    Ok(match contract {
        ContractName::V0_9 => {
            // Records have a message in every decision; fixtures only where there is one.
            let mut decision = remove(&mut record, "decision").unwrap_or_default();
            decision.as_object_mut().into_iter().for_each(|it| it.retain(|_, it| !it.is_null()));
            json!({ "decision": decision, "state": state })
        }
        ContractName::V0_5 => json!({ "result": record, "state": state }),
        ContractName::M1 => json!({ "decision": record, "state": state }),
    })
}

/// The reply to a classification. In 0.5 nothing that is not canonical has a name.
fn classification(contract: ContractName, line: &str) -> Result<Value, NoReply> {
    let mut record = json!(read::<ClassificationRecord<DirectiveRecord>>(line)?);
    let span = remove(&mut record, "span");
    let class = remove(&mut record, "classification");
    let directive = if class == Some("invalid".into()) && contract == ContractName::V0_9 {
        put(&mut record, "kind", "invalid_directive_syntax");
        Some(record)
    } else {
        remove(&mut record, "directive")
    };
    Ok(json!({ "directive": directive, "span": span }))
}

/// The line that asks for a verdict. Arguments go in as a string of JSON, which can hold any text,
/// or as the object that they are.
pub(crate) fn call(request: &Request) -> String {
    let args = &request.args;
    let source = if request.as_object { args.clone() } else { canonical(&args.as_str().into()) };
    format!("{{\"tool\":\"{TOOL}\",\"arguments\":{source}}}")
}

/// The reply to a call of a tool.
fn verdict(request: &Request, line: &str) -> Result<Value, NoReply> {
    let mut reply = if request.as_object {
        // This record repeats the arguments, so it is canonical only if they are.
        let mut record: VerdictRecord<Box<RawValue>> = serde_json::from_str(line)?;
        let arguments = record.arguments.take().map(|text| text.get().to_owned());
        let mut reply = json!(record);
        put(&mut reply, "arguments", arguments);
        reply
    } else {
        json!(read::<VerdictRecord<String>>(line)?)
    };
    let mut is_whole = remove(&mut reply, "tool") == Some(TOOL.into());
    for issue in reply.get_mut("issues").and_then(Value::as_array_mut).into_iter().flatten() {
        // Fixtures fix no sentence, but there is one.
        is_whole &= remove(issue, "text").is_some_and(|text| text != "");
    }
    if is_whole {
        Ok(reply)
    } else {
        Err(NoReply::Fault(format!("the record {line} has another tool, or an empty sentence")))
    }
}
