//! The state: one premise at most, and one policy for each item.

use std::collections::{BTreeMap, btree_map};
use std::fmt;
use std::marker::PhantomData;

use crate::contract::{Contract, V0_9};
use crate::normalize::{ContractIdentity, Premise};

/// The version of the state's shape, which every exported state carries.
pub const SCHEMA_VERSION: u64 = 2;

/// What holds for an item.
///
/// Matching is exhaustive on purpose: a third policy would be a new contract. With serde, a policy
/// is its name.
///
/// ```
/// assert_eq!(cc_state::Policy::Prohibit.as_str(), "prohibit");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Policy {
    /// The item is to be used.
    Use,
    /// The item is not to be used.
    Prohibit,
}

impl Policy {
    /// The name of this policy in JSON, `use` or `prohibit`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Policy::Use => "use",
            Policy::Prohibit => "prohibit",
        }
    }

    /// The policy with this name, if there is one. Names match exactly.
    ///
    /// ```
    /// use cc_state::Policy;
    ///
    /// assert_eq!(Policy::from_name("use"), Some(Policy::Use));
    /// assert_eq!(Policy::from_name("Use"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Policy> {
        [Policy::Use, Policy::Prohibit].into_iter().find(|policy| policy.as_str() == name)
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

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
/// let walnuts = Identity::of("Walnuts").expect("not only white space");
/// state.insert(walnuts.clone(), Policy::Prohibit);
/// assert_eq!(state.policy(&walnuts), Some(Policy::Prohibit));
/// assert_eq!(
///     state.export_json(),
///     r#"{"policies":{"walnuts":"prohibit"},"premise":null,"version":2}"#,
/// );
/// ```
pub type State = ContractState<V0_9>;

impl<C: Contract> ContractState<C> {
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
    ///     state.insert(Identity::of(item).expect("not only white space"), Policy::Use);
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

    /// Whether there is neither a premise nor a policy.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.premise.is_none() && self.policies.is_empty()
    }

    /// Sets the premise, or clears it with `None`.
    pub fn set_premise(&mut self, premise: Option<Premise<'_>>) {
        self.premise = premise.map(Premise::into_box);
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
