//! Classification compared with a second, naive classifier on every short sequence of tokens and on
//! random text.

#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of tests fail by panicking, as tests do"
)]

#[path = "support/met.rs"]
mod met;
mod support;

use cc_oracle::{ContractName, Oracle, V0_5, V0_9, check};
use cc_syntax::Grammar;
use met::Met;
use proptest::prelude::*;
use support::actual;

impl Met {
    /// Compares `text` followed by every sequence of at most `depth` tokens.
    fn compare_all<C: Oracle + Grammar>(
        &mut self,
        text: &mut String,
        tokens: &[&str],
        depth: usize,
    ) {
        self.compare::<C>(text);
        if depth > 0 {
            let length = text.len();
            for token in tokens {
                text.push_str(token);
                self.compare_all::<C>(text, tokens, depth - 1);
                text.truncate(length);
            }
        }
    }

    fn least(&self) -> usize {
        self.none.min(self.compound).min(self.missing).min(self.canonical)
    }
}

/// Texts, each followed by every sequence of at most so many of the tokens.
fn after_each<C: Oracle + Grammar>(texts: &[&str], tokens: &[&str], depth: u32) -> Met {
    let mut met = Met::default();
    for text in texts {
        met.compare_all::<C>(&mut (*text).to_owned(), tokens, depth as usize);
    }
    let sequences: usize = (0..=depth).map(|length| tokens.len().pow(length)).sum();
    assert_eq!(met.total(), texts.len() * sequences);
    met
}

/// A contract, with openings in the freest spelling that it has.
trait Opened: Oracle + Grammar {
    const OPENERS: [&str; 9];

    /// How many of the texts that 0.9 takes for a directive this contract takes for one at least,
    /// as a divisor: spelling is freer in 0.9.
    const FEWER: usize;
}

impl Opened for V0_9 {
    const FEWER: usize = 1;
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
}

impl Opened for V0_5 {
    const FEWER: usize = 20;
    const OPENERS: [&str; 9] = [
        "set premise",
        "change premise",
        "change premise to",
        "use",
        "prohibit",
        "remove policy",
        "clear premise",
        "reset policies",
        "clear state",
    ];
}

fn agrees_on_every_sequence_of_four_tokens_of_the_whole_alphabet<C: Opened>() {
    let tokens = [
        "use", "prohibit", "set", "premise", "change", "to", "clear", "state", "reset", "policies",
        "remove", "policy", "instead", "of", "a", " ", "\t", "\n", "\"", "\u{3000}", "é",
    ];
    let met = after_each::<C>(&[""], &tokens, 4);
    assert!(met.canonical > 100 / C::FEWER && met.invalid() > 100 / C::FEWER);
}

fn agrees_on_every_sequence_of_five_tokens_of_whole_keywords<C: Opened>() {
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
    let met = after_each::<C>(&[""], &tokens, 5);
    assert!(met.canonical > 1_000 && met.invalid() > 1_000);
}

fn agrees_on_every_sequence_of_four_tokens_with_letters_and_marks<C: Opened>() {
    let tokens = [
        "use",
        "prohibit",
        "set premise",
        "change premise",
        " to",
        "remove policy",
        "clear state",
        "instead of",
        "a",
        " ",
        "\n",
        "é",
        "\u{301}",
        "\u{3000}",
    ];
    let met = after_each::<C>(&[""], &tokens, 4);
    assert!(met.least() > 20, "{}", met.least());
}

fn agrees_on_every_sequence_of_words<C: Opened>() {
    let words = ["set", "premise", "change", "to", "clear", "state", "reset", "policies", " ", "x"];
    let all = after_each::<C>(&[""], &words, 4);
    let met = after_each::<C>(&["set premise ", "use x ", "clear state"], &words, 3);
    let least =
        (all.compound + met.compound).min(all.none + met.none).min(all.canonical + met.canonical);
    assert!(least > 5, "{least}");
}

fn agrees_on_every_sequence_of_four_tokens_after_each_opening<C: Opened>() {
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
    let met = after_each::<C>(&C::OPENERS, &tokens, 4);
    assert!(met.canonical.min(met.invalid()) > 10_000 / C::FEWER && met.none > 10_000);
    let tokens = [" ", "a", "use", "clear state", " instead of", "\u{a0}", "你", "Ⅷ"];
    let met = after_each::<C>(&C::OPENERS, &tokens, 4);
    assert!(met.least() > 50, "{}", met.least());
}

fn agrees_on_every_arrangement_of_seven_words_with_delimiters<C: Opened>() {
    let met = after_each::<C>(&["use"], &[" instead", " of", " a", " Instead\tOF"], 7);
    assert!(met.canonical > 5_000 && met.invalid() > 5_000 / C::FEWER);
}

