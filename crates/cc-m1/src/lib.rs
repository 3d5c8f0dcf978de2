#![doc = include_str!("../README.md")]
//!
//! # Map
//!
//! | Item | What it is |
//! | --- | --- |
//! | [`Engine`] | owns a state and takes inputs |
//! | [`Decision`], [`Prompt`] | what came of an input |
//! | [`operand`] | where keywords end in an input, to show them |
//! | [`State`] | the fact and the prohibited items; export and import |
//! | [`State::context_block`] | what a model is told of a state |
//!
//! This crate shares no rule with the other contracts and does no I/O. Normal forms are one pass here,
//! and one leading article goes only where white space follows it.
//!
//! # Dependency
//!
//! ```toml
//! cc-m1 = { path = "../context-compiler/crates/cc-m1" }
//! ```
//!
//! Rust 1.95 or later. There are no features. No registry has this crate yet.

mod engine;
mod input;
mod normalize;
mod state;

pub use cc_text::ContextBlock;
pub use engine::{Decision, Engine, Prompt};
pub use input::operand;
pub use state::{ImportError, ImportErrorKind, STATE_VERSION, State, StateDiff};
