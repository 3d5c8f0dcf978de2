//! The grammar of contract 0.5: exact text, without any lexical freedom.
//!
//! ```text
//! SET_PREMISE    "set premise " VALUE
//! CHANGE_PREMISE "change premise to " VALUE
//! USE_ITEM       "use " ITEM
//! PROHIBIT_ITEM  "prohibit " ITEM
//! REMOVE_POLICY  "remove policy " ITEM
//! REPLACE_USE    "use " ITEM " instead of " ITEM
//! CLEAR_PREMISE  "clear premise"
//! RESET_POLICIES "reset policies"
//! CLEAR_STATE    "clear state"
//! ```
//!
//! | What | 0.9 | 0.5 |
//! | --- | --- | --- |
//! | White space at both ends | trimmed | part of the text, so ` use tea` is no directive |
//! | Between keywords | any run of spaces and tabs | one space |
//! | Case of keywords | any ASCII case | lowercase |
//! | Operands | without line feeds, white space at their ends dropped | the raw text after the prefix |
//! | `set premise to x` | malformed | the premise `to x` |
//! | `use a instead of b instead of c` | malformed | replaces `b instead of c` by `a` |
//! | A literal and more | malformed | no directive |
//! | `change premise x` | malformed | no directive |
//! | Letter before a later start | ASCII | general category L |

use core::fmt;

use crate::classify::{Fault, Invalid, Span};
use crate::directive::{Form, OperandError, OperandFault};
use crate::kind::{Kind, OperandName};
use crate::letters::is_letter;
use crate::scan::{has_content, head, tail};
use crate::start::find_start;

/// What separates the operands of a replacement.
const INSTEAD_OF: &str = " instead of ";

/// What a text is in contract 0.5. Matching is exhaustive on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Classification<'a> {
    /// Ordinary text.
    NoDirective,
    /// Compound, or without the content of an operand. There are no other faults in this grammar.
    Invalid(Invalid),
    /// A canonical directive.
    Canonical(Directive<'a>),
}

/// A canonical directive of contract 0.5, borrowing its operands from the host's text.
///
/// Its [`Display`](fmt::Display) form is its text, and classifies back to the same value. A
/// directive of contract 0.9 is another type, because one text can be canonical in one contract
/// and not in the other.
///
/// ```
/// use cc_syntax::v0_5::{Classification, Directive, classify};
///
/// let directive = Directive::replace_use("oat milk", "milk")?;
/// assert_eq!(directive.to_string(), "use oat milk instead of milk");
/// assert_eq!(classify("use oat milk instead of milk"), Classification::Canonical(directive));
/// # Ok::<(), cc_syntax::OperandError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Directive<'a> {
    form: Form<'a>,
}

impl<'a> Directive<'a> {
    /// Checks `form` by the rules of [`classify`]: operands have content, hold no start of another
    /// directive, and do not split elsewhere.
    ///
    /// Operands are raw text: spaces at their ends and line feeds are kept.
    ///
    /// # Errors
    ///
    /// [`OperandError`] names the operand and the fault.
    ///
    /// ```
    /// use cc_syntax::{Form, OperandFault, v0_5::Directive};
    ///
    /// assert!(Directive::new(Form::SetPremise { value: " to be\nbrief" }).is_ok());
    /// let error = Directive::new(Form::UseItem { item: "tea instead of milk" }).unwrap_err();
    /// assert_eq!(error.fault(), OperandFault::Delimiter);
    /// ```
    pub fn new(form: Form<'a>) -> Result<Self, OperandError> {
        let kind = form.kind();
        let directive = Directive { form };
        for (operand, text) in form.operands() {
            let fault = if !has_content(text) {
                OperandFault::Empty
            } else if find_start(text, |at| start_at(text, at)).is_some() {
                OperandFault::EmbeddedDirective
            } else {
                continue;
            };
            return Err(OperandError::new(kind, operand, fault));
        }
        let splits = match form {
            Form::UseItem { item } if !matches!(split_use(item), Use::Item) => OperandName::Item,
            // A delimiter that begins in the new item would come before the one that is meant.
            Form::ReplaceUse { new_item, .. }
                if new_item.contains(INSTEAD_OF) || new_item.ends_with(" instead of") =>
            {
                OperandName::NewItem
            }
            _ => return Ok(directive),
        };
        Err(OperandError::new(kind, splits, OperandFault::Delimiter))
    }

