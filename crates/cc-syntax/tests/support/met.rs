//! A count of the classes that a run met, each of them as the naive classifier has it.

use cc_oracle::{Oracle, Verdict};
use cc_syntax::Grammar;

use crate::support::actual;

/// How many texts of each class a run has met. `literals` are canonical, and `after_literal`
/// compound ones that begin with a literal.
#[derive(Default)]
pub(crate) struct Met {
    pub(crate) none: usize,
    pub(crate) compound: usize,
    pub(crate) missing: usize,
    pub(crate) malformed: usize,
    pub(crate) canonical: usize,
    pub(crate) literals: usize,
    pub(crate) after_literal: usize,
}

impl Met {
    pub(crate) fn compare<C: Oracle + Grammar>(&mut self, text: &str) {
        let expected = C::naive_class(text);
        assert_eq!(actual::<C>(text), expected, "{text:?}");
        match expected {
            Verdict::NoDirective => self.none += 1,
            Verdict::Invalid { failure: "compound_directive", .. } => {
                self.compound += 1;
                let literal = ["clear ", "reset "].iter().any(|word| text.starts_with(word));
                self.after_literal += usize::from(literal);
            }
            Verdict::Invalid { failure: "missing_required_operand", .. } => self.missing += 1,
            Verdict::Invalid { .. } => self.malformed += 1,
            Verdict::Canonical(asked) => {
                self.canonical += 1;
                self.literals += usize::from(asked.operands == [None, None]);
            }
        }
    }

    pub(crate) fn invalid(&self) -> usize {
        self.compound + self.missing + self.malformed
    }

    pub(crate) fn total(&self) -> usize {
        self.none + self.invalid() + self.canonical
    }
}
