//! The normal forms, written for being plainly right: the contracts' steps one after the other,
//! until nothing changes. They share nothing with the crate but the tables.

use unicase::UniCase;
use unicode_normalization::UnicodeNormalization;

/// Unicode White_Space and U+001C to U+001F, written out (R1).
pub(crate) const WHITE_SPACE: [char; 29] = [
    '\u{9}', '\u{a}', '\u{b}', '\u{c}', '\u{d}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{1f}', '\u{20}',
    '\u{85}', '\u{a0}', '\u{1680}', '\u{2000}', '\u{2001}', '\u{2002}', '\u{2003}', '\u{2004}',
    '\u{2005}', '\u{2006}', '\u{2007}', '\u{2008}', '\u{2009}', '\u{200a}', '\u{2028}', '\u{2029}',
    '\u{202f}', '\u{205f}', '\u{3000}',
];

/// The premise that a text states, or with `fold`, the identity of an item in contract 0.9; empty
/// if there is none.
pub(crate) fn naive(text: &str, fold: bool) -> String {
    let mut current = text.to_owned();
    loop {
        let composed: String = current.nfkc().collect();
        let quoted = composed.replace(['\u{2019}', '\u{60}'], "'");
        let folded = if fold { UniCase::unicode(&quoted).to_folded_case() } else { quoted.clone() };
        let words: Vec<&str> = folded.split(WHITE_SPACE).filter(|word| !word.is_empty()).collect();
        let next = words.join(" ");
        if next == current {
            return next;
        }
        current = next;
    }
}
