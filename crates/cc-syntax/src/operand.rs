//! Operands: their names, and what keeps a text from being one.

use core::fmt;
use core::str::FromStr;

use crate::directives::Kind;

/// The name of an operand.
///
/// ```
/// assert_eq!(cc_syntax::OperandName::OldItem.as_str(), "old_item");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OperandName {
    /// The text of a premise.
    Value,
    /// The item of a policy.
    Item,
    /// The item that a replacement puts into use.
    NewItem,
    /// The item that a replacement takes out of use.
    OldItem,
}

impl OperandName {
    /// Every name.
    pub const ALL: [OperandName; 4] =
        [OperandName::Value, OperandName::Item, OperandName::NewItem, OperandName::OldItem];

    /// The name of this operand in JSON records, such as `new_item`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            OperandName::Value => "value",
            OperandName::Item => "item",
            OperandName::NewItem => "new_item",
            OperandName::OldItem => "old_item",
        }
    }

    /// The operand with this JSON name, if there is one. Names match exactly.
    #[must_use]
    pub fn from_name(name: &str) -> Option<OperandName> {
        OperandName::ALL.into_iter().find(|operand| operand.as_str() == name)
    }

    /// What stands for this operand where a directive is explained.
    pub(crate) const fn placeholder(self) -> &'static str {
        match self {
            OperandName::Value => "value",
            OperandName::Item => "item",
            OperandName::NewItem => "new item",
            OperandName::OldItem => "old item",
        }
    }
}

impl fmt::Display for OperandName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Names match exactly.
impl FromStr for OperandName {
    type Err = UnknownOperandError;

    fn from_str(name: &str) -> Result<Self, UnknownOperandError> {
        OperandName::from_name(name).ok_or(UnknownOperandError(()))
    }
}

/// A text that names no operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnknownOperandError(());

impl fmt::Display for UnknownOperandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown operand: expected `value`, `item`, `new_item` or `old_item`")
    }
}

impl core::error::Error for UnknownOperandError {}

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
