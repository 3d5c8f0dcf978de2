//! Classification: every text is no directive, an invalid one, or a canonical one.

use core::fmt;

use crate::directive::{Directive, Form, leading_to};
use crate::kind::{Kind, OperandName};
use crate::scan::{has_content, skip_separators, tail, trim_end, trim_start};
use crate::start::{Opening, find_canonical_start, opening, opens_like_none, strip_to};
use crate::use_form::{UseForm, use_form};

/// What a text is. Matching is exhaustive on purpose: there are exactly three answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Classification<'a> {
    /// Ordinary text, which begins like no directive.
    NoDirective,
    /// Text that begins like a directive and is not canonical.
    Invalid(Invalid),
    /// A canonical directive.
    Canonical(Directive<'a>),
}

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
/// Its [`Display`](fmt::Display) form is one line for people.
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

/// Sorts `text` into one of three classes by its form alone.
///
/// White space at both ends is ignored, keywords match in any ASCII case with any run of spaces
/// and tabs between them, and operands are borrowed from `text` exactly as they stand. Quotes,
/// punctuation and escapes mean nothing.
///
/// Ordinary text costs the white space at its ends and its first word. Directive-shaped text
/// costs time linear in its length. Nothing is allocated and no input panics.
///
/// ```
/// use cc_syntax::{Classification, Directive, SyntaxFailure, classify};
///
/// assert_eq!(classify("useful advice, please"), Classification::NoDirective);
/// assert_eq!(
///     classify("  Prohibit  raw SQL\n"),
///     Classification::Canonical(Directive::prohibit_item("raw SQL")?),
/// );
/// let Classification::Invalid(invalid) = classify("use tea and prohibit coffee") else {
///     unreachable!()
/// };
/// assert_eq!(invalid.failure(), SyntaxFailure::CompoundDirective);
/// # Ok::<(), cc_syntax::OperandError>(())
/// ```
#[must_use]
pub fn classify(text: &str) -> Classification<'_> {
    let from_first_word = trim_start(text);
    if opens_like_none(from_first_word) {
        return Classification::NoDirective;
    }
    let source =
        Source { text: trim_end(from_first_word), base: text.len() - from_first_word.len() };
    match opening(source.text) {
        None => Classification::NoDirective,
        Some((opening, rest)) => match source.body(opening, rest) {
            Ok(form) => Classification::Canonical(Directive::checked(form)),
            Err(invalid) => Classification::Invalid(invalid),
        },
    }
}

/// The text between its boundary white space, and where that stands in the input.
#[derive(Clone, Copy)]
struct Source<'a> {
    text: &'a str,
    base: usize,
}

