//! What takes more than a call: directives from operands, attempts to change a result, migration.

use cc_engine::{
    Classification, Directive, Engine, Form, Kind, OperandName, State, V0_9, classify, v0_5,
};
use cc_migrate::FocusDevice;
use cc_wire::{AnyEngine, Command, StateText, push_step};
use serde_json::{Map, Value, json};

use crate::records;
use crate::table::{Contract, fields, list, text};

/// Builds a directive of 0.9.
pub(super) fn render(request: &Value) -> Value {
    match build(request) {
        Ok(built) => json!({ "text": built.to_string(), "directive_kind": built.kind().as_str() }),
        Err(message) => json!({ "error": message }),
    }
}

/// Builds a directive of 0.5, which must be read as it was built.
pub(super) fn render_0_5(request: &Value) -> Result<Value, String> {
    let built = form(request)
        .and_then(|form| v0_5::Directive::new(form).map_err(|error| error.to_string()));
    let built = match built {
        Ok(built) => built,
        Err(message) => return Ok(json!({ "error": message })),
    };
    let text = built.to_string();
    if v0_5::classify(&text) != v0_5::Classification::Canonical(built) {
        return Err(format!("`{text}` is not read as it was built"));
    }
    Ok(json!({ "text": text, "validated_kind": built.kind().as_str() }))
}

fn build(request: &Value) -> Result<Directive<'_>, String> {
    Directive::new(form(request)?).map_err(|error| error.to_string())
}

/// The form that names and texts describe, as a host that reads them from data would find it.
fn form(request: &Value) -> Result<Form<'_>, String> {
    let kind = text(request, "kind");
    let Some(kind) = Kind::from_name(kind) else {
        return Err(format!("there is no kind `{kind}`, so no canonical {kind} directive"));
    };
    let operands = request.get("operands").unwrap_or(&Value::Null);
    let is_known = |given: &str| kind.operand_names().iter().any(|name| name.as_str() == given);
    if let Some((name, _)) = fields(operands, "").find(|(name, _)| !is_known(name)) {
        return Err(format!("a canonical {kind} directive has no operand `{name}`"));
    }
    let operand = |name: OperandName| {
        let missing = || format!("a canonical {kind} directive needs the operand `{name}`");
        operands.get(name.as_str()).and_then(Value::as_str).ok_or_else(missing)
    };
    let mut texts = [""; 2];
    for (text, name) in texts.iter_mut().zip(kind.operand_names()) {
        *text = operand(*name)?;
    }
    Ok(Form::new(kind, texts))
}

/// Applies the directive that a text is, and gives the record of the reply.
pub(super) fn apply(current: &mut AnyEngine, text: &str) -> Result<String, String> {
    let Classification::Canonical(directive) = classify(text) else {
        return Err(format!("`{text}` does not classify as a directive to apply"));
    };
    let mut engine = typed(current)?;
    let decision = engine.apply_directive(directive).into();
    let mut line = String::new();
    push_step::<V0_9>(&mut line, Command::Input, &decision, &StateText::new(engine.state()));
    *current = State::from(engine).into();
    Ok(line)
}

/// The engine of 0.9 by its own type.
fn typed(engine: &AnyEngine) -> Result<Engine, String> {
    let state = State::import_json(&engine.export_json()).map_err(|error| error.to_string())?;
    Ok(state.into())
}

/// Takes a result, changes a copy of it, and looks at the result again: nothing in the library's
/// types can be changed from outside, so a copy is all that there is to change.
pub(super) fn isolate(
    contract: Contract,
    current: &mut AnyEngine,
    request: &Value,
) -> Result<Value, String> {
    let engine = typed(current)?;
    let operation = request.get("operation").unwrap_or(&Value::Null);
    let held = match text(operation, "fn") {
        "engine.step" => {
            let mut line = String::new();
            current.push_step(&mut line, Command::Input, text(operation, "input"));
            records::remove(&mut records::step(contract, &line)?, "decision").unwrap_or_default()
        }
        "engine.policies" => {
            engine.policies().map(|(item, policy)| (item, policy.as_str())).collect()
        }
        "engine.premise" => json!({ "value": engine.premise() }),
        "canonical_directive.operands" => {
            build(operation)?.operands().map(|(name, text)| (name.as_str(), text)).collect()
        }
        _ => metadata(operation)?,
    };
    let mut copy = held.clone();
    for mutation in list(request, "mutations") {
        let place = pointer(list(mutation, "path"));
        let Some((way, last)) = place.rsplit_once('/') else {
            return Err("a mutation needs a path".to_owned());
        };
        let Some(Value::Object(object)) = copy.pointer_mut(way) else {
            return Err(format!("the result has no place `{place}`"));
        };
        let value = mutation.get("value").cloned().unwrap_or_default();
        object.insert(last.replace("~1", "/").replace("~0", "~"), value);
    }
    let observations = fields(request, "/observations");
    let seen = observations.map(|(name, path)| {
        let path = path.as_array().map_or(&[][..], Vec::as_slice);
        (name.clone(), held.pointer(&pointer(path)).cloned().unwrap_or_default())
    });
    Ok(json!({ "seen": seen.collect::<Map<_, _>>() }))
}

/// A way of names as a JSON Pointer.
fn pointer(path: &[Value]) -> String {
    let names = path.iter().filter_map(Value::as_str);
    names.map(|name| format!("/{}", name.replace('~', "~0").replace('/', "~1"))).collect()
}

/// What is known of a kind, which must be what the fixture says.
fn metadata(operation: &Value) -> Result<Value, String> {
    let kind = text(operation, "kind");
    let Some(kind) = Kind::from_name(kind) else {
        return Err(format!("there is no kind `{kind}`"));
    };
    let names: Value = kind.operand_names().iter().map(|name| name.as_str()).collect();
    let introducer = kind.introducer();
    if introducer != text(operation, "canonical_start")
        || operation.get("operand_names") != Some(&names)
    {
        return Err(format!("{kind} is introduced by `{introducer}` and has the operands {names}"));
    }
    Ok(json!({ "kind": kind.as_str() }))
}

/// Turns a state of m1 into one of a later contract.
pub(super) fn migrate(state: &str, request: &Value) -> Result<Value, String> {
    let focus_device = match text(request, "focus_device") {
        "drop" => Some(FocusDevice::Drop),
        "premise" => Some(FocusDevice::Premise),
        _ => None,
    };
    let state = cc_m1::State::import_json(state).map_err(|error| error.to_string())?;
    let to = text(request, "to").parse().unwrap_or_default();
    Ok(match AnyEngine::migrate(&state, to, focus_device) {
        Ok(engine) => json!({ "payload": engine.export_json() }),
        Err(error) => json!({ "error": error.to_string() }),
    })
}
