//! The subcommand `migrate`: a state of contract m1 becomes one of a later contract.
//!
//! Each prohibited item becomes a policy under the identity of the target; two that fall together
//! are one. The fact has no place there, so the user says what becomes of it.

use std::io::Write;

use cc_state::{Contract, ContractIdentity, ContractState, Policy, Premise, V0_9};

use crate::Failure;
use crate::options::{FocusDevice, GrammarName, MigrateOptions};
use crate::output::Output;
use crate::preload::read_file;
use crate::stored::StoredState;

/// Prints the migrated state as JSON text.
pub(crate) fn run<W: Write>(
    mut output: Output<W>,
    options: &MigrateOptions,
) -> Result<(), Failure> {
    let state = read_file(&options.file, cc_m1::State::from_json)
        .map_err(|error| Failure::Migrate(format!("cannot migrate: {error}")))?;
    let migrated = match options.to {
        GrammarName::V0_9 => {
            migrate::<V0_9>(&state, options.focus_device).map(|state| state.export_json())
        }
        GrammarName::V0_5 => migrate::<cc_state::v0_5::V0_5>(&state, options.focus_device)
            .map(|state| state.export_json()),
    };
    let text = migrated.map_err(|fault| Failure::Migrate(format!("cannot migrate: {fault}")))?;
    output.text().push_str(&text);
    output.text().push('\n');
    output.flush()
}

/// The state of a later contract that means the same, or why there is none.
fn migrate<C: Contract>(
    state: &cc_m1::State,
    focus_device: Option<FocusDevice>,
) -> Result<ContractState<C>, String> {
    let mut migrated = ContractState::new();
    for item in state.prohibited() {
        let identity = ContractIdentity::of(item).ok_or_else(|| {
            let item = cc_engine::visible(item);
            format!("the item `{item}` is only an article, which has no identity there")
        })?;
        migrated.insert(identity, Policy::Prohibit);
    }
    match (state.focus_device(), focus_device) {
        (None, _) | (Some(_), Some(FocusDevice::Drop)) => {}
        (Some(value), Some(FocusDevice::Premise)) => {
            migrated.set_premise(Premise::of(&format!("focus.device: {value}")));
        }
        (Some(value), None) => {
            let value = cc_engine::visible(value);
            return Err(format!(
                "`focus.device` is `{value}`; say `--focus-device drop` or `--focus-device premise`"
            ));
        }
    }
    Ok(migrated)
}
