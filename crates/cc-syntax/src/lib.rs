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
//! | [`v0_5`] | the grammar of contract 0.5; everything else here is that of 0.9 |
//!
//! This crate never looks at state and never allocates. What a directive does is decided a layer
//! above.

mod classify;
mod directive;
mod kind;
mod letters;
mod scan;
mod start;
mod use_form;
pub mod v0_5;

pub use classify::{Classification, Invalid, Span, SyntaxFailure, classify};
pub use directive::{Directive, Form, OperandError, OperandFault, Operands};
pub use kind::{Kind, OperandName};
