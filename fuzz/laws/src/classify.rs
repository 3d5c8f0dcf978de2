//! Classification by both grammars.

use cc_syntax::{Classification, SyntaxFailure};

use self::actual::actual;
use self::naive::Verdict;
use crate::classify_0_5;
use crate::support::{assert_canonical, assert_one_line};

#[path = "../../../crates/cc-syntax/tests/support/actual.rs"]
mod actual;
#[path = "../../../crates/cc-syntax/tests/support/naive.rs"]
mod naive;

/// Every text is of one class in each grammar, and of the class that the naive classifiers give it.
pub fn classify(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    check_0_9(&text);
    classify_0_5::check(&text);
}

fn check_0_9(text: &str) {
    let class = cc_syntax::classify(text);
    assert_eq!(actual(text), naive::classify(text), "{text:?}");
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
    let mut moved = actual(text);
    if let Verdict::Invalid { span, .. } = &mut moved {
        *span = (span.0 + 3, span.1 + 3);
    }
    assert_eq!(actual(&padded), moved, "{text:?}");
    let mut record = String::new();
    cc_wire::push_classification(&mut record, class);
    assert_canonical(&record);
}
