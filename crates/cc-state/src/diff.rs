//! The structural difference of two states.

use std::collections::BTreeMap;

use crate::contract::Contract;
use crate::state::{ContractState, Policy};

/// What differs between a state before and a state after.
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
}

impl<C: Contract> ContractState<C> {
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
