//! How directives open, which makes text directive-shaped, compound, or neither.

use core::ops::Range;

use crate::directive::Form;
use crate::scan::{ends_keyword, lower, skip_separators, strip_words, tail};

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
    match lower(text.bytes().next()?) {
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

/// Whether a text that begins with these bytes, in any case, may open like a directive. This is
/// only a quick way to say no: every introducer begins with one of these.
#[inline]
const fn may_open(first: u8, second: u8, third: u8) -> bool {
    let (first, second, third) = (lower(first), lower(second), lower(third));
    // Without branches, so that many places are looked at together.
    (first == b'u') & (second == b's') & (third == b'e')
        | (first == b'p') & (second == b'r') & (third == b'o')
        | (first == b's') & (second == b'e') & (third == b't')
        | (first == b'r') & (second == b'e') & ((third == b'm') | (third == b's'))
        | (first == b'c') & (second == b'h') & (third == b'a')
        | (first == b'c') & (second == b'l') & (third == b'e')
}

/// Whether `text` certainly opens like no directive, judged by its first bytes.
#[inline]
pub(crate) fn opens_like_none(text: &str) -> bool {
    // The first byte settles it for most texts.
    !matches!(text.as_bytes(), [first, second, third, ..]
        if matches!(lower(*first), b'u' | b'p' | b's' | b'r' | b'c')
            && may_open(*first, *second, *third))
}

/// How many places are looked at together.
const BLOCK: usize = 32;

/// Whether a canonical start may begin at one of the places in a block, each of which has a byte
/// before it and two after it.
fn may_hold_start(block: &[u8; BLOCK + 3]) -> bool {
    let [_, first @ ..] = block;
    let [_, second @ ..] = first;
    let [_, third @ ..] = second;
    let places = block.iter().zip(first).zip(second).zip(third);
    places.fold(false, |found, (((before, first), second), third)| {
        found | (!before.is_ascii_alphabetic() & may_open(*first, *second, *third))
    })
}

/// Finds the first canonical start in `text` whose preceding character is not an ASCII letter,
/// and returns the byte range of its words. What precedes `text` is no letter.
///
/// A canonical start is an [`opening`] that is complete: `change premise` needs its `to`.
pub(crate) fn find_canonical_start(text: &str) -> Option<Range<usize>> {
    find_start(text, |at| canonical_start(tail(text, at)))
}

/// Finds the first place in `text` that has no ASCII letter before it and at which `start` matches
/// a start, and returns the byte range of the start's words. What precedes `text` is no letter.
///
/// `start` is asked about few places: it takes an offset and gives the length of the words.
pub(crate) fn find_start(
    text: &str,
    start: impl Fn(usize) -> Option<usize>,
) -> Option<Range<usize>> {
    if let Some(words) = start(0) {
        return Some(0..words);
    }
    let mut at = 1;
    loop {
        let rest = text.as_bytes().get(at - 1..)?;
        let block = rest.first_chunk();
        if block.is_none_or(may_hold_start) {
            let places = block.map_or(rest, <[u8; BLOCK + 3]>::as_slice).windows(4);
            for (at, place) in (at..).zip(places) {
                if place.first().is_some_and(|before| !before.is_ascii_alphabetic())
                    && let Some(words) = start(at)
                {
                    return Some(at..at + words);
                }
            }
        }
        block?;
        at += BLOCK;
    }
}

/// Matches a canonical start at the beginning of `text`, and returns the length of its words.
fn canonical_start(text: &str) -> Option<usize> {
    if opens_like_none(text) {
        return None;
    }
    let rest = match opening(text)? {
        (Opening::ChangePremise, rest) => strip_to(rest)?,
        (_, rest) => rest,
    };
    Some(text.len() - rest.len())
}
