#![doc = include_str!("../README.md")]
//!
//! # Map
//!
//! | Item | What it is |
//! | --- | --- |
//! | [`Grammar`] | the parameters of one tool, and their synonyms |
//! | [`read_tools`], [`read_aliases`] | lists of tools and of synonyms, as JSON text |
//! | [`Tools`] | the grammars of many tools, and the counts of what they did |
//! | [`Verdict`] | defer, transform or deny, with repairs or issues |
//! | [`Chain`], [`Adjudicator`], [`PolicyGate`] | several checks in a row |
//! | `SchemaGate` | with the feature `schema`: the whole schema |
//!
//! This crate knows nothing of directives and does no I/O.
//!
//! # Dependency
//!
//! ```toml
//! cc-toolcall = { path = "../context-compiler/crates/cc-toolcall" }
//! ```
//!
//! Rust 1.95 or later. The feature `schema`, off by default, brings `SchemaGate` and the crate
//! `jsonschema`. No registry has this crate yet.

mod adjudicate;
mod arguments;
mod chain;
mod decimal;
mod exact;
mod grammar;
mod json;
mod list;
mod schema;
#[cfg(feature = "schema")]
mod schema_gate;
mod told;
mod tools;
mod verdict;

pub use cc_text::Policy;
pub use chain::{Adjudicator, Chain, PolicyGate};
pub use grammar::{
    Grammar, GrammarBuilder, GrammarError, GrammarErrorKind, POSITIONAL, Parameter, ParameterType,
    UnknownTypeError,
};
pub use json::MAX_DEPTH;
pub use list::{ToolListError, ToolListErrorKind, ToolSchema, read_aliases, read_tools};
pub use schema::Order;
#[cfg(feature = "schema")]
pub use schema_gate::{SchemaError, SchemaErrorKind, SchemaGate};
pub use told::{MAX_LISTED, MAX_SHOWN};
pub use tools::Tools;
pub use verdict::{Certainty, Deny, Issue, Reason, Repair, Transform, Verdict};

/// The Rust code of the document about this crate, compiled and run as doc tests.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../../docs/tool-calls.md")]
    struct ToolCalls;
}
