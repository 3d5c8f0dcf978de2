//! The Python package `context_compiler_rs`: what of it is written in Rust.
//!
//! Python code in `python/` has the names, types and docs that hosts see; this crate is its module
//! `_native`, which decides. What is slow in Python is here whole: a step, and the reading of a text.
//!
//! No Python code runs while an engine is locked, so a lock is never waited for with the interpreter
//! held by whoever has it.
//!
//! # Installing
//!
//! ```sh
//! pip install ./crates/cc-python
//! ```
//!
//! Rust 1.95 or later. Python 3.11 or later. There are no features.

mod engine;
mod grammar;
mod guard;
mod m1;
mod names;
mod render;
mod sessions;
mod text;
mod toolcall;
mod v0_5;
mod wait;

/// The Python module `context_compiler_rs._native`. Its names are no interface.
#[pyo3::pymodule(gil_used = true)]
mod _native {
    use std::ffi::OsString;

    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::grammar::{check_operands, decompose, directive_text, message, metadata};
    #[pymodule_export]
    use crate::guard::panic;
    #[pymodule_export]
    use crate::m1::{EngineM1, migrate};
    #[pymodule_export]
    use crate::render::{context_block, visible};
    #[pymodule_export]
    use crate::sessions::{Sessions, TurnReply, compose};
    #[pymodule_export]
    use crate::toolcall::{Chain, PolicyGate, SchemaGate, Tools};
    #[pymodule_export]
    use crate::v0_5::EngineV05;

    /// Runs the command with these arguments, of which the first is its name, and gives its status.
    #[pyfunction]
    fn command(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<u8> {
        py.detach(|| crate::guard::guarded(|| Ok(cc_cli::run_with(arguments))))
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
