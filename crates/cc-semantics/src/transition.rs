//! The change that an accepted directive makes.

use cc_state::{Identity, Policy, PolicyDiff, Premise, State, StateDiff};

/// The change that a directive makes to the state it was evaluated against.
///
/// Only [`Transition::Unchanged`] leaves that state as it is. A transition holds for that state
/// alone: after any other change, evaluate again.
///
/// ```
/// use cc_semantics::{Transition, evaluate};
/// use cc_state::{Identity, Policy, State};
/// use cc_syntax::Directive;
///
/// let transition = evaluate(&State::new(), Directive::use_item("Tea")?).expect("not refused");
/// let tea = Identity::of("tea").expect("not only white space");
/// assert_eq!(transition, Transition::Insert(tea, Policy::Use));
/// # Ok::<(), cc_syntax::OperandError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transition<'a> {
    /// Nothing changes.
    Unchanged,
    /// The premise becomes this one.
    SetPremise(Premise<'a>),
    /// The premise goes.
    ClearPremise,
    /// An item that has no policy gets one.
    Insert(Identity<'a>, Policy),
    /// An item that has a policy loses it.
    Remove(Identity<'a>),
    /// An item goes out of use, and another that is not prohibited is in use.
    Replace {
        /// The item that is in use afterwards.
        new: Identity<'a>,
        /// The item that was in use before.
        old: Identity<'a>,
    },
    /// All policies go.
    ClearPolicies,
    /// The premise and all policies go.
    ClearState,
}

impl Transition<'_> {
    /// Whether the state changes.
    #[must_use]
    pub fn changed(&self) -> bool {
        *self != Transition::Unchanged
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
    pub fn diff(&self, state: &State) -> StateDiff {
        let mut policies = PolicyDiff::default();
        let mut note = |item: &Identity<'_>, after| {
            policies.note(item.as_str(), state.policy(item), after);
        };
        match self {
            Transition::Insert(item, policy) => note(item, Some(*policy)),
            Transition::Remove(item) => note(item, None),
            Transition::Replace { new, old } => {
                note(old, None);
                note(new, Some(Policy::Use));
            }
            Transition::ClearPolicies | Transition::ClearState => {
                for (identity, policy) in state.policies() {
                    policies.note(identity, Some(policy), None);
                }
            }
            Transition::Unchanged | Transition::SetPremise(_) | Transition::ClearPremise => {}
        }
        let premise_after = match self {
            Transition::SetPremise(premise) => Some(premise.as_str()),
            Transition::ClearPremise | Transition::ClearState => None,
            _ => state.premise(),
        };
        StateDiff {
            premise_before: state.premise().map(Box::from),
            premise_after: premise_after.map(Box::from),
            policies,
        }
    }
}
