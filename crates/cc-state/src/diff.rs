//! The structural difference of two states.

use std::collections::BTreeMap;
use std::fmt;

use cc_text::{Policy, visible};
use serde::{Deserialize, Serialize};

use crate::normalize::Normalize;
use crate::state::{ContractState, Shown};

/// What differs between a state before and a state after.
///
/// Its [`Display`](fmt::Display) form has a line for each difference, as an item of a list; with
/// `{:#}` the line begins with its sign, one of `+`, `-` and `~`. With serde it is the `diff` of a
/// record.
///
/// ```
/// use cc_state::{Policy, State};
///
/// let before = State::import_json(r#"{"policies":{"tea":"use"},"premise":null,"version":2}"#)?;
/// let after = State::import_json(r#"{"policies":{"tea":"prohibit"},"premise":"x","version":2}"#)?;
/// let diff = before.diff(&after);
/// assert_eq!(diff.premise_after.as_deref(), Some("x"));
/// assert_eq!(diff.policies.changed["tea"], (Policy::Use, Policy::Prohibit));
/// assert!(before.diff(&before).is_empty());
/// # Ok::<(), cc_state::ImportError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Record", from = "Record")]
#[non_exhaustive]
pub struct StateDiff {
    /// The premise before.
    pub premise_before: Option<Box<str>>,
    /// The premise after.
    pub premise_after: Option<Box<str>>,
    /// The policies that differ.
    pub policies: PolicyDiff,
}

/// The policies that differ between two states, sorted by identity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PolicyDiff {
    /// Items that had no policy before and have one after.
    pub added: BTreeMap<Box<str>, Policy>,
    /// Items that had a policy before and have none after.
    pub removed: BTreeMap<Box<str>, Policy>,
    /// Items that have another policy after than before, as (before, after).
    pub changed: BTreeMap<Box<str>, (Policy, Policy)>,
}

impl PolicyDiff {
    /// Whether no policy differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }

    /// Notes the policies that one item has before and after, if they differ.
    pub fn note(&mut self, identity: &str, before: Option<Policy>, after: Option<Policy>) {
        match (before, after) {
            (None, Some(after)) => drop(self.added.insert(identity.into(), after)),
            (Some(before), None) => drop(self.removed.insert(identity.into(), before)),
            (Some(before), Some(after)) if before != after => {
                self.changed.insert(identity.into(), (before, after));
            }
            _ => {}
        }
    }
}

impl StateDiff {
    /// Whether the premise differs.
    #[must_use]
    pub fn premise_changed(&self) -> bool {
        self.premise_before != self.premise_after
    }

    /// Whether nothing differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.premise_changed() && self.policies.is_empty()
    }

    /// The difference in a few words on one line, for a hint.
    ///
    /// ```
    /// use cc_state::{Policy, StateDiff};
    ///
    /// let mut diff = StateDiff::default();
    /// diff.policies.note("tea", Some(Policy::Use), None);
    /// assert_eq!(diff.summary(), "- use tea");
    /// ```
    #[must_use]
    pub fn summary(&self) -> String {
        let mut parts = Vec::new();
        if self.premise_changed() {
            let change = match (&self.premise_before, &self.premise_after) {
                (None, _) => "sets the premise",
                (_, None) => "clears the premise",
                _ => "changes the premise",
            };
            parts.push(change.to_owned());
        }
        let PolicyDiff { added, removed, changed } = &self.policies;
        parts.extend(added.iter().map(|(item, policy)| format!("+ {policy} {}", visible(item))));
        match removed.len() {
            0 | 1 => {
                let removed = removed.iter();
                parts.extend(removed.map(|(item, policy)| format!("- {policy} {}", visible(item))));
            }
            many => parts.push(format!("- {many} policies")),
        }
        parts.extend(
            changed
                .iter()
                .map(|(item, (before, after))| format!("{before} -> {after} {}", visible(item))),
        );
        parts.join(", ")
    }
}

/// A line for each difference, with invisible characters escaped (R10); nothing if there is none.
impl fmt::Display for StateDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bullet, changed_premise) = if f.alternate() { ("", "~ ") } else { ("- ", "") };
        let mut line_feed = "";
        let mut line = |text: fmt::Arguments<'_>| {
            f.write_fmt(format_args!("{}{bullet}{text}", std::mem::replace(&mut line_feed, "\n")))
        };
        if self.premise_changed() {
            let (before, after) = (self.premise_before.as_deref(), self.premise_after.as_deref());
            let (before, after) = (Shown(before), Shown(after));
            line(format_args!("{changed_premise}premise: {before} -> {after}"))?;
        }
        let PolicyDiff { added, removed, changed } = &self.policies;
        for (sign, policies) in [('+', added), ('-', removed)] {
            for (item, policy) in policies {
                line(format_args!("{sign} {policy} {}", visible(item)))?;
            }
        }
        for (item, (before, after)) in changed {
            line(format_args!("~ {before} {0} -> {after} {0}", visible(item)))?;
        }
        Ok(())
    }
}

/// A difference as records hold it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    changed: bool,
    policies: PolicyRecord,
    premise: PremiseChange,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PolicyRecord {
    added: BTreeMap<Box<str>, Policy>,
    changed: BTreeMap<Box<str>, PolicyChange>,
    removed: BTreeMap<Box<str>, Policy>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PolicyChange {
    after: Policy,
    before: Policy,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PremiseChange {
    after: Option<Box<str>>,
    before: Option<Box<str>>,
    changed: bool,
}

impl From<StateDiff> for Record {
    fn from(diff: StateDiff) -> Self {
        let changed = !diff.is_empty();
        let premise_changed = diff.premise_changed();
        let PolicyDiff { added, removed, changed: policies } = diff.policies;
        let policies = policies
            .into_iter()
            .map(|(item, (before, after))| (item, PolicyChange { after, before }))
            .collect();
        Record {
            changed,
            policies: PolicyRecord { added, changed: policies, removed },
            premise: PremiseChange {
                after: diff.premise_after,
                before: diff.premise_before,
                changed: premise_changed,
            },
        }
    }
}

impl From<Record> for StateDiff {
    fn from(record: Record) -> Self {
        let PolicyRecord { added, changed, removed } = record.policies;
        let changed = changed
            .into_iter()
            .map(|(item, PolicyChange { after, before })| (item, (before, after)))
            .collect();
        StateDiff {
            premise_before: record.premise.before,
            premise_after: record.premise.after,
            policies: PolicyDiff { added, removed, changed },
        }
    }
}

impl<C: Normalize> ContractState<C> {
    /// What differs from this state, taken as the one before, to `after`.
    ///
    /// Takes time linear in the two states.
    #[must_use]
    pub fn diff(&self, after: &ContractState<C>) -> StateDiff {
        let mut policies = PolicyDiff::default();
        let (mut befores, mut afters) = (self.policies().peekable(), after.policies().peekable());
        loop {
            // Both run in order, so the smaller identity is the one the other side lacks.
            let order = match (befores.peek(), afters.peek()) {
                (None, None) => break,
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (Some((before, _)), Some((after, _))) => before.cmp(after),
            };
            let before = if order.is_le() { befores.next() } else { None };
            let after = if order.is_ge() { afters.next() } else { None };
            if let Some((identity, _)) = before.or(after) {
                policies.note(identity, before.map(|(_, p)| p), after.map(|(_, p)| p));
            }
        }
        StateDiff {
            premise_before: self.premise().map(Box::from),
            premise_after: after.premise().map(Box::from),
            policies,
        }
    }
}
