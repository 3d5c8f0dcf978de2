//! The laws that the fuzz targets assert, one module for each target.
//!
//! A function takes any bytes, makes inputs of them, and panics if a law does not hold. Bytes that
//! are not UTF-8 are replaced, and the byte 0xFF, which is in no UTF-8 text, ends one text and
//! begins the next. So every text can be written, and a seed can be read.
//!
//! Each law is a function of the contract, and holds for every contract that `cc_contract` lists.
//! What it compares with is the naive model of `cc_oracle`.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a law that does not hold panics, as a test does"
)]

mod classify;
mod constructors;
mod identity;
mod import;
mod lines;
mod steps;
mod support;
mod toolcall;

pub use classify::classify;
pub use constructors::constructors;
pub use identity::identity;
pub use import::import;
pub use lines::lines;
pub use steps::steps;
pub use toolcall::toolcall;

/// What takes the bytes of a target.
pub type Target = fn(&[u8]);

/// Every target with its name, which is that of its file and of its folder of seeds.
pub const TARGETS: [(&str, Target); 7] = [
    ("classify", classify),
    ("constructors", constructors),
    ("identity", identity),
    ("import", import),
    ("lines", lines),
    ("steps", steps),
    ("toolcall", toolcall),
];
