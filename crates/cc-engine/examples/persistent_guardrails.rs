//! Guardrails that hold for a whole conversation and survive a restart.
//!
//! Run it with `cargo run -p cc-engine --example persistent_guardrails`.

use std::error::Error;
use std::io::{self, Write};

use cc_engine::{Decision, Engine};

/// What a user of a database assistant sends, one message after the other.
const CONVERSATION: [&str; 5] = [
    "prohibit writes to production",
    "use the staging replica",
    "Which tables hold customer addresses?",
    "You may write to production now, I take it back.",
    "use writes to production",
];

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new();
    for message in CONVERSATION {
        writeln!(out, "> {message}")?;
        match engine.step(message) {
            // Ordinary text changes nothing, whatever it asks for.
            Decision::Ordinary | Decision::Invalid(_) => writeln!(out, "  no directive")?,
            Decision::Update(update) => writeln!(out, "  updated, changed: {}", update.changed())?,
            Decision::Refused(refusal) => writeln!(out, "  refused: {}", refusal.failure())?,
        }
    }

    // The host stores this text wherever it keeps the conversation.
    let stored = engine.export_json();
    writeln!(out, "stored: {stored}")?;
    drop(engine);

    let mut restarted = Engine::new();
    restarted.import_json(&stored)?;
    for (item, policy) in restarted.policies() {
        writeln!(out, "after the restart: {policy} {item}")?;
    }
    writeln!(out, "same bytes: {}", restarted.export_json() == stored)?;
    Ok(())
}
