//! Turns the records of this implementation into replies.

use serde_json::{Value, json};

use crate::json::{self, canonical};
use crate::table::{Contract, check};

/// Reads a record, which must be canonical JSON of this shape.
///
/// # Errors
///
/// What is wrong with it.
pub(crate) fn read(contract: Contract, line: &str, shape: &Value) -> Result<Value, String> {
    let record = json::read(line).and_then(|value| {
        check(contract, shape, &value, "record")?;
        if canonical(&value) == line {
            Ok(value)
        } else {
            Err("it is not canonical JSON".to_owned())
        }
    });
    record.map_err(|fault| format!("the record {}: {fault}", canonical(&line.into())))
}

/// The version that all records of a contract carry.
fn output_version(contract: Contract) -> u8 {
    if contract.name() == "0.5" { 1 } else { 2 }
}

/// The exported state in the record of a state.
pub(crate) fn state(contract: Contract, line: &str) -> Result<String, String> {
    let version = output_version(contract);
    let head = json!({ "command": ["state"], "mode": ["state"], "output_version": [version], "state": "any" });
    let record = read(contract, line, &head)?;
    Ok(record.get("state").map(canonical).unwrap_or_default())
}

/// The reply to a step of 0.9 or 0.5.
pub(crate) fn step(contract: Contract, line: &str) -> Result<Value, String> {
    let version = output_version(contract);
    let mut record = read(
        contract,
        line,
        &json!({
            "command": ["input"],
            "decision": "any",
            "mode": ["step"],
            "output_version": [version],
            "state": "any",
        }),
    )?;
    let state = record.get("state").map(canonical);
    if contract.name() == "0.5" {
        remove(&mut record, "command");
        return Ok(json!({ "result": record, "state": state, "has_pending_clarification": null }));
    }
    // Records have a message in every decision; fixtures only where there is one.
    let mut decision = remove(&mut record, "decision").unwrap_or_default();
    let is_error = decision.get("kind").is_some_and(|kind| kind == "error");
    if !is_error && remove(&mut decision, "message") != Some(Value::Null) {
        return Err(format!("the decision in {line} has no null message"));
    }
    Ok(json!({ "decision": decision, "state": state }))
}

/// The reply to a preview of 0.5, without the state.
pub(crate) fn preview(contract: Contract, line: &str) -> Result<Value, String> {
    let mut record = read(contract, line, &json!("any"))?;
    if remove(&mut record, "command") != Some("preview".into()) {
        return Err(format!("the record {line} is not one of the command `preview`"));
    }
    Ok(json!({ "result": record, "has_pending_clarification": null }))
}

/// The reply to a classification of 0.9 or 0.5.
pub(crate) fn classification(contract: Contract, line: &str) -> Result<Value, String> {
    let invalid = json!({
        "directive_kind": "any", "failure": "any", "missing_operand": "any", "span": "span",
    });
    let mut record = read(
        contract,
        line,
        &json!({ "|classification": {
            "no_directive": {},
            "canonical": { "directive": "any" },
            "invalid": invalid,
        }}),
    )?;
    let directive = remove(&mut record, "directive");
    let span = remove(&mut record, "span");
    let class = remove(&mut record, "classification");
    if contract.name() == "0.5" {
        let validated =
            directive.map(|it| json!({ "text": it.get("text"), "kind": it.get("kind") }));
        let mut reply = json!({ "validated": validated });
        span.into_iter().for_each(|span| put(&mut reply, "span", span));
        return Ok(reply);
    }
    if class == Some("invalid".into()) {
        put(&mut record, "kind", "invalid_directive_syntax");
        return Ok(json!({ "directive": record, "span": span }));
    }
    Ok(json!({ "directive": directive }))
}

/// Takes a field out of an object.
pub(crate) fn remove(value: &mut Value, name: &str) -> Option<Value> {
    value.as_object_mut()?.remove(name)
}

/// Puts a field into an object.
pub(crate) fn put(value: &mut Value, name: &str, field: impl Into<Value>) {
    if let Some(fields) = value.as_object_mut() {
        fields.insert(name.to_owned(), field.into());
    }
}
