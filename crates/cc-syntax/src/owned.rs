//! Directives that own their operands.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;

use cc_contract::Contract;

use crate::directive::ContractDirective;
use crate::form::{Form, Kind};

impl<C: Contract> ContractDirective<'_, C> {
    /// The same directive with operands of its own.
    #[must_use]
    pub fn into_owned(self) -> OwnedDirective<C> {
        let operands = self.form().texts().map(|operand| operand.to_owned().into_boxed_str());
        OwnedDirective { kind: self.kind(), operands, contract: PhantomData }
    }
}

/// A canonical directive that owns its operands. Made by [`ContractDirective::into_owned`].
///
/// ```
/// use cc_syntax::Directive;
///
/// let owned = {
///     let text = String::from("raw SQL");
///     Directive::prohibit_item(&text)?.into_owned()
/// };
/// assert_eq!(owned.as_directive(), Directive::prohibit_item("raw SQL")?);
/// # Ok::<(), cc_syntax::OperandError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OwnedDirective<C> {
    kind: Kind,
    operands: [Box<str>; 2],
    contract: PhantomData<C>,
}

impl<C: Contract> OwnedDirective<C> {
    /// The directive, borrowing from this one.
    #[must_use]
    pub fn as_directive(&self) -> ContractDirective<'_, C> {
        let operands = self.operands.each_ref().map(|operand| &**operand);
        ContractDirective::checked(Form::new(self.kind, operands))
    }
}

impl<C: Contract> fmt::Display for OwnedDirective<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_directive().fmt(f)
    }
}
