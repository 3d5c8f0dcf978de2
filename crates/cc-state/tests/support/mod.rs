//! Texts that collide, and states made of them.
#![allow(dead_code, reason = "each test uses its part")]

use cc_state::{ContractIdentity, ContractPremise, ContractState, Normalize, Policy};
use proptest::prelude::*;

/// Characters that compose, decompose, fold, reorder, or are white space in some sense.
pub(crate) const LIVELY: [&str; 44] = [
    "a", "A", "j", "J", "s", "S", "ß", "ẞ", "ſ", "ﬁ", "ﬅ", "İ", "ı", "I", "Σ", "ς", "Ι", "ι",
    "\u{301}", "\u{308}", "\u{30c}", "\u{316}", "\u{307}", "\u{345}", "\u{300}", "é", "É", "Å",
    "ａ", "Ａ", "'", "’", "`", "´", " ", "  ", "\t", "\u{a0}", "\u{3000}", "\u{1c}", "\u{200d}",
    "\u{200b}", "한", "\u{1100}",
];

/// Texts of such characters, of articles and spellings with them, and of any others.
pub(crate) fn lively() -> impl Strategy<Value = String> + Clone {
    const WORDS: [&str; 16] = [
        "the", "The ", "a ", "an\u{a0}", "dont", "DONT", "don't", "don`t", "tea", "TEA", "Σ", "ΑΣ",
        "_", "1", ".", " ",
    ];
    let word = prop_oneof![prop::sample::select(&WORDS), prop::sample::select(&LIVELY)];
    prop_oneof![
        3 => prop::collection::vec(prop::sample::select(&LIVELY), 0..9).prop_map(|p| p.concat()),
        3 => prop::collection::vec(word, 0..8).prop_map(|p| p.concat()),
        1 => any::<String>(),
    ]
}

pub(crate) fn policies() -> impl Strategy<Value = Policy> + Clone {
    prop_oneof![Just(Policy::Use), Just(Policy::Prohibit)]
}

pub(crate) fn states<C: Normalize>() -> impl Strategy<Value = ContractState<C>> {
    let policies = prop::collection::vec((lively(), policies()), 0..6);
    (prop::option::of(lively()), policies).prop_map(|(premise, policies)| {
        let mut state = ContractState::new();
        state.set_premise(premise.as_deref().and_then(ContractPremise::new));
        for (item, policy) in &policies {
            if let Some(item) = ContractIdentity::new(item) {
                state.insert(item, *policy);
            }
        }
        state
    })
}
