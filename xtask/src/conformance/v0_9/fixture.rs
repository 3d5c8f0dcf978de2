//! The fixture files, field by field as `conformance/README.md` documents them.
//!
//! Reading a file checks everything that can be wrong with it by itself: unknown, missing and
//! contradictory fields. What concerns several files is checked by the corpus.

mod controller;
mod grammar;
mod isolation;

use serde::Deserialize;

pub(crate) use self::controller::{Controller, ControllerOperation};
pub(crate) use self::grammar::{Grammar, GrammarCase};
pub(crate) use self::isolation::{IsolationOperation, Mutation, MutationIsolation};
use super::values::Decision;
use crate::conformance::state_json::StateJson;
use crate::conformance::values::{State, nullable};

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
