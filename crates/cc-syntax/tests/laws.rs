//! Laws of classification and of directives, on every short sequence of tokens and on random text.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "helpers of tests fail by panicking, as tests do"
)]

mod support;

use cc_oracle::{Asked, ContractName, KINDS, Oracle, V0_9, Verdict, check, config, sequences};
use cc_syntax::{
    Classification, ContractClassification, ContractDirective, Form, Grammar, SyntaxFailure,
    classify, classify_by,
};
use proptest::prelude::*;
use support::actual;

const CASES: u32 = 4_000;
const SEED: u64 = 0x5eed_0002;

/// Keywords, separators, white space and operand text, from which directives and their likes grow.
const PIECES: [&str; 47] = [
    "use",
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
    "Use",
    "Instead",
    "of",
    "to",
    " ",
    " ",
    " ",
    " ",
    "\t",
    "\n",
    "\r",
    "\u{b}",
    "\u{1f}",
    "\u{a0}",
    "\u{3000}",
    "a",
    "B",
    "é",
    ".",
    "-",
    "\"",
    "_",
    "ſ",
    "😀",
    "ª",
    "א",
    "你",
    "\u{1d400}",
    "ǅ",
    "\u{301}",
    "\u{345}",
    "٣",
    "Ⅷ",
    "Ⓐ",
    " ",
    " ",
];

fn pieces(most: usize) -> impl Strategy<Value = String> + Clone {
    prop::collection::vec(prop::sample::select(&PIECES), 0..most).prop_map(|p| p.concat())
}

/// Mostly texts that begin like a directive.
fn texts() -> impl Strategy<Value = String> + Clone {
    let opener = || prop::sample::select(&PIECES[..9]);
    prop_oneof![
        4 => (opener(), pieces(12)).prop_map(|(opener, rest)| format!("{opener} {rest}")),
        1 => (opener(), pieces(12)).prop_map(|(opener, rest)| format!("{opener}{rest}")),
        1 => (opener(), any::<String>(), pieces(6))
            .prop_map(|(opener, any, rest)| format!("{opener} {any}{rest}")),
        2 => pieces(12),
        1 => any::<String>(),
    ]
}

fn the_text_of_a_directive_classifies_back_to_it<C: Oracle + Grammar>() {
    check(CASES, SEED, &texts(), |text| {
        if let ContractClassification::Canonical(directive) = classify_by::<C>(&text) {
            let shown = directive.to_string();
            let again = classify_by(&shown);
            prop_assert_eq!(again, ContractClassification::Canonical(directive), "{:?}", text);
            prop_assert_eq!(ContractDirective::new(directive.form()), Ok(directive), "{:?}", text);
            // In 0.5 nothing is normalized, so the text is the very input.
            prop_assert!(shown == text || C::NAME != ContractName::V0_5, "{:?}", text);
        }
        Ok(())
    });
}

fn spans_lie_within_the_input_on_character_boundaries<C: Oracle + Grammar>() {
    check(CASES, SEED, &texts(), |text| {
        if let ContractClassification::Invalid(invalid) = classify_by::<C>(&text) {
            let span = invalid.span();
            prop_assert!(text.get(span.start..span.end).is_some(), "{:?} {:?}", text, span);
            let message = invalid.to_string();
            prop_assert!(!message.is_empty() && !message.contains('\n'));
        }
        Ok(())
    });
}

fn only_a_missing_operand_is_named_and_a_second_start_has_no_kind<C: Oracle + Grammar>() {
    check(CASES, SEED, &texts(), |text| {
        if let ContractClassification::Invalid(invalid) = classify_by::<C>(&text) {
            let missing = invalid.failure() == SyntaxFailure::MissingRequiredOperand;
            prop_assert_eq!(invalid.missing_operand().is_some(), missing);
            if let Some(operand) = invalid.missing_operand() {
                let kind = invalid.directive_kind().expect("a missing operand has a kind");
                prop_assert!(kind.operand_names().contains(&operand));
            }
            if invalid.failure() == SyntaxFailure::CompoundDirective {
                prop_assert_eq!(invalid.directive_kind(), None);
                prop_assert!(invalid.span().start < invalid.span().end);
            }
        }
        Ok(())
    });
}

fn ordinary_text_stays_ordinary_whatever_follows_its_first_word<C: Oracle + Grammar>() {
    check(CASES, SEED, &("[a-z]{1,9}[.:!?]", texts()), |(word, rest)| {
        let text = format!("{word} {rest}");
        prop_assert_eq!(classify_by::<C>(&text), ContractClassification::NoDirective);
        Ok(())
    });
}

/// The directives of all kinds with operands.
fn asked<'a>(one: &'a str, two: &'a str) -> impl Iterator<Item = Asked<'a>> {
    KINDS.into_iter().take(6).map(move |(kind, ..)| Asked::new(kind, [one, two]))
}

/// A form is accepted exactly when its text classifies back to it; which of the two it is.
fn agree<C: Oracle + Grammar>(asked: Asked<'_>) -> bool {
    let text = asked.text();
    let given_back = actual::<C>(&text) == Verdict::Canonical(asked);
    let kind = asked.kind.parse().expect("a kind");
    let form = Form::new(kind, asked.operands.map(Option::unwrap_or_default));
    assert_eq!(form.to_string(), text);
    match ContractDirective::<C>::new(form) {
        Ok(directive) => {
            assert!(given_back, "accepted {form:?}");
            assert_eq!(directive.form(), form);
            assert_eq!(directive.to_string(), text);
        }
        Err(error) => {
            assert!(!given_back, "refused {form:?}: {error}");
            assert_eq!(error.directive_kind(), kind);
            assert!(kind.operand_names().contains(&error.operand()));
        }
    }
    given_back
}

