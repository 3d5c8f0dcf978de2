//! Replays through the library.

use cc_m1::{Engine, State};
use serde_json::Value;

use super::fixture::{FocusDevice, Target};
use super::subject::{Imported, Observed, Subject};
use crate::conformance::canonical::canonical;
use crate::conformance::comparison::Stop;
use crate::conformance::program::record;

/// The library.
pub(crate) struct Api;

impl Subject for Api {
    fn run(&self, initial: Option<&str>, texts: &[&str]) -> Result<Observed, Stop> {
        let mut engine = engine(initial)?;
        let mut decision = Value::Null;
        for text in texts {
            let decided = engine.step(text);
            decision = record(&decided.to_json(engine.state()))?;
            check(&decided, &decision)?;
        }
        Ok(Observed {
            decision,
            pending: engine.pending().map(str::to_owned),
            state: engine.state().export_json(),
        })
    }

    fn import(
        &self,
        initial: Option<&str>,
        texts: &[&str],
        payload: &str,
    ) -> Result<Imported, Stop> {
        let mut engine = engine(initial)?;
        for text in texts {
            engine.step(text);
        }
        let refused = match State::import_json(payload) {
            Ok(state) => {
                engine = Engine::from(state);
                None
            }
            Err(error) => Some(error.to_string()),
        };
        Ok(Imported { refused, state: Some(engine.state().export_json()) })
    }

    fn migrate(
        &self,
        state: &str,
        to: Target,
        focus_device: Option<FocusDevice>,
    ) -> Result<Result<String, String>, Stop> {
        let state = engine(Some(state))?;
        let focus_device = focus_device.map(|what| match what {
            FocusDevice::Drop => cc_migrate::FocusDevice::Drop,
            FocusDevice::Premise => cc_migrate::FocusDevice::Premise,
        });
        let migrated = match to {
            Target::V0_9 => cc_migrate::migrate(state.state(), focus_device)
                .map(|state: cc_engine::State| state.export_json()),
            Target::V0_5 => cc_migrate::migrate(state.state(), focus_device)
                .map(|state: cc_engine::v0_5::State| state.export_json()),
        };
        Ok(migrated.map_err(|error| error.to_string()))
    }
}

fn engine(initial: Option<&str>) -> Result<Engine, Stop> {
    match initial.map(State::import_json) {
        None => Ok(Engine::new()),
        Some(Ok(state)) => Ok(Engine::from(state)),
        Some(Err(error)) => Err(Stop::Fault(format!("the initial state is refused: {error}"))),
    }
}

/// Compares a decision with the record of it.
fn check(decided: &cc_m1::Decision, record: &Value) -> Result<(), Stop> {
    let prompt = match decided {
        cc_m1::Decision::Clarify(prompt) => Value::String(prompt.to_string()),
        cc_m1::Decision::Passthrough | cc_m1::Decision::Update => Value::Null,
    };
    let same = record.get("kind").and_then(Value::as_str) == Some(decided.kind())
        && record.get("prompt_to_user") == Some(&prompt);
    if same {
        return Ok(());
    }
    Err(Stop::Fault(format!("the decision is {decided:?}, and its record {}", canonical(record))))
}
