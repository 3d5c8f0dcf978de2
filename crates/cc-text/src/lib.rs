#![doc = include_str!("../README.md")]
//!
//! # Map
//!
//! | Item | What it is |
//! | --- | --- |
//! | [`visible()`], [`visible_message()`] | text made safe to show |
//! | [`ContextBlock`] | what a model is told of a state |
//! | [`json`] | canonical JSON |
//! | [`collapse`], [`is_white_space`], [`respell`] | steps of normalization |
//! | [`Policy`] | `use` or `prohibit` |
//!
//! # Dependency
//!
//! ```toml
//! cc-text = { path = "../context-compiler/crates/cc-text" }
//! ```
//!
//! Rust 1.95 or later. There are no features. No registry has this crate yet.
//!
//! R1 to R12 are the rulings in `docs/rulings.md`: what holds where the sources of the contracts
//! are silent or disagree.

mod context_block;
mod hidden;
pub mod json;
mod policy;
mod visible;
mod white_space;
mod words;

pub use context_block::ContextBlock;
pub use policy::{Policy, UnknownPolicyError};
pub use visible::{Visible, visible, visible_message};
pub use white_space::{collapse, is_white_space};
pub use words::respell;
