//! Upgrading from contract m1: a host loads what it stored, of whichever version, and stores only
//! the new one.
//!
//! What is stored is replaced after it has been converted, never before. The fact `focus.device` has
//! no place in the new state, so the host asks once what becomes of it.
//!
//! Run it with `cargo run -p cc-migrate --example upgrade_from_m1`.

use std::error::Error;
use std::io::{self, Write};

use cc_migrate::{FocusDevice, MigrateErrorKind, migrate};
use cc_state::State;

const STORED: [(&str, &str); 4] = [
    (
        "ann",
        r#"{"facts":{"focus.device":null},"policies":{"prohibit":["email","the web"]},"version":1}"#,
    ),
    ("bob", r#"{"facts":{"focus.device":"My Phone"},"policies":{"prohibit":[]},"version":1}"#),
    ("cem", r#"{"policies":{"email":"prohibit"},"premise":null,"version":2}"#),
    ("dee", r#"{"facts":{},"policies":{"prohibit":["email"]},"version":1}"#),
];

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    for (user, stored) in STORED {
        match load(user, stored, out) {
            Ok(state) => writeln!(out, "{user}: {}", state.export_json())?,
            // What is stored stays as it is.
            Err(error) => writeln!(out, "{user}: not converted: {error}")?,
        }
    }
    Ok(())
}

/// A state of either version.
fn load(user: &str, stored: &str, out: &mut dyn Write) -> Result<State, Box<dyn Error>> {
    // Most are converted already, and are told by being states of the new version.
    let Err(error) = State::import_json(stored) else { return Ok(State::import_json(stored)?) };
    let old = cc_m1::State::import_json(stored).map_err(|of_m1| format!("{error}; or {of_m1}"))?;
    match migrate(&old, None) {
        Err(error) if error.kind() == MigrateErrorKind::FocusDevice => {
            writeln!(out, "{user} is asked about `{}`, and keeps it", error.text())?;
            Ok(migrate(&old, Some(FocusDevice::Premise))?)
        }
        result => Ok(result?),
    }
}
