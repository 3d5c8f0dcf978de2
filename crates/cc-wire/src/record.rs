//! The records of contract 0.9, `output_version` 2, and what those of other contracts share.
//!
//! Each function writes the keys of its object in code point order, which is what makes the text
//! canonical (R8).

use cc_engine::{Decision, Directive, Form, Refusal};
use cc_state::json::{push_display, push_string};
use cc_state::{Contract, ContractState};

/// The version of the records' shape, which every record carries.
pub const OUTPUT_VERSION: u32 = 2;

/// [`OUTPUT_VERSION`] as it stands in every record.
const VERSION: &str = ",\"output_version\":2";

/// The command that a record answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// A line that is an input.
    Input,
    /// A line that is `step` and an input.
    Step,
    /// A line that is `preview` and an input (contract 0.5).
    Preview,
}

impl Command {
    /// The name of this command in records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Command::Input => "input",
            Command::Step => "step",
            Command::Preview => "preview",
        }
    }
}

/// Why a line got an error record in the place of a reply.
///
/// The code of a record is [`ErrorCode::as_str`]; hosts should treat one they do not know as a
/// failed line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// `step` without an input.
    MissingStepInput,
    /// `preview` without an input (contract 0.5).
    MissingPreviewInput,
    /// The line is not UTF-8.
    InvalidUtf8,
    /// The line is not one JSON string.
    InvalidJson,
    /// The line is JSON, but not a request.
    InvalidRequest,
    /// The line is longer than the limit.
    LineTooLong,
}

impl ErrorCode {
    /// The name of this error in records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            ErrorCode::MissingStepInput => "missing_step_input",
            ErrorCode::MissingPreviewInput => "missing_preview_input",
            ErrorCode::InvalidUtf8 => "invalid_utf8",
            ErrorCode::InvalidJson => "invalid_json",
            ErrorCode::InvalidRequest => "invalid_request",
            ErrorCode::LineTooLong => "line_too_long",
        }
    }
}

/// The JSON text of a state, kept so that it is written once for each change of the state and not
/// once for each record.
///
/// ```
/// use cc_engine::State;
///
/// assert_eq!(cc_wire::StateText::of(&State::new()).as_str(), State::new().export_json());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateText(String);

impl StateText {
    /// The text of `state`, of any contract. Takes time linear in the state.
    #[must_use]
    pub fn of<C: Contract>(state: &ContractState<C>) -> Self {
        StateText(state.export_json())
    }

    /// Makes this the text of `state`, reusing its memory.
    pub fn refresh<C: Contract>(&mut self, state: &ContractState<C>) {
        self.0.clear();
        cc_state::json::push_state(&mut self.0, state);
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Appends the reply to an input: the decision, and the state after it.
///
/// Takes time linear in the text it writes.
pub fn push_step(out: &mut String, command: Command, decision: &Decision<'_>, state: &StateText) {
    push_all(out, &["{\"command\":\"", command.as_str(), "\",\"decision\":"]);
    match decision {
        Decision::NoDirective => out.push_str("{\"kind\":\"no_directive\",\"message\":null}"),
        Decision::Update(update) => {
            let changed = if update.changed() { "true" } else { "false" };
            push_all(out, &["{\"changed\":", changed, ",\"kind\":\"update\",\"message\":null}"]);
        }
        Decision::Error(refusal) => push_refusal(out, refusal),
    }
    push_all(out, &[",\"mode\":\"step\"", VERSION, ",\"state\":", state.as_str(), "}"]);
}

fn push_refusal(out: &mut String, refusal: &Refusal<'_>) {
    out.push_str("{\"directive\":");
    push_directive(out, refusal.directive());
    push_all(out, &[",\"failure\":\"", refusal.failure().as_str(), "\",\"kind\":\"error\""]);
    out.push_str(",\"message\":");
    push_display(out, refusal);
    out.push_str(",\"repairs\":[");
    for (index, repair) in refusal.repairs().enumerate() {
        if index > 0 {
            out.push(',');
        }
        push_directive(out, repair);
    }
    out.push_str("]}");
}

/// Appends a directive: its kind, its operands by name, and its canonical text.
///
/// ```
/// use cc_engine::Directive;
///
/// let mut out = String::new();
/// cc_wire::push_directive(&mut out, Directive::use_item("ripgrep")?);
/// assert_eq!(
///     out,
///     r#"{"kind":"use_item","operands":{"item":"ripgrep"},"text":"use ripgrep"}"#,
/// );
/// # Ok::<(), cc_engine::OperandError>(())
/// ```
pub fn push_directive(out: &mut String, directive: Directive<'_>) {
    push_form(out, directive.form());
}

/// Appends a directive of any contract.
pub(crate) fn push_form(out: &mut String, form: Form<'_>) {
    push_all(out, &["{\"kind\":\"", form.kind().as_str(), "\",\"operands\":{"]);
    // INVARIANT: the order in which operands are written is also that of their names.
    for (index, (name, text)) in form.operands().enumerate() {
        push_all(out, &[if index > 0 { ",\"" } else { "\"" }, name.as_str(), "\":"]);
        push_string(out, text);
    }
    out.push_str("},\"text\":");
    push_display(out, &form);
    out.push('}');
}

/// Appends the reply to the command `state`.
///
/// ```
/// use cc_engine::State;
/// use cc_wire::{StateText, push_state};
///
/// let mut line = String::new();
/// push_state(&mut line, &StateText::of(&State::new()));
/// assert_eq!(
///     line,
///     r#"{"command":"state","mode":"state","output_version":2,"state":{"policies":{},"premise":null,"version":2}}"#,
/// );
/// ```
pub fn push_state(out: &mut String, state: &StateText) {
    push_state_record(out, state, VERSION);
}

pub(crate) fn push_state_record(out: &mut String, state: &StateText, version: &str) {
    out.push_str("{\"command\":\"state\",\"mode\":\"state\"");
    push_all(out, &[version, ",\"state\":", state.as_str(), "}"]);
}

/// Appends an error record, which takes the place of a reply.
///
/// ```
/// use cc_wire::{Command, ErrorCode, push_error};
///
/// let mut line = String::new();
/// push_error(&mut line, Command::Input, ErrorCode::InvalidUtf8, "not UTF-8 at byte 3");
/// assert_eq!(
///     line,
///     r#"{"command":"input","error":{"code":"invalid_utf8","message":"not UTF-8 at byte 3"},"mode":"error","output_version":2}"#,
/// );
/// ```
pub fn push_error(out: &mut String, command: Command, code: ErrorCode, message: &str) {
    push_error_record(out, command, code, message, VERSION);
}

pub(crate) fn push_error_record(
    out: &mut String,
    command: Command,
    code: ErrorCode,
    message: &str,
    version: &str,
) {
    push_all(out, &["{\"command\":\"", command.as_str(), "\",\"error\":{\"code\":\""]);
    push_all(out, &[code.as_str(), "\",\"message\":"]);
    push_string(out, message);
    push_all(out, &["},\"mode\":\"error\"", version, "}"]);
}

pub(crate) fn push_all(out: &mut String, parts: &[&str]) {
    for part in parts {
        out.push_str(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_in_records_is_the_output_version() {
        assert_eq!(VERSION, format!(",\"output_version\":{OUTPUT_VERSION}"));
    }
}
