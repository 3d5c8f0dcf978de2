//! The nine kinds of directive: their names, introducers and operands.
//!
//! This is the whole of what the reference calls directive metadata. It leaves out what a kind
//! does to state, which the semantic layer decides.

use core::fmt;

/// The kind of a canonical directive.
///
/// Matching is exhaustive on purpose: a tenth kind would be a new contract, and every host should
/// then decide what to do about it.
///
/// ```
/// use cc_syntax::{Kind, OperandName};
///
/// assert_eq!(Kind::ReplaceUse.as_str(), "replace_use");
/// assert_eq!(Kind::ReplaceUse.introducer(), "use");
/// assert_eq!(Kind::ReplaceUse.operand_names(), [OperandName::NewItem, OperandName::OldItem]);
/// assert_eq!(Kind::ALL.len(), 9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `set premise VALUE`
    SetPremise,
    /// `change premise to VALUE`
    ChangePremise,
    /// `use ITEM`
    UseItem,
    /// `prohibit ITEM`
    ProhibitItem,
    /// `remove policy ITEM`
    RemovePolicy,
    /// `use ITEM instead of ITEM`
    ReplaceUse,
    /// `clear premise`
    ClearPremise,
    /// `reset policies`
    ResetPolicies,
    /// `clear state`
    ClearState,
}

impl Kind {
    /// Every kind, in the order of the contract's table.
    pub const ALL: [Kind; 9] = [
        Kind::SetPremise,
        Kind::ChangePremise,
        Kind::UseItem,
        Kind::ProhibitItem,
        Kind::RemovePolicy,
        Kind::ReplaceUse,
        Kind::ClearPremise,
        Kind::ResetPolicies,
        Kind::ClearState,
    ];

    /// The name of this kind in JSON records, such as `set_premise`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::SetPremise => "set_premise",
            Kind::ChangePremise => "change_premise",
            Kind::UseItem => "use_item",
            Kind::ProhibitItem => "prohibit_item",
            Kind::RemovePolicy => "remove_policy",
            Kind::ReplaceUse => "replace_use",
            Kind::ClearPremise => "clear_premise",
            Kind::ResetPolicies => "reset_policies",
            Kind::ClearState => "clear_state",
        }
    }

    /// The kind with this JSON name, if there is one. Names match exactly.
    ///
    /// ```
    /// use cc_syntax::Kind;
    ///
    /// assert_eq!(Kind::from_name("clear_state"), Some(Kind::ClearState));
    /// assert_eq!(Kind::from_name("Clear_State"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// The keyword text that canonical directives of this kind begin with.
    ///
    /// `use` introduces both [`Kind::UseItem`] and [`Kind::ReplaceUse`]. For a kind without
    /// operands this is the whole directive.
    #[must_use]
    pub const fn introducer(self) -> &'static str {
        match self {
            Kind::SetPremise => "set premise",
            Kind::ChangePremise => "change premise to",
            Kind::UseItem | Kind::ReplaceUse => "use",
            Kind::ProhibitItem => "prohibit",
            Kind::RemovePolicy => "remove policy",
            Kind::ClearPremise => "clear premise",
            Kind::ResetPolicies => "reset policies",
            Kind::ClearState => "clear state",
        }
    }

    /// The names of the operands of this kind, in the order in which they are written.
    #[must_use]
    pub const fn operand_names(self) -> &'static [OperandName] {
        match self {
            Kind::SetPremise | Kind::ChangePremise => &[OperandName::Value],
            Kind::UseItem | Kind::ProhibitItem | Kind::RemovePolicy => &[OperandName::Item],
            Kind::ReplaceUse => &[OperandName::NewItem, OperandName::OldItem],
            Kind::ClearPremise | Kind::ResetPolicies | Kind::ClearState => &[],
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

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
}

impl fmt::Display for OperandName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
