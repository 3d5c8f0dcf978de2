//! The contract's table of directives: when each updates, and when it is refused.

use cc_state::{Identity, Policy, Premise, State};
use cc_syntax::{Directive, Form};

use crate::refusal::{Failure, Refusal};
use crate::transition::Transition;

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
    let refuse = |failure| Err(Refusal::new(failure, directive));
    match directive.form() {
        Form::SetPremise { .. } if state.premise().is_some() => refuse(Failure::PremiseAlreadySet),
        Form::ChangePremise { .. } if state.premise().is_none() => refuse(Failure::PremiseNotSet),
        Form::SetPremise { value } | Form::ChangePremise { value } => {
            Ok(match Premise::of(value) {
                Some(premise) if state.premise() != Some(premise.as_str()) => {
                    Transition::SetPremise(premise)
                }
                _ => Transition::Unchanged,
            })
        }
        Form::UseItem { item } => {
            assign(state, item, Policy::Use).or_else(|()| refuse(Failure::ItemProhibited))
        }
        Form::ProhibitItem { item } => {
            assign(state, item, Policy::Prohibit).or_else(|()| refuse(Failure::ItemAlreadyInUse))
        }
        Form::RemovePolicy { item } => Ok(match Identity::of(item) {
            Some(item) if state.policy(&item).is_some() => Transition::Remove(item),
            _ => Transition::Unchanged,
        }),
        Form::ReplaceUse { new_item, old_item } => {
            replace(state, new_item, old_item).or_else(refuse)
        }
        Form::ClearPremise => Ok(match state.premise() {
            Some(_) => Transition::ClearPremise,
            None => Transition::Unchanged,
        }),
        Form::ResetPolicies => Ok(match state.policies().len() {
            0 => Transition::Unchanged,
            _ => Transition::ClearPolicies,
        }),
        Form::ClearState => {
            Ok(if state.is_empty() { Transition::Unchanged } else { Transition::ClearState })
        }
    }
}

// INVARIANT: an operand of a canonical directive is not only white space, and normalization turns
// nothing else into white space, so every operand has an identity and every value is a premise.
// An operand without one would be left as it is, here and below: nothing can be lost by it.

/// Gives `item` a policy, unless it has the other one.
fn assign<'a>(state: &State, item: &'a str, policy: Policy) -> Result<Transition<'a>, ()> {
    let Some(item) = Identity::of(item) else {
        return Ok(Transition::Unchanged);
    };
    match state.policy(&item) {
        None => Ok(Transition::Insert(item, policy)),
        Some(held) if held == policy => Ok(Transition::Unchanged),
        Some(_) => Err(()),
    }
}

/// Puts `new_item` into use in the place of `old_item`.
fn replace<'a>(
    state: &State,
    new_item: &'a str,
    old_item: &'a str,
) -> Result<Transition<'a>, Failure> {
    let (Some(new), Some(old)) = (Identity::of(new_item), Identity::of(old_item)) else {
        return Ok(Transition::Unchanged);
    };
    if new == old {
        return Ok(Transition::Unchanged);
    }
    match (state.policy(&old), state.policy(&new)) {
        (Some(Policy::Prohibit), _) => Err(Failure::ReplacementSourceProhibited),
        (_, Some(Policy::Prohibit)) => Err(Failure::ReplacementTargetProhibited),
        (None, _) => Err(Failure::ReplacementSourceMissing),
        (Some(Policy::Use), _) => Ok(Transition::Replace { new, old }),
    }
}
