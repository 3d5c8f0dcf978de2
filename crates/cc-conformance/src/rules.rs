//! What no table says: what the fields of a fixture have to do with each other.

use serde_json::Value;

use crate::json::{fields, list, text};

/// What must hold for a value of a type.
pub(crate) fn of_type(name: &str, value: &Value) -> Result<(), String> {
    let elements = value.as_array().map_or(&[][..], Vec::as_slice);
    match name {
        "span" | "pair" => holds(elements.len() == 2, "it has two elements"),
        "items" => {
            let items = elements.iter().map(Value::as_str);
            holds(items.is_sorted_by(|one, next| one < next), "its items stand once and in order")
        }
        "schema" => {
            let is_schema = value.is_object() || value.is_string() || value.is_null();
            holds(is_schema, "it is neither an object, a text nor null")
        }
        _ => Ok(()),
    }
}

/// What must hold for a fixture, by the name of the rule in the table of its family.
pub(crate) fn of_family(rule: &str, fixture: &Value) -> Result<(), String> {
    let at = |pointer| fixture.pointer(pointer);
    let has_span = at("/expected/span").is_some();
    let is_free = at("/schema").is_some_and(Value::is_null);
    match rule {
        "span" => {
            let is_invalid =
                at("/expected/directive/kind") == Some(&"invalid_directive_syntax".into());
            let fault = "`expected.span` stands beside an invalid classification only";
            holds(!has_span || is_invalid, fault)
        }
        "validated" => {
            let text = at("/expected/validated/text");
            let fault = "`expected.span` stands beside an `expected.validated` of null only";
            holds(text.is_none() || !has_span, fault)?;
            let fault = "`expected.validated.text` is not the text that was submitted";
            holds(text.is_none() || text == at("/action/text"), fault)
        }
        "handles" => handles(fixture),
        "turns" => {
            let turns = at("/expected").map_or(&[][..], |expected| list(expected, "turns"));
            let turns = turns.iter().filter_map(|turn| turn.get("input"));
            let same = list(fixture, "inputs").iter().eq(turns);
            holds(same, "the inputs of the turns are not those of the scenario")
        }
        "decision of m1" => {
            let kind = at("/expected/decision/kind").and_then(Value::as_str).unwrap_or_default();
            let same = at("/expected/decision/state") == at("/expected/state");
            holds(kind != "update" || same, "the state of the decision is not the state after it")?;
            let is_open = at("/expected/pending").is_some_and(Value::is_string);
            holds(!is_open || kind == "clarify", "something is pending after `clarify` only")
        }
        "no aliases without a grammar" => {
            let has_aliases = fields(fixture, "/aliases").next().is_some();
            holds(!(is_free && has_aliases), "`aliases` belong to no grammar")
        }
        "a grammar" => holds(!is_free, "without a grammar, the only verdict is to defer"),
        "" => Ok(()),
        _ => Err(format!("there is no rule `{rule}`")),
    }
}

/// An attempt to change a result refers to it by the handle of the operation.
fn handles(fixture: &Value) -> Result<(), String> {
    let handle = fixture.get("operation").map_or("", |operation| text(operation, "result_handle"));
    let is_only = fields(fixture, "/handles").map(|(name, _)| name).eq([handle]);
    holds(is_only, &format!("`handles` must hold `{handle}` and nothing else"))?;
    let observed = fields(fixture, "/expected/caller_owned_observations").map(|(_, seen)| seen);
    let targets = list(fixture, "mutations").iter().chain(observed);
    let mut targets = targets.map(|target| text(target, "target_handle"));
    match targets.find(|target| *target != handle) {
        Some(target) => Err(format!("no operation has the result handle `{target}`")),
        None => Ok(()),
    }
}

fn holds(condition: bool, fault: &str) -> Result<(), String> {
    if condition { Ok(()) } else { Err(fault.to_owned()) }
}
