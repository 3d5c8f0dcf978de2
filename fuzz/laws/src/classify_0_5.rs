//! Classification by the grammar of 0.5.

use cc_syntax::v0_5::{Classification, Directive, classify};
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use self::actual::actual;
use self::naive::Verdict;
use crate::support::{assert_canonical, assert_one_line};

#[path = "../../../crates/cc-syntax/tests/support/v0_5_actual.rs"]
mod actual;
#[path = "../../../crates/cc-syntax/tests/support/v0_5_naive.rs"]
#[allow(dead_code, reason = "it has what its tests need")]
mod naive;

pub(crate) fn check(text: &str) {
    let class = classify(text);
    let plain = with_known_letters(text);
    let expected = naive::classify(&plain);
    assert_eq!(actual(&plain), expected, "{plain:?}");
    // Which letter it is does not count.
    match (actual(text), expected) {
        (
            Verdict::Canonical { kind, operands },
            Verdict::Canonical { kind: plain_kind, operands: plain_operands },
        ) => {
            let operands = operands.map(|operand| operand.map(with_known_letters));
            let operands = operands.each_ref().map(Option::as_deref);
            assert_eq!((kind, operands), (plain_kind, plain_operands), "{text:?}");
        }
        (verdict, expected) => assert_eq!(verdict, expected, "{text:?}"),
    }
    match class {
        Classification::NoDirective => {}
        Classification::Canonical(directive) => {
            let shown = directive.to_string();
            // Nothing is normalized, so the text is the very input.
            assert_eq!(shown, text);
            assert_eq!(Directive::new(directive.form()), Ok(directive));
        }
        Classification::Invalid(invalid) => {
            let span = invalid.span();
            assert!(text.get(span.start..span.end).is_some(), "{text:?} {span:?}");
            assert_one_line(&invalid.to_string());
        }
    }
    let mut record = String::new();
    cc_wire::v0_5::push_classification(&mut record, class);
    assert_canonical(&record);
}

/// The text with each letter beyond ASCII replaced by one of the same length that the naive
/// classifier knows for a letter.
fn with_known_letters(text: &str) -> String {
    let known = |character: char| {
        let group = character.general_category_group();
        match character.len_utf8() {
            2 if group == GeneralCategoryGroup::Letter => 'é',
            3 if group == GeneralCategoryGroup::Letter => '你',
            4 if group == GeneralCategoryGroup::Letter => '\u{1d400}',
            _ => character,
        }
    };
    text.chars().map(known).collect()
}
