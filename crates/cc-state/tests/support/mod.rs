//! What several tests share: a naive normalization and texts that collide.
#![allow(dead_code, reason = "each test uses its part")]

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use unicase::UniCase;
use unicode_normalization::UnicodeNormalization;

/// Unicode White_Space and U+001C to U+001F, written out (R1).
pub(crate) const WHITE_SPACE: [char; 29] = [
    '\u{9}', '\u{a}', '\u{b}', '\u{c}', '\u{d}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{1f}', '\u{20}',
    '\u{85}', '\u{a0}', '\u{1680}', '\u{2000}', '\u{2001}', '\u{2002}', '\u{2003}', '\u{2004}',
    '\u{2005}', '\u{2006}', '\u{2007}', '\u{2008}', '\u{2009}', '\u{200a}', '\u{2028}', '\u{2029}',
    '\u{202f}', '\u{205f}', '\u{3000}',
];

/// The contract's steps, one after the other, until nothing changes.
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

/// Characters that compose, decompose, fold, reorder, or are white space in some sense.
pub(crate) const LIVELY: [&str; 44] = [
    "a", "A", "j", "J", "s", "S", "ß", "ẞ", "ſ", "ﬁ", "ﬅ", "İ", "ı", "I", "Σ", "ς", "Ι", "ι",
    "\u{301}", "\u{308}", "\u{30c}", "\u{316}", "\u{307}", "\u{345}", "\u{300}", "é", "É", "Å",
    "ａ", "Ａ", "'", "’", "`", "´", " ", "  ", "\t", "\u{a0}", "\u{3000}", "\u{1c}", "\u{200d}",
    "\u{200b}", "한", "\u{1100}",
];

pub(crate) fn lively() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => prop::collection::vec(prop::sample::select(&LIVELY), 0..9).prop_map(|p| p.concat()),
        1 => any::<String>(),
    ]
}

/// A configuration under which every run tries the same cases.
pub(crate) fn config(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed),
        ..ProptestConfig::default()
    }
}
