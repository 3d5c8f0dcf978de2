//! Replies for people: plain lines, in which nothing invisible is hidden (R10).

use std::fmt::{Display, Write};

use cc_text::visible;
use cc_wire::{AnyDecision, AnyDiff, AnyPreview};

/// Appends a line.
pub(crate) fn push_line(out: &mut String, line: impl Display) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{line}");
}

/// Appends what came of an input, and the state where it was an update.
pub(crate) fn push_decision(
    out: &mut String,
    decision: &AnyDecision<'_>,
    push_state: impl FnOnce(&mut String),
) {
    if decision.is_update() {
        push_line(out, "updated");
        push_state(out);
    } else if let Some(message) = decision.message() {
        push_labelled(out, label(&message), &message);
    } else {
        push_line(out, decision.kind());
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
    // Writing to a string cannot fail.
    let _ = write!(out, "{label} ");
    for sentence in message.split('\n') {
        push_line(out, visible(sentence));
    }
}

/// Appends what an input would decide and change, after what came of it has been appended by
/// `push_decision`.
pub(crate) fn push_preview(
    out: &mut String,
    preview: &AnyPreview<'_>,
    push_decision: impl FnOnce(&mut String),
) {
    push_line(out, "preview");
    push_decision(out);
    let would_mutate = if preview.diff.is_empty() { "no" } else { "yes" };
    push_line(out, format_args!("would_mutate: {would_mutate}"));
    push_diff(out, &preview.diff);
}

/// Appends what differs between two states.
pub(crate) fn push_diff(out: &mut String, diff: &AnyDiff) {
    push_line(out, "diff:");
    if diff.is_empty() {
        push_line(out, "- (none)");
    } else {
        push_line(out, diff);
    }
}
