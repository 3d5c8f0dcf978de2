//! Laws of classification and of directives, on every short sequence of tokens and on random text.

#![allow(clippy::indexing_slicing, reason = "helpers of tests fail by panicking, as tests do")]

use cc_syntax::{Classification, Directive, Form, SyntaxFailure, classify};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Keywords, separators, white space and operand text, from which directives and their likes grow.
const PIECES: [&str; 30] = [
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
    "Instead",
    "of",
    "to",
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
    "ſ",
    "😀",
];

fn texts() -> impl Strategy<Value = String> {
    let pieces = || prop::collection::vec(prop::sample::select(&PIECES), 0..12);
    prop_oneof![
        4 => (0..9_usize, pieces()).prop_map(|(at, p)| format!("{} {}", PIECES[at], p.concat())),
        2 => pieces().prop_map(|p| p.concat()),
        1 => any::<String>(),
    ]
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 4_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0x5eed_0002),
        ..ProptestConfig::default()
    }
}

/// The class of a text without its span, which moves when text is put before it.
fn class(text: &str) -> String {
    match classify(text) {
        Classification::Invalid(invalid) => format!(
            "{:?} {:?} {:?}",
            invalid.failure(),
            invalid.directive_kind(),
            invalid.missing_operand()
        ),
        other => format!("{other:?}"),
    }
}

/// The text with every ASCII letter in the other case.
fn swap_case(text: &str) -> String {
    text.chars()
        .map(
            |c| {
                if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
            },
        )
        .collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_text_of_a_directive_classifies_back_to_it(text in texts()) {
        if let Classification::Canonical(directive) = classify(&text) {
            let shown = directive.to_string();
            prop_assert_eq!(classify(&shown), Classification::Canonical(directive), "{:?}", text);
            prop_assert_eq!(Directive::new(directive.form()), Ok(directive), "{:?}", text);
        }
    }

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

    #[test]
    fn spans_lie_within_the_input_on_character_boundaries(text in texts()) {
        if let Classification::Invalid(invalid) = classify(&text) {
            let span = invalid.span();
            prop_assert!(text.get(span.start..span.end).is_some(), "{:?} {:?}", text, span);
        }
    }

    #[test]
    fn only_a_missing_operand_is_named_and_a_second_start_has_no_kind(text in texts()) {
        if let Classification::Invalid(invalid) = classify(&text) {
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
            let message = invalid.to_string();
            prop_assert!(!message.is_empty() && !message.contains('\n'));
        }
    }

    #[test]
    fn ordinary_text_stays_ordinary_whatever_follows_its_first_word(
        word in "[a-z]{1,9}[.:!?]",
        rest in texts(),
    ) {
        let text = format!("{word} {rest}");
        prop_assert_eq!(classify(&text), Classification::NoDirective);
    }

    #[test]
    fn a_constructor_accepts_what_classification_gives_back(
        one in texts(),
        two in texts(),
    ) {
        for form in forms(&one, &two) {
            agree(form)?;
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

/// A form is accepted exactly when its text classifies back to it.
fn agree(form: Form<'_>) -> Result<bool, TestCaseError> {
    let text = rendered(form);
    let given_back =
        matches!(classify(&text), Classification::Canonical(directive) if directive.form() == form);
    match Directive::new(form) {
        Ok(directive) => {
            prop_assert!(given_back, "accepted {:?}", form);
            prop_assert_eq!(directive.form(), form);
            prop_assert_eq!(directive.to_string(), text);
        }
        Err(error) => {
            prop_assert!(!given_back, "refused {:?}: {}", form, error);
            prop_assert_eq!(error.kind(), form.kind());
            prop_assert!(form.kind().operand_names().contains(&error.operand()));
        }
    }
    Ok(given_back)
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
    let tokens = ["instead of", "to", "use", "a", " ", "\t", "\n", "\u{b}", "\u{3000}"];
    let (mut accepted, mut refused) = (0, 0);
    for operand in sequences(&tokens, 4) {
        for form in &forms(&operand, "")[..5] {
            match agree(*form).expect("constructor and classifier agree") {
                true => accepted += 1,
                false => refused += 1,
            }
        }
    }
    assert!(accepted > 5_000 && refused > 5_000, "{accepted} {refused}");
}

#[test]
fn a_form_of_two_operands_is_accepted_exactly_when_its_text_gives_it_back() {
    let tokens = ["instead", "of", "instead of", "use", "a", " ", "\n", "\u{b}", "\u{3000}"];
    let operands = sequences(&tokens, 2);
    // Longer operands of what delimits.
    let delimiters = sequences(&[" instead", " of", " a"], 4);
    let trimmed: Vec<String> = delimiters.iter().map(|text| text.trim().to_owned()).collect();
    let (mut accepted, mut refused) = (0, 0);
    for set in [&operands, &trimmed] {
        for new_item in set {
            for old_item in set {
                let form = Form::ReplaceUse { new_item, old_item };
                match agree(form).expect("constructor and classifier agree") {
                    true => accepted += 1,
                    false => refused += 1,
                }
            }
        }
    }
    assert!(accepted > 1_000 && refused > 5_000, "{accepted} {refused}");
}
