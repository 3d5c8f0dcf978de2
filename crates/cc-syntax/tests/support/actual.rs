//! What the classifier says, in the words of the naive one.

use cc_syntax::Classification;

use super::naive::Verdict;

pub(crate) fn actual(text: &str) -> Verdict<'_> {
    match cc_syntax::classify(text) {
        Classification::NoDirective => Verdict::NoDirective,
        Classification::Invalid(invalid) => Verdict::Invalid {
            failure: invalid.failure().as_str(),
            kind: invalid.directive_kind().map(|kind| kind.as_str()),
            missing: invalid.missing_operand().map(|operand| operand.as_str()),
            span: (invalid.span().start, invalid.span().end),
        },
        Classification::Canonical(directive) => {
            let mut texts = directive.operands().map(|(_, text)| text);
            let operands = [texts.next(), texts.next()];
            assert_eq!(texts.next(), None);
            Verdict::Canonical { kind: directive.kind().as_str(), operands }
        }
    }
}
