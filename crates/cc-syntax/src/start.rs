//! How directives open, which makes text directive-shaped, compound, or neither.

use core::ops::Range;

use crate::directive::Form;
use crate::scan::{ends_keyword, skip_separators, strip_words, tail};

/// How directive-shaped text opens.
#[derive(Clone, Copy)]
pub(crate) enum Opening {
    SetPremise,
    /// `change premise`, with or without the `to` that makes it a canonical start.
    ChangePremise,
    Use,
    ProhibitItem,
    RemovePolicy,
    /// A whole directive without operands.
    Literal(Form<'static>),
}

/// Matches what makes `text` directive-shaped, and returns what follows it.
///
/// The text begins with `set premise`, `change premise`, `remove policy`, `prohibit` or `use`
/// followed by a space, a tab or the end; or with `clear premise`, `reset policies` or
/// `clear state` not followed by an ASCII letter.
pub(crate) fn opening(text: &str) -> Option<(Opening, &str)> {
    let keyword = |opening, words: &[&str]| {
        strip_words(text, words).filter(|rest| ends_keyword(rest)).map(|rest| (opening, rest))
    };
    let literal = |form, words: &[&str]| {
        strip_words(text, words)
            .filter(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
            .map(|rest| (Opening::Literal(form), rest))
    };
    match text.bytes().next()?.to_ascii_lowercase() {
        b'u' => keyword(Opening::Use, &["use"]),
        b'p' => keyword(Opening::ProhibitItem, &["prohibit"]),
        b's' => keyword(Opening::SetPremise, &["set", "premise"]),
        b'r' => keyword(Opening::RemovePolicy, &["remove", "policy"])
            .or_else(|| literal(Form::ResetPolicies, &["reset", "policies"])),
        b'c' => keyword(Opening::ChangePremise, &["change", "premise"])
            .or_else(|| literal(Form::ClearPremise, &["clear", "premise"]))
            .or_else(|| literal(Form::ClearState, &["clear", "state"])),
        _ => None,
    }
}

/// Matches the `to` that completes `change premise`, and returns what follows it. `rest` is what
/// follows `change premise`.
pub(crate) fn strip_to(rest: &str) -> Option<&str> {
    strip_words(skip_separators(rest), &["to"]).filter(|rest| ends_keyword(rest))
}

/// Finds the first canonical start in `text` whose preceding character is not an ASCII letter,
/// and returns the byte range of its words. `after_letter` says what precedes `text`.
///
/// A canonical start is an [`opening`] that is complete: `change premise` needs its `to`.
pub(crate) fn find_canonical_start(text: &str, mut after_letter: bool) -> Option<Range<usize>> {
    for (at, byte) in text.bytes().enumerate() {
        let letter = byte.is_ascii_alphabetic();
        if letter && !after_letter && matches!(byte | 0x20, b'u' | b'p' | b's' | b'r' | b'c') {
            let start = match opening(tail(text, at)) {
                Some((Opening::ChangePremise, rest)) => strip_to(rest),
                Some((_, rest)) => Some(rest),
                None => None,
            };
            if let Some(rest) = start {
                return Some(at..text.len() - rest.len());
            }
        }
        after_letter = letter;
    }
    None
}
