//! Directive-shaped text that is not canonical.

use core::fmt;
use core::ops::Range;

use crate::form::Kind;
use crate::operand::OperandName;

/// A range of bytes of the classified text, from `start` up to and not including `end`.
///
/// Both are character boundaries. An empty span marks a place where something is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

/// So that a span indexes the text that it is of.
impl From<Span> for Range<usize> {
    fn from(span: Span) -> Self {
        span.start..span.end
    }
}

/// The way in which directive-shaped text fails to be canonical.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SyntaxFailure {
    /// More than one directive in one input.
    CompoundDirective,
    /// An operand is absent or only white space.
    MissingRequiredOperand,
    /// Anything else.
    MalformedDirective,
}

impl SyntaxFailure {
    /// The name of this failure in JSON records, such as `compound_directive`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            SyntaxFailure::CompoundDirective => "compound_directive",
            SyntaxFailure::MissingRequiredOperand => "missing_required_operand",
            SyntaxFailure::MalformedDirective => "malformed_directive",
        }
    }
}

/// Directive-shaped text that is not canonical: what is wrong with it and where.
///
/// It is the same for every contract. Its [`Display`](fmt::Display) form is one line for people.
///
/// ```
/// use cc_syntax::{Classification, Kind, OperandName, Span, SyntaxFailure, classify};
///
/// let Classification::Invalid(invalid) = classify("use tea instead of") else { unreachable!() };
/// assert_eq!(invalid.failure(), SyntaxFailure::MissingRequiredOperand);
/// assert_eq!(invalid.directive_kind(), Some(Kind::ReplaceUse));
/// assert_eq!(invalid.missing_operand(), Some(OperandName::OldItem));
/// assert_eq!(invalid.span(), Span { start: 18, end: 18 });
/// assert_eq!(invalid.to_string(), "the item to be replaced is missing");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Invalid {
    fault: Fault,
    kind: Option<Kind>,
    span: Span,
}

/// The fault, finer than the contract's three failures, so that it can be explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fault {
    Compound,
    Missing(OperandName),
    LineFeed,
    LeadingTo,
    NoTo,
    SecondDelimiter,
    AfterLiteral,
}

impl Invalid {
    pub(crate) const fn new(fault: Fault, kind: Option<Kind>, span: Span) -> Self {
        Invalid { fault, kind, span }
    }

    /// Which of the contract's failures this is.
    #[must_use]
    pub const fn failure(&self) -> SyntaxFailure {
        match self.fault {
            Fault::Compound => SyntaxFailure::CompoundDirective,
            Fault::Missing(_) => SyntaxFailure::MissingRequiredOperand,
            _ => SyntaxFailure::MalformedDirective,
        }
    }

    /// The kind of directive that was begun, where the contract names one.
    #[must_use]
    pub const fn directive_kind(&self) -> Option<Kind> {
        self.kind
    }

    /// The operand that is missing, for [`SyntaxFailure::MissingRequiredOperand`].
    #[must_use]
    pub const fn missing_operand(&self) -> Option<OperandName> {
        match self.fault {
            Fault::Missing(operand) => Some(operand),
            _ => None,
        }
    }

    /// The place of the fault: the second start, the place where an operand is missing, or the
    /// surplus text, in bytes of the text as it was given.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.fault {
            Fault::Compound => "a second directive begins here, and an input holds one",
            Fault::Missing(OperandName::Value) => "the premise is missing",
            Fault::Missing(OperandName::Item) => "the item is missing",
            Fault::Missing(OperandName::NewItem) => "the item to use instead is missing",
            Fault::Missing(OperandName::OldItem) => "the item to be replaced is missing",
            Fault::LineFeed => "an operand cannot hold a line feed",
            Fault::LeadingTo => "`to` belongs to `change premise to`, not to `set premise`",
            Fault::NoTo => "`change premise` must be followed by `to` and the new premise",
            Fault::SecondDelimiter => "`instead of` stands here a second time",
            Fault::AfterLiteral => "nothing may follow this directive",
        })
    }
}

impl core::error::Error for Invalid {}
