//! The failures that the state can have against a directive.

use std::fmt;
use std::str::FromStr;

use cc_syntax::OperandName;

/// Why a canonical directive is refused.
///
/// Matching is exhaustive on purpose: an eighth failure would be a new contract, and every host
/// should then decide what to do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Failure {
    /// `set premise`, and there is one.
    PremiseAlreadySet,
    /// `change premise to`, and there is none.
    PremiseNotSet,
    /// `use`, and the item is prohibited.
    ItemProhibited,
    /// `prohibit`, and the item is in use.
    ItemAlreadyInUse,
    /// A replacement of a prohibited item.
    ReplacementSourceProhibited,
    /// A replacement by a prohibited item.
    ReplacementTargetProhibited,
    /// A replacement of an item that has no policy.
    ReplacementSourceMissing,
}

impl Failure {
    /// Every failure, in the order of the contract's table.
    pub const ALL: [Failure; 7] = [
        Failure::PremiseAlreadySet,
        Failure::PremiseNotSet,
        Failure::ItemProhibited,
        Failure::ItemAlreadyInUse,
        Failure::ReplacementSourceProhibited,
        Failure::ReplacementTargetProhibited,
        Failure::ReplacementSourceMissing,
    ];

    /// The name of this failure in JSON records, such as `item_prohibited`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Failure::PremiseAlreadySet => "premise_already_set",
            Failure::PremiseNotSet => "premise_not_set",
            Failure::ItemProhibited => "item_prohibited",
            Failure::ItemAlreadyInUse => "item_already_in_use",
            Failure::ReplacementSourceProhibited => "replacement_source_prohibited",
            Failure::ReplacementTargetProhibited => "replacement_target_prohibited",
            Failure::ReplacementSourceMissing => "replacement_source_missing",
        }
    }

    /// The operand that the message quotes, if it quotes one.
    #[must_use]
    pub const fn quoted_operand(self) -> Option<OperandName> {
        match self {
            Failure::PremiseAlreadySet | Failure::PremiseNotSet => None,
            Failure::ItemProhibited | Failure::ItemAlreadyInUse => Some(OperandName::Item),
            Failure::ReplacementSourceProhibited | Failure::ReplacementSourceMissing => {
                Some(OperandName::OldItem)
            }
            Failure::ReplacementTargetProhibited => Some(OperandName::NewItem),
        }
    }

    /// The contract's text for people, in parts that follow one another (R9). `item` is what stands
    /// in the quotes, if there are any: the identity where the operand is an `item`, and the operand
    /// as it was submitted in a replacement.
    ///
    /// ```
    /// assert_eq!(
    ///     cc_semantics::Failure::ItemProhibited.message_parts("tea").concat(),
    ///     "\"tea\" is currently prohibited.\nRemove or replace it before using it.",
    /// );
    /// ```
    #[must_use]
    pub const fn message_parts(self, item: &str) -> [&str; 3] {
        let hint = match self {
            Failure::PremiseAlreadySet => {
                return [
                    "Premise already set.\nUse 'change premise to <value>' to modify it.",
                    "",
                    "",
                ];
            }
            Failure::PremiseNotSet => {
                return ["No premise is set.\nUse 'set premise <value>' to define one.", "", ""];
            }
            Failure::ItemProhibited => {
                "\" is currently prohibited.\nRemove or replace it before using it."
            }
            Failure::ItemAlreadyInUse => {
                "\" is currently in use.\nRemove or replace it before prohibiting it."
            }
            Failure::ReplacementSourceProhibited | Failure::ReplacementTargetProhibited => {
                "\" is currently prohibited.\n\
                 Submit explicit directive(s) to remove it or use a different item."
            }
            Failure::ReplacementSourceMissing => {
                "\" is not currently in use.\nReplacement requires an active 'use' policy."
            }
        };
        ["\"", item, hint]
    }
}

/// Names match exactly.
impl FromStr for Failure {
    type Err = UnknownFailureError;

    fn from_str(name: &str) -> Result<Self, UnknownFailureError> {
        let mut all = Failure::ALL.into_iter();
        all.find(|failure| failure.as_str() == name).ok_or(UnknownFailureError(()))
    }
}

/// A text that names no failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnknownFailureError(());

impl fmt::Display for UnknownFailureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown failure")
    }
}

impl std::error::Error for UnknownFailureError {}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
