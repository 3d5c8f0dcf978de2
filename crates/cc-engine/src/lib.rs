#![doc = include_str!("../README.md")]
//!
//! # Map
//!
//! | Item | What it is |
//! | --- | --- |
//! | [`Engine`] | owns a state and is the only one to change it |
//! | [`Decision`], [`Update`], [`Refusal`] | what came of an input |
//! | [`Preview`] | what would come of an input |
//! | [`classify`], [`Directive`] | the syntax layer, for hosts that classify first |
//! | [`State`], [`StateDiff`] | the state layer |
//! | `v0_5` | contract 0.5, with the feature of that name; everything else here is 0.9 |
//!
//! There is no clock, no randomness, no I/O and no global state in here: the same inputs in the
//! same order give the same state, byte for byte.

mod decision;
mod engine;
#[cfg(feature = "v0_5")]
pub mod v0_5;

pub use cc_semantics::{Failure, Refusal, Repairs};
pub use cc_state::{
    Identity, ImportError, ImportErrorKind, Policies, Policy, PolicyDiff, State, StateDiff, visible,
};
pub use cc_syntax::{
    Classification, Directive, Form, Invalid, Kind, OperandError, OperandFault, OperandName, Span,
    SyntaxFailure, classify,
};
pub use decision::{Decision, Preview, Update};
pub use engine::Engine;

/// The Rust code of the project's documents, compiled and run as doc tests.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/api-guide.md")]
    struct ApiGuide;
    #[doc = include_str!("../../../docs/concepts.md")]
    struct Concepts;
    #[doc = include_str!("../../../docs/directive-grammar.md")]
    struct DirectiveGrammar;
}
