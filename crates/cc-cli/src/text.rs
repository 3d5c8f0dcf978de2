//! Replies for people: plain lines, in which nothing invisible is hidden (R10).

use std::fmt::{Display, Write};

use cc_engine::visible;

use crate::contract::{Compiler, Outcome};
use crate::stored::{Change, StoredState, line};

/// Appends what came of an input, and `state` where it was an update and the state is to be shown.
pub(crate) fn push_outcome<C: Compiler>(
    out: &mut String,
    outcome: &Outcome,
    state: Option<&C::State>,
) {
    match outcome {
        Outcome::Ordinary => line!(out, "{}", C::ORDINARY),
        Outcome::Updated => {
            line!(out, "updated");
            if let Some(state) = state {
                state.push_text(out);
            }
        }
        Outcome::Refused { message, .. } => push_labelled(out, label(message), message),
    }
}

/// What stands before a message: one that asks for yes or no is no error.
pub(crate) fn label(message: &str) -> &'static str {
    if message.ends_with('?') { "confirm:" } else { "error:" }
}

/// Appends an error message, which may have more than one line.
pub(crate) fn push_error(out: &mut String, message: &str) {
    push_labelled(out, "error:", message);
}

/// Appends a message with a label before its first line.
pub(crate) fn push_labelled(out: &mut String, label: impl Display, message: &str) {
    let _ = write!(out, "{label} ");
    for sentence in message.split('\n') {
        line!(out, "{}", visible(sentence));
    }
}

/// Appends what an input would decide and change, and the state after it if that is to be shown.
pub(crate) fn push_preview<C: Compiler>(
    out: &mut String,
    outcome: &Outcome,
    change: &impl Change,
    after: Option<&C::State>,
) {
    line!(out, "preview");
    push_outcome::<C>(out, outcome, after);
    let would_mutate = if change.is_empty() { "no" } else { "yes" };
    line!(out, "would_mutate: {would_mutate}");
    push_change(out, change);
}

/// Appends what differs between two states.
pub(crate) fn push_change(out: &mut String, change: &impl Change) {
    line!(out, "diff:");
    if change.is_empty() {
        line!(out, "- (none)");
    }
    change.push_lines(out);
}
