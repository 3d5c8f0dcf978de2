//! The table of directives: when each updates, and when it is refused.

use cc_state::{ContractIdentity, ContractPremise, ContractState, Normalize, Policy};
use cc_syntax::{ContractDirective, Form};

use crate::failure::Failure;
use crate::refusal::ContractRefusal;
use crate::rules::Rules;
use crate::transition::ContractTransition;

/// Evaluates `directive` against `state`, and changes neither.
///
/// Replacing an item that has no policy is refused and never becomes a plain `use`. A replacement
/// of an item by itself is an unchanged update, whatever the state. Costs the length of the
/// operands plus the logarithm of the number of policies, and allocates only what the transition
/// would add to the state.
///
/// # Errors
///
/// A refusal names the first [`Failure`] of the contract's order. In 0.9 that is, for
/// replacements: source prohibited, target prohibited, source missing (R6).
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
pub fn evaluate<'a, C: Rules>(
    state: &ContractState<C>,
    directive: ContractDirective<'a, C>,
) -> Result<ContractTransition<'a, C>, ContractRefusal<'a, C>> {
    evaluate_form(state, directive.form()).or_else(|objection| {
        let failure = match objection {
            Objection::Failure(failure) => failure.into(),
            Objection::NoIdentity => match C::without_identity(directive.kind()) {
                Some((failure, _)) => failure,
                None => return Ok(ContractTransition::Unchanged),
            },
        };
        Err(ContractRefusal::new(failure, directive))
    })
}

/// Why a form is not accepted.
enum Objection {
    /// An item has no identity.
    NoIdentity,
    /// The state speaks against it.
    Failure(Failure),
}

fn evaluate_form<'a, C: Rules>(
    state: &ContractState<C>,
    form: Form<'a>,
) -> Result<ContractTransition<'a, C>, Objection> {
    let refuse = |failure| Err(Objection::Failure(failure));
    match form {
        Form::SetPremise { .. } if state.premise().is_some() => refuse(Failure::PremiseAlreadySet),
        Form::ChangePremise { .. } if state.premise().is_none() => refuse(Failure::PremiseNotSet),
        Form::SetPremise { value } | Form::ChangePremise { value } => {
            Ok(match ContractPremise::new(value) {
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
            match C::refuse_replacement(state.policy(&old), state.policy(&new)) {
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

fn identity<C: Normalize>(item: &str) -> Result<ContractIdentity<'_, C>, Objection> {
    ContractIdentity::new(item).ok_or(Objection::NoIdentity)
}

/// Gives `item` a policy, unless it has the other one.
fn assign<'a, C: Normalize>(
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
