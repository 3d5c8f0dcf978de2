#![doc = include_str!("../README.md")]
//!
//! # Map
//!
//! | Item | What it is |
//! | --- | --- |
//! | [`State`], [`Policy`] | one premise at most, and one policy for each item |
//! | [`Identity`] | the normalized key of an item |
//! | [`Premise`] | a normalized premise |
//! | [`State::export_json`], [`State::import_json`] | canonical JSON out, validated JSON in |
//! | [`StateDiff`] | what differs between two states |
//! | [`json`], [`visible()`] | text as a JSON string, and text made safe to show |
//!
//! This crate knows no directives and decides nothing: any sequence of its operations is allowed,
//! and all of them keep the state valid. It does no I/O.

mod diff;
mod import;
pub mod json;
mod normalize;
mod read;
mod serde_state;
mod state;
mod visible;

pub use diff::{PolicyDiff, StateDiff};
pub use import::{ImportError, ImportErrorKind};
pub use normalize::{Identity, Premise, UNICODE_VERSION, is_white_space};
pub use state::{Policies, Policy, SCHEMA_VERSION, State};
pub use visible::{Visible, visible};
