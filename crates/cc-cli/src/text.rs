//! Replies for people: plain lines, in which nothing invisible is hidden (R10).

use std::fmt::Write;

use cc_engine::{Policy, StateDiff, visible};
use cc_state::{Contract, ContractState};

use crate::contract::{Compiler, Outcome};

// Writing to a string cannot fail.
macro_rules! line {
    ($out:expr, $($format:tt)+) => {{
        let _ = writeln!($out, $($format)+);
    }};
}

/// Appends the premise and the policies.
pub(crate) fn push_state<C: Contract>(out: &mut String, state: &ContractState<C>) {
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

/// Appends what came of an input, and `state` where it was an update and the state is to be shown.
pub(crate) fn push_outcome<C: Compiler>(
    out: &mut String,
    outcome: &Outcome,
    state: Option<&ContractState<C::Contract>>,
) {
    match outcome {
        Outcome::Ordinary => line!(out, "{}", C::ORDINARY),
        Outcome::Updated => {
            line!(out, "updated");
            if let Some(state) = state {
                push_state(out, state);
            }
        }
        // A prompt that asks for yes or no is no error.
        Outcome::Refused { message, .. } if message.ends_with('?') => {
            push_labelled(out, "confirm: ", message);
        }
        Outcome::Refused { message, .. } => push_error(out, message),
    }
}

/// Appends an error message, which may have more than one line.
pub(crate) fn push_error(out: &mut String, message: &str) {
    push_labelled(out, "error: ", message);
}

fn push_labelled(out: &mut String, label: &str, message: &str) {
    for (index, sentence) in message.split('\n').enumerate() {
        let label = if index == 0 { label } else { "" };
        line!(out, "{label}{}", visible(sentence));
    }
}

/// Appends what an input would decide and change, and the state after it if that is to be shown.
pub(crate) fn push_preview<C: Compiler>(
    out: &mut String,
    outcome: &Outcome,
    diff: &StateDiff,
    after: Option<&ContractState<C::Contract>>,
) {
    line!(out, "preview");
    push_outcome::<C>(out, outcome, after);
    let would_mutate = if diff.is_empty() { "no" } else { "yes" };
    line!(out, "would_mutate: {would_mutate}");
    push_diff(out, diff);
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
