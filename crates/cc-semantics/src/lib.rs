#![doc = include_str!("../README.md")]
//!
//! # Map
//!
//! | Item | What it is |
//! | --- | --- |
//! | [`evaluate`] | what one directive does to one state |
//! | [`Transition`] | the change it makes, which may be none |
//! | [`Refusal`], [`Failure`] | why it is refused, with the message and the repairs |
//! | [`v0_5`] | what only contract 0.5 has; the aliases here are for 0.9 |
//! | [`Rules`], [`ContractRefusal`] | the same for any contract |
//!
//! This crate never sees text that did not parse, holds nothing between calls and does no I/O.
//!
//! # Dependency
//!
//! ```toml
//! cc-semantics = { path = "../context-compiler/crates/cc-semantics" }
//! ```
//!
//! Rust 1.95 or later. There are no features. No registry has this crate yet.
//!
//! R1 to R12 are the rulings in `docs/rulings.md`: what holds where the sources of the contracts
//! are silent or disagree.

mod evaluate;
mod failure;
mod refusal;
mod rules;
mod transition;
pub mod v0_5;
mod v0_9;

pub use evaluate::evaluate;
pub use failure::{Failure, UnknownFailureError};
pub use refusal::{ContractRefusal, OwnedRefusal, Refusal};
pub use rules::Rules;
pub use transition::{ContractTransition, Transition};
pub use v0_9::Repairs;
