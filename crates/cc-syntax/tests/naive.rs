//! Classification compared with a second, naive classifier on every short sequence of tokens and on
//! random text.

#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "helpers of tests fail by panicking, as tests do"
)]

#[path = "support/actual.rs"]
mod actual;
#[path = "support/naive.rs"]
mod naive;

use actual::actual;
use naive::Verdict;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// How many texts of each class a run has met.
#[derive(Default)]
struct Met {
    none: usize,
    invalid: usize,
    canonical: usize,
}

impl Met {
    fn compare(&mut self, text: &str) {
        let (expected, actual) = (naive::classify(text), actual(text));
        assert_eq!(actual, expected, "{text:?}");
        match expected {
            Verdict::NoDirective => self.none += 1,
            Verdict::Invalid { .. } => self.invalid += 1,
            Verdict::Canonical { .. } => self.canonical += 1,
        }
    }

    /// Compares `text` followed by every sequence of at most `depth` tokens.
    fn compare_all(&mut self, text: &mut String, tokens: &[&str], depth: usize) {
        self.compare(text);
        if depth > 0 {
            let length = text.len();
            for token in tokens {
                text.push_str(token);
                self.compare_all(text, tokens, depth - 1);
                text.truncate(length);
            }
        }
    }

    fn total(&self) -> usize {
        self.none + self.invalid + self.canonical
    }
}

/// The number of sequences of at most `depth` of `tokens` tokens.
fn sequences(tokens: usize, depth: u32) -> usize {
    (0..=depth).map(|length| tokens.pow(length)).sum()
}

const OPENERS: [&str; 9] = [
    "set premise",
    "Change Premise",
    "change\tpremise to",
    "USE",
    "prohibit",
    "remove policy",
    "clear premise",
    "reset policies",
    "clear state",
];

#[test]
fn agrees_on_every_sequence_of_four_tokens_of_the_whole_alphabet() {
    let tokens = [
        "use", "prohibit", "set", "premise", "change", "to", "clear", "state", "reset", "policies",
        "remove", "policy", "instead", "of", "a", " ", "\t", "\n", "\"", "\u{3000}", "é",
    ];
    let mut met = Met::default();
    met.compare_all(&mut String::new(), &tokens, 4);
    assert_eq!(met.total(), sequences(tokens.len(), 4));
    assert!(met.canonical > 100 && met.invalid > 100);
}

#[test]
fn agrees_on_every_sequence_of_five_tokens_of_whole_keywords() {
    let tokens = [
        "use",
        "prohibit",
        "set premise",
        "change premise",
        "to",
        "clear state",
        "instead of",
        "a",
        " ",
        "\n",
        "\"",
        "\u{3000}",
    ];
    let mut met = Met::default();
    met.compare_all(&mut String::new(), &tokens, 5);
    assert_eq!(met.total(), sequences(tokens.len(), 5));
    assert!(met.canonical > 1_000 && met.invalid > 1_000);
}

#[test]
fn agrees_on_every_sequence_of_four_tokens_after_each_opening() {
    let tokens = [
        " ",
        "a",
        ".",
        "to",
        "use",
        "clear state",
        "instead of",
        "\n",
        "\u{b}",
        "\u{a0}",
        "É",
        "\t",
    ];
    let mut met = Met::default();
    for opener in OPENERS {
        met.compare_all(&mut opener.to_owned(), &tokens, 4);
    }
    assert_eq!(met.total(), OPENERS.len() * sequences(tokens.len(), 4));
    assert!(met.canonical > 10_000 && met.invalid > 10_000 && met.none > 10_000);
}

#[test]
fn agrees_on_every_arrangement_of_seven_words_with_delimiters() {
    let tokens = [" instead", " of", " a", " Instead\tOF"];
    let mut met = Met::default();
    met.compare_all(&mut "use".to_owned(), &tokens, 7);
    assert_eq!(met.total(), sequences(tokens.len(), 7));
    assert!(met.canonical > 5_000 && met.invalid > 5_000);
}

#[test]
fn agrees_on_every_arrangement_of_the_delimiter_and_white_space() {
    let mut met = Met::default();
    let tokens = ["instead of", "instead", "of", "a", " ", "\n", "\u{b}", "\u{2003}"];
    met.compare_all(&mut "use ".to_owned(), &tokens, 5);
    let spaced = [" instead of", "instead of ", "\n", "\u{b}", "\u{2003}", " a"];
    met.compare_all(&mut "use ".to_owned(), &spaced, 6);
    assert_eq!(met.total(), sequences(tokens.len(), 5) + sequences(spaced.len(), 6));
    assert!(met.canonical > 5_000 && met.invalid > 5_000);
}

#[test]
fn agrees_wherever_a_second_start_stands_in_a_long_operand() {
    let mut met = Met::default();
    for filler in ["x", "é", "日", "us"] {
        for length in 0..100 {
            for before in ["-", "a", " "] {
                for start in ["use", "CLEAR state", "change  premise to", "change premise"] {
                    for after in [0, 1, 40] {
                        let (lead, rest) = (filler.repeat(length), "y".repeat(after));
                        met.compare(&format!("use {lead}{before}{start} {rest}"));
                    }
                }
            }
        }
    }
    assert_eq!(met.none, 0);
    assert!(met.canonical > 5_000 && met.invalid > 5_000);
}

/// Keywords, pieces of them, separators, white space, and characters that resemble any of these.
const PIECES: [&str; 40] = [
    "use",
    "USE",
    "prohibit",
    "set",
    "Set",
    "premise",
    "change",
    "to",
    "TO",
    "clear",
    "state",
    "reset",
    "policies",
    "remove",
    "policy",
    "instead",
    "of",
    "instead of",
    " ",
    " ",
    " ",
    " ",
    "\t",
    "  ",
    "\n",
    "\r",
    "\u{b}",
    "\u{c}",
    "\u{1c}",
    "\u{85}",
    "\u{a0}",
    "\u{3000}",
    "\u{200b}",
    "ſ",
    "İ",
    "é",
    "\u{301}",
    "1",
    "-",
    "a",
];

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0x5eed_0001),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(6_000))]

    #[test]
    fn agrees_on_mixed_pieces(
        pieces in prop::collection::vec(prop::sample::select(&PIECES), 0..16),
    ) {
        let text: String = pieces.concat();
        prop_assert_eq!(actual(&text), naive::classify(&text), "{:?}", text);
    }

    #[test]
    fn agrees_on_an_opening_and_mixed_pieces(
        opener in prop::sample::select(&OPENERS),
        pieces in prop::collection::vec(prop::sample::select(&PIECES), 0..12),
    ) {
        let text = format!("{opener} {}", pieces.concat());
        prop_assert_eq!(actual(&text), naive::classify(&text), "{:?}", text);
    }
}

proptest! {
    #![proptest_config(config(1_500))]

    #[test]
    fn agrees_on_an_opening_and_any_text(
        opener in prop::sample::select(&OPENERS),
        rest in any::<String>(),
    ) {
        let text = format!("{opener} {rest}");
        prop_assert_eq!(actual(&text), naive::classify(&text), "{:?}", text);
    }

    #[test]
    fn agrees_on_any_text(text in any::<String>()) {
        prop_assert_eq!(actual(&text), naive::classify(&text), "{:?}", text);
    }
}
