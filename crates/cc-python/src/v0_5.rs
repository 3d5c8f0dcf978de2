//! The engine of contract 0.5.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cc_engine::v0_5::{self, Decision};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::guard::guarded;

/// A decision: its name, and what the user is asked.
type Answer = (&'static str, Option<String>);

/// What `context_compiler_rs.v0_5.Engine` inherits.
#[pyclass(frozen, subclass, module = "context_compiler_rs._native", name = "EngineV05")]
#[derive(Default)]
pub(crate) struct EngineV05(Mutex<v0_5::Engine>);

impl EngineV05 {
    pub(crate) fn locked(&self) -> MutexGuard<'_, v0_5::Engine> {
        // An engine that a panic left is valid: it commits nothing before it is done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn answer(decision: &Decision<'_>) -> Answer {
    (decision.kind(), decision.message())
}

#[pymethods]
impl EngineV05 {
    #[new]
    fn new() -> Self {
        EngineV05::default()
    }

    fn _step(&self, text: &str) -> PyResult<Answer> {
        guarded(|| Ok(answer(&self.locked().step(text))))
    }

    fn _preview(&self, text: &str) -> PyResult<(Answer, bool, String)> {
        guarded(|| {
            let engine = self.locked();
            let preview = engine.preview(text);
            // Differences hold texts and names, which can always be written.
            let diff = cc_text::json::to_string(&preview.diff).unwrap_or_default();
            Ok((answer(&preview.decision), preview.would_mutate(), diff))
        })
    }

    fn _premise(&self) -> PyResult<Option<String>> {
        guarded(|| Ok(self.locked().premise().map(str::to_owned)))
    }

    fn _policies(&self) -> PyResult<Vec<(String, &'static str)>> {
        guarded(|| {
            let engine = self.locked();
            let policies = engine.policies();
            Ok(policies.map(|(item, policy)| (item.to_owned(), policy.as_str())).collect())
        })
    }

    fn _export_json(&self) -> PyResult<String> {
        guarded(|| Ok(self.locked().export_json()))
    }

    fn _import_json(&self, payload: &str) -> PyResult<()> {
        let result = guarded(|| Ok(self.locked().import_json(payload)))?;
        result.map_err(|fault| PyValueError::new_err(fault.to_string()))
    }

    fn _export_checkpoint_json(&self) -> PyResult<String> {
        guarded(|| Ok(self.locked().export_checkpoint_json()))
    }

    fn _import_checkpoint_json(&self, payload: &str) -> PyResult<()> {
        let result = guarded(|| Ok(self.locked().import_checkpoint_json(payload)))?;
        result.map_err(|fault| PyValueError::new_err(fault.to_string()))
    }

    fn _has_pending_clarification(&self) -> bool {
        self.locked().has_pending_clarification()
    }
}
