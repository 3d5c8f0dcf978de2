//! Refusals: a directive, why it is refused, and the message.

use std::fmt;

use cc_contract::V0_9;
use cc_state::ContractIdentity;
use cc_syntax::{ContractDirective, OperandName, OwnedDirective};

use crate::failure::Failure;
use crate::rules::Rules;

/// A directive that the state refuses, and the reason.
///
/// [`Refusal`] is that of contract 0.9. Made by `evaluate` only, so failure
/// and directive always fit. It borrows the directive's operands; message and repairs are worked
/// out when they are asked for.
///
/// The [`Display`](fmt::Display) form is [`ContractRefusal::message`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ContractRefusal<'a, C: Rules> {
    failure: C::Failure,
    directive: ContractDirective<'a, C>,
}

/// A refusal of contract 0.9.
pub type Refusal<'a> = ContractRefusal<'a, V0_9>;

impl<'a, C: Rules> ContractRefusal<'a, C> {
    pub(crate) const fn new(failure: C::Failure, directive: ContractDirective<'a, C>) -> Self {
        ContractRefusal { failure, directive }
    }

    /// The reason: a [`Failure`]; under contract 0.5 none if an item has no identity.
    #[must_use]
    pub const fn failure(&self) -> C::Failure {
        self.failure
    }

    /// The directive that was refused.
    #[must_use]
    pub const fn directive(&self) -> ContractDirective<'a, C> {
        self.directive
    }

    /// The contract's text for people: two sentences separated by one line feed (R9).
    ///
    /// An item is quoted by its identity where it stands alone, and as it was submitted in a
    /// replacement. Nothing in the text is escaped: use
    /// `cc_text::visible_message` to show it.
    #[must_use]
    pub fn message(&self) -> String {
        self.to_string()
    }

    /// The same refusal with operands of its own.
    #[must_use]
    pub fn into_owned(self) -> OwnedRefusal<C> {
        OwnedRefusal { failure: self.failure, directive: self.directive.into_owned() }
    }
}

impl<C: Rules> fmt::Display for ContractRefusal<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(failure): Option<Failure> = self.failure.into() else {
            return match C::without_identity(self.directive.kind()) {
                Some((_, message)) => f.write_str(&message),
                None => Ok(()),
            };
        };
        let mut operands = self.directive.operands();
        let quoted = operands.find(|(name, _)| Some(*name) == failure.quoted_operand());
        let (name, item) = quoted.unzip();
        let item = item.unwrap_or_default();
        let identity = match name {
            Some(OperandName::Item) => ContractIdentity::<C>::new(item),
            _ => None,
        };
        let shown = identity.as_ref().map_or(item, ContractIdentity::as_str);
        failure.message_parts(shown).into_iter().try_for_each(|part| f.write_str(part))
    }
}

impl<C: Rules> std::error::Error for ContractRefusal<'_, C> {}

/// A refusal that owns its directive, so that it outlives the text. Made by
/// [`ContractRefusal::into_owned`].
///
/// ```
/// use cc_semantics::evaluate;
/// use cc_state::State;
/// use cc_syntax::Directive;
///
/// fn change_premise(value: &str) -> Result<(), Box<dyn std::error::Error>> {
///     evaluate(&State::new(), Directive::change_premise(value)?)
///         .map_err(|refusal| refusal.into_owned())?;
///     Ok(())
/// }
///
/// let error = change_premise("brief").unwrap_err();
/// assert!(error.to_string().starts_with("No premise is set."));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OwnedRefusal<C: Rules> {
    failure: C::Failure,
    directive: OwnedDirective<C>,
}

impl<C: Rules> OwnedRefusal<C> {
    /// The refusal, borrowing from this one.
    #[must_use]
    pub fn as_refusal(&self) -> ContractRefusal<'_, C> {
        ContractRefusal { failure: self.failure, directive: self.directive.as_directive() }
    }
}

impl<C: Rules> fmt::Display for OwnedRefusal<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_refusal().fmt(f)
    }
}

impl<C: Rules> std::error::Error for OwnedRefusal<C> {}
