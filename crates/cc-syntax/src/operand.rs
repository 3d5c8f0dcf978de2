//! The names of operands.

use core::fmt;
use core::str::FromStr;

/// The name of an operand.
///
/// ```
/// assert_eq!(cc_syntax::OperandName::OldItem.as_str(), "old_item");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OperandName {
    /// The text of a premise.
    Value,
    /// The item of a policy.
    Item,
    /// The item that a replacement puts into use.
    NewItem,
    /// The item that a replacement takes out of use.
    OldItem,
}

impl OperandName {
    /// Every name.
    pub const ALL: [OperandName; 4] =
        [OperandName::Value, OperandName::Item, OperandName::NewItem, OperandName::OldItem];

    /// The name of this operand in JSON records, such as `new_item`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            OperandName::Value => "value",
            OperandName::Item => "item",
            OperandName::NewItem => "new_item",
            OperandName::OldItem => "old_item",
        }
    }

    /// The operand with this JSON name, if there is one. Names match exactly.
    #[must_use]
    pub fn from_name(name: &str) -> Option<OperandName> {
        OperandName::ALL.into_iter().find(|operand| operand.as_str() == name)
    }

    /// What stands for this operand where a directive is explained.
    pub(crate) const fn placeholder(self) -> &'static str {
        match self {
            OperandName::Value => "value",
            OperandName::Item => "item",
            OperandName::NewItem => "new item",
            OperandName::OldItem => "old item",
        }
    }
}

impl fmt::Display for OperandName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Names match exactly.
impl FromStr for OperandName {
    type Err = UnknownOperandError;

    fn from_str(name: &str) -> Result<Self, UnknownOperandError> {
        OperandName::from_name(name).ok_or(UnknownOperandError(()))
    }
}

/// A text that names no operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnknownOperandError(());

impl fmt::Display for UnknownOperandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown operand: expected `value`, `item`, `new_item` or `old_item`")
    }
}

impl core::error::Error for UnknownOperandError {}
