//! Upgrading from the Python package: what it stored, loaded here.
//!
//! States of release 0.9.2 and checkpoints of 0.8.3 load as they are and give the same bytes again.
//! The rare exceptions are told apart: a key that the package normalized once and this project
//! until it no longer changes, and payloads that the package could store and not load.
//!
//! Run it with `cargo run -p cc-engine --example upgrade_from_python`.

use std::error::Error;
use std::io::{self, Write};

use cc_engine::{Engine, v0_5};
use serde_json::Value;

/// What release 0.9.2 exported: `engine.export_json()`.
const STATES: [&str; 3] = [
    r#"{"policies":{"oat milk":"use","strasse":"prohibit"},"premise":"Caf\u00e9 menus","version":2}"#,
    // After `use`, J, U+030C, U+0316.
    r#"{"policies":{"j\u0316\u030c":"use"},"premise":null,"version":2}"#,
    // After `use` and an ideographic space.
    r#"{"policies":{"":"use"},"premise":null,"version":2}"#,
];

/// What release 0.8.3 exported: `engine.export_checkpoint_json()`, the second with a question open.
const CHECKPOINTS: [&str; 2] = [
    r#"{"authoritative_state":{"policies":{"don't ask":"prohibit","oat milk":"use"},"premise":null,"version":2},"checkpoint_version":1,"pending":null}"#,
    r#"{"authoritative_state":{"policies":{"oat milk":"use"},"premise":null,"version":2},"checkpoint_version":1,"pending":{"kind":"replacement","prompt_to_user":"Did you mean to use \"tea\" instead?","replacement":{"kind":"use_only","new_item":"tea","old_item":null}}}"#,
];

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    for stored in STATES {
        let mut engine = Engine::new();
        match engine.import_json(stored) {
            Ok(()) if engine.export_json() == stored => writeln!(out, "state: the same bytes")?,
            Ok(()) => writeln!(out, "state: stored as {}", engine.export_json())?,
            // No input can have meant this entry. The host tells its user, and removes it.
            Err(error) => writeln!(out, "state: {error}")?,
        }
    }
    for stored in CHECKPOINTS {
        let mut engine = v0_5::Engine::new();
        match engine.import_checkpoint_json(stored) {
            Ok(()) => {
                let same = engine.export_checkpoint_json() == stored;
                writeln!(out, "checkpoint: the same bytes: {same}")?;
            }
            Err(error) => {
                writeln!(out, "checkpoint: {error}")?;
                // The question is dropped, and the user asked again; the state is kept.
                let checkpoint: Value = serde_json::from_str(stored)?;
                let state = checkpoint.get("authoritative_state").ok_or("no state")?;
                engine.import_json(&state.to_string())?;
                writeln!(out, "  its state: {}", engine.export_json())?;
            }
        }
    }

    // From 0.8.3 straight to contract 0.9, which normalizes the keys by its own rules.
    let mut old = v0_5::Engine::new();
    old.import_checkpoint_json(CHECKPOINTS.first().ok_or("no checkpoint")?)?;
    let mut engine = Engine::new();
    engine.import_json(&old.export_json())?;
    writeln!(out, "under 0.9: {}", engine.step("use Don't Ask").kind())?;
    Ok(())
}
