//! Collecting the policies of a state from a text, which usually has them in the order of keys.

use cc_text::{Policy, visible};

use crate::identity::ContractIdentity;
use crate::normalize::Normalize;
use crate::state::ContractState;

/// Policies on their way into a state.
///
/// While identities ascend, as they do in every export, they are only put in a row, and the map is
/// made of it at once. From the first that does not ascend they are inserted one by one.
pub(crate) struct Collector<C> {
    /// INVARIANT: ascends strictly, and is empty once `state` has a policy.
    row: Vec<(Box<str>, Policy)>,
    state: ContractState<C>,
}

impl<C: Normalize> Collector<C> {
    pub(crate) const fn new() -> Self {
        Collector { row: Vec::new(), state: ContractState::new() }
    }

    /// Takes the policy of an item.
    ///
    /// # Errors
    ///
    /// What is wrong with the item: it has no identity, or that of an item taken before.
    pub(crate) fn take(&mut self, item: &str, policy: Policy) -> Result<(), String> {
        let Some(identity) = ContractIdentity::<C>::new(item) else {
            return Err(format!("the policy key `{}` is {}", visible(item), C::NOTHING));
        };
        let ascends = self.row.last().is_none_or(|(last, _)| **last < *identity.as_str());
        if ascends && self.state.policies().len() == 0 {
            self.row.push((identity.into_box(), policy));
            return Ok(());
        }
        self.move_row();
        match self.state.insert(identity, policy) {
            Some(_) => Err(format!("two policies have the identity of `{}`", visible(item))),
            None => Ok(()),
        }
    }

    /// The state with all policies that were taken.
    pub(crate) fn finish(mut self) -> ContractState<C> {
        self.move_row();
        self.state
    }

    fn move_row(&mut self) {
        if !self.row.is_empty() {
            self.state.fill(std::mem::take(&mut self.row));
        }
    }
}
