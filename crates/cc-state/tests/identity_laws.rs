//! Laws of identities and premises, on every character alone, on short ASCII text and on random
//! text; with naive steps to compare with.

mod support;

use cc_oracle::{ContractName, Oracle, WHITE_SPACE, check};
use cc_state::{ContractIdentity, ContractPremise, ContractState, Normalize, Policy};
use proptest::prelude::*;
use support::{LIVELY, lively};

fn identity<C: Normalize>(text: &str) -> String {
    ContractIdentity::<C>::new(text).map_or_else(String::new, |i| i.as_str().to_owned())
}

fn premise<C: Normalize>(text: &str) -> String {
    ContractPremise::<C>::new(text).map_or_else(String::new, |p| p.as_str().to_owned())
}

fn agrees<C: Oracle + Normalize>(text: &str) {
    assert_eq!(identity::<C>(text), C::naive_identity(text), "{text:?}");
    assert_eq!(premise::<C>(text), C::naive_premise(text), "{text:?}");
}

/// Every character, on its own.
fn characters() -> impl Iterator<Item = char> {
    (0..=0x10_ffff).filter_map(char::from_u32)
}

fn every_character_but_white_space_is_an_item_with_a_stable_identity<C: Oracle + Normalize>() {
    let mut buffer = [0; 4];
    for character in characters() {
        let text: &str = character.encode_utf8(&mut buffer);
        let normal = identity::<C>(text);
        // A character that stands for itself has been shown to be stable just now.
        if normal != text {
            assert_eq!(identity::<C>(&normal), normal, "{character:?}");
            let composed = C::naive_premise(text).to_lowercase();
            let article = C::NAME == ContractName::V0_5 && composed == "a";
            let empty = article || WHITE_SPACE.contains(&character);
            assert_eq!(normal.is_empty(), empty, "{character:?}");
        }
    }
}

fn every_character_but_white_space_is_a_premise_that_is_stable<C: Oracle + Normalize>() {
    let mut buffer = [0; 4];
    for character in characters() {
        let text: &str = character.encode_utf8(&mut buffer);
        let normal = premise::<C>(text);
        if normal != text {
            assert_eq!(premise::<C>(&normal), normal, "{character:?}");
            assert_eq!(normal.is_empty(), WHITE_SPACE.contains(&character), "{character:?}");
        }
    }
}

fn every_character_agrees_with_the_naive_steps<C: Oracle + Normalize>() {
    let mut buffer = [0; 4];
    // Beyond these planes there are no characters, or those of private use.
    let planes = (0..0x2_0000).chain(0xe_0000..0xf_0000);
    for character in planes.filter_map(char::from_u32) {
        // Ideographs, syllables and private use characters stand for themselves.
        let itself = matches!(character,
            '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7ff}' | '\u{e000}'..='\u{f8ff}');
        let text = character.encode_utf8(&mut buffer);
        if !itself && C::knows(text) {
            agrees::<C>(text);
        }
    }
}

fn the_path_for_ascii_agrees_with_the_tables_on_every_pair_of_characters<C: Oracle + Normalize>() {
    for first in '\0'..='\u{7f}' {
        for second in '\0'..='\u{7f}' {
            agrees::<C>(&String::from_iter([first, second]));
        }
    }
}

fn the_path_for_ascii_agrees_with_the_tables_on_every_short_text<C: Oracle + Normalize>() {
    const CHARACTERS: [&str; 7] = ["a", "Z", " ", "\t", "\u{1f}", "`", "~"];
    const WORDS: [&str; 9] = ["a", "The", "dont", "N", " ", "\u{1f}", "`", "-", "_"];
    for (tokens, depth) in [(&CHARACTERS[..], 5), (&WORDS[..], 4)] {
        for text in cc_oracle::sequences(tokens, depth) {
            agrees::<C>(&text);
            // The same text on the path for any text: the tables see a character that goes again.
            let with_other = format!("\u{3000}{text}");
            assert_eq!(identity::<C>(&with_other), identity::<C>(&text), "{text:?}");
        }
    }
}

