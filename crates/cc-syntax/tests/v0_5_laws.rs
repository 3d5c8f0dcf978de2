//! Laws of contract 0.5, and a naive classifier to compare with, on every short sequence of tokens
//! and on random text.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "helpers of tests fail by panicking, as tests do"
)]

#[path = "support/v0_5_actual.rs"]
mod actual;
#[path = "support/v0_5_naive.rs"]
mod naive;

use actual::actual;
use cc_syntax::Form;
use cc_syntax::v0_5::{Classification, Directive, classify};
use naive::{LETTERS, Verdict};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// How many texts of each class a run has met.
#[derive(Default)]
struct Met {
    none: usize,
    compound: usize,
    missing: usize,
    canonical: usize,
}

impl Met {
    fn compare(&mut self, text: &str) {
        let (expected, actual) = (naive::classify(text), actual(text));
        assert_eq!(actual, expected, "{text:?}");
        match expected {
            Verdict::NoDirective => self.none += 1,
            Verdict::Compound { .. } => self.compound += 1,
            Verdict::Missing { .. } => self.missing += 1,
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

    fn least(&self) -> usize {
        self.none.min(self.compound).min(self.missing).min(self.canonical)
    }
}

#[test]
fn agrees_with_the_naive_classifier_on_every_sequence_of_tokens() {
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
    let mut met = Met::default();
    met.compare_all(&mut String::new(), &tokens, 4);
    assert!(met.least() > 20, "{}", met.least());
}

#[test]
fn agrees_with_the_naive_classifier_on_every_sequence_of_words() {
    let words = ["set", "premise", "change", "to", "clear", "state", "reset", "policies", " ", "x"];
    let mut met = Met::default();
    met.compare_all(&mut String::new(), &words, 4);
    for opener in ["set premise ", "use x ", "clear state"] {
        met.compare_all(&mut opener.to_owned(), &words, 3);
    }
    assert!(met.compound.min(met.none).min(met.canonical) > 5, "{}", met.compound);
}

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

#[test]
fn agrees_with_the_naive_classifier_after_each_opening() {
    let tokens = [" ", "a", "use", "clear state", " instead of", "\u{a0}", "你", "Ⅷ"];
    let mut met = Met::default();
    for opener in OPENERS {
        met.compare_all(&mut opener.to_owned(), &tokens, 4);
    }
    assert!(met.least() > 50, "{}", met.least());
}

#[test]
fn agrees_with_the_naive_classifier_on_every_arrangement_of_delimiters() {
    let tokens = [" instead of", "instead of ", " instead", " of", "a", " ", "\u{2003}"];
    let mut met = Met::default();
    met.compare_all(&mut "use".to_owned(), &tokens, 5);
    met.compare_all(&mut "use ".to_owned(), &tokens, 5);
    assert!(met.none.min(met.missing).min(met.canonical) > 1_000);
}

#[test]
fn agrees_with_the_naive_classifier_wherever_a_second_start_stands() {
    let mut met = Met::default();
    for filler in ["x", "é", "日", "us", "\u{301}"] {
        for length in (0..72).step_by(if filler == "x" { 1 } else { 5 }) {
            for before in ["-", "a", " ", "é", "\u{301}"] {
                for start in ["use", "clear state", "change premise to", "change premise"] {
                    for after in [0, 1, 40] {
                        let (lead, rest) = (filler.repeat(length), "y".repeat(after));
                        met.compare(&format!("use {lead}{before}{start} {rest}"));
                    }
                }
            }
        }
    }
    assert!(met.canonical > 1_000 && met.compound > 1_000);
}

/// Keywords, separators, white space and operand text, from which directives and their likes grow.
const PIECES: [&str; 26] = [
    "use",
    "Use",
    "prohibit",
    "set premise",
    "change premise to",
    "change premise",
    "remove policy",
    "clear premise",
    "reset policies",
    "clear state",
    "instead of",
    " instead of ",
    "of",
    "to",
    " ",
    " ",
    " ",
    " ",
    "\t",
    "\n",
    "\u{1f}",
    "a",
    "B",
    ".",
    "\"",
    "_",
];

/// Characters beyond ASCII that the tests put beside starts and that are no letters.
const OTHERS: [char; 8] = ['\u{301}', '\u{345}', '٣', 'Ⅷ', 'Ⓐ', '\u{3000}', '\u{a0}', '😀'];

/// A piece, or a character of which it is known whether it is a letter.
fn pieces(most: usize) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(&PIECES).prop_map(str::to_owned),
        1 => prop::sample::select(&LETTERS).prop_map(String::from),
        1 => prop::sample::select(&OTHERS).prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..most).prop_map(|pieces| pieces.concat())
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (prop::sample::select(&OPENERS), pieces(9)).prop_map(|(o, p)| format!("{o} {p}")),
        1 => (prop::sample::select(&OPENERS), pieces(9)).prop_map(|(o, p)| format!("{o}{p}")),
        1 => pieces(12),
    ]
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 1_500,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0x5eed_0501),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn agrees_with_the_naive_classifier_on_mixed_pieces(text in texts()) {
        prop_assert_eq!(actual(&text), naive::classify(&text), "{:?}", text);
    }

    #[test]
    fn agrees_with_the_naive_classifier_around_any_text(
        opener in prop::sample::select(&OPENERS),
        any in any::<String>(),
        rest in pieces(4),
    ) {
        // Spaces keep what may be a letter in the arbitrary text away from starts.
        for text in [any.clone(), format!("{opener} {any} {rest}"), format!("{any} {opener}")] {
            prop_assert_eq!(actual(&text), naive::classify(&text), "{:?}", text);
        }
    }

    #[test]
    fn the_text_of_a_directive_classifies_back_to_it(text in texts()) {
        if let Classification::Canonical(directive) = classify(&text) {
            let shown = directive.to_string();
            // Nothing is normalized, so the text is the very input.
            prop_assert_eq!(&shown, &text);
            prop_assert_eq!(classify(&shown), Classification::Canonical(directive));
            prop_assert_eq!(Directive::new(directive.form()), Ok(directive));
        }
    }

    #[test]
    fn spans_lie_within_the_input_on_character_boundaries(
        opener in prop::sample::select(&OPENERS),
        any in any::<String>(),
        rest in pieces(6),
    ) {
        for text in [format!("{opener} {any}{rest}"), format!("{opener}{rest}{any}")] {
            if let Classification::Invalid(invalid) = classify(&text) {
                let span = invalid.span();
                let inside = text.get(span.start..span.end);
                prop_assert!(inside.is_some(), "{:?} {:?}", text, span);
                let message = invalid.to_string();
                prop_assert!(!message.is_empty() && !message.contains('\n'));
            }
        }
    }

    #[test]
    fn a_constructor_accepts_exactly_what_classification_gives_back(
        one in pieces(6),
        two in pieces(6),
    ) {
        for form in forms(&one, &two) {
            agree(form);
        }
    }
}

