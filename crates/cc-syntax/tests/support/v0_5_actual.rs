//! What the classifier of contract 0.5 says, in the words of the naive one.

use cc_syntax::SyntaxFailure;
use cc_syntax::v0_5::{Classification, classify};

use super::naive::Verdict;

pub(crate) fn actual(text: &str) -> Verdict<'_> {
    match classify(text) {
        Classification::NoDirective => Verdict::NoDirective,
        Classification::Invalid(invalid) => {
            let span = (invalid.span().start, invalid.span().end);
            match invalid.missing_operand() {
                None => {
                    assert_eq!(invalid.failure(), SyntaxFailure::CompoundDirective);
                    assert_eq!(invalid.directive_kind(), None);
                    Verdict::Compound { span }
                }
                Some(operand) => {
                    assert_eq!(invalid.failure(), SyntaxFailure::MissingRequiredOperand);
                    let kind = invalid.directive_kind().expect("a missing operand has a kind");
                    Verdict::Missing { kind: kind.as_str(), operand: operand.as_str(), span }
                }
            }
        }
        Classification::Canonical(directive) => {
            let mut texts = directive.form().operands().map(|(_, text)| text);
            let operands = [texts.next(), texts.next()];
            assert_eq!(texts.next(), None);
            Verdict::Canonical { kind: directive.kind().as_str(), operands }
        }
    }
}
