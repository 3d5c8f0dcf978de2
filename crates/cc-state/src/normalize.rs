//! Normal forms: what a contract decides, and what it decides with.
//!
//! The rules are those of each contract alone and stand in its module. What they share is the way
//! to a fixed point (R3) and the short cut for ASCII.

use std::borrow::Cow;

use cc_contract::Contract;
use cc_text::{collapse, is_white_space};

use crate::unicode::nfkc;

/// The Unicode version of the normalization tables that identities depend on (R12).
///
/// The tables of case folding are those of the `unicase` crate; the two agree on every character
/// that the fixtures use.
///
/// ```
/// assert!(cc_state::UNICODE_VERSION >= (14, 0, 0));
/// ```
pub const UNICODE_VERSION: (u8, u8, u8) = unicode_normalization::UNICODE_VERSION;

/// The normal forms of a contract. This is all that contracts may differ in on this layer.
pub trait Normalize: Contract {
    /// What an item without an identity is, for messages.
    const NOTHING: &str;

    /// The identity of an item, which is empty if the item has none. It is its own identity.
    fn identity(item: &str) -> Cow<'_, str>;

    /// The normal form of a premise, which is empty if there is none. It is its own normal form.
    fn premise(text: &str) -> Cow<'_, str>;
}

/// More passes than any text needs. Two reach the fixed point on every sequence tried, and a
/// third confirms it; the bound only keeps a fault in a table from becoming an endless loop.
const MAX_PASSES: usize = 16;

/// Applies NFKC and then `finish` until nothing changes. `finish` must give back what it has given.
pub(crate) fn fixed_point(text: &str, finish: impl Fn(&str) -> String) -> String {
    let mut normal = finish(&nfkc(text));
    for _ in 0..MAX_PASSES {
        // So only NFKC can still change anything, and most often it does not.
        let composed = nfkc(&normal);
        if *composed == *normal {
            break;
        }
        normal = finish(&composed);
    }
    normal
}

/// ASCII text with white space collapsed and trimmed, and every byte as `map` gives it; none of
/// other text. `map` neither takes nor gives white space, and keeps a full stop. Allocates only if
/// something changes inside.
pub(crate) fn ascii_form(text: &str, map: impl Fn(u8) -> u8) -> Option<Cow<'_, str>> {
    if stays(text.as_bytes(), &map) {
        return Some(Cow::Borrowed(text));
    }
    if !text.is_ascii() {
        return None;
    }
    let trimmed = text.trim_matches(is_white_space);
    if stays(trimmed.as_bytes(), &map) {
        return Some(Cow::Borrowed(trimmed));
    }
    let mapped = collapse(trimmed).bytes().map(|byte| char::from(map(byte))).collect();
    Some(Cow::Owned(mapped))
}

/// Whether text is ASCII in its own normal form.
fn stays(text: &[u8], map: impl Fn(u8) -> u8) -> bool {
    if text.first() == Some(&b' ') || text.last() == Some(&b' ') {
        return false;
    }
    let mut rest = text;
    while let Some(block) = rest.first_chunk() {
        if !block_stays(block, &map) {
            return false;
        }
        rest = rest.get(BLOCK..).unwrap_or_default();
    }
    let mut last = [b'.'; BLOCK + 1];
    if let Some(begin) = last.get_mut(..rest.len()) {
        begin.copy_from_slice(rest);
    }
    block_stays(&last, map)
}

/// How many bytes are looked at together.
const BLOCK: usize = 32;

/// Whether all bytes but the last stay, with which the next block begins. There is no branch on
/// what is seen, so that they are looked at together.
fn block_stays(block: &[u8; BLOCK + 1], map: impl Fn(u8) -> u8) -> bool {
    let [_, after @ ..] = block;
    block.iter().zip(after).fold(true, |all, (byte, next)| {
        let is_run = (*byte == b' ') & (*next == b' ');
        let is_control_space = matches!(byte, b'\t'..=b'\r') | matches!(byte, 0x1c..=0x1f);
        all & byte.is_ascii() & !is_run & !is_control_space & (map(*byte) == *byte)
    })
}
