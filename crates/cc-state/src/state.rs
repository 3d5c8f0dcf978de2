//! The state: one premise at most, and one policy for each item.

use std::collections::{BTreeMap, btree_map};
use std::fmt;
use std::marker::PhantomData;

use cc_contract::V0_9;
use cc_text::{ContextBlock, Policy, json, visible};

use crate::identity::{ContractIdentity, ContractPremise};
use crate::normalize::Normalize;

/// The version of the state's shape, which every exported state carries.
pub const SCHEMA_VERSION: u64 = 2;

/// The state of a contract: a premise or none, and a policy for each of any number of items,
/// sorted by identity.
///
/// [`State`] is that of contract 0.9.
///
/// No value of this type has an empty key, a key that is not an identity, or an empty premise.
/// Looking up, inserting and removing an item cost the logarithm of the number of policies. Each
/// key is held once.
///
/// With serde, a state is the object that [`ContractState::export_json`] writes, and deserializing makes
/// the same checks as [`ContractState::import_json`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ContractState<C> {
    premise: Option<Box<str>>,
    policies: BTreeMap<Box<str>, Policy>,
    contract: PhantomData<C>,
}

/// The state of contract 0.9.
///
/// ```
/// use cc_state::{Identity, Policy, State};
///
/// let mut state = State::new();
/// let walnuts = Identity::new("Walnuts").expect("not only white space");
/// state.insert(walnuts.clone(), Policy::Prohibit);
/// assert_eq!(state.policy(&walnuts), Some(Policy::Prohibit));
/// assert_eq!(
///     state.export_json(),
///     r#"{"policies":{"walnuts":"prohibit"},"premise":null,"version":2}"#,
/// );
/// ```
pub type State = ContractState<V0_9>;

impl<C: Normalize> ContractState<C> {
    /// The empty state: no premise and no policies.
    #[must_use]
    pub const fn new() -> Self {
        ContractState { premise: None, policies: BTreeMap::new(), contract: PhantomData }
    }

    /// The premise, if one is set. It is never empty.
    #[must_use]
    pub fn premise(&self) -> Option<&str> {
        self.premise.as_deref()
    }

