//! Looking for the starts of directives in a text, many bytes at a time.
//!
//! Where a directive starts is for a grammar to say. Every introducer of the table begins with one
//! of a few triples of letters, and most places in a text are ruled out by that alone.

use core::ops::Range;

use crate::form::FIRST_LETTERS;
use crate::scan::lower;

/// The letters that introducers begin with, as bits from `a` on.
const INITIALS: u32 = {
    let mut initials = 0;
    let mut rest = FIRST_LETTERS.as_slice();
    while let [[first, ..], others @ ..] = rest {
        initials |= 1 << (*first - b'a');
        rest = others;
    }
    initials
};

/// Whether a text that begins with these letters, in any case, may begin like a directive. This is
/// only a quick way to say no.
#[inline]
fn may_open(first: u8, second: u8, third: u8) -> bool {
    // The first byte settles it for most texts.
    let initial = lower(first).wrapping_sub(b'a');
    initial < 26
        && INITIALS >> initial & 1 == 1
        && FIRST_LETTERS.contains(&[first, second, third].map(lower))
}

/// Whether `text` certainly begins like no directive, judged by its first bytes.
#[inline]
pub(crate) fn opens_like_none(text: &str) -> bool {
    let [first, second, third, ..] = text.as_bytes() else { return true };
    !may_open(*first, *second, *third)
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
    // Without branches, so that many places are looked at together.
    places.fold(false, |found, (((before, first), second), third)| {
        found
            | (!before.is_ascii_alphabetic()
                & is_opening(lower(*first), lower(*second), lower(*third)))
    })
}

/// Whether a directive begins with these lowercase letters.
#[inline]
fn is_opening(first: u8, second: u8, third: u8) -> bool {
    FIRST_LETTERS.iter().fold(false, |found, [one, two, three]| {
        found | ((first == *one) & (second == *two) & (third == *three))
    })
}

/// Finds the first place in `text` that has no ASCII letter before it and at which `start` matches
/// a start, and returns the byte range of the start's words. What precedes `text` is no letter.
///
/// `start` is asked about few places: it takes an offset and gives the length of the words.
pub(crate) fn find_start(
    text: &str,
    start: impl Fn(usize) -> Option<usize>,
) -> Option<Range<usize>> {
    if !opens_like_none(text)
        && let Some(words) = start(0)
    {
        return Some(0..words);
    }
    let mut at = 1;
    loop {
        let rest = text.as_bytes().get(at - 1..)?;
        let block = rest.first_chunk();
        if block.is_none_or(may_hold_start) {
            let places = block.map_or(rest, <[u8; BLOCK + 3]>::as_slice).array_windows::<4>();
            for (at, [before, first, second, third]) in (at..).zip(places) {
                if !before.is_ascii_alphabetic()
                    && may_open(*first, *second, *third)
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
