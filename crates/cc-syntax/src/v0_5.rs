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

use cc_contract::V0_5;

use crate::classification::{ContractClassification, classify_by};
use crate::directive::ContractDirective;
use crate::fault::OperandFault;
use crate::form::{Form, Kind, ROWS, rows_of};
use crate::grammar::Grammar;
use crate::invalid::{Fault, Invalid, Span};
use crate::letters::is_letter;
use crate::operand::OperandName;
use crate::scan::{has_content, head, tail};
use crate::start::find_start;

/// What a text is under contract 0.5. An invalid one is compound or lacks the content of an
/// operand: there are no other faults in this grammar.
pub type Classification<'a> = ContractClassification<'a, V0_5>;

/// A canonical directive of contract 0.5.
///
/// Operands are raw text: spaces at their ends and line feeds are kept.
///
/// ```
/// use cc_syntax::{Form, OperandFault, v0_5::Directive};
///
/// assert!(Directive::new(Form::SetPremise { value: " to be\nbrief" }).is_ok());
/// let error = Directive::new(Form::UseItem { item: "tea instead of milk" }).unwrap_err();
/// assert_eq!(error.kind(), OperandFault::Delimiter);
/// ```
pub type Directive<'a> = ContractDirective<'a, V0_5>;

/// A canonical directive of contract 0.5 that owns its operands.
#[cfg(feature = "alloc")]
pub type OwnedDirective = crate::owned::OwnedDirective<V0_5>;

/// Sorts `text` into one of three classes by its form alone, by the grammar of contract 0.5.
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
    classify_by::<V0_5>(text)
}

/// What separates the operands of a replacement.
const INSTEAD_OF: &str = " instead of ";

impl Grammar for V0_5 {
    fn read(text: &str) -> Option<Result<Form<'_>, Invalid>> {
        if let Some(words) = start_at(text, 0) {
            let rest = tail(text, words);
            let at = |place: usize| words + place;
            if let Some(second) = find_start(rest, |place| start_at(text, at(place))) {
                let span = Span { start: at(second.start), end: at(second.end) };
                return Some(Err(Invalid::new(Fault::Compound, None, span)));
            }
        }
        ROWS.iter().find_map(|row| {
            let rest = text.strip_prefix(row.introducer)?;
            let [name, ..] = *row.operands else {
                return rest.is_empty().then_some(Ok(Form::new(row.kind, ["", ""])));
            };
            let operand = if rest.is_empty() { rest } else { rest.strip_prefix(' ')? };
            if row.kind == Kind::UseItem {
                return Some(after_use(text, operand));
            }
            let required = require(text, row.kind, name, operand);
            Some(required.map(|()| Form::new(row.kind, [operand, ""])))
        })
    }

    fn fault(form: Form<'_>) -> Option<(OperandName, OperandFault)> {
        for (operand, text) in form.operands() {
            if !has_content(text) {
                return Some((operand, OperandFault::Empty));
            }
            if find_start(text, |at| start_at(text, at)).is_some() {
                return Some((operand, OperandFault::EmbeddedDirective));
            }
        }
        match form {
            Form::UseItem { item } if !matches!(split_use(item), Use::Item) => {
                Some((OperandName::Item, OperandFault::Delimiter))
            }
            // A delimiter that begins in the new item would come before the one that is meant.
            Form::ReplaceUse { new_item, .. }
                if new_item.contains(INSTEAD_OF) || new_item.ends_with(" instead of") =>
            {
                Some((OperandName::NewItem, OperandFault::Delimiter))
            }
            _ => None,
        }
    }
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

/// Matches a canonical start at byte `at` of `text`, and returns the length of its words.
///
/// A start is an introducer followed by a space or the end, or a directive without operands that
/// is not followed by a letter; and no letter stands before it.
fn start_at(text: &str, at: usize) -> Option<usize> {
    let rest = tail(text, at);
    let length = rows_of(rest.bytes().next()?).find_map(|row| {
        let after = rest.strip_prefix(row.introducer)?;
        let ends = if row.is_literal() {
            !after.starts_with(is_letter)
        } else {
            after.is_empty() || after.starts_with(' ')
        };
        ends.then_some(row.introducer.len())
    })?;
    let after_letter = head(text, at).chars().next_back().is_some_and(is_letter);
    (!after_letter).then_some(length)
}
