//! The states that the command shows, stores and compares, of whatever contract.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use cc_engine::{Policy, StateDiff, visible};
use cc_state::{Contract, ContractIdentity, ContractState};

// Writing to a string cannot fail.
macro_rules! line {
    ($out:expr, $($format:tt)+) => {{
        let _ = writeln!($out, $($format)+);
    }};
}
pub(crate) use line;

/// A state.
pub(crate) trait StoredState: Clone + Default + 'static {
    /// What differs between two of them.
    type Change: Change;

    /// Appends it as lines for people.
    fn push_text(&self, out: &mut String);

    /// It as JSON text.
    fn to_json(&self) -> String;

    /// Reads it from JSON text, or says why that is not possible.
    fn from_json(text: &str) -> Result<Self, String>;

    /// What differs from this, taken as the one before, to `after`.
    fn change(&self, after: &Self) -> Self::Change;

    /// The items that begin like `typed`; those in use only, if that is asked for.
    fn items(&self, typed: &str, in_use: bool) -> Vec<String>;
}

/// What differs between two states.
pub(crate) trait Change: Default {
    /// Whether nothing differs.
    fn is_empty(&self) -> bool;

    /// Appends it as lines for people.
    fn push_lines(&self, out: &mut String);

    /// It in a few words.
    fn describe(&self) -> String;
}

/// How many items are offered at the most.
const MOST_ITEMS: usize = 100;

impl<C: Contract + 'static> StoredState for ContractState<C> {
    type Change = StateDiff;

    fn push_text(&self, out: &mut String) {
        match self.premise() {
            Some(premise) => line!(out, "premise: {}", visible(premise)),
            None => line!(out, "premise: (none)"),
        }
        if self.policies().len() == 0 {
            line!(out, "policies: (none)");
        } else {
            line!(out, "policies:");
        }
        for (identity, policy) in self.policies() {
            line!(out, "- {policy} {}", visible(identity));
        }
    }

    fn to_json(&self) -> String {
        self.export_json()
    }

    fn from_json(text: &str) -> Result<Self, String> {
        ContractState::import_json(text).map_err(|error| error.to_string())
    }

    fn change(&self, after: &Self) -> StateDiff {
        self.diff(after)
    }

    fn items(&self, typed: &str, in_use: bool) -> Vec<String> {
        let identity = ContractIdentity::<C>::of(typed);
        let prefix = identity.as_ref().map_or("", ContractIdentity::as_str);
        let items = self.policies_from(prefix);
        let items = items.filter(|(_, policy)| !in_use || *policy == Policy::Use);
        items.take(MOST_ITEMS).map(|(item, _)| item.to_owned()).collect()
    }
}

impl Change for StateDiff {
    fn is_empty(&self) -> bool {
        self.is_empty()
    }

    fn push_lines(&self, out: &mut String) {
        if self.premise_changed() {
            let (before, after) = (shown(&self.premise_before), shown(&self.premise_after));
            line!(out, "- premise: {before} -> {after}");
        }
        let mut push_policies = |sign: char, policies: &BTreeMap<Box<str>, Policy>| {
            for (identity, policy) in policies {
                line!(out, "- {sign} {policy} {}", visible(identity));
            }
        };
        push_policies('+', &self.policies.added);
        push_policies('-', &self.policies.removed);
        for (identity, (before, after)) in &self.policies.changed {
            line!(out, "- ~ {before} {0} -> {after} {0}", visible(identity));
        }
    }

    fn describe(&self) -> String {
        describe(self)
    }
}

fn shown<T: AsRef<str>>(text: &Option<T>) -> String {
    text.as_ref().map_or_else(|| "(none)".to_owned(), |text| visible(text.as_ref()).to_string())
}

/// A change in a few words.
fn describe(diff: &StateDiff) -> String {
    let mut words = String::new();
    if diff.premise_changed() {
        let change = match (&diff.premise_before, &diff.premise_after) {
            (None, _) => "sets the premise",
            (_, None) => "clears the premise",
            _ => "changes the premise",
        };
        words.push_str(change);
    }
    let mut push = |part: &dyn std::fmt::Display| {
        let comma = if words.is_empty() { "" } else { ", " };
        // Writing to a string cannot fail.
        let _ = write!(words, "{comma}{part}");
    };
    for (item, policy) in &diff.policies.added {
        push(&format_args!("+ {policy} {}", visible(item)));
    }
    match diff.policies.removed.len() {
        0 => {}
        1 => {
            for (item, policy) in &diff.policies.removed {
                push(&format_args!("- {policy} {}", visible(item)));
            }
        }
        removed => push(&format_args!("- {removed} policies")),
    }
    for (item, (before, after)) in &diff.policies.changed {
        push(&format_args!("{before} -> {after} {}", visible(item)));
    }
    words
}

impl StoredState for cc_m1::State {
    type Change = M1Change;

    fn push_text(&self, out: &mut String) {
        line!(out, "focus.device: {}", shown(&self.focus_device()));
        if self.prohibited().len() == 0 {
            line!(out, "prohibited: (none)");
        } else {
            line!(out, "prohibited:");
        }
        for item in self.prohibited() {
            line!(out, "- {}", visible(item));
        }
    }

    fn to_json(&self) -> String {
        self.export_json()
    }

    fn from_json(text: &str) -> Result<Self, String> {
        cc_m1::State::import_json(text).map_err(|error| error.to_string())
    }

    fn change(&self, after: &Self) -> M1Change {
        let missing = |from: &Self, of: &Self| -> Vec<String> {
            let held: BTreeSet<&str> = from.prohibited().collect();
            let gone = of.prohibited().filter(|item| !held.contains(item));
            gone.map(str::to_owned).collect()
        };
        let facts = (self.focus_device(), after.focus_device());
        M1Change {
            fact: (facts.0 != facts.1)
                .then(|| (facts.0.map(str::to_owned), facts.1.map(str::to_owned))),
            added: missing(self, after),
            removed: missing(after, self),
        }
    }

    fn items(&self, typed: &str, _in_use: bool) -> Vec<String> {
        let items = self.prohibited().filter(|item| item.starts_with(typed));
        items.take(MOST_ITEMS).map(str::to_owned).collect()
    }
}

/// What differs between two states of contract m1.
#[derive(Default)]
pub(crate) struct M1Change {
    /// The fact before and after, if it differs.
    fact: Option<(Option<String>, Option<String>)>,
    added: Vec<String>,
    removed: Vec<String>,
}

impl Change for M1Change {
    fn is_empty(&self) -> bool {
        self.fact.is_none() && self.added.is_empty() && self.removed.is_empty()
    }

    fn push_lines(&self, out: &mut String) {
        if let Some((before, after)) = &self.fact {
            line!(out, "- focus.device: {} -> {}", shown(before), shown(after));
        }
        for (sign, items) in [('+', &self.added), ('-', &self.removed)] {
            for item in items {
                line!(out, "- {sign} prohibit {}", visible(item));
            }
        }
    }

    fn describe(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.fact.as_ref().map(|_| "changes focus.device".to_owned()));
        parts.extend(self.added.iter().map(|item| format!("+ prohibit {}", visible(item))));
        parts.extend(self.removed.iter().map(|item| format!("- prohibit {}", visible(item))));
        parts.join(", ")
    }
}
