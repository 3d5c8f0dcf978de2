//! The fixtures of the family `state-json`, which has the same fields in every contract.

use serde::Deserialize;

use super::values::{Refused, State, present};

/// Exports a state of the type `S`, or imports a payload. `I` is the type of the initial state,
/// which some contracts let be null.
#[derive(Debug, Deserialize)]
#[serde(
    try_from = "StateJsonFile<I, S>",
    bound(deserialize = "I: Deserialize<'de>, S: Deserialize<'de>")
)]
pub(crate) struct StateJson<I = State, S = State> {
    pub(crate) id: String,
    pub(crate) initial_state: I,
    pub(crate) prelude: Vec<String>,
    pub(crate) case: StateJsonCase,
    pub(crate) state: S,
}

/// The two things that a state-json fixture can do.
#[derive(Debug)]
pub(crate) enum StateJsonCase {
    Export { expected: String },
    Import { payload: String, refused: Option<Refused> },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "I: Deserialize<'de>, S: Deserialize<'de>"))]
struct StateJsonFile<I, S> {
    id: String,
    // Named, so that it must be there even where it may be null.
    #[serde(deserialize_with = "Deserialize::deserialize")]
    initial_state: I,
    #[serde(default)]
    prelude: Vec<String>,
    action: StateJsonAction,
    expected: StateJsonExpected<S>,
}

#[derive(Deserialize)]
#[serde(tag = "fn", rename_all = "snake_case", deny_unknown_fields)]
enum StateJsonAction {
    ExportJson {},
    ImportJson { payload: String },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StateJsonExpected<S> {
    #[serde(default, deserialize_with = "present")]
    payload: Option<String>,
    #[serde(default, deserialize_with = "present")]
    error: Option<Refused>,
    state: S,
}

impl<I, S> TryFrom<StateJsonFile<I, S>> for StateJson<I, S> {
    type Error = &'static str;

    fn try_from(file: StateJsonFile<I, S>) -> Result<Self, &'static str> {
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
