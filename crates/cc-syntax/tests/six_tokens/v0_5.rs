//! What only contract 0.5 says of every text of so many tokens.

use cc_oracle::V0_5;
use cc_syntax::v0_5::{Classification, Directive, classify};
use cc_syntax::{Form, Kind};

use super::texts::{KINDS, WORDS, each_text, each_text_beside};
use super::{Counted, Met, at_least};

depths! {
    [V0_5:
        agrees_with_the_naive_classifier_on_every_spaced_text,
        agrees_with_the_naive_classifier_on_every_glued_text,
        every_directive_classifies_back_from_its_text,
    ]
    white_space_around_any_text_is_part_of_it,
    no_tab_separates_in_any_text,
    no_two_spaces_separate_in_any_text
}

impl Counted for V0_5 {
    const DIRECTIVES: usize = 1_000_000;

    fn assert_spaced(met: &Met, most: u32) {
        let of_prefixes = met.invalid() + met.canonical - met.literals - met.after_literal;
        assert_eq!(of_prefixes, counted_by_hand(most));
        assert_eq!((met.literals, met.malformed), (3, 0));
        assert!(met.compound.min(met.canonical) > at_least(1_000_000, most));
        assert!(met.missing > at_least(1_000, most));
    }

    fn assert_glued(met: &Met, most: u32) {
        assert_eq!((met.literals, met.malformed), (3, 0));
        assert!(met.canonical.min(met.compound) > at_least(10_000, most));
        assert!(met.missing > at_least(100, most));
    }
}

/// How many spaced texts begin with a prefix, counted by hand.
///
/// The words of a prefix lead, with nothing between them. Then the text ends, or one of those
/// tokens follows before which a space stands: a word, or a quote, which opens.
fn counted_by_hand(most: u32) -> usize {
    // `use` and `prohibit`; `set premise` and `remove policy`; `change premise to`.
    let prefixes = [(1, 2), (2, 2), (3, 1)];
    prefixes.map(|(words, count)| count * (1 + rests(most - words))).iter().sum()
}

/// The number of sequences of one to `most` tokens of which a space stands before the first.
fn rests(most: u32) -> usize {
    (0..most).map(|others| (WORDS + 1) * KINDS.pow(others)).sum()
}

fn white_space_around_any_text_is_part_of_it(most: u32) {
    let mut padded = String::new();
    each_text(most, |text| {
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

fn no_tab_separates_in_any_text(most: u32) {
    each_text_beside(most, "\t", "\t", |text, tabs| {
        if text != tabs {
            assert_eq!(classify(tabs), Classification::NoDirective, "{tabs:?}");
        }
    });
}

fn no_two_spaces_separate_in_any_text(most: u32) {
    each_text_beside(most, "  ", "\t", |text, doubled| {
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
