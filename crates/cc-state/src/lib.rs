#![doc = include_str!("../README.md")]
//!
//! # Map
//!
//! | Item | What it is |
//! | --- | --- |
//! | [`State`], [`Policy`] | one premise at most, and one policy for each item |
//! | [`Contract`], [`ContractState`] | the same for any contract, and what makes them different types |
//! | [`Identity`] | the normalized key of an item |
//! | [`Premise`] | a normalized premise |
//! | [`State::export_json`], [`State::import_json`] | canonical JSON out, validated JSON in |
//! | [`StateDiff`] | what differs between two states |
//! | [`json`], [`visible()`] | text as a JSON string, and text made safe to show |
//!
//! This crate knows no directives and decides nothing: any sequence of its operations is allowed,
//! and all of them keep the state valid. It does no I/O.

#[cfg(feature = "v0_5")]
mod checkpoint;
mod collect;
mod contract;
mod diff;
mod import;
pub mod json;
mod normalize;
mod read;
mod serde_state;
mod state;
#[cfg(feature = "v0_5")]
pub mod v0_5;
mod visible;

pub use contract::{Contract, V0_9};
pub use diff::{PolicyDiff, StateDiff};
pub use import::{ImportError, ImportErrorKind};
pub use normalize::{ContractIdentity, Identity, Premise, UNICODE_VERSION, is_white_space};
pub use state::{ContractState, Policies, Policy, SCHEMA_VERSION, State};
pub use visible::{Visible, visible};
