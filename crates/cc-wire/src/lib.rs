#![doc = include_str!("../README.md")]
//!
//! # Map
//!
//! | Item | What it is |
//! | --- | --- |
//! | [`push_step`], [`push_state`], [`push_error`] | the replies of contract 0.9 |
//! | [`push_classification`] | the record of one classification |
//! | [`StateText`] | a state's JSON text, to be written more than once |
//! | [`ErrorCode`], [`Command`] | the names that records carry |
//! | [`read_text`] | a message that arrives as a JSON string |
//! | `v0_5` | the replies of contract 0.5, with the feature of that name |
//!
//! Records are appended to a string that the host keeps. This crate does no I/O and adds no line
//! feed.

mod classification;
mod input;
mod record;
#[cfg(feature = "v0_5")]
pub mod v0_5;

pub use classification::push_classification;
pub use input::{TextError, read_text};
pub use record::{
    Command, ErrorCode, OUTPUT_VERSION, StateText, push_directive, push_error, push_state,
    push_step,
};
