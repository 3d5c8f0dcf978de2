//! The fixture files, field by field as `conformance/README.md` documents them.
//!
//! Reading a file checks everything that can be wrong with it by itself: unknown, missing and
//! contradictory fields. What concerns several files is checked by the corpus.

mod checkpoint;
mod controller;
mod grammar;

use serde::{Deserialize, Serialize};

pub(crate) use self::checkpoint::{CheckpointCase, CheckpointFixture};
pub(crate) use self::controller::{Controller, ControllerCase};
pub(crate) use self::grammar::{Grammar, GrammarCase};
use super::values::{Checkpoint, Decision, InitialCheckpoint, TurnDecision};
use crate::conformance::state_json::StateJson;
use crate::conformance::values::{State, nullable, present};

/// A fixture in one file.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Fixture {
    Grammar(Grammar),
    Step(Step),
    StateJson(StateJson),
    Checkpoint(CheckpointFixture),
    Controller(Controller),
    Confirmation(Confirmation),
}

impl Fixture {
    /// The folder in which fixtures of this kind stand.
    pub(crate) const fn family(&self) -> &'static str {
        match self {
            Fixture::Grammar(_) => "grammar",
            Fixture::Step(_) => "step",
            Fixture::StateJson(_) => "state-json",
            Fixture::Checkpoint(_) => "checkpoint",
            Fixture::Controller(_) => "controller",
            Fixture::Confirmation(_) => "confirmation",
        }
    }

    /// The name that the file gives itself.
    pub(crate) fn id(&self) -> &str {
        match self {
            Fixture::Grammar(fixture) => &fixture.id,
            Fixture::Step(fixture) => &fixture.id,
            Fixture::StateJson(fixture) => &fixture.id,
            Fixture::Checkpoint(fixture) => &fixture.id,
            Fixture::Controller(fixture) => &fixture.id,
            Fixture::Confirmation(fixture) => &fixture.id,
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
    pub(crate) expected: StepExpected,
}

/// A decision, and the engine after it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepExpected {
    pub(crate) decision: Decision,
    pub(crate) state: State,
    #[serde(default, deserialize_with = "present")]
    pub(crate) has_pending_clarification: Option<bool>,
}

/// Reads one text as an answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Confirmation {
    pub(crate) id: String,
    pub(crate) action: ConfirmationAction,
    pub(crate) expected: ConfirmationExpected,
}

/// The text to read.
#[derive(Debug, Deserialize)]
#[serde(tag = "fn", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ConfirmationAction {
    ReadConfirmation { text: String },
}

/// What the text answers.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfirmationExpected {
    #[serde(deserialize_with = "nullable")]
    answer: Option<Answer>,
}

/// An answer.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Yes,
    No,
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
    pub(crate) initial_checkpoint: Option<InitialCheckpoint>,
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
    pub(crate) decision: TurnDecision,
    pub(crate) checkpoint: Checkpoint,
}
