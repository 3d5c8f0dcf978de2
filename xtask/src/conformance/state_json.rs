//! The fixtures of the family `state-json`, which has the same fields in both contracts.

use serde::Deserialize;

use super::values::{Refused, State, present};

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
