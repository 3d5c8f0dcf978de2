//! Laws of identities and premises, on every character alone, on short ASCII text and on random
//! text; with a naive normalization to compare with.

mod support;

use cc_state::{Identity, Policy, Premise, State};
use proptest::prelude::*;
use support::{LIVELY, WHITE_SPACE, config, lively, naive};

fn identity(text: &str) -> String {
    Identity::new(text).map(|identity| identity.as_str().to_owned()).unwrap_or_default()
}

fn premise(text: &str) -> String {
    Premise::new(text).map(|premise| premise.as_str().to_owned()).unwrap_or_default()
}

/// Every character that is not white space, on its own.
fn characters() -> impl Iterator<Item = char> {
    (0..=0x10_ffff).filter_map(char::from_u32).filter(|c| !WHITE_SPACE.contains(c))
}

#[test]
fn every_character_but_white_space_is_an_item_with_a_stable_identity() {
    let mut buffer = [0; 4];
    for character in characters() {
        let identity = identity(character.encode_utf8(&mut buffer));
        assert!(!identity.is_empty(), "{character:?}");
        // A character that stands for itself has been shown to be stable just now.
        if !identity.starts_with(character) || identity.len() != character.len_utf8() {
            let again = Identity::new(&identity).expect("an identity has an identity");
            assert_eq!(again.as_str(), identity, "{character:?}");
        }
    }
}

#[test]
fn every_character_but_white_space_is_a_premise_that_is_stable() {
    let mut buffer = [0; 4];
    for character in characters() {
        let premise = premise(character.encode_utf8(&mut buffer));
        assert!(!premise.is_empty(), "{character:?}");
        if !premise.starts_with(character) || premise.len() != character.len_utf8() {
            let again = Premise::new(&premise).expect("a premise is a premise");
            assert_eq!(again.as_str(), premise, "{character:?}");
        }
    }
}

#[test]
fn every_character_of_the_first_planes_agrees_with_the_naive_steps() {
    for character in (0..0x2_0000).filter_map(char::from_u32) {
        // CJK ideographs and private use characters stand for themselves.
        if matches!(character, '\u{3400}'..='\u{9fff}' | '\u{e000}'..='\u{f8ff}') {
            continue;
        }
        let text = character.to_string();
        assert_eq!(identity(&text), naive(&text, true), "{text:?}");
    }
}

#[test]
fn the_path_for_ascii_agrees_with_the_tables_on_every_pair_of_characters() {
    for first in '\0'..='\u{7f}' {
        for second in '\0'..='\u{7f}' {
            let text: String = [first, second].iter().collect();
            assert_eq!(identity(&text), naive(&text, true), "{text:?}");
            assert_eq!(premise(&text), naive(&text, false), "{text:?}");
        }
    }
}

#[test]
fn the_path_for_ascii_agrees_with_the_tables_on_every_short_text() {
    const TOKENS: [char; 7] = ['a', 'Z', ' ', '\t', '\u{1f}', '`', '~'];
    let mut texts = vec![String::new()];
    for _ in 0..5 {
        texts = texts
            .iter()
            .flat_map(|text| TOKENS.iter().map(move |token| format!("{text}{token}")))
            .collect();
        for text in &texts {
            assert_eq!(identity(text), naive(text, true), "{text:?}");
            assert_eq!(premise(text), naive(text, false), "{text:?}");
        }
    }
}

#[test]
fn every_three_lively_characters_agree_with_the_naive_steps() {
    for first in LIVELY {
        for second in LIVELY {
            for third in ["J", "Ι", "\u{30c}", "\u{316}", "\u{301}", " ", "’", "ß"] {
                let text = format!("{first}{second}{third}");
                assert_eq!(identity(&text), naive(&text, true), "{text:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(config(4_000, 0x5eed_0101))]

    #[test]
    fn any_text_agrees_with_the_naive_steps(text in lively()) {
        prop_assert_eq!(identity(&text), naive(&text, true));
        prop_assert_eq!(premise(&text), naive(&text, false));
    }

    #[test]
    fn the_path_for_ascii_agrees_with_the_tables_on_long_text(
        words in prop::collection::vec("[ -~]{0,9}", 0..12),
        space in prop::sample::select(&[" ", "  ", "\t", "\u{1c}", "`", "-"][..]),
    ) {
        let text = words.join(space);
        prop_assert_eq!(identity(&text), naive(&text, true));
        prop_assert_eq!(premise(&text), naive(&text, false));
    }

    #[test]
    fn an_identity_is_its_own_identity_and_a_premise_its_own_premise(text in lively()) {
        let identity = identity(&text);
        prop_assert_eq!(Identity::new(&identity).map(|i| i.as_str().to_owned()).unwrap_or_default(), identity);
        let premise = premise(&text);
        prop_assert_eq!(Premise::new(&premise).map(|p| p.as_str().to_owned()).unwrap_or_default(), premise);
    }

    #[test]
    fn white_space_around_an_item_never_counts(text in lively()) {
        let padded = format!("\u{3000}\n{text} \u{1f}");
        prop_assert_eq!(identity(&padded), identity(&text));
        prop_assert_eq!(premise(&padded), premise(&text));
    }

    #[test]
    fn two_items_share_a_key_exactly_when_their_identities_are_equal(
        one in lively(),
        other in lively(),
    ) {
        if let (Some(first), Some(second)) = (Identity::new(&one), Identity::new(&other)) {
            let equal = first == second;
            prop_assert_eq!(equal, first.as_str() == second.as_str());
            let mut state = State::new();
            prop_assert_eq!(state.insert(first, Policy::Use), None);
            let held = state.insert(second, Policy::Prohibit);
            prop_assert_eq!(held.is_some(), equal);
            prop_assert_eq!(state.policies().len(), if equal { 1 } else { 2 });
        }
    }
}
