//! Replies for people: plain lines, in which nothing invisible is hidden (R10).

use std::fmt::Write;

use cc_engine::{Decision, Policy, Preview, State, StateDiff, visible};

// Writing to a string cannot fail.
macro_rules! line {
    ($out:expr, $($format:tt)+) => {{
        let _ = writeln!($out, $($format)+);
    }};
}

/// Appends the premise and the policies.
pub(crate) fn push_state(out: &mut String, state: &State) {
    match state.premise() {
        Some(premise) => line!(out, "premise: {}", visible(premise)),
        None => line!(out, "premise: (none)"),
    }
    if state.policies().len() == 0 {
        line!(out, "policies: (none)");
    } else {
        line!(out, "policies:");
    }
    for (identity, policy) in state.policies() {
        line!(out, "- {policy} {}", visible(identity));
    }
}

/// Appends a decision, and the state where it was an update.
pub(crate) fn push_decision(out: &mut String, decision: &Decision<'_>, state: &State) {
    match decision {
        Decision::NoDirective => line!(out, "no_directive"),
        Decision::Update(_) => {
            line!(out, "updated");
            push_state(out, state);
        }
        Decision::Error(refusal) => push_error(out, &refusal.message()),
    }
}

/// Appends an error message, which may have more than one line.
pub(crate) fn push_error(out: &mut String, message: &str) {
    for (index, sentence) in message.split('\n').enumerate() {
        let label = if index == 0 { "error: " } else { "" };
        line!(out, "{label}{}", visible(sentence));
    }
}

/// Appends what an input would decide and change.
pub(crate) fn push_preview(out: &mut String, preview: &Preview<'_>) {
    line!(out, "preview");
    match preview.decision {
        Decision::NoDirective => line!(out, "no_directive"),
        Decision::Update(_) => line!(out, "updated"),
        Decision::Error(refusal) => push_error(out, &refusal.message()),
    }
    let would_mutate = if preview.diff.is_empty() { "no" } else { "yes" };
    line!(out, "would_mutate: {would_mutate}");
    push_diff(out, &preview.diff);
}

/// Appends what differs between two states.
pub(crate) fn push_diff(out: &mut String, diff: &StateDiff) {
    line!(out, "diff:");
    if diff.is_empty() {
        line!(out, "- (none)");
    }
    if diff.premise_changed() {
        let shown = |premise: &Option<Box<str>>| match premise {
            Some(premise) => visible(premise).to_string(),
            None => "(none)".to_owned(),
        };
        line!(out, "- premise: {} -> {}", shown(&diff.premise_before), shown(&diff.premise_after));
    }
    let mut push_policies =
        |sign: char, policies: &std::collections::BTreeMap<Box<str>, Policy>| {
            for (identity, policy) in policies {
                line!(out, "- {sign} {policy} {}", visible(identity));
            }
        };
    push_policies('+', &diff.policies.added);
    push_policies('-', &diff.policies.removed);
    for (identity, (before, after)) in &diff.policies.changed {
        line!(out, "- ~ {before} {0} -> {after} {0}", visible(identity));
    }
}
