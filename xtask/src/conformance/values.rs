//! The values that occur in both contracts. Every name is spelled out, so that a fixture with
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