fn every_three_lively_characters_agree_with_the_naive_steps<C: Oracle + Normalize>() {
    for first in LIVELY {
        for second in LIVELY {
            for third in ["J", "Ι", "Σ", "\u{30c}", "\u{316}", "\u{301}", " ", "’", "ß", "dont"]
            {
                agrees::<C>(&format!("{first}{second}{third}"));
            }
        }
    }
}

fn any_text_agrees_with_the_naive_steps<C: Oracle + Normalize>() {
    check(4_000, 0x5eed_0101, &lively(), |text| {
        agrees::<C>(&text);
        Ok(())
    });
}

fn the_path_for_ascii_agrees_with_the_tables_on_long_text<C: Oracle + Normalize>() {
    let words = prop::collection::vec("[ -~]{0,9}", 0..12);
    let space = prop::sample::select(&[" ", "  ", "\t", "\u{1c}", "`", "-"][..]);
    check(4_000, 0x5eed_0101, &(words, space), |(words, space)| {
        agrees::<C>(&words.join(space));
        Ok(())
    });
}

fn an_identity_is_its_own_identity_and_a_premise_its_own_premise<C: Oracle + Normalize>() {
    check(4_000, 0x5eed_0101, &lively(), |text| {
        let normal = identity::<C>(&text);
        prop_assert_eq!(identity::<C>(&normal), normal);
        let normal = premise::<C>(&text);
        prop_assert_eq!(premise::<C>(&normal), normal);
        Ok(())
    });
}

fn white_space_around_an_item_never_counts<C: Oracle + Normalize>() {
    check(4_000, 0x5eed_0101, &lively(), |text| {
        let padded = format!("\u{3000}\n{text} \u{1f}");
        prop_assert_eq!(identity::<C>(&padded), identity::<C>(&text));
        prop_assert_eq!(premise::<C>(&padded), premise::<C>(&text));
        Ok(())
    });
}

fn two_items_share_a_key_exactly_when_their_identities_are_equal<C: Oracle + Normalize>() {
    check(4_000, 0x5eed_0101, &(lively(), lively()), |(one, other)| {
        let pair = (ContractIdentity::<C>::new(&one), ContractIdentity::new(&other));
        if let (Some(first), Some(second)) = pair {
            let equal = first == second;
            prop_assert_eq!(equal, first.as_str() == second.as_str());
            let mut state = ContractState::new();
            prop_assert_eq!(state.insert(first, Policy::Use), None);
            let held = state.insert(second, Policy::Prohibit);
            prop_assert_eq!(held.is_some(), equal);
            prop_assert_eq!(state.policies().len(), if equal { 1 } else { 2 });
        }
        Ok(())
    });
}

cc_oracle::laws!(
    every_character_but_white_space_is_an_item_with_a_stable_identity,
    every_character_but_white_space_is_a_premise_that_is_stable,
    every_character_agrees_with_the_naive_steps,
    the_path_for_ascii_agrees_with_the_tables_on_every_pair_of_characters,
    the_path_for_ascii_agrees_with_the_tables_on_every_short_text,
    every_three_lively_characters_agree_with_the_naive_steps,
    any_text_agrees_with_the_naive_steps,
    the_path_for_ascii_agrees_with_the_tables_on_long_text,
    an_identity_is_its_own_identity_and_a_premise_its_own_premise,
    white_space_around_an_item_never_counts,
    two_items_share_a_key_exactly_when_their_identities_are_equal,
);

#[test]
fn articles_and_white_space_before_an_item_never_count_in_0_5() {
    check(4_000, 0x5eed_0502, &lively(), |text| {
        for before in ["\u{3000}\n", "the ", "A\u{a0}an "] {
            let longer = format!("{before}{text} \u{1f}");
            prop_assert_eq!(
                identity::<cc_oracle::V0_5>(&longer),
                identity::<cc_oracle::V0_5>(&text)
            );
        }
        Ok(())
    });
}
