//! The values that occur in several families of 0.5.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::conformance::values::{Policy, State, nullable, present};

/// The name of a decision.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DecisionKind {
    Passthrough,
    Update,
    Clarify,
}

/// A decision.
#[derive(Debug, Deserialize, Serialize)]
#[serde(try_from = "DecisionFile")]
pub(crate) struct Decision {
    kind: DecisionKind,
    prompt_to_user: Option<String>,
    state: Option<State>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DecisionFile {
    kind: DecisionKind,
    #[serde(deserialize_with = "nullable")]
    prompt_to_user: Option<String>,
    #[serde(deserialize_with = "nullable")]
    state: Option<State>,
}

impl TryFrom<DecisionFile> for Decision {
    type Error = &'static str;

    fn try_from(file: DecisionFile) -> Result<Self, &'static str> {
        let DecisionFile { kind, prompt_to_user, state } = file;
        check_prompt(kind, prompt_to_user.as_ref())?;
        if state.is_some() == (kind == DecisionKind::Update) {
            Ok(Decision { kind, prompt_to_user, state })
        } else {
            Err("`state` is null unless the decision is an update, and then it is not")
        }
    }
}

/// A decision whose state is told beside it.
#[derive(Debug, Deserialize)]
#[serde(try_from = "TurnDecisionFile")]
pub(crate) struct TurnDecision {
    pub(crate) kind: DecisionKind,
    pub(crate) prompt_to_user: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnDecisionFile {
    kind: DecisionKind,
    #[serde(deserialize_with = "nullable")]
    prompt_to_user: Option<String>,
}

impl TryFrom<TurnDecisionFile> for TurnDecision {
    type Error = &'static str;

    fn try_from(file: TurnDecisionFile) -> Result<Self, &'static str> {
        let TurnDecisionFile { kind, prompt_to_user } = file;
        check_prompt(kind, prompt_to_user.as_ref())?;
        Ok(TurnDecision { kind, prompt_to_user })
    }
}

/// Refuses a prompt where there can be none. A clarification without one can be read: that it is
/// wrong is a matter of the result.
fn check_prompt(kind: DecisionKind, prompt: Option<&String>) -> Result<(), &'static str> {
    if prompt.is_some() && kind != DecisionKind::Clarify {
        return Err("`prompt_to_user` is null unless the decision is a clarification");
    }
    Ok(())
}

/// The integer 1: the version of a checkpoint, and of a record.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(try_from = "u64", into = "u64")]
pub(crate) struct One;

impl TryFrom<u64> for One {
    type Error = &'static str;

    fn try_from(version: u64) -> Result<Self, Self::Error> {
        if version == 1 { Ok(One) } else { Err("this version must be 1") }
    }
}

impl From<One> for u64 {
    fn from(One: One) -> Self {
        1
    }
}

/// A checkpoint as it is exported.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Checkpoint {
    pub(crate) authoritative_state: State,
    checkpoint_version: One,
    /// Always null.
    pending: (),
}

/// A checkpoint to begin with.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InitialCheckpoint {
    pub(crate) authoritative_state: State,
    checkpoint_version: One,
    /// Null, or left out.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pending: Option<()>,
}

/// What differs between two states.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Diff {
    changed: bool,
    premise: PremiseDiff,
    policies: PolicyDiff,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct PremiseDiff {
    #[serde(deserialize_with = "nullable")]
    before: Option<String>,
    #[serde(deserialize_with = "nullable")]
    after: Option<String>,
    changed: bool,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct PolicyDiff {
    added: BTreeMap<String, Policy>,
    removed: BTreeMap<String, Policy>,
    changed: BTreeMap<String, PolicyChange>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct PolicyChange {
    before: Policy,
    after: Policy,
}
