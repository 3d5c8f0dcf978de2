//! Evaluation in contract 0.5: that of 0.9 but for three things.
//!
//! | What | 0.9 | 0.5 |
//! | --- | --- | --- |
//! | Identities | [`cc_state::Identity`] | [`cc_state::v0_5::Identity`] |
//! | An item without identity, such as `use the` | cannot be | refused before the state is looked at |
//! | Order of a replacement's refusals (R6) | source prohibited, target prohibited, source missing | source missing, source prohibited, target prohibited |
//!
//! There are no repairs: a refusal is a prompt.

use std::fmt;

use cc_state::Policy;
use cc_state::v0_5::{State, V0_5};
use cc_syntax::Kind;
use cc_syntax::v0_5::Directive;

use crate::evaluate::{Objection, evaluate_form};
use crate::refusal::{Failure, write_message};
use crate::transition::ContractTransition;

/// The change that a directive makes to a state of contract 0.5.
pub type Transition<'a> = ContractTransition<'a, V0_5>;

/// Evaluates `directive` against `state`, and changes neither.
///
/// Costs what [`crate::evaluate()`] does.
///
/// # Errors
///
/// A [`Refusal`] says why: an item without identity, or the first [`Failure`] of the contract's
/// order.
///
/// ```
/// use cc_semantics::{Failure, v0_5::evaluate};
/// use cc_state::v0_5::State;
/// use cc_syntax::v0_5::Directive;
///
/// let state = State::new();
/// let refusal = evaluate(&state, Directive::use_item("the")?).unwrap_err();
/// assert_eq!(refusal.failure(), None);
/// let refusal = evaluate(&state, Directive::replace_use("tea", "milk")?).unwrap_err();
/// assert_eq!(refusal.failure(), Some(Failure::ReplacementSourceMissing));
/// # Ok::<(), cc_syntax::OperandError>(())
/// ```
pub fn evaluate<'a>(
    state: &State,
    directive: Directive<'a>,
) -> Result<Transition<'a>, Refusal<'a>> {
    evaluate_form(state, directive.form(), refuse_replacement).map_err(|objection| {
        let failure = match objection {
            Objection::NoIdentity => None,
            Objection::Failure(failure) => Some(failure),
        };
        Refusal { failure, directive }
    })
}

/// The refusals of a replacement in the order of contract 0.5 (R6), given the policies of the old
/// item and of the new one.
///
/// An old item with a policy other than `use` and `prohibit` would be refused like a missing one;
/// there is no such policy.
fn refuse_replacement(old: Option<Policy>, new: Option<Policy>) -> Option<Failure> {
    match (old, new) {
        (None, _) => Some(Failure::ReplacementSourceMissing),
        (Some(Policy::Prohibit), _) => Some(Failure::ReplacementSourceProhibited),
        (_, Some(Policy::Prohibit)) => Some(Failure::ReplacementTargetProhibited),
        (Some(Policy::Use), _) => None,
    }
}

/// A directive that is refused, and the reason. Its [`Display`](fmt::Display) form is the prompt.
///
/// ```
/// use cc_semantics::v0_5::evaluate;
/// use cc_state::v0_5::State;
/// use cc_syntax::v0_5::Directive;
///
/// let refusal = evaluate(&State::new(), Directive::change_premise("brief")?).unwrap_err();
/// assert_eq!(
///     refusal.to_string(),
///     "No premise is set.\nUse 'set premise <value>' to define one.",
/// );
/// # Ok::<(), cc_syntax::OperandError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Refusal<'a> {
    failure: Option<Failure>,
    directive: Directive<'a>,
}

impl<'a> Refusal<'a> {
    /// Why the state refuses it; none if an item has no identity.
    #[must_use]
    pub const fn failure(&self) -> Option<Failure> {
        self.failure
    }

    /// The directive that was refused.
    #[must_use]
    pub const fn directive(&self) -> Directive<'a> {
        self.directive
    }
}

impl fmt::Display for Refusal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.failure {
            Some(failure) => write_message::<V0_5>(f, failure, self.directive.form()),
            None => f.write_str(empty_prompt(self.directive.kind())),
        }
    }
}

impl std::error::Error for Refusal<'_> {}

/// The prompt for a directive of this kind whose operands have no content. A kind without operands
/// has an empty one.
///
/// ```
/// use cc_semantics::v0_5::empty_prompt;
/// use cc_syntax::Kind;
///
/// assert_eq!(
///     empty_prompt(Kind::UseItem),
///     "Policy item cannot be empty.\nUse 'use <item>' with a non-empty value.",
/// );
/// ```
#[must_use]
pub const fn empty_prompt(kind: Kind) -> &'static str {
    match kind {
        Kind::SetPremise => {
            "Premise value cannot be empty.\nUse 'set premise <value>' with a non-empty value."
        }
        Kind::ChangePremise => {
            "Premise value cannot be empty.\n\
             Use 'change premise to <value>' with a non-empty value."
        }
        Kind::UseItem => "Policy item cannot be empty.\nUse 'use <item>' with a non-empty value.",
        Kind::ProhibitItem => {
            "Policy item cannot be empty.\nUse 'prohibit <item>' with a non-empty value."
        }
        Kind::RemovePolicy => {
            "Policy item cannot be empty.\nUse 'remove policy <item>' with a non-empty value."
        }
        Kind::ReplaceUse => {
            "Replacement requires both new and old items.\n\
             Use 'use <new item> instead of <old item>' with non-empty values."
        }
        Kind::ClearPremise | Kind::ResetPolicies | Kind::ClearState => "",
    }
}
