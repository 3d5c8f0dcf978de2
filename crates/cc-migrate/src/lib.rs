#![doc = include_str!("../README.md")]
//!
//! # Map
//!
//! | Item | What it is |
//! | --- | --- |
//! | [`migrate`] | the state of a later contract |
//! | [`FocusDevice`] | what becomes of the fact |
//! | [`MigrateError`] | why a state cannot be migrated |
//!
//! # Dependency
//!
//! ```toml
//! cc-migrate = { path = "../context-compiler/crates/cc-migrate" }
//! ```
//!
//! Rust 1.95 or later. There are no features. No registry has this crate yet.

use std::fmt;

use cc_state::{ContractIdentity, ContractPremise, ContractState, Normalize, Policy};
use cc_text::visible;

/// What becomes of the fact `focus.device`, which has no place in a later contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FocusDevice {
    /// It is lost.
    Drop,
    /// It is the premise `focus.device: VALUE`.
    Premise,
}

/// Why a state cannot be migrated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MigrateErrorKind {
    /// The fact is set, and it was not said what becomes of it.
    FocusDevice,
    /// An item has no identity in the target.
    NoIdentity,
}

/// A state that cannot be migrated as asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MigrateError {
    kind: MigrateErrorKind,
    text: String,
}

impl MigrateError {
    fn new(kind: MigrateErrorKind, text: &str) -> Self {
        MigrateError { kind, text: text.to_owned() }
    }

    /// The reason.
    #[must_use]
    pub const fn kind(&self) -> MigrateErrorKind {
        self.kind
    }

    /// The value or the item at fault.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for MigrateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = visible(&self.text);
        match self.kind {
            MigrateErrorKind::FocusDevice => {
                write!(f, "`focus.device` is `{text}`, and it is not said what becomes of it")
            }
            MigrateErrorKind::NoIdentity => {
                write!(f, "the item `{text}` has no identity in the target contract")
            }
        }
    }
}

impl std::error::Error for MigrateError {}

/// The state of a later contract that means the same as `state`.
///
/// Each prohibited item becomes a `prohibit` policy under the identity of the target; two that fall
/// together are one. Takes time linear in the state, but for a logarithm.
///
/// # Errors
///
/// [`MigrateError`], if the fact is set and `focus_device` does not say what becomes of it, or if an
/// item has no identity in the target, as one that is only an article has in contract 0.5.
pub fn migrate<C: Normalize>(
    state: &cc_m1::State,
    focus_device: Option<FocusDevice>,
) -> Result<ContractState<C>, MigrateError> {
    let mut migrated = ContractState::new();
    for item in state.prohibited() {
        let identity = ContractIdentity::new(item)
            .ok_or_else(|| MigrateError::new(MigrateErrorKind::NoIdentity, item))?;
        migrated.insert(identity, Policy::Prohibit);
    }
    match (state.focus_device(), focus_device) {
        (None, _) | (Some(_), Some(FocusDevice::Drop)) => {}
        (Some(value), Some(FocusDevice::Premise)) => {
            migrated.set_premise(ContractPremise::new(&format!("focus.device: {value}")));
        }
        (Some(value), None) => {
            return Err(MigrateError::new(MigrateErrorKind::FocusDevice, value));
        }
    }
    Ok(migrated)
}
