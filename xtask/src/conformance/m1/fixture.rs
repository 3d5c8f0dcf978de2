//! The fixture files, field by field as `conformance/README.md` documents them.
//!
//! Reading a file checks everything that can be wrong with it by itself: unknown, missing and
//! contradictory fields.

use serde::{Deserialize, Serialize};

use crate::conformance::state_json;
use crate::conformance::values::{Refused, nullable, present};

/// A fixture.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Fixture {
    Step(Step),
    StateJson(StateJson),
    Migrate(Migrate),
}

impl Fixture {
    /// The folder in which fixtures of this kind stand.
    pub(crate) const fn family(&self) -> &'static str {
        match self {
            Fixture::Step(_) => "step",
            Fixture::StateJson(_) => "state-json",
            Fixture::Migrate(_) => "migrate",
        }
    }

    /// The name that the file gives itself.
    pub(crate) fn id(&self) -> &str {
        match self {
            Fixture::Step(fixture) => &fixture.id,
            Fixture::StateJson(fixture) => &fixture.id,
            Fixture::Migrate(fixture) => &fixture.id,
        }
    }
}

/// Exports a state, or imports a payload. The initial state is none for the empty one.
pub(crate) type StateJson = state_json::StateJson<Option<State>, State>;

/// A state of version 1.
#[derive(Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    facts: Facts,
    policies: Policies,
    version: One,
}

#[derive(Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
struct Facts {
    #[serde(rename = "focus.device", deserialize_with = "nullable")]
    focus_device: Option<String>,
}

#[derive(Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
struct Policies {
    prohibit: Items,
}

/// Prohibited items, each once and in the order of code points.
#[derive(Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(try_from = "Vec<String>")]
struct Items(Vec<String>);

impl TryFrom<Vec<String>> for Items {
    type Error = &'static str;

    fn try_from(items: Vec<String>) -> Result<Self, Self::Error> {
        if items.is_sorted_by(|one, next| one < next) {
            Ok(Items(items))
        } else {
            Err("the prohibited items of a state stand once and in order")
        }
    }
}

/// The integer 1.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(try_from = "u64", into = "u64")]
struct One;

impl TryFrom<u64> for One {
    type Error = &'static str;

    fn try_from(version: u64) -> Result<Self, Self::Error> {
        if version == 1 { Ok(One) } else { Err("the version of a state must be 1") }
    }
}

impl From<One> for u64 {
    fn from(One: One) -> Self {
        1
    }
}

/// Submits one text.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    pub(crate) id: String,
    /// None for the initial state.
    #[serde(deserialize_with = "nullable")]
    pub(crate) initial_state: Option<State>,
    #[serde(default)]
    pub(crate) prelude: Vec<String>,
    pub(crate) input: String,
    pub(crate) expected: StepExpected,
}

/// A decision, and the engine after it.
#[derive(Debug, Deserialize)]
#[serde(try_from = "StepExpectedFile")]
pub(crate) struct StepExpected {
    pub(crate) decision: Decision,
    pub(crate) pending: Option<String>,
    pub(crate) state: State,
}

/// What `step` returns, as the record of it.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Decision {
    kind: Kind,
    #[serde(deserialize_with = "nullable")]
    prompt_to_user: Option<String>,
    #[serde(deserialize_with = "nullable")]
    state: Option<State>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Passthrough,
    Update,
    Clarify,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepExpectedFile {
    decision: Decision,
    #[serde(deserialize_with = "nullable")]
    pending: Option<String>,
    state: State,
}

impl TryFrom<StepExpectedFile> for StepExpected {
    type Error = &'static str;

    fn try_from(file: StepExpectedFile) -> Result<Self, Self::Error> {
        let StepExpectedFile { decision, pending, state } = file;
        if (decision.kind == Kind::Clarify) != decision.prompt_to_user.is_some() {
            return Err("a prompt stands in `clarify`, and nowhere else");
        }
        if (decision.kind == Kind::Update) != decision.state.is_some() {
            return Err("the state of a decision stands in `update`, and nowhere else");
        }
        if decision.state.as_ref().is_some_and(|own| *own != state) {
            return Err("the state of the decision is not the state after it");
        }
        if pending.is_some() && decision.kind != Kind::Clarify {
            return Err("something is pending after `clarify` only");
        }
        Ok(StepExpected { decision, pending, state })
    }
}

/// Turns a state into one of a later contract.
#[derive(Debug, Deserialize)]
#[serde(try_from = "MigrateFile")]
pub(crate) struct Migrate {
    pub(crate) id: String,
    pub(crate) initial_state: State,
    pub(crate) to: Target,
    pub(crate) focus_device: Option<FocusDevice>,
    pub(crate) expected: Result<String, Refused>,
}

/// The contract to migrate to.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) enum Target {
    #[serde(rename = "0.9")]
    V0_9,
    #[serde(rename = "0.5")]
    V0_5,
}

/// What becomes of the fact.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FocusDevice {
    Drop,
    Premise,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MigrateFile {
    id: String,
    initial_state: State,
    action: MigrateAction,
    expected: MigrateExpected,
}

#[derive(Deserialize)]
#[serde(tag = "fn", rename_all = "snake_case", deny_unknown_fields)]
enum MigrateAction {
    Migrate {
        to: Target,
        #[serde(deserialize_with = "nullable")]
        focus_device: Option<FocusDevice>,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MigrateExpected {
    #[serde(default, deserialize_with = "present")]
    payload: Option<String>,
    #[serde(default, deserialize_with = "present")]
    error: Option<Refused>,
}

impl TryFrom<MigrateFile> for Migrate {
    type Error = &'static str;

    fn try_from(file: MigrateFile) -> Result<Self, Self::Error> {
        let MigrateFile { id, initial_state, action, expected } = file;
        let MigrateAction::Migrate { to, focus_device } = action;
        let expected = match (expected.payload, expected.error) {
            (Some(payload), None) => Ok(payload),
            (None, Some(refused)) => Err(refused),
            _ => return Err("a migration has either `expected.payload` or `expected.error`"),
        };
        Ok(Migrate { id, initial_state, to, focus_device, expected })
    }
}
