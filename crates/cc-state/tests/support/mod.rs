//! What several tests share: a naive normalization and texts that collide.
#![allow(dead_code, unused_imports, reason = "each test uses its part")]

mod steps;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

pub(crate) use steps::{WHITE_SPACE, naive};

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
