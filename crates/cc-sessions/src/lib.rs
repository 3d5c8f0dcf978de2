#![doc = include_str!("../README.md")]
//!
//! # Map
//!
//! | Item | What it is |
//! | --- | --- |
//! | [`Sessions`], [`Session`] | the sessions of a store, and what can be done with one |
//! | [`Turn`], [`TurnReply`] | an input offered to a session, and the reply |
//! | [`Event`], [`Digest`] | what a log holds, and the digests that chain it |
//! | [`compose`] | one state out of several, without any store |
//! | [`Store`], [`MemoryStore`] | what keeps sessions; `cc-sqlite` and `cc-postgres` have others |
//!
//! This crate does no I/O and asks no clock: both are handed in. Its futures need no particular
//! runtime.
//!
//! # Dependency
//!
//! ```toml
//! cc-sessions = { path = "../context-compiler/crates/cc-sessions" }
//! ```
//!
//! Rust 1.95 or later. There are no features. No registry has this crate yet.
//!
//! S1 to S13 are the rules in `docs/sessions.md`.

mod compose;
mod digest;
mod envelope;
mod error;
mod event;
mod history;
mod id;
mod live;
mod memory;
mod session;
mod sessions;
mod store;
mod turn;
mod work;

pub use cc_state::UNICODE_VERSION;
pub use compose::{Composition, RefusedPart, compose};
pub use digest::{Digest, ParseDigestError};
pub use error::{Error, ErrorKind};
pub use event::{Answer, Event, EventKind, Origin};
pub use history::{Difference, DifferenceKind, LogEntry, Topic, Verified};
pub use id::{MAX_NAME_BYTES, SessionId};
pub use memory::MemoryStore;
pub use session::{MAX_INPUT_BYTES, Session, SessionPreview, SessionState};
pub use sessions::{DEFAULT_CACHE_BYTES, Sessions};
pub use store::{
    Append, Appended, Checkpoint, Deleted, Head, Listed, Nearest, Snapshot, Store, StoreError,
    StoreErrorKind, StoreFuture, StoredEvent,
};
pub use turn::{Turn, TurnReply};
