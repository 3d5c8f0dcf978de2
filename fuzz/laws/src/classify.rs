//! Classification by both grammars.

use cc_syntax::{Classification, SyntaxFailure, v0_5};
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::support::{assert_canonical, assert_one_line};

#[path = "../../../crates/cc-syntax/tests/support/naive.rs"]
mod naive;
#[path = "../../../crates/cc-syntax/tests/support/v0_5_naive.rs"]
#[allow(dead_code, reason = "it has what its tests need")]
mod naive_0_5;

/// Every text is of one class in each grammar, and of the class that the naive classifiers give it.
pub fn classify(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    check_0_9(&text);
    check_0_5(&text);
}

fn check_0_9(text: &str) {
    let class = cc_syntax::classify(text);
    assert_eq!(verdict(class), naive::classify(text), "{text:?}");
    match class {
        Classification::NoDirective => {}
        Classification::Canonical(directive) => {
            let shown = directive.to_string();
            assert_eq!(cc_syntax::classify(&shown), Classification::Canonical(directive));
            assert_eq!(cc_syntax::Directive::new(directive.form()), Ok(directive));
        }
        Classification::Invalid(invalid) => {
            let span = invalid.span();
            assert!(text.get(span.start..span.end).is_some(), "{text:?} {span:?}");
            let missing = invalid.failure() == SyntaxFailure::MissingRequiredOperand;
            assert_eq!(invalid.missing_operand().is_some(), missing, "{text:?}");
            assert_one_line(&invalid.to_string());
        }
    }
    // White space at the boundary never counts, but for where a fault lies.
    let padded = format!("\t\r\n{text}\u{b}\u{c} ");
    let mut moved = verdict(class);
    if let naive::Verdict::Invalid { span, .. } = &mut moved {
        *span = (span.0 + 3, span.1 + 3);
    }
    assert_eq!(verdict(cc_syntax::classify(&padded)), moved, "{text:?}");
    let mut record = String::new();
    cc_wire::push_classification(&mut record, class);
    assert_canonical(&record);
}

fn check_0_5(text: &str) {
    let class = v0_5::classify(text);
    let plain = with_known_letters(text);
    let expected = naive_0_5::classify(&plain);
    assert_eq!(verdict_0_5(v0_5::classify(&plain)), expected, "{plain:?}");
    // Which letter it is does not count.
    match (verdict_0_5(class), expected) {
        (
            naive_0_5::Verdict::Canonical { kind, operands },
            naive_0_5::Verdict::Canonical { kind: plain_kind, operands: plain_operands },
        ) => {
            let operands: Vec<String> = operands.iter().map(|o| with_known_letters(o)).collect();
            assert_eq!((kind, operands), (plain_kind, plain_operands), "{text:?}");
        }
        (verdict, expected) => assert_eq!(verdict, expected, "{text:?}"),
    }
    match class {
        v0_5::Classification::NoDirective => {}
        v0_5::Classification::Canonical(directive) => {
            let shown = directive.to_string();
            // Nothing is normalized, so the text is the very input.
            assert_eq!(shown, text);
            assert_eq!(v0_5::Directive::new(directive.form()), Ok(directive));
        }
        v0_5::Classification::Invalid(invalid) => {
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

/// A classification in the words of the naive classifier.
fn verdict(class: Classification<'_>) -> naive::Verdict {
    match class {
        Classification::NoDirective => naive::Verdict::NoDirective,
        Classification::Invalid(invalid) => naive::Verdict::Invalid {
            failure: invalid.failure().as_str(),
            kind: invalid.directive_kind().map(|kind| kind.as_str()),
            missing: invalid.missing_operand().map(|operand| operand.as_str()),
            span: (invalid.span().start, invalid.span().end),
        },
        Classification::Canonical(directive) => naive::Verdict::Canonical {
            kind: directive.kind().as_str(),
            operands: directive.operands().map(|(_, text)| text.to_owned()).collect(),
        },
    }
}

fn verdict_0_5(class: v0_5::Classification<'_>) -> naive_0_5::Verdict {
    match class {
        v0_5::Classification::NoDirective => naive_0_5::Verdict::NoDirective,
        v0_5::Classification::Invalid(invalid) => {
            let span = (invalid.span().start, invalid.span().end);
            match invalid.missing_operand() {
                None => {
                    assert_eq!(invalid.failure(), SyntaxFailure::CompoundDirective);
                    assert_eq!(invalid.directive_kind(), None);
                    naive_0_5::Verdict::Compound { span }
                }
                Some(operand) => {
                    assert_eq!(invalid.failure(), SyntaxFailure::MissingRequiredOperand);
                    let kind = invalid.directive_kind().expect("a missing operand has a kind");
                    let (kind, operand) = (kind.as_str(), operand.as_str());
                    naive_0_5::Verdict::Missing { kind, operand, span }
                }
            }
        }
        v0_5::Classification::Canonical(directive) => naive_0_5::Verdict::Canonical {
            kind: directive.kind().as_str(),
            operands: directive.form().operands().map(|(_, text)| text.to_owned()).collect(),
        },
    }
}
