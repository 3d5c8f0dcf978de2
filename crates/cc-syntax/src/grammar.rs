//! What a contract decides about text, and classification by it.

use cc_contract::{Contract, V0_9};

use crate::classification::{Classification, ContractClassification, Invalid};
use crate::directive::ContractDirective;
use crate::directives::Form;
use crate::operand::{OperandFault, OperandName};

/// The grammar of a contract: which texts are directives. This is all that contracts may differ in
/// on this layer.
pub trait Grammar: Contract {
    /// Reads a text as a directive: nothing if it is ordinary, its form, or what is wrong with it.
    fn read(text: &str) -> Option<Result<Form<'_>, Invalid>>;

    /// What keeps a form from being canonical, if anything: whatever [`Grammar::read`] would not
    /// give back from the text of the form.
    fn fault(form: Form<'_>) -> Option<(OperandName, OperandFault)>;
}

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
