//! What the classifiers say, in the words of the naive ones.

use cc_oracle::{Asked, Verdict};
use cc_syntax::{ContractClassification, Grammar, classify_by};

pub(crate) fn actual<C: Grammar>(text: &str) -> Verdict<'_> {
    match classify_by::<C>(text) {
        ContractClassification::NoDirective => Verdict::NoDirective,
        ContractClassification::Invalid(invalid) => Verdict::Invalid {
            failure: invalid.failure().as_str(),
            kind: invalid.directive_kind().map(|kind| kind.as_str()),
            missing: invalid.missing_operand().map(|operand| operand.as_str()),
            span: (invalid.span().start, invalid.span().end),
        },
        ContractClassification::Canonical(directive) => {
            let mut texts = directive.operands().map(|(_, text)| text);
            let operands = [texts.next(), texts.next()];
            assert_eq!(texts.next(), None);
            Verdict::Canonical(Asked { kind: directive.kind().as_str(), operands })
        }
    }
}