impl<'a> Source<'a> {
    /// Reads what follows an opening, in the contract's order: compound first.
    fn body(self, opening: Opening, rest: &'a str) -> Result<Form<'a>, Invalid> {
        let surplus = skip_separators(rest);
        match opening {
            Opening::SetPremise => {
                let value = self.operand(Kind::SetPremise, OperandName::Value, rest)?;
                match leading_to(value) {
                    Some(at) => {
                        let start = self.text.len() - value.len() + at;
                        let span = self.span(start, start + "to".len());
                        Err(Invalid::new(Fault::LeadingTo, Some(Kind::SetPremise), span))
                    }
                    None => Ok(Form::SetPremise { value }),
                }
            }
            Opening::ChangePremise => {
                let Some(rest) = strip_to(rest) else {
                    return Err(Invalid::new(Fault::NoTo, None, self.span_of(surplus)));
                };
                let value = self.operand(Kind::ChangePremise, OperandName::Value, rest)?;
                Ok(Form::ChangePremise { value })
            }
            Opening::ProhibitItem => {
                let item = self.operand(Kind::ProhibitItem, OperandName::Item, rest)?;
                Ok(Form::ProhibitItem { item })
            }
            Opening::RemovePolicy => {
                let item = self.operand(Kind::RemovePolicy, OperandName::Item, rest)?;
                Ok(Form::RemovePolicy { item })
            }
            Opening::Use => {
                self.refuse_compound(rest)?;
                self.after_use(surplus)
            }
            Opening::Literal(form) => {
                self.refuse_compound(rest)?;
                if surplus.is_empty() {
                    Ok(form)
                } else {
                    Err(Invalid::new(Fault::AfterLiteral, None, self.span_of(surplus)))
                }
            }
        }
    }

    /// `USE_ITEM: "use" ITEM` and `REPLACE_USE: "use" ITEM "instead of" ITEM`
    fn after_use(self, text: &'a str) -> Result<Form<'a>, Invalid> {
        let kind = Kind::ReplaceUse;
        let base = self.text.len() - text.len();
        match use_form(text) {
            UseForm::Item => {
                self.require(Kind::UseItem, OperandName::Item, text, base)?;
                Ok(Form::UseItem { item: text })
            }
            UseForm::Replace { new_item, old_item } => {
                let old_base = self.text.len() - old_item.len();
                self.refuse_line_feed(kind, new_item, base)?;
                self.refuse_line_feed(kind, old_item, old_base)?;
                self.require(kind, OperandName::NewItem, new_item, base)?;
                self.require(kind, OperandName::OldItem, old_item, old_base)?;
                Ok(Form::ReplaceUse { new_item, old_item })
            }
            UseForm::NoNewItem { at, old_item } => {
                self.refuse_line_feed(kind, old_item, self.text.len() - old_item.len())?;
                let span = self.span(base + at, base + at);
                Err(Invalid::new(Fault::Missing(OperandName::NewItem), Some(kind), span))
            }
            UseForm::NoOldItem { new_item } => {
                self.refuse_line_feed(kind, new_item, base)?;
                Err(Invalid::new(
                    Fault::Missing(OperandName::OldItem),
                    Some(kind),
                    self.span_of(""),
                ))
            }
            UseForm::SecondDelimiter { at } => {
                self.refuse_line_feed(Kind::UseItem, text, base)?;
                let span = self.span_of(tail(text, at));
                Err(Invalid::new(Fault::SecondDelimiter, Some(Kind::UseItem), span))
            }
        }
    }

    /// Reads `rest`, all that follows a canonical start, as separators and one operand.
    fn operand(self, kind: Kind, name: OperandName, rest: &'a str) -> Result<&'a str, Invalid> {
        self.refuse_compound(rest)?;
        let operand = skip_separators(rest);
        self.require(kind, name, operand, self.text.len() - operand.len())?;
        Ok(operand)
    }

    /// Refuses an operand, which begins at byte `base`, without content or with a line feed.
    fn require(
        self,
        kind: Kind,
        name: OperandName,
        operand: &str,
        base: usize,
    ) -> Result<(), Invalid> {
        if has_content(operand) {
            self.refuse_line_feed(kind, operand, base)
        } else {
            let span = self.span(base, base + operand.len());
            Err(Invalid::new(Fault::Missing(name), Some(kind), span))
        }
    }

    /// Refuses an operand, which begins at byte `base`, with content and a line feed in it (R5).
    fn refuse_line_feed(self, kind: Kind, operand: &str, base: usize) -> Result<(), Invalid> {
        match operand.find('\n') {
            Some(at) if has_content(operand) => {
                let span = self.span(base + at, base + at + 1);
                Err(Invalid::new(Fault::LineFeed, Some(kind), span))
            }
            _ => Ok(()),
        }
    }

    /// Refuses `rest`, all that follows a canonical start, if it holds another one.
    fn refuse_compound(self, rest: &str) -> Result<(), Invalid> {
        let base = self.text.len() - rest.len();
        match find_canonical_start(rest) {
            Some(second) => {
                let span = self.span(base + second.start, base + second.end);
                Err(Invalid::new(Fault::Compound, None, span))
            }
            None => Ok(()),
        }
    }

    /// The span of `suffix`, which ends where the text ends.
    fn span_of(self, suffix: &str) -> Span {
        self.span(self.text.len() - suffix.len(), self.text.len())
    }

    /// The span of bytes `start..end` of the text.
    fn span(self, start: usize, end: usize) -> Span {
        Span { start: self.base + start, end: self.base + end }
    }
}
