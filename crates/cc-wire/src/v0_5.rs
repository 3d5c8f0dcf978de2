//! The records of contract 0.5, `output_version` 1.
//!
//! | What | 0.9 | 0.5 |
//! | --- | --- | --- |
//! | `output_version` | 2 | 1 |
//! | Decision | its own fields | `kind`, `prompt_to_user`, and the state of an update |
//! | Preview | no record | the decision, the states before and after, and their difference |
//!
//! ```
//! use cc_engine::v0_5::Engine;
//! use cc_wire::{Command, StateText, v0_5::push_step};
//!
//! let mut engine = Engine::new();
//! let decision = engine.step("use tea");
//! let mut line = String::new();
//! push_step(&mut line, Command::Input, &decision, &StateText::of(engine.state()));
//! assert_eq!(
//!     line,
//!     r#"{"command":"input","decision":{"kind":"update","prompt_to_user":null,"state":{"policies":{"tea":"use"},"premise":null,"version":2}},"mode":"step","output_version":1,"state":{"policies":{"tea":"use"},"premise":null,"version":2}}"#,
//! );
//! ```

use std::collections::BTreeMap;

use cc_engine::v0_5::{Classification, Decision};
use cc_engine::{Policy, StateDiff};
use cc_state::json::{push_display, push_optional_string, push_string};

use crate::classification::{Class, push_class};
use crate::record::{
    Command, ErrorCode, StateText, push_all, push_error_record, push_state_record,
};

/// The version of the records' shape, which every record carries.
pub const OUTPUT_VERSION: u32 = 1;

/// [`OUTPUT_VERSION`] as it stands in every record.
const VERSION: &str = ",\"output_version\":1";

/// Appends the reply to an input: the decision, and the state after it.
pub fn push_step(out: &mut String, command: Command, decision: &Decision<'_>, state: &StateText) {
    push_all(out, &["{\"command\":\"", command.as_str(), "\",\"decision\":"]);
    push_decision(out, decision, state);
    push_all(out, &[",\"mode\":\"step\"", VERSION, ",\"state\":", state.as_str(), "}"]);
}

/// Appends the reply to a preview: the decision, the states before and after, and what differs.
///
/// ```
/// use cc_engine::v0_5::Engine;
/// use cc_wire::{StateText, v0_5::push_preview};
///
/// let engine = Engine::new();
/// let preview = engine.preview("hello");
/// let state = StateText::of(engine.state());
/// let mut line = String::new();
/// push_preview(&mut line, &preview.decision, &preview.diff, &state, &state);
/// assert!(line.starts_with(r#"{"command":"preview","decision":{"kind":"passthrough","#));
/// assert!(line.ends_with(r#""would_mutate":false}"#));
/// ```
pub fn push_preview(
    out: &mut String,
    decision: &Decision<'_>,
    diff: &StateDiff,
    before: &StateText,
    after: &StateText,
) {
    out.push_str("{\"command\":\"preview\",\"decision\":");
    push_decision(out, decision, after);
    out.push_str(",\"diff\":");
    push_diff(out, diff);
    push_all(out, &[",\"mode\":\"preview\"", VERSION]);
    push_all(out, &[",\"state_after\":", after.as_str()]);
    push_all(out, &[",\"state_before\":", before.as_str()]);
    push_all(out, &[",\"would_mutate\":", boolean(!diff.is_empty()), "}"]);
}

/// Appends what differs between two states.
///
/// ```
/// let mut out = String::new();
/// cc_wire::v0_5::push_diff(&mut out, &cc_engine::StateDiff::default());
/// assert_eq!(
///     out,
///     r#"{"changed":false,"policies":{"added":{},"changed":{},"removed":{}},"premise":{"after":null,"before":null,"changed":false}}"#,
/// );
/// ```
pub fn push_diff(out: &mut String, diff: &StateDiff) {
    push_all(out, &["{\"changed\":", boolean(!diff.is_empty()), ",\"policies\":{\"added\":"]);
    push_policies(out, &diff.policies.added, push_policy);
    out.push_str(",\"changed\":");
    push_policies(out, &diff.policies.changed, |out, (before, after)| {
        push_all(out, &["{\"after\":\"", after.as_str(), "\",\"before\":\""]);
        push_all(out, &[before.as_str(), "\"}"]);
    });
    out.push_str(",\"removed\":");
    push_policies(out, &diff.policies.removed, push_policy);
    out.push_str("},\"premise\":{\"after\":");
    push_optional_string(out, diff.premise_after.as_deref());
    out.push_str(",\"before\":");
    push_optional_string(out, diff.premise_before.as_deref());
    push_all(out, &[",\"changed\":", boolean(diff.premise_changed()), "}}"]);
}

/// Appends the reply to the command `state`.
pub fn push_state(out: &mut String, state: &StateText) {
    push_state_record(out, state, VERSION);
}

/// Appends an error record, which takes the place of a reply.
pub fn push_error(out: &mut String, command: Command, code: ErrorCode, message: &str) {
    push_error_record(out, command, code, message, VERSION);
}

/// Appends the record of one classification. Its shape is that of 0.9.
pub fn push_classification(out: &mut String, classification: Classification<'_>) {
    push_class(
        out,
        match classification {
            Classification::NoDirective => Class::NoDirective,
            Classification::Canonical(directive) => Class::Canonical(directive.form()),
            Classification::Invalid(invalid) => Class::Invalid(invalid),
        },
    );
}

fn push_decision(out: &mut String, decision: &Decision<'_>, state: &StateText) {
    push_all(out, &["{\"kind\":\"", decision.kind(), "\",\"prompt_to_user\":"]);
    match decision {
        Decision::Clarify(clarification) => push_display(out, clarification),
        Decision::Passthrough | Decision::Update(_) => out.push_str("null"),
    }
    let state = match decision {
        Decision::Update(_) => state.as_str(),
        Decision::Passthrough | Decision::Clarify(_) => "null",
    };
    push_all(out, &[",\"state\":", state, "}"]);
}

fn push_policies<T>(
    out: &mut String,
    policies: &BTreeMap<Box<str>, T>,
    push_value: impl Fn(&mut String, &T),
) {
    out.push('{');
    for (index, (identity, value)) in policies.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        push_string(out, identity);
        out.push(':');
        push_value(out, value);
    }
    out.push('}');
}

fn push_policy(out: &mut String, policy: &Policy) {
    push_all(out, &["\"", policy.as_str(), "\""]);
}

const fn boolean(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_in_records_is_the_output_version() {
        assert_eq!(VERSION, format!(",\"output_version\":{OUTPUT_VERSION}"));
    }
}
