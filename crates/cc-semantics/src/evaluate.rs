//! The contract's table of directives: when each updates, and when it is refused.

use cc_state::{Contract, ContractIdentity, ContractState, Policy, Premise, State};
use cc_syntax::{Directive, Form};

use crate::refusal::{Failure, Refusal};
use crate::transition::{ContractTransition, Transition};

/// Evaluates `directive` against `state`, and changes neither.
///
/// Replacing an item that has no policy is refused and never becomes a plain `use`. A replacement
/// of an item by itself is an unchanged update, whatever the state. Costs the length of the
/// operands plus the logarithm of the number of policies, and allocates only what the transition
/// would add to the state.
///
/// # Errors
///
/// A [`Refusal`] names the first [`Failure`] of the contract's order (for replacements: source
/// prohibited, target prohibited, source missing; R6).
///
/// ```
/// use cc_semantics::{Failure, evaluate};
/// use cc_state::State;
/// use cc_syntax::Directive;
///
/// let state = State::new();
/// let refusal = evaluate(&state, Directive::replace_use("tea", "coffee")?).unwrap_err();
/// assert_eq!(refusal.failure(), Failure::ReplacementSourceMissing);
/// assert!(evaluate(&state, Directive::replace_use("tea", "TEA")?).is_ok());
/// # Ok::<(), cc_syntax::OperandError>(())
/// ```
pub fn evaluate<'a>(
    state: &State,
    directive: Directive<'a>,
) -> Result<Transition<'a>, Refusal<'a>> {
    match evaluate_form(state, directive.form(), refuse_replacement) {
        Ok(transition) => Ok(transition),
        Err(Objection::Failure(failure)) => Err(Refusal::new(failure, directive)),
        // INVARIANT: an operand of a canonical directive is not only white space, and
        // normalization turns nothing else into white space, so every item has an identity. One
        // without would be left as it is: nothing can be lost by it.
        Err(Objection::NoIdentity) => Ok(Transition::Unchanged),
    }
}

/// The refusals of a replacement in the order of contract 0.9 (R6), given the policies of the old
/// item and of the new one.
fn refuse_replacement(old: Option<Policy>, new: Option<Policy>) -> Option<Failure> {
    match (old, new) {
        (Some(Policy::Prohibit), _) => Some(Failure::ReplacementSourceProhibited),
        (_, Some(Policy::Prohibit)) => Some(Failure::ReplacementTargetProhibited),
        (None, _) => Some(Failure::ReplacementSourceMissing),
        (Some(Policy::Use), _) => None,
    }
}

/// Why a form is not accepted.
pub(crate) enum Objection {
    /// An item has no identity.
    NoIdentity,
    /// The state speaks against it.
    Failure(Failure),
}

/// Evaluates a form of any contract. `refuse_replacement` says which refusal of a replacement comes
/// first, which is all that contracts differ in here besides identities.
pub(crate) fn evaluate_form<'a, C: Contract>(
    state: &ContractState<C>,
    form: Form<'a>,
    refuse_replacement: fn(Option<Policy>, Option<Policy>) -> Option<Failure>,
) -> Result<ContractTransition<'a, C>, Objection> {
    let refuse = |failure| Err(Objection::Failure(failure));
    match form {
        Form::SetPremise { .. } if state.premise().is_some() => refuse(Failure::PremiseAlreadySet),
        Form::ChangePremise { .. } if state.premise().is_none() => refuse(Failure::PremiseNotSet),
        Form::SetPremise { value } | Form::ChangePremise { value } => {
            Ok(match Premise::of(value) {
                Some(premise) if state.premise() != Some(premise.as_str()) => {
                    ContractTransition::SetPremise(premise)
                }
                _ => ContractTransition::Unchanged,
            })
        }
        Form::UseItem { item } => assign(state, item, Policy::Use, Failure::ItemProhibited),
        Form::ProhibitItem { item } => {
            assign(state, item, Policy::Prohibit, Failure::ItemAlreadyInUse)
        }
        Form::RemovePolicy { item } => {
            let item = identity(item)?;
            Ok(match state.policy(&item) {
                Some(_) => ContractTransition::Remove(item),
                None => ContractTransition::Unchanged,
            })
        }
        Form::ReplaceUse { new_item, old_item } => {
            let (new, old) = (identity(new_item)?, identity(old_item)?);
            if new == old {
                return Ok(ContractTransition::Unchanged);
            }
            match refuse_replacement(state.policy(&old), state.policy(&new)) {
                Some(failure) => refuse(failure),
                None => Ok(ContractTransition::Replace { new, old }),
            }
        }
        Form::ClearPremise => Ok(match state.premise() {
            Some(_) => ContractTransition::ClearPremise,
            None => ContractTransition::Unchanged,
        }),
        Form::ResetPolicies => Ok(match state.policies().len() {
            0 => ContractTransition::Unchanged,
            _ => ContractTransition::ClearPolicies,
        }),
        Form::ClearState => Ok(match state.is_empty() {
            true => ContractTransition::Unchanged,
            false => ContractTransition::ClearState,
        }),
    }
}

fn identity<C: Contract>(item: &str) -> Result<ContractIdentity<'_, C>, Objection> {
    ContractIdentity::of(item).ok_or(Objection::NoIdentity)
}

/// Gives `item` a policy, unless it has the other one.
fn assign<'a, C: Contract>(
    state: &ContractState<C>,
    item: &'a str,
    policy: Policy,
    otherwise: Failure,
) -> Result<ContractTransition<'a, C>, Objection> {
    let item = identity(item)?;
    match state.policy(&item) {
        None => Ok(ContractTransition::Insert(item, policy)),
        Some(held) if held == policy => Ok(ContractTransition::Unchanged),
        Some(_) => Err(Objection::Failure(otherwise)),
    }
}
