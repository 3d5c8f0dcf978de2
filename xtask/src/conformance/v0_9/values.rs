//! The values that occur in several families of 0.9.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::conformance::values::{Kind, nullable};

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
