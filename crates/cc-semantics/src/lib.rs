#![doc = include_str!("../README.md")]
//!
//! # Map
//!
//! | Item | What it is |
//! | --- | --- |
//! | [`evaluate`] | what one directive does to one state |
//! | [`Transition`] | the change it makes, which may be none |
//! | [`Refusal`], [`Failure`] | why it is refused, with the message and the repairs |
//!
//! This crate never sees text that did not parse, holds nothing between calls and does no I/O.

mod evaluate;
mod refusal;
mod transition;
#[cfg(feature = "v0_5")]
pub mod v0_5;

pub use evaluate::evaluate;
pub use refusal::{Failure, Refusal, Repairs};
pub use transition::{ContractTransition, Transition};
