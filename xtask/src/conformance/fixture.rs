//! The fixture files, field by field as `conformance/README.md` documents them.
//!
//! Reading a file checks everything that can be wrong with it by itself: unknown, missing and
//! contradictory fields. What concerns several files is checked by the corpus.

mod controller;
mod grammar;
mod isolation;

use serde::Deserialize;

pub(crate) use self::controller::{Controller, ControllerOperation};
pub(crate) use self::grammar::{Grammar, GrammarCase, Rendered};
pub(crate) use self::isolation::{IsolationOperation, Mutation, MutationIsolation};
use super::values::{Decision, Refused, State, nullable, present};

/// A fixture in one file.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Fixture {
    Grammar(Grammar),
    Step(Step),
    ApplyDirective(ApplyDirective),
    StateJson(StateJson),
    Controller(Controller),
    MutationIsolation(MutationIsolation),
}

impl Fixture {
    /// The folder in which fixtures of this kind stand.
    pub(crate) const fn family(&self) -> &'static str {
        match self {
            Fixture::Grammar(_) => "grammar",
            Fixture::Step(_) => "step",
            Fixture::ApplyDirective(_) => "apply-directive",
            Fixture::StateJson(_) => "state-json",
            Fixture::Controller(_) => "controller",
            Fixture::MutationIsolation(_) => "mutation-isolation",
        }
    }

    /// The name that the file gives itself.
    pub(crate) fn id(&self) -> &str {
        match self {
            Fixture::Grammar(fixture) => &fixture.id,
            Fixture::Step(fixture) => &fixture.id,
            Fixture::ApplyDirective(fixture) => &fixture.id,
            Fixture::StateJson(fixture) => &fixture.id,
            Fixture::Controller(fixture) => &fixture.id,
            Fixture::MutationIsolation(fixture) => &fixture.id,
        }
    }
}

/// Submits one text.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    pub(crate) id: String,
    pub(crate) initial_state: State,
    #[serde(default)]
    pub(crate) prelude: Vec<String>,
    pub(crate) input: String,
    pub(crate) expected: DecisionAndState,
}

/// A decision, and the state after it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DecisionAndState {
    pub(crate) decision: Decision,
    pub(crate) state: State,
}

/// Applies one directive.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ApplyDirective {
    pub(crate) id: String,
    pub(crate) initial_state: State,
    pub(crate) action: ApplyAction,
    pub(crate) expected: DecisionAndState,
}

/// The directive to apply.
#[derive(Debug, Deserialize)]
#[serde(tag = "fn", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ApplyAction {
    ApplyDirective { text: String },
}

/// Exports a state, or imports a payload.
#[derive(Debug, Deserialize)]
#[serde(try_from = "StateJsonFile")]
pub(crate) struct StateJson {
    pub(crate) id: String,
    pub(crate) initial_state: State,
    pub(crate) prelude: Vec<String>,
    pub(crate) case: StateJsonCase,
    pub(crate) state: State,
}

/// The two things that a state-json fixture can do.
#[derive(Debug)]
pub(crate) enum StateJsonCase {
    Export { expected: String },
    Import { payload: String, refused: Option<Refused> },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StateJsonFile {
    id: String,
    initial_state: State,
    #[serde(default)]
    prelude: Vec<String>,
    action: StateJsonAction,
    expected: StateJsonExpected,
}

#[derive(Deserialize)]
#[serde(tag = "fn", rename_all = "snake_case", deny_unknown_fields)]
enum StateJsonAction {
    ExportJson {},
    ImportJson { payload: String },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StateJsonExpected {
    #[serde(default, deserialize_with = "present")]
    payload: Option<String>,
    #[serde(default, deserialize_with = "present")]
    error: Option<Refused>,
    state: State,
}

impl TryFrom<StateJsonFile> for StateJson {
    type Error = &'static str;

    fn try_from(file: StateJsonFile) -> Result<Self, &'static str> {
        let StateJsonFile { id, initial_state, prelude, action, expected } = file;
        let case = match (action, expected.payload, expected.error) {
            (StateJsonAction::ExportJson {}, Some(expected), None) => {
                StateJsonCase::Export { expected }
            }
            (StateJsonAction::ImportJson { payload }, None, refused) => {
                StateJsonCase::Import { payload, refused }
            }
            (StateJsonAction::ExportJson {}, None, _) => {
                return Err("an export needs `expected.payload`");
            }
            (StateJsonAction::ExportJson {}, _, Some(_)) => {
                return Err("an export has no `expected.error`");
            }
            (StateJsonAction::ImportJson { .. }, Some(_), _) => {
                return Err("an import has no `expected.payload`");
            }
        };
        Ok(StateJson { id, initial_state, prelude, case, state: expected.state })
    }
}

/// The inputs of a conversation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scenario {
    pub(crate) id: String,
    /// For the reader.
    #[serde(rename = "description")]
    _description: String,
    #[serde(deserialize_with = "nullable")]
    pub(crate) initial_state: Option<State>,
    pub(crate) inputs: Vec<String>,
}

/// What comes of a conversation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Turns {
    pub(crate) id: String,
    pub(crate) turns: Vec<Turn>,
}

/// What comes of one input.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Turn {
    pub(crate) input: String,
    pub(crate) decision: Decision,
    pub(crate) state: State,
}
