#![doc = include_str!("../README.md")]

use cc_state::{Contract, ContractIdentity, ContractState, Policy, Premise, visible};

/// What becomes of the fact `focus.device`, which has no place in a later contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FocusDevice {
    /// It is lost.
    Drop,
    /// It is the premise `focus.device: VALUE`.
    Premise,
}

/// Why a state cannot be migrated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MigrateError {
    /// The fact is set, and it was not said what becomes of it.
    #[error("`focus.device` is `{}`, and it is not said what becomes of it", visible(.0))]
    FocusDevice(String),
    /// An item has no identity in the target.
    #[error("the item `{}` has no identity in the target contract", visible(.0))]
    NoIdentity(String),
}

/// The state of a later contract that means the same as `state`.
///
/// Each prohibited item becomes a `prohibit` policy under the identity of the target; two that fall
/// together are one. Takes time linear in the state, but for a logarithm.
///
/// # Errors
///
/// [`MigrateError`], if the fact is set and `focus_device` does not say what becomes of it, or if an
/// item has no identity in the target, as one that is only an article has in contract 0.5.
pub fn migrate<C: Contract>(
    state: &cc_m1::State,
    focus_device: Option<FocusDevice>,
) -> Result<ContractState<C>, MigrateError> {
    let mut migrated = ContractState::new();
    for item in state.prohibited() {
        let identity =
            ContractIdentity::of(item).ok_or_else(|| MigrateError::NoIdentity(item.to_owned()))?;
        migrated.insert(identity, Policy::Prohibit);
    }
    match (state.focus_device(), focus_device) {
        (None, _) | (Some(_), Some(FocusDevice::Drop)) => {}
        (Some(value), Some(FocusDevice::Premise)) => {
            migrated.set_premise(Premise::of(&format!("focus.device: {value}")));
        }
        (Some(value), None) => return Err(MigrateError::FocusDevice(value.to_owned())),
    }
    Ok(migrated)
}
