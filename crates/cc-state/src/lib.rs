#![doc = include_str!("../README.md")]
//!
//! # Map
//!
//! | Item | What it is |
//! | --- | --- |
//! | [`State`], [`Policy`] | one premise at most, and one policy for each item |
//! | [`Identity`], [`Premise`] | the normal forms of items and premises |
//! | [`State::export_json`], [`State::import_json`] | canonical JSON out, validated JSON in |
//! | [`State::context_block`] | what a model is told of a state |
//! | [`StateDiff`] | what differs between two states |
//! | [`v0_5`] | the same names for contract 0.5, and checkpoints; those here are for 0.9 |
//! | [`Normalize`], [`ContractState`] | the same for any contract |
//!
//! This crate knows no directives and decides nothing: any sequence of its operations is allowed,
//! and all of them keep the state valid. It does no I/O.
//!
//! # Dependency
//!
//! ```toml
//! cc-state = { path = "../context-compiler/crates/cc-state" }
//! ```
//!
//! Rust 1.95 or later. There are no features. No registry has this crate yet.
//!
//! R1 to R12 are the rulings in `docs/rulings.md`: what holds where the sources of the contracts
//! are silent or disagree.

mod checkpoint;
mod collect;
mod diff;
mod identity;
mod import;
mod normalize;
mod read;
mod serde_state;
mod state;
mod unicode;
pub mod v0_5;
mod v0_9;

pub use cc_text::{ContextBlock, Policy};
pub use diff::{PolicyDiff, StateDiff};
pub use identity::{ContractIdentity, ContractPremise, Identity, Premise};
pub use import::{ImportError, ImportErrorKind};
pub use normalize::{Normalize, UNICODE_VERSION};
pub use state::{ContractState, Policies, SCHEMA_VERSION, State};
