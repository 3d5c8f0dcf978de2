#![no_std]
#![doc = include_str!("../README.md")]
//!
//! # Map
//!
//! | Item | What it is |
//! | --- | --- |
//! | [`classify`] | sorts any text into one of the three [`Classification`]s |
//! | [`Directive`], [`Form`] | a canonical directive, and its kind with its operands |
//! | [`Invalid`], [`SyntaxFailure`] | what is wrong with directive-shaped text, and where |
//! | [`Kind`], [`OperandName`] | the nine kinds, their names, introducers and operands |
//! | [`strip_prefix`] | the text behind a host's prefix |
//! | [`v0_5`] | the same names for contract 0.5; those here are for 0.9 |
//! | [`Grammar`], [`classify_by`] | the same for any contract |
//!
//! This crate never looks at state. It allocates for `OwnedDirective` alone, which the default
//! feature `alloc` brings. What a directive does is decided a layer above.
//!
//! # Dependency
//!
//! ```toml
//! cc-syntax = { path = "../context-compiler/crates/cc-syntax" }
//! ```
//!
//! Rust 1.95 or later. The feature `alloc`, on by default, brings directives that own their
//! operands; without it, `core` is all that is needed. No registry has this crate yet.
//!
//! R1 to R12 are the rulings in `docs/rulings.md`: what holds where the sources of the contracts
//! are silent or disagree.

#[cfg(feature = "alloc")]
extern crate alloc;

mod classification;
mod directive;
mod fault;
mod form;
mod grammar;
mod invalid;
mod letters;
mod operand;
#[cfg(feature = "alloc")]
mod owned;
mod prefix;
mod scan;
mod start;
mod table;
pub mod v0_5;
mod v0_9;

pub use classification::{Classification, ContractClassification, classify, classify_by};
pub use directive::{ContractDirective, Directive};
pub use fault::{OperandError, OperandFault};
pub use form::{Form, Kind, Operands, UnknownKindError, Usage};
pub use grammar::Grammar;
pub use invalid::{Invalid, Span, SyntaxFailure};
pub use operand::{OperandName, UnknownOperandError};
#[cfg(feature = "alloc")]
pub use owned::OwnedDirective;
pub use prefix::strip_prefix;
