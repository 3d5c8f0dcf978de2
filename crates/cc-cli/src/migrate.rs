//! The subcommand `migrate`: a state of contract m1 becomes one of a later contract.

use std::io::Write;

use cc_migrate::MigrateError;
use cc_state::{ContractState, V0_9};

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
    let fault =
        |error: &dyn std::fmt::Display| Failure::Migrate(format!("cannot migrate: {error}"));
    let state = read_file(&options.file, cc_m1::State::from_json).map_err(|error| fault(&error))?;
    let focus_device = options.focus_device.map(|what| match what {
        FocusDevice::Drop => cc_migrate::FocusDevice::Drop,
        FocusDevice::Premise => cc_migrate::FocusDevice::Premise,
    });
    let text = match options.to {
        GrammarName::V0_9 => cc_migrate::migrate(&state, focus_device)
            .map(|state: ContractState<V0_9>| state.export_json()),
        GrammarName::V0_5 => cc_migrate::migrate(&state, focus_device)
            .map(|state: cc_state::v0_5::State| state.export_json()),
    };
    let text = text.map_err(|error| match error {
        MigrateError::FocusDevice(_) => {
            fault(&format_args!("{error}; add `--focus-device drop` or `--focus-device premise`"))
        }
        _ => fault(&error),
    })?;
    output.text().push_str(&text);
    output.text().push('\n');
    output.flush()
}
