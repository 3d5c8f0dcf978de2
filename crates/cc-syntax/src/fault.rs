//! What keeps a text from being an operand.

use core::fmt;

use crate::form::Kind;
use crate::operand::OperandName;

/// Why a constructor refused an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OperandFault {
    /// It is empty or only white space (R2).
    Empty,
    /// It holds a line feed (R5).
    LineFeed,
    /// It begins or ends with white space that classification would drop.
    BoundaryWhiteSpace,
    /// It holds the start of another directive, so the whole would be compound.
    EmbeddedDirective,
    /// A premise to be set begins with the word `to`.
    LeadingTo,
    /// It holds the words `instead of` where they would split it.
    Delimiter,
}

/// An operand that cannot be part of a canonical directive.
///
/// ```
/// use cc_syntax::{Directive, OperandFault, OperandName};
///
/// let error = Directive::use_item("tea and prohibit coffee").unwrap_err();
/// assert_eq!(error.operand(), OperandName::Item);
/// assert_eq!(error.kind(), OperandFault::EmbeddedDirective);
/// assert_eq!(
///     error.to_string(),
///     "operand `item` does not make a canonical use_item directive: \
///      it holds the start of another directive",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OperandError {
    directive: Kind,
    operand: OperandName,
    fault: OperandFault,
}

impl OperandError {
    pub(crate) const fn new(directive: Kind, operand: OperandName, fault: OperandFault) -> Self {
        OperandError { directive, operand, fault }
    }

    /// The kind of directive that was asked for.
    #[must_use]
    pub const fn directive_kind(&self) -> Kind {
        self.directive
    }

    /// The operand at fault.
    #[must_use]
    pub const fn operand(&self) -> OperandName {
        self.operand
    }

    /// What is wrong with it.
    #[must_use]
    pub const fn kind(&self) -> OperandFault {
        self.fault
    }
}

impl fmt::Display for OperandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fault = match self.fault {
            OperandFault::Empty => "it is empty or only white space",
            OperandFault::LineFeed => "it holds a line feed",
            OperandFault::BoundaryWhiteSpace => "it begins or ends with white space",
            OperandFault::EmbeddedDirective => "it holds the start of another directive",
            OperandFault::LeadingTo => "it begins with the word `to`",
            OperandFault::Delimiter => "it holds the words `instead of` where they would split it",
        };
        let OperandError { directive, operand, .. } = self;
        write!(f, "operand `{operand}` does not make a canonical {directive} directive: {fault}")
    }
}

impl core::error::Error for OperandError {}
