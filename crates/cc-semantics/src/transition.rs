//! The change that an accepted directive makes.

use cc_contract::V0_9;
use cc_state::{
    ContractIdentity, ContractPremise, ContractState, Normalize, Policy, PolicyDiff, StateDiff,
};

/// The change that a directive makes to the state of a contract that it was evaluated against.
///
/// [`Transition`] is that of contract 0.9. Only [`ContractTransition::Unchanged`] leaves that state
/// as it is. A transition holds for that state alone: after any other change, evaluate again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContractTransition<'a, C> {
    /// Nothing changes.
    Unchanged,
    /// The premise becomes this one.
    SetPremise(ContractPremise<'a, C>),
    /// The premise goes.
    ClearPremise,
    /// An item that has no policy gets one.
    Insert(ContractIdentity<'a, C>, Policy),
    /// An item that has a policy loses it.
    Remove(ContractIdentity<'a, C>),
    /// An item goes out of use, and another that is not prohibited is in use.
    Replace {
        /// The item that is in use afterwards.
        new: ContractIdentity<'a, C>,
        /// The item that was in use before.
        old: ContractIdentity<'a, C>,
    },
    /// All policies go.
    ClearPolicies,
    /// The premise and all policies go.
    ClearState,
}

/// The change that a directive makes to a state of contract 0.9.
///
/// ```
/// use cc_semantics::{Transition, evaluate};
/// use cc_state::{Identity, Policy, State};
/// use cc_syntax::Directive;
///
/// let transition = evaluate(&State::new(), Directive::use_item("Tea")?).expect("not refused");
/// let tea = Identity::new("tea").expect("not only white space");
/// assert_eq!(transition, Transition::Insert(tea, Policy::Use));
/// # Ok::<(), cc_syntax::OperandError>(())
/// ```
pub type Transition<'a> = ContractTransition<'a, V0_9>;

impl<C: Normalize> ContractTransition<'_, C> {
    /// Whether the state changes.
    #[must_use]
    pub fn changed(&self) -> bool {
        !matches!(self, ContractTransition::Unchanged)
    }

    /// What will differ in `state`, the one that was evaluated, if this is committed.
    ///
    /// Costs the policies that differ, not the policies there are.
    ///
    /// ```
    /// use cc_semantics::evaluate;
    /// use cc_state::{Policy, State};
    /// use cc_syntax::Directive;
    ///
    /// let state = State::new();
    /// let transition = evaluate(&state, Directive::prohibit_item("tea")?).expect("not refused");
    /// assert_eq!(transition.diff(&state).policies.added["tea"], Policy::Prohibit);
    /// # Ok::<(), cc_syntax::OperandError>(())
    /// ```
    #[must_use]
    pub fn diff(&self, state: &ContractState<C>) -> StateDiff {
        let mut policies = PolicyDiff::default();
        let mut note = |item: &ContractIdentity<'_, C>, after| {
            policies.note(item.as_str(), state.policy(item), after);
        };
        match self {
            ContractTransition::Insert(item, policy) => note(item, Some(*policy)),
            ContractTransition::Remove(item) => note(item, None),
            ContractTransition::Replace { new, old } => {
                note(old, None);
                note(new, Some(Policy::Use));
            }
            ContractTransition::ClearPolicies | ContractTransition::ClearState => {
                for (identity, policy) in state.policies() {
                    policies.note(identity, Some(policy), None);
                }
            }
            ContractTransition::Unchanged
            | ContractTransition::SetPremise(_)
            | ContractTransition::ClearPremise => {}
        }
        let premise_after = match self {
            ContractTransition::SetPremise(premise) => Some(premise.as_str()),
            ContractTransition::ClearPremise | ContractTransition::ClearState => None,
            _ => state.premise(),
        };
        let mut diff = StateDiff::default();
        diff.premise_before = state.premise().map(Box::from);
        diff.premise_after = premise_after.map(Box::from);
        diff.policies = policies;
        diff
    }
}
