//! The rules of contract 0.5.
//!
//! | What | 0.9 | 0.5 |
//! | --- | --- | --- |
//! | Identities | [`cc_state::Identity`] | [`cc_state::v0_5::Identity`] |
//! | An item without identity, such as `use the` | cannot be | refused before the state is looked at |
//! | Order of a replacement's refusals (R6) | source prohibited, target prohibited, source missing | source missing, source prohibited, target prohibited |
//!
//! ```
//! use cc_semantics::{Failure, evaluate};
//! use cc_state::v0_5::State;
//! use cc_syntax::v0_5::Directive;
//!
//! let state = State::new();
//! let refusal = evaluate(&state, Directive::use_item("the")?).unwrap_err();
//! assert_eq!(refusal.failure(), None);
//! let refusal = evaluate(&state, Directive::replace_use("tea", "milk")?).unwrap_err();
//! assert_eq!(refusal.failure(), Some(Failure::ReplacementSourceMissing));
//! # Ok::<(), cc_syntax::OperandError>(())
//! ```

use std::fmt;

use cc_contract::V0_5;
use cc_state::Policy;
use cc_syntax::{Kind, OperandName};

use crate::failure::Failure;
use crate::refusal::{ContractRefusal, OwnedRefusal as ContractOwnedRefusal};
use crate::rules::Rules;
use crate::transition::ContractTransition;

/// The change that a directive makes to a state of contract 0.5.
pub type Transition<'a> = ContractTransition<'a, V0_5>;

/// A refusal of contract 0.5. Its message is the prompt.
pub type Refusal<'a> = ContractRefusal<'a, V0_5>;

/// A refusal of contract 0.5 that owns its directive.
pub type OwnedRefusal = ContractOwnedRefusal<V0_5>;

impl Rules for V0_5 {
    /// None, if an item has no identity.
    type Failure = Option<Failure>;

    /// An old item with a policy other than `use` and `prohibit` would be refused like a missing
    /// one; there is no such policy.
    fn refuse_replacement(old: Option<Policy>, new: Option<Policy>) -> Option<Failure> {
        match (old, new) {
            (None, _) => Some(Failure::ReplacementSourceMissing),
            (Some(Policy::Prohibit), _) => Some(Failure::ReplacementSourceProhibited),
            (_, Some(Policy::Prohibit)) => Some(Failure::ReplacementTargetProhibited),
            (Some(Policy::Use), _) => None,
        }
    }

    fn without_identity(kind: Kind) -> Option<(Option<Failure>, String)> {
        Some((None, empty_prompt(kind).to_string()))
    }
}

/// The prompt for a directive of this kind whose operands have no content. A kind without operands
/// has an empty one.
///
/// ```
/// use cc_semantics::v0_5::empty_prompt;
/// use cc_syntax::Kind;
///
/// assert_eq!(
///     empty_prompt(Kind::UseItem).to_string(),
///     "Policy item cannot be empty.\nUse 'use <item>' with a non-empty value.",
/// );
/// ```
#[must_use]
pub const fn empty_prompt(kind: Kind) -> EmptyPrompt {
    EmptyPrompt(kind)
}

/// A prompt for operands. Made by [`empty_prompt`].
#[derive(Clone, Copy, Debug)]
pub struct EmptyPrompt(Kind);

impl fmt::Display for EmptyPrompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usage = self.0.usage();
        let subject = match self.0.operand_names() {
            [] => return Ok(()),
            [OperandName::Value] => "Premise value",
            [_] => "Policy item",
            _ => {
                return write!(
                    f,
                    "Replacement requires both new and old items.\n\
                     Use '{usage}' with non-empty values."
                );
            }
        };
        write!(f, "{subject} cannot be empty.\nUse '{usage}' with a non-empty value.")
    }
}