    /// `set premise VALUE`.
    ///
    /// # Errors
    ///
    /// As [`Directive::new`].
    pub fn set_premise(value: &'a str) -> Result<Self, OperandError> {
        Directive::new(Form::SetPremise { value })
    }

    /// `change premise to VALUE`.
    ///
    /// # Errors
    ///
    /// As [`Directive::new`].
    pub fn change_premise(value: &'a str) -> Result<Self, OperandError> {
        Directive::new(Form::ChangePremise { value })
    }

    /// `use ITEM`.
    ///
    /// # Errors
    ///
    /// As [`Directive::new`].
    pub fn use_item(item: &'a str) -> Result<Self, OperandError> {
        Directive::new(Form::UseItem { item })
    }

    /// `prohibit ITEM`.
    ///
    /// # Errors
    ///
    /// As [`Directive::new`].
    pub fn prohibit_item(item: &'a str) -> Result<Self, OperandError> {
        Directive::new(Form::ProhibitItem { item })
    }

    /// `remove policy ITEM`.
    ///
    /// # Errors
    ///
    /// As [`Directive::new`].
    pub fn remove_policy(item: &'a str) -> Result<Self, OperandError> {
        Directive::new(Form::RemovePolicy { item })
    }

    /// `use NEW_ITEM instead of OLD_ITEM`.
    ///
    /// # Errors
    ///
    /// As [`Directive::new`].
    pub fn replace_use(new_item: &'a str, old_item: &'a str) -> Result<Self, OperandError> {
        Directive::new(Form::ReplaceUse { new_item, old_item })
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
}

impl fmt::Display for Directive<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.form.fmt(f)
    }
}

/// Sorts `text` into one of three classes by its form alone, after contract 0.5.
///
/// Ordinary text costs its first word, a directive its length. Nothing is allocated.
///
/// An operand of white space alone is missing (R2). Whether an item with content has an identity
/// is not a matter of form: `use the` is canonical here.
///
/// ```
/// use cc_syntax::v0_5::{Classification, Directive, classify};
///
/// assert_eq!(
///     classify("set premise to be brief"),
///     Classification::Canonical(Directive::set_premise("to be brief")?),
/// );
/// assert_eq!(classify("Use tea"), Classification::NoDirective);
/// assert!(matches!(classify("use tea and prohibit milk"), Classification::Invalid(_)));
/// # Ok::<(), cc_syntax::OperandError>(())
/// ```
#[must_use]
pub fn classify(text: &str) -> Classification<'_> {
    match form(text) {
        None => Classification::NoDirective,
        Some(Ok(form)) => Classification::Canonical(Directive { form }),
        Some(Err(invalid)) => Classification::Invalid(invalid),
    }
}

/// The form of a text, or what is wrong with it, if it is directive-shaped.
fn form(text: &str) -> Option<Result<Form<'_>, Invalid>> {
    if let Some(words) = start_at(text, 0) {
        let rest = tail(text, words);
        let at = |place: usize| words + place;
        if let Some(second) = find_start(rest, |place| start_at(text, at(place))) {
            let span = Span { start: at(second.start), end: at(second.end) };
            return Some(Err(Invalid::new(Fault::Compound, None, span)));
        }
    }
    Some(match text {
        "clear premise" => Ok(Form::ClearPremise),
        "reset policies" => Ok(Form::ResetPolicies),
        "clear state" => Ok(Form::ClearState),
        _ => {
            if let Some(value) = operand(text, Kind::SetPremise) {
                require(text, Kind::SetPremise, OperandName::Value, value)
                    .map(|()| Form::SetPremise { value })
            } else if let Some(value) = operand(text, Kind::ChangePremise) {
                require(text, Kind::ChangePremise, OperandName::Value, value)
                    .map(|()| Form::ChangePremise { value })
            } else if let Some(item) = operand(text, Kind::RemovePolicy) {
                require(text, Kind::RemovePolicy, OperandName::Item, item)
                    .map(|()| Form::RemovePolicy { item })
            } else if let Some(item) = operand(text, Kind::ProhibitItem) {
                require(text, Kind::ProhibitItem, OperandName::Item, item)
                    .map(|()| Form::ProhibitItem { item })
            } else {
                after_use(text, operand(text, Kind::UseItem)?)
            }
        }
    })
}

