//! The grammar of contract 0.9.

mod opening;
mod use_form;

use cc_contract::V0_9;

use crate::fault::OperandFault;
use crate::form::{Form, Kind};
use crate::grammar::Grammar;
use crate::invalid::{Fault, Invalid, Span};
use crate::operand::OperandName;
use crate::scan::{
    ends_keyword, has_content, is_separator, skip_separators, strip_words, tail, trim_end,
    trim_start,
};
use crate::start::opens_like_none;

use self::opening::{find_canonical_start, opening, strip_to};
use self::use_form::{UseForm, splits_back, use_form};

impl Grammar for V0_9 {
    #[inline]
    fn read(text: &str) -> Option<Result<Form<'_>, Invalid>> {
        let from_first_word = trim_start(text);
        if opens_like_none(from_first_word) {
            return None;
        }
        let base = text.len() - from_first_word.len();
        let source = Source { text: trim_end(from_first_word), base };
        let (kind, rest) = opening(source.text)?;
        Some(source.body(kind, rest))
    }

    fn fault(form: Form<'_>) -> Option<(OperandName, OperandFault)> {
        for (operand, text) in form.operands() {
            if let Some(fault) = operand_fault(operand, text) {
                return Some((operand, fault));
            }
        }
        match form {
            Form::SetPremise { value } if leading_to(value).is_some() => {
                Some((OperandName::Value, OperandFault::LeadingTo))
            }
            Form::UseItem { item } if !matches!(use_form(item), UseForm::Item) => {
                Some((OperandName::Item, OperandFault::Delimiter))
            }
            Form::ReplaceUse { new_item, old_item } if !splits_back(new_item, old_item) => {
                let old_splits = splits_back(new_item, "x");
                let operand = if old_splits { OperandName::OldItem } else { OperandName::NewItem };
                Some((operand, OperandFault::Delimiter))
            }
            _ => None,
        }
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
    fn body(self, kind: Kind, rest: &'a str) -> Result<Form<'a>, Invalid> {
        let surplus = skip_separators(rest);
        let rest = match kind {
            Kind::UseItem => {
                self.refuse_compound(rest)?;
                return self.after_use(surplus);
            }
            Kind::ChangePremise => strip_to(rest)
                .ok_or_else(|| Invalid::new(Fault::NoTo, None, self.span_of(surplus)))?,
            _ => rest,
        };
        self.refuse_compound(rest)?;
        let [name, ..] = *kind.operand_names() else {
            return if surplus.is_empty() {
                Ok(Form::new(kind, ["", ""]))
            } else {
                Err(Invalid::new(Fault::AfterLiteral, None, self.span_of(surplus)))
            };
        };
        let operand = skip_separators(rest);
        let base = self.text.len() - operand.len();
        self.require(kind, name, operand, base)?;
        match leading_to(operand) {
            Some(at) if kind == Kind::SetPremise => {
                let span = self.span(base + at, base + at + "to".len());
                Err(Invalid::new(Fault::LeadingTo, Some(kind), span))
            }
            _ => Ok(Form::new(kind, [operand, ""])),
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
        // Almost no operand has one, so what is to be said of it stands apart.
        if operand.as_bytes().contains(&b'\n') {
            self.line_feed(kind, operand, base)
        } else {
            Ok(())
        }
    }

    #[cold]
    fn line_feed(self, kind: Kind, operand: &str, base: usize) -> Result<(), Invalid> {
        match operand.find('\n') {
            Some(at) if has_content(operand) => {
                let span = self.span(base + at, base + at + 1);
                Err(Invalid::new(Fault::LineFeed, Some(kind), span))
            }
            _ => Ok(()),
        }
    }

    /// Refuses `rest`, all that follows a canonical start, if it holds another one.
    // Inlined, as almost every directive passes.
    #[inline(always)]
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

/// A fault that an operand has whatever else its directive holds.
fn operand_fault(operand: OperandName, text: &str) -> Option<OperandFault> {
    // Separators end at the operand's first character and the new item ends at its separator;
    // every other end is an end of the input, which loses all boundary white space.
    let ends_early = match operand {
        OperandName::NewItem => text.bytes().next_back().is_some_and(is_separator),
        OperandName::Value | OperandName::Item | OperandName::OldItem => {
            trim_end(text).len() < text.len()
        }
    };
    if !has_content(text) {
        Some(OperandFault::Empty)
    } else if text.contains('\n') {
        Some(OperandFault::LineFeed)
    } else if ends_early || skip_separators(text).len() < text.len() {
        Some(OperandFault::BoundaryWhiteSpace)
    } else if find_canonical_start(text).is_some() {
        Some(OperandFault::EmbeddedDirective)
    } else {
        None
    }
}

/// The byte offset of a leading word `to` in a premise, if it has one.
fn leading_to(value: &str) -> Option<usize> {
    let trimmed = trim_start(value);
    let rest = strip_words(trimmed, &["to"])?;
    ends_keyword(rest).then(|| value.len() - trimmed.len())
}
