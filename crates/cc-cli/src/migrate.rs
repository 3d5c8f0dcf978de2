//! The subcommand `migrate`: a state of contract m1 becomes one of a later contract.

use std::io::Write;

use cc_migrate::MigrateErrorKind;
use cc_wire::AnyEngine;

use crate::Failure;
use crate::options::{FocusDevice, MigrateOptions};
use crate::output::Output;
use crate::preload::read_file;

/// Prints the migrated state as JSON text.
pub(crate) fn run<W: Write>(
    mut output: Output<W>,
    options: &MigrateOptions,
) -> Result<(), Failure> {
    let fault =
        |error: &dyn std::fmt::Display| Failure::Migrate(format!("cannot migrate: {error}"));
    let state = read_file(&options.file, |text| {
        cc_m1::State::import_json(text).map_err(|error| error.to_string())
    });
    let state = state.map_err(|error| fault(&error))?;
    let focus_device = options.focus_device.map(|what| match what {
        FocusDevice::Drop => cc_migrate::FocusDevice::Drop,
        FocusDevice::Premise => cc_migrate::FocusDevice::Premise,
    });
    let migrated = AnyEngine::migrate(&state, options.to, focus_device);
    let migrated = migrated.map_err(|error| match error.kind() {
        MigrateErrorKind::FocusDevice => {
            fault(&format_args!("{error}; add `--focus-device drop` or `--focus-device premise`"))
        }
        _ => fault(&error),
    })?;
    output.text().push_str(&migrated.export_json());
    output.text().push('\n');
    output.flush()
}
