//! Panics, which arrive in Python as an ordinary exception.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Runs what Python has called. A panic in it is a `RuntimeError`, so that a host that answers for
/// its other exceptions answers for this one too; what it tells is on standard error.
#[inline]
pub(crate) fn guarded<T>(call: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    // Whatever a panic leaves behind is behind a lock that gives it up or holds nothing half done.
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| {
        Err(PyRuntimeError::new_err("internal error in context_compiler_rs, which is a bug there"))
    })
}

/// Panics, so that a test can see what becomes of it.
#[pyfunction]
#[allow(clippy::panic, reason = "it is what this is for")]
pub(crate) fn panic() -> PyResult<()> {
    guarded(|| panic!("on request"))
}
