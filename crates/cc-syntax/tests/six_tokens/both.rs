//! The grammars of 0.9 and 0.5 compared on every text of so many tokens.
//!
//! Of the spaced texts, those without a tab and a line feed: lowercase words and quotes with single
//! spaces. In these the lexical rules of the two contracts are the same, and what is left to differ
//! in is listed here.

use cc_syntax::{Classification, Invalid, SyntaxFailure, classify, v0_5};

use super::texts::each_spaced;

depths!(both_grammars_agree_on_every_text_where_their_rules_do);

/// What the rules of 0.9 and 0.5 have in common about a text that is not compound.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rules {
    Same,
    /// Malformed in 0.9, and no directive in 0.5: a literal and more, `change premise` without `to`.
    MalformedOrNone,
    /// Malformed in 0.9, and canonical in 0.5: `set premise to`.
    MalformedOrCanonical,
    /// Invalid in 0.9, and canonical in 0.5: `use instead of` alone, and two delimiters.
    InvalidOrCanonical,
}

fn rules(text: &str) -> Rules {
    let after = |words: &str| {
        let rest = text.strip_prefix(words)?;
        (rest.is_empty() || rest.starts_with(' ')).then_some(rest)
    };
    let literals = ["clear premise", "reset policies", "clear state"];
    if literals.iter().any(|words| after(words).is_some_and(|rest| !rest.is_empty())) {
        return Rules::MalformedOrNone;
    }
    if after("change premise").is_some() && after("change premise to").is_none() {
        return Rules::MalformedOrNone;
    }
    if after("set premise to").is_some() {
        return Rules::MalformedOrCanonical;
    }
    if text == "use instead of"
        || after("use").is_some_and(|rest| rest.matches(" instead of ").count() > 1)
    {
        return Rules::InvalidOrCanonical;
    }
    Rules::Same
}

/// How many texts a run has met to which the same rules apply, and different ones.
#[derive(Default)]
struct Met {
    same_canonical: usize,
    same_invalid: usize,
    malformed_or_none: usize,
    malformed_or_canonical: usize,
    invalid_or_canonical: usize,
}

impl Met {
    fn compare(&mut self, text: &str) {
        use Classification as In9;
        use v0_5::Classification as In5;
        let malformed = |invalid: Invalid| invalid.failure() == SyntaxFailure::MalformedDirective;
        let counter = match (classify(text), v0_5::classify(text), rules(text)) {
            (In9::NoDirective, In5::NoDirective, Rules::Same) => return,
            (In9::Canonical(one), In5::Canonical(other), Rules::Same) => {
                assert_eq!(one.form(), other.form(), "{text:?}");
                &mut self.same_canonical
            }
            // A second start is looked for first, so it is found whatever else differs.
            (In9::Invalid(one), In5::Invalid(other), rules) => {
                assert_eq!(one, other, "{text:?}");
                let compound = one.failure() == SyntaxFailure::CompoundDirective;
                assert!(compound || rules == Rules::Same, "{text:?}");
                &mut self.same_invalid
            }
            (In9::Invalid(one), In5::NoDirective, Rules::MalformedOrNone) if malformed(one) => {
                &mut self.malformed_or_none
            }
            (In9::Invalid(one), In5::Canonical(_), Rules::MalformedOrCanonical)
                if malformed(one) =>
            {
                &mut self.malformed_or_canonical
            }
            (In9::Invalid(_), In5::Canonical(_), Rules::InvalidOrCanonical) => {
                &mut self.invalid_or_canonical
            }
            other => panic!("{text:?}: {other:?}"),
        };
        *counter += 1;
    }
}

fn both_grammars_agree_on_every_text_where_their_rules_do(most: u32) {
    let mut met = Met::default();
    each_spaced(most, |text| {
        if !text.contains(['\t', '\n']) {
            met.compare(text);
        }
    });
    assert!(met.same_canonical.min(met.same_invalid) > super::at_least(1_000_000, most));
    assert!(met.malformed_or_none.min(met.malformed_or_canonical) > super::at_least(1_000, most));
    // `use instead of`: two delimiters with items beside them are seven tokens.
    assert_eq!(met.invalid_or_canonical, 1);
}

#[test]
fn both_grammars_agree_on_every_arrangement_of_nine_words_with_delimiters_where_their_rules_do() {
    let mut met = Met::default();
    let mut texts = vec!["use".to_owned()];
    for _ in 0..8 {
        let longer = |text: &String| [" instead", " of", " a"].map(|word| format!("{text}{word}"));
        let longer: Vec<String> = texts.iter().flat_map(longer).collect();
        longer.iter().for_each(|text| met.compare(text));
        texts = longer;
    }
    assert!(met.same_canonical.min(met.invalid_or_canonical) > 50);
    assert!(met.same_invalid > 50);
}