/// What follows the introducer of a kind and one space; nothing, if nothing follows.
fn operand(text: &str, kind: Kind) -> Option<&str> {
    let rest = text.strip_prefix(kind.introducer())?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
}

/// Refuses an operand, which ends where the text ends, without content.
fn require(text: &str, kind: Kind, name: OperandName, operand: &str) -> Result<(), Invalid> {
    if has_content(operand) {
        return Ok(());
    }
    let span = Span { start: text.len() - operand.len(), end: text.len() };
    Err(Invalid::new(Fault::Missing(name), Some(kind), span))
}

/// `"use " ITEM` and `"use " ITEM " instead of " ITEM`
fn after_use<'a>(text: &'a str, operands: &'a str) -> Result<Form<'a>, Invalid> {
    let start = text.len() - operands.len();
    let missing = |name, start, end| {
        Err(Invalid::new(Fault::Missing(name), Some(Kind::ReplaceUse), Span { start, end }))
    };
    match split_use(operands) {
        Use::Item => require(text, Kind::UseItem, OperandName::Item, operands)
            .map(|()| Form::UseItem { item: operands }),
        Use::NoNewItem => missing(OperandName::NewItem, start, start),
        Use::NoOldItem => missing(OperandName::OldItem, text.len(), text.len()),
        Use::Replace { new_item, old_item } => {
            if !has_content(new_item) {
                return missing(OperandName::NewItem, start, start + new_item.len());
            }
            require(text, Kind::ReplaceUse, OperandName::OldItem, old_item)
                .map(|()| Form::ReplaceUse { new_item, old_item })
        }
    }
}

/// The structure of the text after `use` and one space.
enum Use<'a> {
    Item,
    Replace {
        new_item: &'a str,
        old_item: &'a str,
    },
    /// The delimiter begins the text.
    NoNewItem,
    /// The delimiter ends the text.
    NoOldItem,
}

fn split_use(operands: &str) -> Use<'_> {
    match operands.split_once(INSTEAD_OF) {
        Some((new_item, old_item)) => Use::Replace { new_item, old_item },
        None if operands.starts_with("instead of ") => Use::NoNewItem,
        None if operands.ends_with(" instead of") => Use::NoOldItem,
        None => Use::Item,
    }
}

/// Matches a canonical start at byte `at` of `text`, which no letter precedes, and returns the
/// length of its words.
///
/// A start is `change premise to`, `set premise`, `remove policy`, `prohibit` or `use` followed by
/// a space or the end, or one of the literals not followed by a letter.
fn start_at(text: &str, at: usize) -> Option<usize> {
    let rest = tail(text, at);
    let keyword = |kind: Kind| {
        let after = rest.strip_prefix(kind.introducer())?;
        (after.is_empty() || after.starts_with(' ')).then_some(kind)
    };
    let literal = |kind: Kind| {
        let after = rest.strip_prefix(kind.introducer())?;
        (!after.starts_with(is_letter)).then_some(kind)
    };
    let kind = match rest.bytes().next()? {
        b'u' => keyword(Kind::UseItem),
        b'p' => keyword(Kind::ProhibitItem),
        b's' => keyword(Kind::SetPremise),
        b'r' => keyword(Kind::RemovePolicy).or_else(|| literal(Kind::ResetPolicies)),
        b'c' => keyword(Kind::ChangePremise)
            .or_else(|| literal(Kind::ClearPremise))
            .or_else(|| literal(Kind::ClearState)),
        _ => None,
    }?;
    let after_letter = head(text, at).chars().next_back().is_some_and(is_letter);
    (!after_letter).then_some(kind.introducer().len())
}
