//! Hostile use of the command: ends that close, fill up or stall, bytes cut anywhere, input without
//! end, signals, and files that are something else.
//!
//! Whatever happens, there is a documented exit status, an error that says what and where, no file
//! that is half written, memory within the limits, and no text of a panic. Heavy cases are ignored;
//! each says how to run it.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a run that cannot be started or read has failed the test"
)]

#[path = "../support/mod.rs"]
mod support;

mod arguments;
mod bytes;
mod common;
mod depth;
mod ends;
mod history;
#[cfg(target_os = "linux")]
mod memory;
mod pipes;
mod save;
mod signals;
mod terminal;