fn a_constructor_accepts_exactly_what_classification_gives_back<C: Oracle + Grammar>() {
    let operands = (prop_oneof![texts(), pieces(6)], prop_oneof![texts(), pieces(6)]);
    check(CASES, SEED, &operands, |(one, two)| {
        for asked in asked(&one, &two) {
            agree::<C>(asked);
        }
        Ok(())
    });
}

fn a_form_of_one_operand_is_accepted_exactly_when_its_text_gives_it_back<C: Oracle + Grammar>() {
    let tokens = ["instead of", "to", "use", "a", " ", "\t", "\n", "\u{b}", "\u{3000}"];
    let others = ["instead of", " instead of ", "to", "use", "a", " ", "\n", "\u{3000}", "é"];
    for (tokens, depth, least) in [(tokens, 4, 5_000), (others, 3, 500)] {
        let (mut accepted, mut refused) = (0, 0);
        for operand in sequences(&tokens, depth) {
            for asked in asked(&operand, "").take(5) {
                if agree::<C>(asked) { accepted += 1 } else { refused += 1 }
            }
        }
        assert!(accepted > least && refused > least, "{accepted} {refused}");
    }
}

fn a_form_of_two_operands_is_accepted_exactly_when_its_text_gives_it_back<C: Oracle + Grammar>() {
    let tokens = ["instead", "of", "instead of", "use", "a", " ", "\n", "\u{b}", "\u{3000}"];
    let others = ["instead of", " instead of", "instead", " of", "use", "a", " ", "\n", "\u{3000}"];
    // Longer operands of what delimits.
    let delimiters = sequences(&[" instead", " of", " a"], 4);
    let trimmed: Vec<String> = delimiters.iter().map(|text| text.trim().to_owned()).collect();
    let untrimmed = sequences(&[" instead", " of", " ", "a"], 3);
    let (mut accepted, mut refused) = (0, 0);
    for set in [&sequences(&tokens, 2), &sequences(&others, 2), &trimmed, &untrimmed] {
        for one in set {
            for two in set {
                if agree::<C>(Asked::new("replace_use", [one, two])) {
                    accepted += 1;
                } else {
                    refused += 1;
                }
            }
        }
    }
    assert!(accepted > 1_500 && refused > 5_500, "{accepted} {refused}");
}

cc_oracle::laws!(
    the_text_of_a_directive_classifies_back_to_it,
    spans_lie_within_the_input_on_character_boundaries,
    only_a_missing_operand_is_named_and_a_second_start_has_no_kind,
    ordinary_text_stays_ordinary_whatever_follows_its_first_word,
    a_constructor_accepts_exactly_what_classification_gives_back,
    a_form_of_one_operand_is_accepted_exactly_when_its_text_gives_it_back,
    a_form_of_two_operands_is_accepted_exactly_when_its_text_gives_it_back,
);

/// The class of a text without its span, which moves when text is put before it.
fn class(text: &str) -> Verdict<'_> {
    match actual::<V0_9>(text) {
        Verdict::Invalid { failure, kind, missing, .. } => {
            Verdict::Invalid { failure, kind, missing, span: (0, 0) }
        }
        other => other,
    }
}

/// The text with every ASCII letter in the other case.
fn swap_case(text: &str) -> String {
    let swap = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    text.chars().map(swap).collect()
}

proptest! {
    #![proptest_config(config(CASES, SEED))]

    #[test]
    fn boundary_white_space_never_counts(
        before in "[ \t\n\r\u{b}\u{c}]{0,4}",
        text in texts(),
        after in "[ \t\n\r\u{b}\u{c}]{0,4}",
    ) {
        let padded = format!("{before}{text}{after}");
        prop_assert_eq!(class(&padded), class(&text));
        if let (Classification::Invalid(padded), Classification::Invalid(plain)) =
            (classify(&padded), classify(&text))
        {
            prop_assert_eq!(padded.span().start, plain.span().start + before.len());
            prop_assert_eq!(padded.span().end, plain.span().end + before.len());
        }
    }

    #[test]
    fn ascii_case_decides_neither_the_class_nor_the_place_of_a_fault(text in texts()) {
        match (classify(&text), classify(&swap_case(&text))) {
            (Classification::Canonical(one), Classification::Canonical(other)) => {
                prop_assert_eq!(one.kind(), other.kind());
                let swapped: Vec<_> =
                    one.operands().map(|(name, text)| (name, swap_case(text))).collect();
                let others: Vec<_> =
                    other.operands().map(|(name, text)| (name, text.to_owned())).collect();
                prop_assert_eq!(swapped, others);
            }
            (one, other) => prop_assert_eq!(one, other),
        }
    }

    #[test]
    fn a_longer_run_of_separators_changes_nothing_but_operands(text in texts()) {
        let wider = text.replace(' ', " \t ");
        match (classify(&text), classify(&wider)) {
            (Classification::Canonical(one), Classification::Canonical(other)) => {
                prop_assert_eq!(one.kind(), other.kind());
                let widened: Vec<_> =
                    one.operands().map(|(_, text)| text.replace(' ', " \t ")).collect();
                let others: Vec<_> = other.operands().map(|(_, text)| text.to_owned()).collect();
                prop_assert_eq!(widened, others);
            }
            _ => prop_assert_eq!(class(&text), class(&wider)),
        }
    }
}
