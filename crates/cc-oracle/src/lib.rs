#![doc = include_str!("../README.md")]
//!
//! # Map
//!
//! | Item | What it is |
//! | --- | --- |
//! | [`Oracle`], [`laws!`] | what each contract says; a test of a law for each contract |
//! | [`Verdict`], [`Asked`] | the answer of a naive classifier |
//! | [`Model`] | a state, and the table of directives over it |
//! | [`SmallWorld`] | every state and every directive over three items and two premises |
//! | [`canonical`], [`quoted`] | canonical JSON |
//! | [`read_block`], [`read_block_json`] | what a model is told of a state |
//! | [`check`], [`sequences`] | inputs that are random, and every short one |
//! | [`workload`] | the lines that the command is timed on |
//!
//! # Dependency
//!
//! ```toml
//! cc-oracle = { path = "../context-compiler/crates/cc-oracle" }
//! ```
//!
//! Rust 1.95 or later. There are no features. No registry has this crate yet.
//!
//! R1 to R12 are the rulings in `docs/rulings.md`: what holds where the sources of the contracts
//! are silent or disagree.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a model that does not fit its test fails by panicking, as the test does"
)]

mod asked;
mod block;
mod inputs;
mod json;
mod model;
mod v0_5;
mod v0_9;
pub mod workload;
mod world;

pub use asked::{Asked, KINDS, Verdict};
pub use block::{ToldToModel, read_block, read_block_json};
pub use cc_contract::{Contract, ContractName, V0_5, V0_9};
pub use inputs::{check, config, sequences};
pub use json::{canonical, quoted};
pub use model::{Model, NO_IDENTITY};
pub use world::{SHARED, SmallWorld};

/// A contract whose inputs are directives, as its text has it.
pub trait Oracle: Contract {
    /// The failures of a replacement in the order in which they are looked for (R6).
    const REPLACEMENT: [&'static str; 3];

    /// A small world in spellings that the contract reads as one.
    const WORLD: SmallWorld;

    /// What a text is.
    fn naive_class(text: &str) -> Verdict<'_>;

    /// The identity of an item, or nothing.
    fn naive_identity(item: &str) -> String;

    /// Whether the tables behind [`Oracle::naive_identity`] know all characters of a text.
    fn knows(_: &str) -> bool {
        true
    }

    /// The normal form of a premise, or nothing. It is the same in these contracts.
    fn naive_premise(text: &str) -> String {
        fixed_point(text, |text| words(&composed(text)).join(" "))
    }
}

/// Unicode White_Space and U+001C to U+001F, written out (R1).
pub const WHITE_SPACE: [char; 29] = [
    '\u{9}', '\u{a}', '\u{b}', '\u{c}', '\u{d}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{1f}', '\u{20}',
    '\u{85}', '\u{a0}', '\u{1680}', '\u{2000}', '\u{2001}', '\u{2002}', '\u{2003}', '\u{2004}',
    '\u{2005}', '\u{2006}', '\u{2007}', '\u{2008}', '\u{2009}', '\u{200a}', '\u{2028}', '\u{2029}',
    '\u{202f}', '\u{205f}', '\u{3000}',
];

/// Whether an operand has anything in it but white space (R2).
fn has_content(operand: &str) -> bool {
    !operand.chars().all(|character| WHITE_SPACE.contains(&character))
}

/// The words between white space.
fn words(text: &str) -> Vec<&str> {
    text.split(WHITE_SPACE).filter(|word| !word.is_empty()).collect()
}

/// NFKC, with U+2019 and U+0060 as U+0027.
fn composed(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;

    text.nfkc().collect::<String>().replace(['\u{2019}', '\u{60}'], "'")
}

/// Takes steps until nothing changes (R3).
fn fixed_point(text: &str, steps: impl Fn(&str) -> String) -> String {
    let next = steps(text);
    if next == text { next } else { fixed_point(&next, steps) }
}

/// Makes tests of generic functions: one in a module for each contract that has directives.
///
/// ```
/// use cc_oracle::Oracle;
///
/// fn an_article_alone_is_a_premise<C: Oracle>() {
///     assert_eq!(C::naive_premise("the"), "the");
/// }
///
/// cc_oracle::laws!(an_article_alone_is_a_premise);
/// ```
#[macro_export]
macro_rules! laws {
    ($($(#[$attribute:meta])* $law:ident),+ $(,)?) => {
        mod v0_9 {
            $($(#[$attribute])* #[test] fn $law() { super::$law::<$crate::V0_9>(); })+
        }
        mod v0_5 {
            $($(#[$attribute])* #[test] fn $law() { super::$law::<$crate::V0_5>(); })+
        }
    };
}
