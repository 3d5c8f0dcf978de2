//! The engine of contract m1, and the way from its state to one of a later contract.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cc_contract::ContractName;
use cc_migrate::FocusDevice;
use cc_wire::AnyEngine;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::guard::guarded;

/// What `context_compiler_rs.m1.Engine` inherits.
#[pyclass(frozen, subclass, module = "context_compiler_rs._native", name = "EngineM1")]
#[derive(Default)]
pub(crate) struct EngineM1(Mutex<cc_m1::Engine>);

impl EngineM1 {
    pub(crate) fn locked(&self) -> MutexGuard<'_, cc_m1::Engine> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl EngineM1 {
    #[new]
    fn new() -> Self {
        EngineM1::default()
    }

    fn _step(&self, text: &str) -> PyResult<(&'static str, Option<String>)> {
        guarded(|| {
            let decision = self.locked().step(text);
            Ok((decision.kind(), decision.message()))
        })
    }

    fn _focus_device(&self) -> PyResult<Option<String>> {
        guarded(|| Ok(self.locked().state().focus_device().map(str::to_owned)))
    }

    fn _prohibited(&self) -> PyResult<Vec<String>> {
        guarded(|| Ok(self.locked().state().prohibited().map(str::to_owned).collect()))
    }

    fn _pending(&self) -> PyResult<Option<String>> {
        guarded(|| Ok(self.locked().pending().map(str::to_owned)))
    }

    fn _export_json(&self) -> PyResult<String> {
        guarded(|| Ok(self.locked().state().export_json()))
    }

    fn _import_json(&self, payload: &str) -> PyResult<()> {
        let state = guarded(|| Ok(cc_m1::State::import_json(payload)))?;
        let state = state.map_err(|fault| PyValueError::new_err(fault.to_string()))?;
        *self.locked() = state.into();
        Ok(())
    }
}

/// The contract with this name.
pub(crate) fn contract(name: &str) -> PyResult<ContractName> {
    name.parse().map_err(|fault: cc_contract::UnknownContractError| {
        PyValueError::new_err(fault.to_string())
    })
}

/// The state of a later contract that means the same as one of m1.
#[pyfunction]
pub(crate) fn migrate(payload: &str, to: &str, focus_device: Option<&str>) -> PyResult<String> {
    let to = contract(to)?;
    let focus_device = match focus_device {
        None => None,
        Some("drop") => Some(FocusDevice::Drop),
        Some("premise") => Some(FocusDevice::Premise),
        Some(_) => {
            let message = "focus_device must be \"drop\", \"premise\" or None";
            return Err(PyValueError::new_err(message));
        }
    };
    guarded(|| {
        let state = cc_m1::State::import_json(payload)
            .map_err(|fault| PyValueError::new_err(fault.to_string()))?;
        AnyEngine::migrate(&state, to, focus_device)
            .map(|engine| engine.export_json())
            .map_err(|fault| PyValueError::new_err(fault.to_string()))
    })
}