fn agrees_on_every_arrangement_of_the_delimiter_and_white_space<C: Opened>() {
    let tokens = ["instead of", "instead", "of", "a", " ", "\n", "\u{b}", "\u{2003}"];
    let one = after_each::<C>(&["use "], &tokens, 5);
    let spaced = [" instead of", "instead of ", "\n", "\u{b}", "\u{2003}", " a"];
    let other = after_each::<C>(&["use "], &spaced, 6);
    assert!(one.canonical + other.canonical > 5_000);
    assert!(one.invalid() + other.invalid() > 5_000);
    let tokens = [" instead of", "instead of ", " instead", " of", "a", " ", "\u{2003}"];
    let met = after_each::<C>(&["use", "use "], &tokens, 5);
    assert!(met.missing.min(met.canonical) > 1_000);
    assert!(met.none > 1_000 || C::NAME == ContractName::V0_9);
}

fn agrees_wherever_a_second_start_stands_in_a_long_operand<C: Opened>() {
    let mut met = Met::default();
    for filler in ["x", "é", "日", "us", "\u{301}"] {
        for length in 0..100 {
            for before in ["-", "a", " ", "é", "\u{301}"] {
                for start in [
                    "use",
                    "CLEAR state",
                    "clear state",
                    "change  premise to",
                    "change premise to",
                    "change premise",
                ] {
                    for after in [0, 1, 40] {
                        let (lead, rest) = (filler.repeat(length), "y".repeat(after));
                        met.compare::<C>(&format!("use {lead}{before}{start} {rest}"));
                    }
                }
            }
        }
    }
    assert_eq!(met.none, 0);
    assert!(met.canonical > 5_000 && met.invalid() > 5_000);
}

/// Keywords, pieces of them, separators, white space, and characters that resemble any of these or
/// stand beside them, letters or not.
const PIECES: [&str; 70] = [
    "use",
    "USE",
    "Use",
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
    " instead of ",
    "set premise",
    "change premise to",
    "change premise",
    "remove policy",
    "clear premise",
    "reset policies",
    "clear state",
    " ",
    " ",
    " ",
    " ",
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
    "\u{1f}",
    "\u{85}",
    "\u{a0}",
    "\u{3000}",
    "\u{200b}",
    "ſ",
    "İ",
    "é",
    "ª",
    "ʰ",
    "א",
    "你",
    "한",
    "\u{1d400}",
    "ǅ",
    "\u{301}",
    "\u{345}",
    "٣",
    "Ⅷ",
    "Ⓐ",
    "😀",
    "1",
    "-",
    "_",
    ".",
    "\"",
    "a",
    "B",
];

fn pieces(most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&PIECES), 0..most).prop_map(|pieces| pieces.concat())
}

fn openers<C: Opened>() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&C::OPENERS[..])
}

fn agrees<C: Opened>(text: &str) -> Result<(), TestCaseError> {
    prop_assert_eq!(actual::<C>(text), C::naive_class(text), "{:?}", text);
    Ok(())
}

fn agrees_on_mixed_pieces<C: Opened>() {
    check(6_000, 0x5eed_0001, &pieces(16), |text| agrees::<C>(&text));
}

fn agrees_on_an_opening_and_mixed_pieces<C: Opened>() {
    check(6_000, 0x5eed_0001, &(openers::<C>(), pieces(12)), |(opener, rest)| {
        agrees::<C>(&format!("{opener} {rest}"))?;
        agrees::<C>(&format!("{opener}{rest}"))
    });
}

fn agrees_around_any_text<C: Opened>() {
    let values = (openers::<C>(), any::<String>(), pieces(4));
    check(1_500, 0x5eed_0001, &values, |(opener, any, rest)| {
        agrees::<C>(&any)?;
        agrees::<C>(&format!("{opener} {any}"))?;
        agrees::<C>(&format!("{opener} {any} {rest}"))?;
        agrees::<C>(&format!("{any} {opener}"))
    });
}

cc_oracle::laws!(
    agrees_on_every_sequence_of_four_tokens_of_the_whole_alphabet,
    agrees_on_every_sequence_of_five_tokens_of_whole_keywords,
    agrees_on_every_sequence_of_four_tokens_with_letters_and_marks,
    agrees_on_every_sequence_of_words,
    agrees_on_every_sequence_of_four_tokens_after_each_opening,
    agrees_on_every_arrangement_of_seven_words_with_delimiters,
    agrees_on_every_arrangement_of_the_delimiter_and_white_space,
    agrees_wherever_a_second_start_stands_in_a_long_operand,
    agrees_on_mixed_pieces,
    agrees_on_an_opening_and_mixed_pieces,
    agrees_around_any_text,
);
