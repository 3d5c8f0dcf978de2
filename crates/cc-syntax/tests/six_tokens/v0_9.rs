//! What only contract 0.9 says of every text of so many tokens.

use cc_oracle::V0_9;
use cc_syntax::{Classification, Invalid, classify};

use super::texts::{KINDS, each_text, each_text_beside};
use super::{Counted, Met, at_least};

depths! {
    [V0_9:
        agrees_with_the_naive_classifier_on_every_spaced_text,
        agrees_with_the_naive_classifier_on_every_glued_text,
        every_directive_classifies_back_from_its_text,
    ]
    boundary_white_space_never_counts_around_any_text,
    a_longer_run_of_separators_changes_only_operands_in_any_text
}

impl Counted for V0_9 {
    const DIRECTIVES: usize = 2_000_000;

    fn assert_spaced(met: &Met, most: u32) {
        let (shaped, literals) = counted_by_hand(most);
        assert_eq!(met.invalid() + met.canonical, shaped);
        assert_eq!(met.literals, literals);
        assert!(met.canonical.min(met.invalid()) > at_least(2_000_000, most));
    }

    fn assert_glued(met: &Met, most: u32) {
        assert!(met.canonical.min(met.invalid()) > at_least(100_000, most));
    }
}

/// How many spaced texts are directive-shaped, and how many are a literal, counted by hand.
///
/// Any run of tabs and line feeds leads. Only tabs stand between the two words of an introducer. A
/// literal is followed by anything, as a space comes before each word; the other introducers are
/// not followed by a line feed, unless all the rest is tabs and line feeds, which are trimmed.
fn counted_by_hand(most: u32) -> (usize, usize) {
    let (mut shaped, mut literals) = (0, 0);
    // Of one word: `use` and `prohibit`. Of two: `set premise`, `change premise`, `remove policy`.
    for (words, introducers, of_literals) in [(1, 2, 0), (2, 3, 3)] {
        for (leading, between, rest) in splits(most - words) {
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

fn boundary_white_space_never_counts_around_any_text(most: u32) {
    const BEFORE: &str = "\u{b}\n \t\r\u{c}";
    const AFTER: &str = " \r\u{c}\n\t\u{b}";
    let mut padded = String::new();
    each_text(most, |text| {
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

fn a_longer_run_of_separators_changes_only_operands_in_any_text(most: u32) {
    let mut wide_operand = String::new();
    each_text_beside(most, RUN, RUN, |text, wide_text| {
        match (classify(text), classify(wide_text)) {
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
        }
    });
}
