//! What is looked up once and worked out in places is what the tables give for the whole text: on
//! every character, on every short text of lively ones, and on random text.

use icu_casemap::CaseMapper;
use icu_locale_core::LanguageIdentifier;
use proptest::prelude::*;
use unicase::UniCase;
use unicode_normalization::UnicodeNormalization;

use super::*;

/// Starters and marks that compose, with what is before them too, compatibility characters, and
/// pairs that share a place.
const LIVELY: [&str; 20] = [
    "a",
    "E",
    "é",
    "ẖ",
    "Ж",
    "\u{456}",
    "\u{496}",
    "ß",
    "İ",
    "\u{301}",
    "\u{316}",
    "\u{345}",
    "ﬁ",
    "，",
    "中",
    "\u{1100}",
    "\u{1161}",
    "\u{11a8}",
    "가",
    "\u{9c7}\u{9be}",
];

fn characters() -> impl Iterator<Item = char> {
    (0..=0x10_ffff).filter_map(char::from_u32)
}

/// Every character but those of planes that hold ideographs, private use or nothing.
fn most_characters() -> impl Iterator<Item = char> {
    (0..0x2_0000).chain(0xe_0000..0xe_1000).filter_map(char::from_u32)
}

fn passes_the_quick_check(character: char) -> bool {
    canonical_combining_class(character) == 0
        && is_nfkc_quick(std::iter::once(character)) == IsNormalized::Yes
}

/// Tries a law on every short text of lively characters, and on random text.
fn texts(law: impl Fn(&str)) {
    for text in cc_oracle::sequences(&LIVELY, 3) {
        law(&text);
    }
    let piece = prop_oneof![4 => prop::sample::select(&LIVELY[..]).prop_map(str::to_owned), 1 => any::<String>()];
    let pieces = prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat());
    cc_oracle::check(2_000, 0x5eed_0101, &pieces, |text| {
        law(&text);
        Ok(())
    });
}

#[test]
fn what_starts_afresh_is_what_the_annex_says() {
    for character in characters() {
        let passes = passes_the_quick_check(character);
        assert_eq!(starts_afresh(character), passes, "{character:?}");
        assert!(passes || !is_itself(character), "{character:?}");
    }
}

#[test]
fn what_starts_afresh_decomposes_to_what_does() {
    for character in characters().filter(|character| passes_the_quick_check(*character)) {
        let mut parts = std::iter::once(character).nfkd();
        assert!(parts.next().is_some_and(passes_the_quick_check), "{character:?}");
    }
}

#[test]
fn ideographs_and_syllables_have_no_case() {
    for character in characters().filter(|it| is_itself(*it) && !it.is_ascii()) {
        let text = character.to_string();
        assert_eq!(folded(&text), text);
        assert_eq!(lowered(&text), text);
    }
}

#[test]
fn nfkc_is_that_of_the_whole_text() {
    let law = |text: &str| assert_eq!(nfkc(text), text.nfkc().collect::<String>(), "{text:?}");
    most_characters().for_each(|character| law(&format!("e{character}\u{301}")));
    texts(law);
}

#[test]
fn nfkc_of_what_cannot_change_is_borrowed() {
    for text in ["", "a", "Crème", "привет, мир", "今天。", "안녕", "👍🏽"] {
        assert!(matches!(nfkc(text), Cow::Borrowed(_)), "{text:?}");
    }
}

#[test]
fn characters_are_folded_by_themselves() {
    texts(|text| {
        assert_eq!(
            mapped(text, |byte| byte.to_ascii_lowercase(), folded),
            folded(text),
            "{text:?}"
        );
    });
}

#[test]
fn all_but_the_sigma_are_lowered_by_themselves() {
    let law = |text: &str| {
        let lower = mapped(text, |byte| byte.to_ascii_lowercase(), lowered);
        assert_eq!(lower, lowered(text), "{text:?}");
    };
    let but_sigma = most_characters().filter(|character| *character != 'Σ');
    but_sigma.for_each(|character| law(&format!("J{character}\u{307}İ")));
    texts(|text| law(&text.replace('Σ', "")));
}

fn folded(text: &str) -> String {
    UniCase::unicode(text).to_folded_case()
}

fn lowered(text: &str) -> String {
    CaseMapper::new().lowercase_to_string(text, &LanguageIdentifier::UNKNOWN).into_owned()
}
