//! The laws of classification of contract 0.5 on every text of at most six tokens.
//!
//! `support/sequences.rs` says what the tokens are and how they are joined. The classifier is
//! compared with a naive one on all spaced and all glued texts; the other laws are checked on all
//! spaced ones, and on glued ones of five tokens.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "helpers of tests fail by panicking, as tests do"
)]

#[path = "support/v0_5_actual.rs"]
mod actual;
#[path = "support/v0_5_naive.rs"]
mod naive;
#[path = "support/sequences.rs"]
mod sequences;

use std::fmt::Write;

use actual::actual;
use cc_syntax::v0_5::{Classification, Directive, classify};
use cc_syntax::{Form, Kind};
use naive::Verdict;
use sequences::{KINDS, MOST, WORDS, each_glued, each_spaced, each_text, each_text_beside};

/// How many texts of each class a run has met. `literals` are canonical, and `after_literal`
/// compound ones that begin with a literal.
#[derive(Default)]
struct Met {
    none: usize,
    compound: usize,
    missing: usize,
    canonical: usize,
    literals: usize,
    after_literal: usize,
}

impl Met {
    fn compare(&mut self, text: &str) {
        let expected = naive::classify(text);
        assert_eq!(actual(text), expected, "{text:?}");
        match expected {
            Verdict::NoDirective => self.none += 1,
            Verdict::Compound { .. } => {
                self.compound += 1;
                let literal = ["clear ", "reset "].iter().any(|word| text.starts_with(word));
                self.after_literal += usize::from(literal);
            }
            Verdict::Missing { .. } => self.missing += 1,
            Verdict::Canonical { operands, .. } => {
                self.canonical += 1;
                self.literals += usize::from(operands == [None, None]);
            }
        }
    }

    fn total(&self) -> usize {
        self.none + self.compound + self.missing + self.canonical
    }

    /// The directives and their likes that begin with a prefix.
    fn of_prefixes(&self) -> usize {
        let all = self.compound + self.missing + self.canonical;
        all - self.literals - self.after_literal
    }
}

/// How many spaced texts begin with a prefix, counted by hand.
///
/// The words of a prefix lead, with nothing between them. Then the text ends, or one of those
/// tokens follows before which a space stands: a word, or a quote, which opens.
fn counted_by_hand() -> usize {
    // `use` and `prohibit`; `set premise` and `remove policy`; `change premise to`.
    let prefixes = [(1, 2), (2, 2), (3, 1)];
    prefixes.map(|(words, count)| count * (1 + rests(MOST - words))).iter().sum()
}

/// The number of sequences of one to `most` tokens of which a space stands before the first.
fn rests(most: u32) -> usize {
    (0..most).map(|others| (WORDS + 1) * KINDS.pow(others)).sum()
}

#[test]
fn agrees_with_the_naive_classifier_on_every_text_of_six_tokens() {
    let mut met = Met::default();
    let texts = each_spaced(|text| met.compare(text));
    assert_eq!(met.total(), texts);
    assert_eq!(met.of_prefixes(), counted_by_hand());
    assert_eq!(met.literals, 3);
    assert!(met.compound.min(met.canonical) > 1_000_000 && met.missing > 1_000);
}

#[test]
fn agrees_with_the_naive_classifier_on_every_glued_text_of_six_tokens() {
    let mut met = Met::default();
    let texts = each_glued(|text| met.compare(text));
    assert_eq!(met.total(), texts);
    assert_eq!(met.literals, 3);
    assert!(met.canonical.min(met.compound) > 10_000 && met.missing > 100);
}

#[test]
fn every_directive_of_six_tokens_classifies_back_from_its_text() {
    let (mut shown, mut met) = (String::new(), 0_usize);
    each_text(|text| {
        let Classification::Canonical(directive) = classify(text) else { return };
        shown.clear();
        assert_eq!(write!(shown, "{directive}"), Ok(()));
        // There is no lexical freedom, so it is the very text.
        assert_eq!(shown, text);
        assert_eq!(Directive::new(directive.form()), Ok(directive), "{text:?}");
        met += 1;
    });
    assert!(met > 1_000_000, "{met}");
}

#[test]
fn white_space_around_any_text_of_six_tokens_is_part_of_it() {
    let mut padded = String::new();
    each_text(|text| {
        if text.starts_with(['\t', '\n']) {
            assert_eq!(classify(text), Classification::NoDirective, "{text:?}");
        }
        padded.clear();
        padded.extend([" ", text]);
        assert_eq!(classify(&padded), Classification::NoDirective, "{text:?}");
        for space in ['\t', '\n'] {
            padded.push(space);
            // The text after the space before it.
            let longer = classify(&padded[1..]);
            match classify(text) {
                // What is missing may be there then, and what ends the text may be no start.
                Classification::Invalid(_) => {}
                Classification::Canonical(plain) if plain.form().operands().len() > 0 => {
                    assert_longer(plain, longer, space);
                }
                _ => assert_eq!(longer, Classification::NoDirective, "{text:?}"),
            }
            padded.pop();
        }
    });
}

/// The last operand is longer by `space`, and all else is the same.
fn assert_longer(plain: Directive<'_>, longer: Classification<'_>, space: char) {
    let Classification::Canonical(longer) = longer else {
        panic!("{plain} is {longer:?} before {space:?}");
    };
    assert_eq!(longer.kind(), plain.kind());
    let mut left = plain.form().operands().len();
    for ((_, plain), (_, longer)) in plain.form().operands().zip(longer.form().operands()) {
        left -= 1;
        let kept = if left == 0 { longer.strip_suffix(space) } else { Some(longer) };
        assert_eq!(kept, Some(plain));
    }
}

#[test]
fn no_tab_separates_in_any_text_of_six_tokens() {
    each_text_beside("\t", "\t", |text, tabs| {
        if text != tabs {
            assert_eq!(classify(tabs), Classification::NoDirective, "{tabs:?}");
        }
    });
}

#[test]
fn no_two_spaces_separate_in_any_text_of_six_tokens() {
    each_text_beside("  ", "\t", |text, doubled| {
        match (classify(text), classify(doubled)) {
            // A second start of two words is none with two spaces in it.
            (Classification::Invalid(_), _) => {}
            // The second space begins the operand, and nothing delimits a replacement.
            (Classification::Canonical(one), Classification::Canonical(other))
                if one_word(one.kind()) =>
            {
                let item = operand(doubled);
                let form = match one.form() {
                    Form::ProhibitItem { .. } => Form::ProhibitItem { item },
                    _ => Form::UseItem { item },
                };
                assert_eq!(other.form(), form, "{text:?}");
            }
            (_, other) => assert_eq!(other, Classification::NoDirective, "{text:?}"),
        }
    });
}

/// Whether the prefix of a kind is one word.
fn one_word(kind: Kind) -> bool {
    matches!(kind, Kind::UseItem | Kind::ReplaceUse | Kind::ProhibitItem)
}

/// What follows the first word and one space.
fn operand(text: &str) -> &str {
    text.split_once(' ').expect("a space after the first word").1
}