fn forms<'a>(one: &'a str, two: &'a str) -> [Form<'a>; 6] {
    [
        Form::SetPremise { value: one },
        Form::ChangePremise { value: one },
        Form::UseItem { item: one },
        Form::ProhibitItem { item: one },
        Form::RemovePolicy { item: one },
        Form::ReplaceUse { new_item: one, old_item: two },
    ]
}

/// The text that a form would have, written without a directive.
fn rendered(form: Form<'_>) -> String {
    match form {
        Form::SetPremise { value } => format!("set premise {value}"),
        Form::ChangePremise { value } => format!("change premise to {value}"),
        Form::UseItem { item } => format!("use {item}"),
        Form::ProhibitItem { item } => format!("prohibit {item}"),
        Form::RemovePolicy { item } => format!("remove policy {item}"),
        Form::ReplaceUse { new_item, old_item } => format!("use {new_item} instead of {old_item}"),
        Form::ClearPremise => "clear premise".to_owned(),
        Form::ResetPolicies => "reset policies".to_owned(),
        Form::ClearState => "clear state".to_owned(),
    }
}

/// A form is accepted exactly when its text classifies back to it; which of the two it is.
fn agree(form: Form<'_>) -> bool {
    let text = rendered(form);
    let given_back =
        matches!(classify(&text), Classification::Canonical(directive) if directive.form() == form);
    match Directive::new(form) {
        Ok(directive) => {
            assert!(given_back, "accepted {form:?}");
            assert_eq!(directive.form(), form);
            assert_eq!(directive.to_string(), text);
        }
        Err(error) => {
            assert!(!given_back, "refused {form:?}: {error}");
            assert_eq!(error.kind(), form.kind());
            assert!(form.kind().operand_names().contains(&error.operand()));
        }
    }
    given_back
}

/// Every sequence of at most `depth` tokens.
fn sequences(tokens: &[&str], depth: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut longest = all.clone();
    for _ in 0..depth {
        longest = longest
            .iter()
            .flat_map(|text| tokens.iter().map(move |token| format!("{text}{token}")))
            .collect();
        all.extend_from_slice(&longest);
    }
    all
}

#[test]
fn a_form_of_one_operand_is_accepted_exactly_when_its_text_gives_it_back() {
    let tokens = ["instead of", " instead of ", "to", "use", "a", " ", "\n", "\u{3000}", "é"];
    let (mut accepted, mut refused) = (0, 0);
    for operand in sequences(&tokens, 3) {
        for form in &forms(&operand, "")[..5] {
            if agree(*form) { accepted += 1 } else { refused += 1 }
        }
    }
    assert!(accepted > 500 && refused > 500, "{accepted} {refused}");
}

#[test]
fn a_form_of_two_operands_is_accepted_exactly_when_its_text_gives_it_back() {
    let tokens = ["instead of", " instead of", "instead", " of", "use", "a", " ", "\n", "\u{3000}"];
    let operands = sequences(&tokens, 2);
    let delimiters = sequences(&[" instead", " of", " ", "a"], 3);
    let (mut accepted, mut refused) = (0, 0);
    for set in [&operands, &delimiters] {
        for new_item in set {
            for old_item in set {
                let form = Form::ReplaceUse { new_item, old_item };
                if agree(form) { accepted += 1 } else { refused += 1 }
            }
        }
    }
    assert!(accepted > 500 && refused > 500, "{accepted} {refused}");
}
