#![doc = include_str!("../README.md")]
//!
//! # Map
//!
//! | Item | What it is |
//! | --- | --- |
//! | [`AnyEngine`] | an engine of a contract chosen at run time, whose replies are records |
//! | [`StepRecord`], [`StateRecord`], [`PreviewRecord`], [`ErrorRecord`] | the records of conversations |
//! | [`push_step`], [`push_state`], [`push`] | writing them |
//! | [`SessionStep`], [`push_session_state`] | the records of sessions |
//! | [`ClassificationRecord`], [`DirectiveRecord`] | the records of the grammar |
//! | [`ToolCall`], [`VerdictRecord`] | a request for a verdict on a tool call, and the verdict |
//! | [`StateText`] | a state's JSON text, to be written more than once |
//! | [`ErrorCode`], [`Command`] | the names that records carry |
//! | [`read_text`] | a message that arrives as a JSON string |
//!
//! Records are appended to a string that the host keeps. This crate does no I/O and adds no line
//! feed.
//!
//! # Dependency
//!
//! ```toml
//! cc-wire = { path = "../context-compiler/crates/cc-wire" }
//! ```
//!
//! Rust 1.95 or later. There are no features. No registry has this crate yet.
//!
//! R1 to R12 are the rulings in `docs/rulings.md`: what holds where the sources of the contracts
//! are silent or disagree.

mod any;
mod any_reply;
mod classification;
mod input;
mod names;
mod record;
mod session;
mod toolcall;
mod write;

pub use any::{AnyEngine, m1_record};
pub use any_reply::{AnyDecision, AnyDiff, AnyImportError, AnyPreview};
pub use classification::{ClassificationRecord, DirectiveRecord, push_classification};
pub use input::{TextError, TextErrorKind, read_text};
pub use names::{Command, ErrorCode, ErrorMode, PreviewMode, StateMode, StepMode};
pub use record::{
    ErrorDetail, ErrorRecord, PreviewRecord, StateRecord, StateText, StepRecord, output_version,
    push_state, push_step, v0_5, v0_9,
};
pub use session::{SessionStep, push_session_state, push_session_state_record};
pub use toolcall::{Given, IssueRecord, RepairRecord, ToolCall, VerdictRecord};
pub use write::push;
