//! Text that comes from Python.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::names::Names;

/// What the reference does first with a value that should be text, which says what its error is.
#[derive(Clone, Copy)]
pub(crate) enum As {
    /// It is trimmed.
    Trimmed,
    /// It is read as JSON.
    Json,
}

/// The text of a Python string.
///
/// Fails with a `ValueError` that names the position of a lone surrogate, and for anything else than
/// a string with the error of the reference, which is a `TypeError` too.
#[inline]
pub(crate) fn text<'a>(value: &'a Bound<'_, PyAny>, used: As) -> PyResult<&'a str> {
    match value.cast::<PyString>() {
        Ok(text) => text.to_str(),
        Err(_) => Err(not_text(value, used)),
    }
}

#[cold]
fn not_text(value: &Bound<'_, PyAny>, used: As) -> PyErr {
    let py = value.py();
    let name = match value.get_type().name() {
        Ok(name) => name,
        Err(error) => return error,
    };
    match used {
        As::Json => PyTypeError::new_err(format!(
            "the JSON object must be str, bytes or bytearray, not {name}"
        )),
        As::Trimmed if value.hasattr("strip").unwrap_or(false) => {
            PyTypeError::new_err("a bytes-like object is required, not 'str'")
        }
        As::Trimmed => match Names::get(py) {
            Ok(names) => names.not_text(py, format!("'{name}' object has no attribute 'strip'")),
            Err(error) => error,
        },
    }
}
