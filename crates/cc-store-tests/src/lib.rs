#![doc = include_str!("../README.md")]
//!
//! A crate of a store has a [`Place`] for it, and calls [`store_tests!`]. [`cluster`] starts a
//! PostgreSQL.
//!
//! # Dependency
//!
//! ```toml
//! cc-store-tests = { path = "../context-compiler/crates/cc-store-tests" }
//! ```
//!
//! Rust 1.95 or later. There are no features. No registry has this crate yet.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that panics has failed"
)]

pub mod cluster;
mod faults;
mod histories;
mod processes;
mod rules;

use std::sync::Arc;

use cc_sessions::{Sessions, Store};

pub use faults::{Fault, FaultyStore, a_lost_append_is_done_once, every_fault};
pub use histories::{many_clients, random_histories};
pub use processes::many_processes;
pub use rules::*;

/// Where a store keeps its sessions: one folder or database for each test.
pub trait Place: Send + Sync {
    /// Opens the store, as another process would.
    fn open(&self) -> Arc<dyn Store>;

    /// All bytes that are kept there now, to be searched for what must not be there; none if the
    /// store has no files.
    fn bytes(&self) -> Option<Vec<u8>>;
}

/// The sessions of a place, by a clock that stands still.
pub fn sessions(place: &dyn Place) -> Sessions {
    Sessions::new(place.open(), || 1_764_547_200_000)
}

/// A test for each rule, at a new place each.
#[macro_export]
macro_rules! store_tests {
    ($place:expr) => {
        $crate::store_tests! { $place =>
            ordinary_text_is_never_stored, what_is_recorded, a_key_is_recognised,
            a_revision_can_be_expected, a_log_verifies, digests_are_those_of_the_rule,
            a_turn_writes_a_constant, any_text_is_kept, names_are_checked,
            a_deleted_session_leaves_no_bytes, a_deleted_session_can_be_made_anew,
            batches_answer_each_turn, a_session_has_one_contract, imports_replace_the_state,
            envelopes_are_checked, snapshots_are_recalled, forks_begin_with_a_state,
            why_names_the_event, the_log_tells_what_changed, sessions_are_listed,
            a_clarification_stays_open, a_small_cache_changes_nothing, namespaces_never_meet,
            random_histories, many_clients, every_fault, a_lost_append_is_done_once
        }
    };
    ($place:expr => $($test:ident),+ $(,)?) => {
        $(#[test]
        fn $test() {
            if let Some(place) = $place {
                $crate::$test(&place);
            }
        })+
    };
}
