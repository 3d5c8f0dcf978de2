//! What a contract decides about text.

use cc_contract::Contract;

use crate::fault::OperandFault;
use crate::form::Form;
use crate::invalid::Invalid;
use crate::operand::OperandName;

/// The grammar of a contract: which texts are directives. This is all that contracts may differ in
/// on this layer.
pub trait Grammar: Contract {
    /// Reads a text as a directive: nothing if it is ordinary, its form, or what is wrong with it.
    fn read(text: &str) -> Option<Result<Form<'_>, Invalid>>;

    /// What keeps a form from being canonical, if anything: whatever [`Grammar::read`] would not
    /// give back from the text of the form.
    fn fault(form: Form<'_>) -> Option<(OperandName, OperandFault)>;
}
