//! The laws of classification on every text of at most six tokens.
//!
//! `support/sequences.rs` says what the tokens are and how they are joined. The classifier is
//! compared with a naive one on all spaced and all glued texts; the other laws are checked on all
//! spaced ones, and on glued ones of five tokens.

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
#[path = "support/sequences.rs"]
mod sequences;

use std::fmt::Write;

use actual::actual;
use cc_syntax::{Classification, Directive, Invalid, classify};
use naive::Verdict;
use sequences::{KINDS, MOST, each_glued, each_spaced, each_text, each_text_beside};

/// How many texts of each class a run has met.
#[derive(Default)]
struct Met {
    none: usize,
    invalid: usize,
    canonical: usize,
    literals: usize,
}

impl Met {
    fn compare(&mut self, text: &str) {
        let expected = naive::classify(text);
        assert_eq!(actual(text), expected, "{text:?}");
        match expected {
            Verdict::NoDirective => self.none += 1,
            Verdict::Invalid { .. } => self.invalid += 1,
            Verdict::Canonical { operands, .. } => {
                self.canonical += 1;
                self.literals += usize::from(operands == [None, None]);
            }
        }
    }

    fn total(&self) -> usize {
        self.none + self.invalid + self.canonical
    }
}

/// How many spaced texts are directive-shaped, and how many are a literal, counted by hand.
///
/// Any run of tabs and line feeds leads. Only tabs stand between the two words of an introducer. A
/// literal is followed by anything, as a space comes before each word; the other introducers are
/// not followed by a line feed, unless all the rest is tabs and line feeds, which are trimmed.
fn counted_by_hand() -> (usize, usize) {
    let (mut shaped, mut literals) = (0, 0);
    // Of one word: `use` and `prohibit`. Of two: `set premise`, `change premise`, `remove policy`.
    for (words, introducers, of_literals) in [(1, 2, 0), (2, 3, 3)] {
        for (leading, between, rest) in splits(MOST - words) {
            let tabs = usize::from(words == 2 || between == 0);
            let leads = 2_usize.pow(leading) * tabs;
            let white = 2_usize.pow(rest);
            let followed = match rest.checked_sub(1) {
                None => 1,
                Some(rest) => (KINDS - 1) * KINDS.pow(rest) + 2_usize.pow(rest),
            };
            shaped += leads * (introducers * followed + of_literals * KINDS.pow(rest));
            literals += leads * of_literals * white;
        }
    }
    (shaped, literals)
}

/// Every three numbers with a sum of at most `most`.
fn splits(most: u32) -> impl Iterator<Item = (u32, u32, u32)> {
    let upto = move |taken: u32| 0..=most - taken;
    upto(0).flat_map(move |one| {
        upto(one).flat_map(move |two| upto(one + two).map(move |three| (one, two, three)))
    })
}

#[test]
fn agrees_with_the_naive_classifier_on_every_text_of_six_tokens() {
    let (mut met, (shaped, literals)) = (Met::default(), counted_by_hand());
    let texts = each_spaced(|text| met.compare(text));
    assert_eq!(met.total(), texts);
    assert_eq!(met.invalid + met.canonical, shaped);
    assert_eq!(met.literals, literals);
    assert!(met.canonical.min(met.invalid) > 2_000_000);
}

#[test]
fn agrees_with_the_naive_classifier_on_every_glued_text_of_six_tokens() {
    let mut met = Met::default();
    let texts = each_glued(|text| met.compare(text));
    assert_eq!(met.total(), texts);
    assert!(met.canonical.min(met.invalid) > 100_000);
}

#[test]
fn every_directive_of_six_tokens_classifies_back_from_its_text() {
    let (mut shown, mut met) = (String::new(), 0_usize);
    each_text(|text| {
        let Classification::Canonical(directive) = classify(text) else { return };
        shown.clear();
        assert_eq!(write!(shown, "{directive}"), Ok(()));
        assert_eq!(classify(&shown), Classification::Canonical(directive), "{text:?}");
        assert_eq!(Directive::new(directive.form()), Ok(directive), "{text:?}");
        met += 1;
    });
    assert!(met > 2_000_000, "{met}");
}

#[test]
fn boundary_white_space_never_counts_around_any_text_of_six_tokens() {
    const BEFORE: &str = "\u{b}\n \t\r\u{c}";
    const AFTER: &str = " \r\u{c}\n\t\u{b}";
    let mut padded = String::new();
    each_text(|text| {
        padded.clear();
        padded.extend([BEFORE, text, AFTER]);
        match (classify(text), classify(&padded)) {
            (Classification::Invalid(plain), Classification::Invalid(padded)) => {
                assert_same_but_span(plain, padded, text);
                let (plain, padded) = (plain.span(), padded.span());
                assert_eq!(padded.start, plain.start + BEFORE.len(), "{text:?}");
                assert_eq!(padded.end, plain.end + BEFORE.len(), "{text:?}");
            }
            (plain, padded) => assert_eq!(padded, plain, "{text:?}"),
        }
    });
}

fn assert_same_but_span(one: Invalid, other: Invalid, text: &str) {
    assert_eq!(other.failure(), one.failure(), "{text:?}");
    assert_eq!(other.directive_kind(), one.directive_kind(), "{text:?}");
    assert_eq!(other.missing_operand(), one.missing_operand(), "{text:?}");
}

/// A run of separators in the place of one.
const RUN: &str = "\t \t";

/// Writes `text` with a run in the place of each separator.
fn widen(text: &str, into: &mut String) {
    into.clear();
    for character in text.chars() {
        match character {
            ' ' | '\t' => into.push_str(RUN),
            other => into.push(other),
        }
    }
}

/// Where byte `at` of `text` is when the text is widened.
fn widened(text: &str, at: usize) -> usize {
    let separators = text[..at].bytes().filter(|byte| matches!(byte, b' ' | b'\t')).count();
    at + separators * (RUN.len() - 1)
}

#[test]
fn a_longer_run_of_separators_changes_only_operands_in_any_text_of_six_tokens() {
    let mut wide_operand = String::new();
    each_text_beside(RUN, RUN, |text, wide_text| match (classify(text), classify(wide_text)) {
        (Classification::NoDirective, Classification::NoDirective) => {}
        (Classification::Invalid(plain), Classification::Invalid(wide)) => {
            assert_same_but_span(plain, wide, text);
            let (plain, wide) = (plain.span(), wide.span());
            assert_eq!(wide.start, widened(text, plain.start), "{text:?}");
            assert_eq!(wide.end, widened(text, plain.end), "{text:?}");
        }
        (Classification::Canonical(plain), Classification::Canonical(wide)) => {
            assert_eq!(wide.kind(), plain.kind(), "{text:?}");
            for ((_, plain), (_, wide)) in plain.operands().zip(wide.operands()) {
                widen(plain, &mut wide_operand);
                assert_eq!(wide, wide_operand, "{text:?}");
            }
        }
        (plain, wide) => panic!("{text:?} is {plain:?}, and widened {wide:?}"),
    });
}
