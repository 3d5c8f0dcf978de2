//! What an engine of any contract answers.

use std::fmt;

use cc_engine::{Decision, Invalid, StateDiff, v0_5};
use cc_text::json::to_string;

/// A decision of any contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyDecision<'a> {
    /// One of contract 0.9.
    V0_9(Decision<'a>),
    /// One of contract 0.5.
    V0_5(v0_5::Decision<'a>),
    /// One of contract m1.
    M1(cc_m1::Decision),
}

impl<'a> From<Decision<'a>> for AnyDecision<'a> {
    fn from(decision: Decision<'a>) -> Self {
        AnyDecision::V0_9(decision)
    }
}

impl<'a> From<v0_5::Decision<'a>> for AnyDecision<'a> {
    fn from(decision: v0_5::Decision<'a>) -> Self {
        AnyDecision::V0_5(decision)
    }
}

impl AnyDecision<'_> {
    /// The contract's name of the decision.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            AnyDecision::V0_9(decision) => decision.kind(),
            AnyDecision::V0_5(decision) => decision.kind(),
            AnyDecision::M1(decision) => decision.kind(),
        }
    }

    /// What the contract tells the user, if anything.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        match self {
            AnyDecision::V0_9(decision) => decision.message(),
            AnyDecision::V0_5(decision) => decision.message(),
            AnyDecision::M1(decision) => decision.message(),
        }
    }

    /// Whether the input was accepted.
    #[must_use]
    pub const fn is_update(&self) -> bool {
        matches!(
            self,
            AnyDecision::V0_9(Decision::Update(_))
                | AnyDecision::V0_5(v0_5::Decision::Update(_))
                | AnyDecision::M1(cc_m1::Decision::Update)
        )
    }

    /// What is wrong with text that begins like a directive and is not canonical.
    #[must_use]
    pub const fn invalid(&self) -> Option<Invalid> {
        match self {
            AnyDecision::V0_9(Decision::Invalid(invalid))
            | AnyDecision::V0_5(v0_5::Decision::Invalid(invalid)) => Some(*invalid),
            _ => None,
        }
    }

    /// The directives that would remove the reason for a refusal, as text to submit. Contract 0.9 alone has such.
    #[must_use]
    pub fn repairs(&self) -> Vec<String> {
        match self {
            AnyDecision::V0_9(Decision::Refused(refusal)) => {
                refusal.repairs().map(|repair| repair.to_string()).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// What would come of one input under any contract. Made by
/// [`AnyEngine::preview`](crate::AnyEngine::preview).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnyPreview<'a> {
    /// The decision that a step would give.
    pub decision: AnyDecision<'a>,
    /// What would differ in the state.
    pub diff: AnyDiff,
}

/// What differs between two states of one contract. Its [`Display`](fmt::Display) form has a line
/// for each difference, and with `{:#}` one sign in each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyDiff {
    /// Of contract 0.9 or 0.5.
    State(StateDiff),
    /// Of contract m1.
    M1(cc_m1::StateDiff),
}

impl AnyDiff {
    /// Whether nothing differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            AnyDiff::State(diff) => diff.is_empty(),
            AnyDiff::M1(diff) => diff.is_empty(),
        }
    }

    /// The difference as canonical JSON. Takes time linear in it.
    ///
    /// ```
    /// use cc_contract::ContractName;
    /// use cc_wire::AnyEngine;
    ///
    /// let diff = AnyEngine::new(ContractName::V0_9).preview("use tea").diff;
    /// let policies = r#"{"added":{"tea":"use"},"changed":{},"removed":{}}"#;
    /// assert!(diff.to_json().contains(policies), "{}", diff.to_json());
    /// ```
    #[must_use]
    pub fn to_json(&self) -> String {
        let json = match self {
            AnyDiff::State(diff) => to_string(diff),
            AnyDiff::M1(diff) => to_string(diff),
        };
        // INVARIANT: differences hold texts, which can always be written.
        json.unwrap_or_default()
    }

    /// The difference in a few words on one line.
    #[must_use]
    pub fn summary(&self) -> String {
        match self {
            AnyDiff::State(diff) => diff.summary(),
            AnyDiff::M1(diff) => diff.summary(),
        }
    }
}

impl fmt::Display for AnyDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyDiff::State(diff) => diff.fmt(f),
            AnyDiff::M1(diff) => diff.fmt(f),
        }
    }
}

/// Text that is no state of the contract that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyImportError {
    /// Of contract 0.9 or 0.5.
    State(cc_state::ImportError),
    /// Of contract m1.
    M1(cc_m1::ImportError),
}

impl fmt::Display for AnyImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyImportError::State(error) => error.fmt(f),
            AnyImportError::M1(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AnyImportError {}

impl From<cc_state::ImportError> for AnyImportError {
    fn from(error: cc_state::ImportError) -> Self {
        AnyImportError::State(error)
    }
}

impl From<cc_m1::ImportError> for AnyImportError {
    fn from(error: cc_m1::ImportError) -> Self {
        AnyImportError::M1(error)
    }
}
