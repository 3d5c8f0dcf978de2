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
//! | [`strip_prefix`] | the text behind a host's prefix |
//! | [`State`], [`StateDiff`] | the state layer |
//! | [`ContextBlock`] | what a model is told of a state |
//! | [`visible()`], [`visible_message()`] | text made safe to show |
//! | [`v0_5`] | the same names for contract 0.5, and what only that has; those here are for 0.9 |
//! | [`ContractEngine`], [`Answers`] | the same for any contract |
//!
//! There is no clock, no randomness, no I/O and no global state in here: the same inputs in the
//! same order give the same state, byte for byte.
//!
//! # Dependency
//!
//! ```toml
//! cc-engine = { path = "../context-compiler/crates/cc-engine" }
//! ```
//!
//! Rust 1.95 or later. There are no features. No registry has this crate yet.
//!
//! R1 to R12 are the rulings in `docs/rulings.md`: what holds where the sources of the contracts
//! are silent or disagree.

mod decision;
mod engine;
mod record;
pub mod v0_5;
mod v0_9;

pub use cc_contract::{Contract, ContractName, V0_5, V0_9};
pub use cc_semantics::{ContractRefusal, Failure, OwnedRefusal, Refusal, Repairs};
pub use cc_state::{
    ContractState, Identity, ImportError, ImportErrorKind, Policies, Policy, PolicyDiff, Premise,
    State, StateDiff,
};
pub use cc_syntax::{
    Classification, ContractClassification, ContractDirective, Directive, Form, Invalid, Kind,
    OperandError, OperandFault, OperandName, OwnedDirective, Span, SyntaxFailure, classify,
    classify_by, strip_prefix,
};
pub use cc_text::{ContextBlock, visible, visible_message};
pub use decision::{
    Answers, ContractDecision, ContractPreview, Decision, OwnedDecision, Preview, Update,
};
pub use engine::{ContractEngine, Engine};
pub use record::FormRecord;

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
    #[doc = include_str!("../../../docs/embedding.md")]
    struct Embedding;
}
