//! Contract m1: prohibitions that hold for a whole conversation, and reach the model with every
//! message.
//!
//! Run it with `cargo run -p cc-m1 --example m1_guardrails`.

use std::error::Error;
use std::io::{self, Write};

use cc_m1::{Decision, Engine};

const MESSAGES: [&str; 6] = [
    "please don't use the staging database, feature flags and Cron",
    "How do I ship this?",
    "Avoid feature flags altogether.",
    "cron is fine",
    "you can use feature flags",
    "How do I ship this now?",
];

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new();
    for message in MESSAGES {
        let decision = engine.step(message);
        writeln!(out, "user: {message} ({})", decision.kind())?;
        if decision == Decision::Passthrough {
            let block = engine.state().context_block().to_text().unwrap_or_default();
            for line in block.lines().chain([message]) {
                writeln!(out, "  to the model: {line}")?;
            }
        }
    }
    // `you can` removes what it names, and there was no item `use feature flags`.
    writeln!(out, "state: {}", engine.state().export_json())?;
    Ok(())
}
