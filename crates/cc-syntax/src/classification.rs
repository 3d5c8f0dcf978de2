//! Classification: every text is ordinary, an invalid directive, or a canonical one.

use cc_contract::V0_9;

use crate::directive::ContractDirective;
use crate::grammar::Grammar;
use crate::invalid::Invalid;

/// What a text is under a contract. Matching is exhaustive on purpose: there are exactly three
/// answers. [`Classification`] is that of contract 0.9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContractClassification<'a, C> {
    /// Ordinary text, which begins like no directive.
    NoDirective,
    /// Text that begins like a directive and is not canonical.
    Invalid(Invalid),
    /// A canonical directive.
    Canonical(ContractDirective<'a, C>),
}

/// What a text is under contract 0.9.
pub type Classification<'a> = ContractClassification<'a, V0_9>;

/// Sorts `text` into one of three classes by its form alone, by the grammar of contract `C`.
///
/// Ordinary text costs its first word, directive-shaped text its length. Nothing is allocated and
/// no input panics.
///
/// ```
/// use cc_contract::V0_5;
/// use cc_syntax::{ContractClassification, classify_by};
///
/// assert_eq!(classify_by::<V0_5>("Use tea"), ContractClassification::NoDirective);
/// ```
#[must_use]
pub fn classify_by<C: Grammar>(text: &str) -> ContractClassification<'_, C> {
    match C::read(text) {
        None => ContractClassification::NoDirective,
        Some(Ok(form)) => ContractClassification::Canonical(ContractDirective::checked(form)),
        Some(Err(invalid)) => ContractClassification::Invalid(invalid),
    }
}

/// Sorts `text` into one of three classes by its form alone, by the grammar of contract 0.9.
///
/// White space at both ends is ignored, keywords match in any ASCII case with any run of spaces
/// and tabs between them, and operands are borrowed from `text` exactly as they stand. Quotes,
/// punctuation and escapes mean nothing. Costs what [`classify_by`] does.
///
/// ```
/// use cc_syntax::{Classification, Directive, SyntaxFailure, classify};
///
/// assert_eq!(classify("useful advice, please"), Classification::NoDirective);
/// assert_eq!(
///     classify("  Prohibit  raw SQL\n"),
///     Classification::Canonical(Directive::prohibit_item("raw SQL")?),
/// );
/// let Classification::Invalid(invalid) = classify("use tea and prohibit coffee") else {
///     unreachable!()
/// };
/// assert_eq!(invalid.failure(), SyntaxFailure::CompoundDirective);
/// # Ok::<(), cc_syntax::OperandError>(())
/// ```
#[must_use]
pub fn classify(text: &str) -> Classification<'_> {
    classify_by::<V0_9>(text)
}
