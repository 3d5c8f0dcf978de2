//! The subcommand `migrate`: a state of contract m1 becomes one of a later contract.

use std::fmt;
use std::io::{self, Read, Write};
use std::path::Path;

use cc_migrate::MigrateErrorKind;
use cc_text::visible;
use cc_wire::AnyEngine;

use crate::contract;
use crate::options::{FocusDevice, MigrateOptions};
use crate::output::Output;
use crate::preload::{Export, PreloadError, read_all, read_file};
use crate::text::push_line;
use crate::{Failure, say_what_is_awaited};

/// Prints the migrated state as JSON text.
pub(crate) fn run<W: Write>(
    input: impl Read,
    mut output: Output<W>,
    options: &MigrateOptions,
) -> Result<(), Failure> {
    let fault = |error: &dyn fmt::Display| Failure::Migrate(format!("cannot migrate: {error}"));
    let import = |text: &str| {
        cc_m1::State::import_json(text).map_err(|error| match Export::of(text) {
            Some(Export::State) => {
                "already version 2, which `--initial-state-file` takes".to_owned()
            }
            _ => Export::StateOfM1.explain(&error, text),
        })
    };
    let state = if options.file == Path::new("-") {
        say_what_is_awaited("a state of contract m1");
        let text = read_all(input, "standard input".to_owned());
        text.and_then(|text| import(&text).map_err(|error| PreloadError::Import(None, error)))
    } else {
        read_file(&options.file, import)
    };
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
        MigrateErrorKind::NoIdentity => {
            fault(&format_args!("{error}; delete it from the file first"))
        }
        _ => fault(&error),
    })?;
    output.text().push_str(&migrated.export_json());
    output.text().push('\n');
    output.flush()?;
    warn(&migrated);
    Ok(())
}

/// Tells of the items that no directive of the contract can spell, so that none removes one alone.
fn warn(migrated: &AnyEngine) {
    let contract = migrated.contract();
    let mut items = migrated.items("", false, usize::MAX);
    items.retain(|item| !contract::spells(contract, item));
    let mut warnings = String::new();
    for item in &items {
        let item = visible(item);
        push_line(
            &mut warnings,
            format_args!(
                "warning: no directive of contract {contract} can spell `{item}`; to remove it, \
                 delete it from the JSON text, or use `reset policies` or `clear state`"
            ),
        );
    }
    // Nothing is left to tell where standard error is gone too.
    let _ = io::stderr().write_all(warnings.as_bytes());
}
