//! What stands after `use`: one item, or two around `instead of`.
//!
//! `instead of` is the delimiter where separators stand on both sides of it and between its
//! words. Delimiters are counted from left to right without overlap, beginning with the separator
//! after `use`. Exactly one makes a replacement, and the leftmost one that leaves text on both of
//! its sides splits it; so a delimiter's words can themselves be an operand.

use crate::scan::{
    INSTEAD_OF, ends_keyword, find_delimiter, head, is_separator, skip_separators,
    strip_delimiter_words, strip_words, tail, trim_start,
};

/// The structure of the text after `use` and its separators. Offsets count from that text.
#[derive(Clone, Copy)]
pub(super) enum UseForm<'a> {
    /// `use ITEM`
    Item,
    /// `use ITEM instead of ITEM`
    Replace { new_item: &'a str, old_item: &'a str },
    /// Nothing before the delimiter, whose words begin at `at`.
    NoNewItem { at: usize, old_item: &'a str },
    /// Nothing after the delimiter.
    NoOldItem { new_item: &'a str },
    /// More than one delimiter; the words of the second begin at `at`.
    SecondDelimiter { at: usize },
}

/// Finds the structure of `text`, which begins and ends with something other than a separator.
#[inline]
pub(super) fn use_form(text: &str) -> UseForm<'_> {
    // Every other form has these words in it.
    if text.len() < "instead of".len() { UseForm::Item } else { form_of_words(text) }
}

/// The same of a text that may have the words in it.
fn form_of_words(text: &str) -> UseForm<'_> {
    if let Some(after_words) = leading_delimiter(text) {
        return after_leading_delimiter(text, text.len() - after_words.len());
    }
    let first = find_delimiter(text, 0);
    let second = first.and_then(|delimiter| find_delimiter(text, delimiter.end));
    match (first, second) {
        (Some(first), None) => {
            UseForm::Replace { new_item: head(text, first.start), old_item: tail(text, first.end) }
        }
        _ => {
            if let Some(no_new_item) = leading_words(text) {
                no_new_item
            } else if let Some(new_item) = strip_delimiter_words(text) {
                UseForm::NoOldItem { new_item }
            } else if let Some(second) = second {
                UseForm::SecondDelimiter { at: second.words }
            } else {
                UseForm::Item
            }
        }
    }
}

/// The text after the delimiter's words, where the separator after `use` begins a delimiter.
fn leading_delimiter(text: &str) -> Option<&str> {
    strip_words(text, INSTEAD_OF).filter(|rest| rest.bytes().next().is_some_and(is_separator))
}

/// `use instead of ...`, the delimiter's words ending at `words_end`. This is a replacement only
/// if the words are the new item: a second delimiter begins where they end, and it is the last.
fn after_leading_delimiter(text: &str, words_end: usize) -> UseForm<'_> {
    let after_words = tail(text, words_end);
    let old_item = skip_separators(after_words);
    let no_other = find_delimiter(old_item, 0).is_none();
    match find_delimiter(after_words, 0) {
        Some(delimiter) if delimiter.start == 0 && no_other => UseForm::Replace {
            new_item: head(text, words_end),
            old_item: tail(after_words, delimiter.end),
        },
        _ => UseForm::NoNewItem { at: 0, old_item },
    }
}

/// `use`, boundary white space other than a separator, and the words `instead of` as a keyword.
fn leading_words(text: &str) -> Option<UseForm<'_>> {
    let trimmed = trim_start(text);
    let rest = strip_words(trimmed, INSTEAD_OF).filter(|rest| ends_keyword(rest))?;
    let at = text.len() - trimmed.len();
    Some(UseForm::NoNewItem { at, old_item: skip_separators(rest) })
}

/// Whether `use new_item instead of old_item` splits back into these two operands.
pub(super) fn splits_back(new_item: &str, old_item: &str) -> bool {
    let is_words = strip_words(new_item, INSTEAD_OF).is_some_and(str::is_empty);
    let old_leads = leading_delimiter(old_item).is_some();
    let new_splits = leading_delimiter(new_item).is_some()
        || find_delimiter(new_item, 0).is_some()
        || strip_delimiter_words(new_item).is_some();
    find_delimiter(old_item, 0).is_none() && if is_words { !old_leads } else { !new_splits }
}
