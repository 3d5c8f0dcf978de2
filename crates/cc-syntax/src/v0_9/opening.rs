//! How directives of contract 0.9 open, which makes text directive-shaped, compound, or neither.

use core::ops::Range;

use crate::form::{Kind, rows_of};
use crate::scan::{ends_keyword, lower, skip_separators, strip_words, tail};
use crate::start::{find_start, opens_like_none};

/// Matches what makes `text` directive-shaped, and returns the kind and what follows.
///
/// The text begins with an introducer followed by a space, a tab or the end; or with a directive
/// without operands, not followed by an ASCII letter. `change premise` opens without the `to` that
/// makes it a canonical start, and `use` is that of [`Kind::UseItem`].
pub(super) fn opening(text: &str) -> Option<(Kind, &str)> {
    let first = lower(text.bytes().next()?);
    rows_of(first).find_map(|row| {
        let words = match row.words {
            [words @ .., "to"] => words,
            words => words,
        };
        let rest = strip_words(text, words)?;
        let ends = if row.is_literal() {
            !rest.starts_with(|c: char| c.is_ascii_alphabetic())
        } else {
            ends_keyword(rest)
        };
        ends.then_some((row.kind, rest))
    })
}

/// Matches the `to` that completes `change premise`, and returns what follows it. `rest` is what
/// follows `change premise`.
pub(super) fn strip_to(rest: &str) -> Option<&str> {
    strip_words(skip_separators(rest), &["to"]).filter(|rest| ends_keyword(rest))
}

/// Finds the first canonical start in `text` whose preceding character is not an ASCII letter,
/// and returns the byte range of its words. What precedes `text` is no letter.
///
/// A canonical start is an [`opening`] that is complete: `change premise` needs its `to`.
pub(super) fn find_canonical_start(text: &str) -> Option<Range<usize>> {
    find_start(text, |at| canonical_start(tail(text, at)))
}

/// Matches a canonical start at the beginning of `text`, and returns the length of its words.
fn canonical_start(text: &str) -> Option<usize> {
    if opens_like_none(text) {
        return None;
    }
    let rest = match opening(text)? {
        (Kind::ChangePremise, rest) => strip_to(rest)?,
        (_, rest) => rest,
    };
    Some(text.len() - rest.len())
}
