//! What a model is told of a state, and text made safe to show.

use cc_text::ContextBlock;
use cc_wire::AnyEngine;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::engine::Engine;
use crate::guard::guarded;
use crate::m1::{EngineM1, contract};
use crate::v0_5::EngineV05;

/// The block of an engine's state, or of an exported one of the contract.
#[pyfunction]
pub(crate) fn context_block(
    state: &Bound<'_, PyAny>,
    contract_name: &str,
    as_json: bool,
) -> PyResult<Option<String>> {
    let block = |block: ContextBlock<'_>| if as_json { block.to_json() } else { block.to_text() };
    guarded(|| {
        if let Ok(engine) = state.cast::<Engine>() {
            return Ok(block(engine.get().locked().state().context_block()));
        }
        if let Ok(engine) = state.cast::<EngineV05>() {
            return Ok(block(engine.get().locked().state().context_block()));
        }
        if let Ok(engine) = state.cast::<EngineM1>() {
            return Ok(block(engine.get().locked().state().context_block()));
        }
        let Ok(payload) = state.cast::<pyo3::types::PyString>() else {
            let message = "the state must be an engine or the text of an exported state";
            return Err(PyTypeError::new_err(message));
        };
        let engine = AnyEngine::import_json(contract(contract_name)?, payload.to_str()?)
            .map_err(|fault| PyValueError::new_err(fault.to_string()))?;
        Ok(block(engine.context_block()))
    })
}

/// Text with what cannot be seen escaped; line feeds too, unless they are kept.
#[pyfunction]
pub(crate) fn visible(text: &str, keeps_line_feeds: bool) -> PyResult<String> {
    guarded(|| {
        Ok(match keeps_line_feeds {
            true => cc_text::visible_message(text).to_string(),
            false => cc_text::visible(text).to_string(),
        })
    })
}
