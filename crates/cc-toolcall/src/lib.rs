#![doc = include_str!("../README.md")]
//!
//! # Map
//!
//! | Item | What it is |
//! | --- | --- |
//! | [`Grammar`] | the parameters of one tool, and their synonyms |
//! | [`Tools`] | the grammars of many tools, and the counts of what they did |
//! | [`Verdict`] | defer, transform or deny, with repairs or issues |
//! | [`Chain`], [`Adjudicator`], [`PolicyGate`] | several checks in a row |
//! | `SchemaGate` | with the feature `schema`: the whole schema |
//!
//! This crate depends on no other of the workspace and does no I/O.

mod adjudicate;
mod arguments;
mod chain;
mod grammar;
mod schema;
#[cfg(feature = "schema")]
mod schema_gate;
mod tools;
mod verdict;

pub use arguments::MAX_DEPTH;
pub use chain::{Adjudicator, Chain, Policy, PolicyGate};
pub use grammar::{Grammar, GrammarBuilder, GrammarError, POSITIONAL, Parameter, ParameterType};
pub use schema::Order;
#[cfg(feature = "schema")]
pub use schema_gate::{SchemaError, SchemaGate};
pub use tools::Tools;
pub use verdict::{Certainty, Deny, Issue, Reason, Repair, Transform, Verdict};

/// The Rust code of the document about this crate, compiled and run as doc tests.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../../docs/tool-calls.md")]
    struct ToolCalls;
}