    /// The policies as pairs of identity and policy, sorted by identity in code point order.
    ///
    /// ```
    /// use cc_state::{Identity, Policy, State};
    ///
    /// let mut state = State::new();
    /// for item in ["zinc", "Agar"] {
    ///     state.insert(Identity::new(item).expect("not only white space"), Policy::Use);
    /// }
    /// assert!(state.policies().eq([("agar", Policy::Use), ("zinc", Policy::Use)]));
    /// ```
    #[must_use]
    pub fn policies(&self) -> Policies<'_> {
        Policies(self.policies.iter())
    }

    /// The policies whose identity begins with `prefix`, in order.
    ///
    /// Costs the logarithm of the number of policies, and then the number of results.
    pub fn policies_from<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, Policy)> {
        self.policies
            .range::<str, _>((std::ops::Bound::Included(prefix), std::ops::Bound::Unbounded))
            .take_while(move |(identity, _)| identity.starts_with(prefix))
            .map(|(identity, policy)| (&**identity, *policy))
    }

    /// The policy of one item, if it has one.
    #[must_use]
    pub fn policy(&self, item: &ContractIdentity<'_, C>) -> Option<Policy> {
        self.policies.get(item.as_str()).copied()
    }

    /// The state as canonical JSON text.
    ///
    /// Equal states give equal bytes, in this and every other implementation of the contract, and
    /// [`ContractState::import_json`] gives the same state back (R8). Takes time linear in the
    /// state.
    ///
    /// ```
    /// use cc_state::State;
    ///
    /// let text = r#"{"policies":{},"premise":"caf\u00e9","version":2}"#;
    /// assert_eq!(State::import_json(text)?.export_json(), text);
    /// # Ok::<(), cc_state::ImportError>(())
    /// ```
    #[must_use]
    pub fn export_json(&self) -> String {
        let mut out = String::new();
        self.push_json(&mut out);
        out
    }

    /// Appends what [`ContractState::export_json`] gives.
    pub fn push_json(&self, out: &mut String) {
        out.push_str("{\"policies\":{");
        for (index, (identity, policy)) in self.policies().enumerate() {
            if index > 0 {
                out.push(',');
            }
            json::push_string(out, identity);
            out.push_str(":\"");
            out.push_str(policy.as_str());
            out.push('"');
        }
        out.push_str("},\"premise\":");
        match self.premise() {
            Some(premise) => json::push_string(out, premise),
            None => out.push_str("null"),
        }
        out.push_str(",\"version\":");
        out.push_str(&SCHEMA_VERSION.to_string());
        out.push('}');
    }

    /// What a model is told of this state.
    ///
    /// ```
    /// let text = r#"{"policies":{"npm":"prohibit"},"premise":null,"version":2}"#;
    /// let block = cc_state::State::import_json(text)?.context_block().to_text();
    /// assert!(block.is_some_and(|block| block.contains("\nDo not use:\n- \"npm\"\n")));
    /// # Ok::<(), cc_state::ImportError>(())
    /// ```
    #[must_use]
    pub fn context_block(&self) -> ContextBlock<'_> {
        ContextBlock::new(self.premise(), self.policies())
    }

    /// Whether there is neither a premise nor a policy.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.premise.is_none() && self.policies.is_empty()
    }

    /// Sets the premise, or clears it with `None`.
    pub fn set_premise(&mut self, premise: Option<ContractPremise<'_, C>>) {
        self.premise = premise.map(ContractPremise::into_box);
    }

    /// Sets the policy of one item, and returns the one it had.
    pub fn insert(&mut self, item: ContractIdentity<'_, C>, policy: Policy) -> Option<Policy> {
        match self.policies.get_mut(item.as_str()) {
            Some(held) => Some(std::mem::replace(held, policy)),
            None => self.policies.insert(item.into_box(), policy),
        }
    }

    /// Puts policies that ascend by identity in the place of those that it holds, in linear time.
    pub(crate) fn fill(&mut self, ascending: Vec<(Box<str>, Policy)>) {
        self.policies = ascending.into_iter().collect();
    }

    /// Removes the policy of one item, and returns it.
    pub fn remove(&mut self, item: &ContractIdentity<'_, C>) -> Option<Policy> {
        self.policies.remove(item.as_str())
    }

    /// Removes every policy.
    pub fn clear_policies(&mut self) {
        self.policies.clear();
    }
}

/// The state for people, on several lines, with invisible characters escaped (R10).
///
/// ```
/// let text = r#"{"policies":{"npm":"prohibit"},"premise":null,"version":2}"#;
/// let state = cc_state::State::import_json(text)?;
/// assert_eq!(state.to_string(), "premise: (none)\npolicies:\n- prohibit npm");
/// # Ok::<(), cc_state::ImportError>(())
/// ```
impl<C: Normalize> fmt::Display for ContractState<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "premise: {}\npolicies:", Shown(self.premise()))?;
        if self.policies().len() == 0 {
            return f.write_str(" (none)");
        }
        self.policies().try_for_each(|(item, policy)| write!(f, "\n- {policy} {}", visible(item)))
    }
}

/// Text for people, or that there is none.
pub(crate) struct Shown<'a>(pub(crate) Option<&'a str>);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(text) => visible(text).fmt(f),
            None => f.write_str("(none)"),
        }
    }
}

/// The policies of a state in order. Made by [`ContractState::policies`].
#[derive(Clone, Debug)]
pub struct Policies<'a>(btree_map::Iter<'a, Box<str>, Policy>);

impl<'a> Iterator for Policies<'a> {
    type Item = (&'a str, Policy);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(identity, policy)| (&**identity, *policy))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Policies<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|(identity, policy)| (&**identity, *policy))
    }
}

impl ExactSizeIterator for Policies<'_> {}
