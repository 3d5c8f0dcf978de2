//! Canonical directives: the only text that can change state.
//!
//! A directive is built by classifying text or by a constructor that accepts exactly what
//! classification would give back, so its text form always classifies to itself.

use core::fmt;
use core::marker::PhantomData;

use cc_contract::{Contract, V0_9};

use crate::fault::OperandError;
use crate::form::{Form, Kind, Operands};
use crate::grammar::Grammar;
use crate::table::for_each_directive;

/// A canonical directive of a contract, borrowing its operands from the host's text.
///
/// [`Directive`] is that of contract 0.9. Its [`Display`](fmt::Display) form is its canonical
/// text: keywords in lowercase, single spaces between the parts, operands exactly as they are.
/// That text classifies back to the same value. A directive of another contract is another type,
/// because one text can be canonical in one contract and not in the other.
///
/// A directive is a kind and two string slices, so it is copied, not cloned; to keep one beyond
/// the life of its text, there is `into_owned`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ContractDirective<'a, C> {
    form: Form<'a>,
    contract: PhantomData<C>,
}

/// A canonical directive of contract 0.9.
///
/// ```
/// use cc_syntax::{Classification, Directive, classify};
///
/// let directive = Directive::replace_use("podman", "docker")?;
/// assert_eq!(directive.to_string(), "use podman instead of docker");
/// assert_eq!(classify("USE podman  Instead\tof docker"), Classification::Canonical(directive));
/// # Ok::<(), cc_syntax::OperandError>(())
/// ```
pub type Directive<'a> = ContractDirective<'a, V0_9>;

impl<'a, C: Grammar> ContractDirective<'a, C> {
    /// Checks `form` by the rules of classification.
    ///
    /// Takes time linear in the operands and allocates nothing.
    ///
    /// # Errors
    ///
    /// [`OperandError`] names the operand and the fault. Whatever classification would not give
    /// back as this very form is refused.
    ///
    /// ```
    /// use cc_syntax::{Directive, Form, OperandFault};
    ///
    /// assert!(Directive::new(Form::SetPremise { value: "today" }).is_ok());
    /// let error = Directive::new(Form::SetPremise { value: "to day" }).unwrap_err();
    /// assert_eq!(error.kind(), OperandFault::LeadingTo);
    /// ```
    pub fn new(form: Form<'a>) -> Result<Self, OperandError> {
        match C::fault(form) {
            None => Ok(ContractDirective::checked(form)),
            Some((operand, fault)) => Err(OperandError::new(form.kind(), operand, fault)),
        }
    }
}

impl<'a, C: Contract> ContractDirective<'a, C> {
    /// Wraps a form that the grammar has checked.
    pub(crate) const fn checked(form: Form<'a>) -> Self {
        ContractDirective { form, contract: PhantomData }
    }

    /// The kind and operands, to match on.
    #[must_use]
    pub const fn form(&self) -> Form<'a> {
        self.form
    }

    /// The kind.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.form.kind()
    }

    /// The operands with their names, in the order in which they are written.
    ///
    /// ```
    /// use cc_syntax::{Directive, OperandName};
    ///
    /// let directive = Directive::prohibit_item("raw SQL")?;
    /// assert!(directive.operands().eq([(OperandName::Item, "raw SQL")]));
    /// # Ok::<(), cc_syntax::OperandError>(())
    /// ```
    #[must_use]
    pub fn operands(&self) -> Operands<'a> {
        self.form.operands()
    }
}

impl<C> fmt::Display for ContractDirective<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.form.fmt(f)
    }
}

macro_rules! constructors {
    (
        [$($kind:ident $name:ident { $($operand:ident: $operand_name:ident),+ }
            $first:literal $($more:literal)* => $summary:literal;)+]
        [$($literal:ident $literal_name:ident
            $literal_first:literal $($literal_more:literal)* => $literal_summary:literal;)+]
    ) => {
        impl<'a, C: Grammar> ContractDirective<'a, C> {
            $(
                #[doc = concat!("`", $first $(, " ", $more)*, "`: ", $summary, ".")]
                ///
                /// # Errors
                ///
                /// As [`ContractDirective::new`].
                pub fn $name($($operand: &'a str),+) -> Result<Self, OperandError> {
                    ContractDirective::new(Form::$kind { $($operand),+ })
                }
            )+
            $(
                #[doc = concat!("`", $literal_first $(, " ", $literal_more)*, "`: ", $literal_summary, ".")]
                #[must_use]
                pub const fn $literal_name() -> Self {
                    ContractDirective::checked(Form::$literal)
                }
            )+
        }
    };
}

for_each_directive!(constructors);
