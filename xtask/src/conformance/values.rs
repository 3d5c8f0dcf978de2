//! The values that occur in several families. Every name is spelled out, so that a fixture with
//! another one is refused.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

/// Reads a field that must be there although it may be null.
pub(crate) fn nullable<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::deserialize(deserializer)
}

/// Reads a field that may be left out but may not be null.
pub(crate) fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// A state.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    /// The premise.
    #[serde(deserialize_with = "nullable")]
    pub(crate) premise: Option<String>,
    /// From identity to policy.
    pub(crate) policies: BTreeMap<String, Policy>,
    /// The schema version.
    pub(crate) version: Version,
}

/// The name of a policy.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Policy {
    Use,
    Prohibit,
}

/// The integer 2.
#[derive(Debug, Deserialize, Serialize)]
#[serde(try_from = "u64", into = "u64")]
#[derive(Clone, Copy)]
pub(crate) struct Version;

impl TryFrom<u64> for Version {
    type Error = &'static str;

    fn try_from(version: u64) -> Result<Self, Self::Error> {
        if version == 2 { Ok(Version) } else { Err("the version of a state must be 2") }
    }
}

impl From<Version> for u64 {
    fn from(Version: Version) -> Self {
        2
    }
}

/// A canonical directive.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Directive {
    /// Its kind.
    pub(crate) kind: Kind,
    /// Its canonical text.
    pub(crate) text: String,
    /// From operand name to text.
    pub(crate) operands: BTreeMap<Operand, String>,
}

/// The name of a kind of directive.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    SetPremise,
    ChangePremise,
    UseItem,
    ProhibitItem,
    RemovePolicy,
    ReplaceUse,
    ClearPremise,
    ResetPolicies,
    ClearState,
}

/// The name of an operand.
#[derive(Debug, Deserialize, Serialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Operand {
    Value,
    Item,
    NewItem,
    OldItem,
}

/// A decision.
#[derive(Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Decision {
    // Braces, because serde lets a tagged variant without them pass with any further field.
    NoDirective {},
    Update { changed: bool },
    Error { failure: Failure, directive: Directive, repairs: Vec<Directive>, message: String },
}

/// The name of a failure.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Failure {
    PremiseAlreadySet,
    PremiseNotSet,
    ItemProhibited,
    ItemAlreadyInUse,
    ReplacementSourceMissing,
    ReplacementSourceProhibited,
    ReplacementTargetProhibited,
}

/// What classification gives.
#[derive(Debug, Deserialize, Serialize)]
#[serde(untagged, expecting = "neither null, a directive nor an invalid classification")]
pub(crate) enum Classification {
    NoDirective,
    Canonical(Directive),
    Invalid(Invalid),
}

/// Directive-shaped text that is not canonical.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Invalid {
    /// Says that this is no directive.
    pub(crate) kind: InvalidKind,
    /// The name of the failure.
    pub(crate) failure: SyntaxFailure,
    /// The kind of directive that was begun.
    #[serde(deserialize_with = "nullable")]
    pub(crate) directive_kind: Option<Kind>,
    /// The operand that is missing.
    #[serde(deserialize_with = "nullable")]
    pub(crate) missing_operand: Option<Operand>,
}

/// The one value of [`Invalid::kind`].
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum InvalidKind {
    InvalidDirectiveSyntax,
}

/// The name of a syntax failure.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SyntaxFailure {
    CompoundDirective,
    MissingRequiredOperand,
    MalformedDirective,
}

/// A refused call.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Refused {
    /// The class of the error, by the reference's name.
    pub(crate) r#type: RefusedType,
    /// What its message must contain.
    pub(crate) message_contains: String,
}

/// The one value of [`Refused::type`].
#[derive(Debug, Deserialize, Serialize)]
pub(crate) enum RefusedType {
    ValueError,
}
