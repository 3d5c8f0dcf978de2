//! Replies for people: plain lines, in which nothing invisible is hidden (R10).

use std::fmt::{Display, Write};

use cc_text::visible;
use cc_wire::{AnyDecision, AnyDiff, AnyEngine, AnyPreview};

use crate::contract;

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

/// Appends what an input would decide and change, and gives it. The state after it is shown where
/// the contract has previews of its own.
pub(crate) fn push_preview<'t>(
    out: &mut String,
    engine: &AnyEngine,
    input: &'t str,
    push_diff: fn(&mut String, &AnyDiff),
) -> AnyPreview<'t> {
    let preview = engine.preview(input);
    push_line(out, "preview");
    push_decision(out, &preview.decision, |out| {
        if contract::previews(engine.contract()) {
            let mut after = engine.clone();
            after.step(input);
            after.push_state_lines(out);
        }
    });
    let would_mutate = if preview.diff.is_empty() { "no" } else { "yes" };
    push_line(out, format_args!("would_mutate: {would_mutate}"));
    push_diff(out, &preview.diff);
    preview
}

/// Appends what differs between two states, as a list: the form of contract 0.5.
pub(crate) fn push_listed_diff(out: &mut String, diff: &AnyDiff) {
    push_line(out, "diff:");
    if diff.is_empty() {
        push_line(out, "- (none)");
    } else {
        push_line(out, diff);
    }
}

/// Appends what differs between two states, with one sign in each line.
pub(crate) fn push_signed_diff(out: &mut String, diff: &AnyDiff) {
    if diff.is_empty() {
        push_line(out, "diff: (none)");
    } else {
        push_line(out, format_args!("diff:\n{diff:#}"));
    }
}
