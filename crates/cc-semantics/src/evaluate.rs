//! The table of directives: when each updates, and when it is refused.

use std::fmt::Debug;
use std::hash::Hash;

use cc_state::{ContractIdentity, ContractPremise, ContractState, Normalize, Policy};
use cc_syntax::{ContractDirective, Form, Grammar, Kind};

use crate::failure::Failure;
use crate::refusal::ContractRefusal;
use crate::transition::ContractTransition;

/// The rules of evaluation of a contract. This is all that contracts may differ in on this layer.
pub trait Rules: Grammar + Normalize {
    /// Why a directive is refused: a [`Failure`], or in 0.5 perhaps none of them.
    type Failure: From<Failure>
        + Into<Option<Failure>>
        + Copy
        + Debug
        + Eq
        + Hash
        + Send
        + Sync
        + 'static;

    /// Which refusal of a replacement comes first (R6), given the policies of the old item and of
    /// the new one.
    fn refuse_replacement(old: Option<Policy>, new: Option<Policy>) -> Option<Failure>;

    /// How a directive with an item that has no identity is refused, and the message; none, if it
    /// changes nothing.
    fn without_identity(kind: Kind) -> Option<(Self::Failure, String)>;
}

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
