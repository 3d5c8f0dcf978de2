//! Normal forms: what a contract decides, and what it decides with.
//!
//! The rules are those of each contract alone and stand in its module. What they share is the way
//! to a fixed point (R3) and the short cut for ASCII.

use std::borrow::Cow;

use cc_contract::Contract;
use cc_text::collapse;

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

/// Applies `pass` until nothing changes. One pass must be the fixed point of ASCII text.
pub(crate) fn fixed_point(text: &str, pass: impl Fn(&str) -> String) -> String {
    let mut normal = pass(text);
    for _ in 0..MAX_PASSES {
        // INVARIANT: what a pass gives back is trimmed and collapsed whatever it holds, so ASCII
        // needs no second look.
        if normal.is_ascii() {
            break;
        }
        let next = pass(&normal);
        if next == normal {
            break;
        }
        normal = next;
    }
    normal
}

/// ASCII text with white space collapsed and trimmed, and every byte as `map` gives it. `map`
/// neither takes nor gives white space. Allocates only if something changes inside.
pub(crate) fn ascii_form(text: &str, map: impl Fn(u8) -> u8) -> Cow<'_, str> {
    let is_space = |byte: &u8| *byte == b' ' || is_control_space(*byte);
    let before = text.bytes().take_while(is_space).count();
    let after = text.bytes().rev().take_while(is_space).count();
    let trimmed = text.get(before..text.len() - after).unwrap_or_default();
    if stays(trimmed.as_bytes(), &map) {
        return Cow::Borrowed(trimmed);
    }
    let mapped = collapse(trimmed).bytes().map(|byte| char::from(map(byte))).collect();
    Cow::Owned(mapped)
}

/// Whether trimmed ASCII text is its own normal form.
fn stays(bytes: &[u8], map: impl Fn(u8) -> u8) -> bool {
    let stays = |byte: &u8| !is_control_space(*byte) & (map(*byte) == *byte);
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    if bytes.len() < SHORT {
        return bytes.iter().all(stays) && pairs.clone().all(is_no_run);
    }
    // All of it is looked at without a branch on what is seen, so that many bytes are looked at
    // together.
    let each = bytes.iter().fold(true, |normal, byte| normal & stays(byte));
    pairs.fold(each, |normal, pair| normal & is_no_run(pair))
}

/// Whether an ASCII byte is white space other than the space.
#[inline]
const fn is_control_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r') | matches!(byte, 0x1c..=0x1f)
}

/// Whether two bytes in a row are not both spaces.
#[inline]
fn is_no_run((byte, next): (&u8, &u8)) -> bool {
    !((*byte == b' ') & (*next == b' '))
}

/// Below this many bytes it is not worth looking at many together.
const SHORT: usize = 32;
