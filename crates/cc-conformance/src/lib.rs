#![doc = include_str!("../README.md")]
//!
//! # Map
//!
//! | Item | What it is |
//! | --- | --- |
//! | [`Contract`] | a contract that has fixtures, with a table for each family |
//! | [`Corpus`] | the fixtures in a folder, read and checked |
//! | [`Waivers`] | known exceptions |
//! | [`Subject`] | what is under test: [`Library`], [`Cli`] or any [`Program`] |
//! | [`Report`] | replays fixtures and says what came of it |
//!
//! # Dependency
//!
//! ```toml
//! cc-conformance = { path = "../context-compiler/crates/cc-conformance" }
//! ```
//!
//! Rust 1.95 or later. There are no features. No registry has this crate yet.

mod cli;
mod compare;
mod corpus;
mod error;
mod fixture;
mod json;
mod library;
mod program;
mod records;
mod replay;
mod report;
mod rules;
mod subject;
mod table;
mod waivers;

pub use cli::Cli;
pub use corpus::Corpus;
pub use error::{Error, ErrorKind};
pub use library::Library;
pub use program::Program;
pub use report::Report;
pub use subject::Subject;
pub use table::Contract;
pub use waivers::Waivers;
