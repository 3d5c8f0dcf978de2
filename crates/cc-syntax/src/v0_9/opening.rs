//! How directives of contract 0.9 open, which makes text directive-shaped, compound, or neither.

use core::ops::Range;

use crate::form::Kind;
use crate::scan::{ends_keyword, lower, skip_separators, strip_words, tail};
use crate::start::find_start;
use crate::table::for_each_directive;

macro_rules! openings {
    (
        [$($kind:ident $name:ident { $($operand:ident: $operand_name:ident),+ }
            $($word:literal)+ => $summary:literal;)+]
        [$($literal:ident $literal_name:ident $($literal_word:literal)+ => $literal_summary:literal;)+]
    ) => {
        /// Matches what makes `text` directive-shaped, and returns the kind and what follows.
        ///
        /// The text begins with an introducer followed by a space, a tab or the end; or with a
        /// directive without operands, not followed by an ASCII letter. `change premise` opens
        /// without the `to` that makes it a canonical start, and `use` is that of
        /// [`Kind::UseItem`].
        pub(super) fn opening(text: &str) -> Option<(Kind, &str)> {
            let first = lower(text.bytes().next()?);
            // One row after the other, each with words that are known here.
            $(if let Some(rest) = keyword(text, first, &[$($word),+]) {
                return Some((Kind::$kind, rest));
            })+
            $(if let Some(rest) = literal(text, first, &[$($literal_word),+]) {
                return Some((Kind::$literal, rest));
            })+
            None
        }
    };
}

for_each_directive!(openings);

/// Matches the words of an introducer, of which `to` may be left out, and returns what follows.
#[inline(always)]
fn keyword<'a>(text: &'a str, first: u8, words: &[&str]) -> Option<&'a str> {
    let words = match words {
        [words @ .., "to"] => words,
        words => words,
    };
    strip(text, first, words).filter(|rest| ends_keyword(rest))
}

/// Matches the words of a directive without operands, and returns what follows.
#[inline(always)]
fn literal<'a>(text: &'a str, first: u8, words: &[&str]) -> Option<&'a str> {
    let rest = strip(text, first, words)?;
    (!rest.starts_with(|c: char| c.is_ascii_alphabetic())).then_some(rest)
}

#[inline(always)]
fn strip<'a>(text: &'a str, first: u8, words: &[&str]) -> Option<&'a str> {
    let begins = words.first().is_some_and(|word| word.as_bytes().first() == Some(&first));
    if begins { strip_words(text, words) } else { None }
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
    let rest = match opening(text)? {
        (Kind::ChangePremise, rest) => strip_to(rest)?,
        (_, rest) => rest,
    };
    Some(text.len() - rest.len())
}
