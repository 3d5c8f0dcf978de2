//! The engine of contract 0.9.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cc_engine::Decision;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::grammar::{input, read_directive};
use crate::guard::guarded;
use crate::names::Names;
use crate::text::{As, text};

/// What `context_compiler_rs.engine.Engine` inherits. What hosts call has its name without the
/// underscore there.
#[pyclass(frozen, subclass, module = "context_compiler_rs._native")]
#[derive(Default)]
pub(crate) struct Engine(Mutex<cc_engine::Engine>);

impl Engine {
    /// The engine, while no Python code runs.
    #[inline]
    pub(crate) fn locked(&self) -> MutexGuard<'_, cc_engine::Engine> {
        // An engine that a panic left is valid: it commits nothing before it is done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Engine {
    /// Takes what a subclass takes, and needs none of it.
    #[new]
    #[pyo3(signature = (*_args, **_kwargs))]
    fn new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> Self {
        Engine::default()
    }

    /// Takes one input.
    #[pyo3(name = "_step")]
    fn step(&self, user_input: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = user_input.py();
        let names = Names::get(py)?;
        // Before the engine is locked: its error runs Python code.
        let Some(input) = input(user_input)? else { return Ok(names.no_directive.clone_ref(py)) };
        let decision = guarded(|| Ok(self.locked().step(input)))?;
        match decision {
            Decision::Ordinary | Decision::Invalid(_) => Ok(names.no_directive.clone_ref(py)),
            Decision::Update(update) => Ok(names.update(py, update.changed())),
            Decision::Refused(refusal) => {
                let directive = names.directive(py, refusal.directive())?;
                names.error(py, refusal.failure(), &directive, refusal.repairs())
            }
        }
    }

    /// Takes one directive.
    #[pyo3(name = "_apply_directive")]
    fn apply_directive(&self, directive: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = directive.py();
        let names = Names::get(py)?;
        let mut held = [const { String::new() }; 2];
        let read = read_directive(directive, &mut held)?;
        let result = guarded(|| Ok(self.locked().apply_directive(read)))?;
        match result {
            Ok(update) => Ok(names.update(py, update.changed())),
            Err(refusal) => names.error(py, refusal.failure(), directive, refusal.repairs()),
        }
    }

    /// The premise, or none.
    #[pyo3(name = "_premise")]
    fn premise(&self) -> PyResult<Option<String>> {
        guarded(|| Ok(self.locked().premise().map(str::to_owned)))
    }

    /// A dictionary of the policies, in order.
    #[pyo3(name = "_policies")]
    fn policies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let state = guarded(|| Ok(self.locked().state().clone()))?;
        let policies = PyDict::new(py);
        for (item, policy) in state.policies() {
            policies.set_item(item, policy.as_str())?;
        }
        Ok(policies)
    }

    /// The state as canonical JSON.
    #[pyo3(name = "_export_json")]
    fn export_json(&self) -> PyResult<String> {
        guarded(|| Ok(self.locked().export_json()))
    }

    /// Replaces the state by one from JSON. Gives the kind of fault and its words, if there is one.
    #[pyo3(name = "_import_json")]
    fn import_json(&self, payload: &Bound<'_, PyAny>) -> PyResult<Option<(String, String)>> {
        let payload = text(payload, As::Json)?;
        let imported = guarded(|| Ok(self.locked().import_json(payload)))?;
        Ok(imported.err().map(|fault| {
            let (kind, message) = (fault.kind().to_string(), fault.to_string());
            let detail = message.strip_prefix(&kind).and_then(|rest| rest.strip_prefix(": "));
            (kind, detail.unwrap_or_default().to_owned())
        }))
    }
}
