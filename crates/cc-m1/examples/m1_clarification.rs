//! Contract m1: an unclear prohibition is asked about, and answered by no, by something else, and
//! by yes. While the question is open the model is not called, and nothing but the answer counts.
//!
//! Run it with `cargo run -p cc-m1 --example m1_clarification`.

use std::error::Error;
use std::io::{self, Write};

use cc_m1::{Decision, Engine};

const MESSAGES: [&str; 8] = [
    "no use cron",
    "no",
    "don use Cron",
    "clear state",
    "what is cron?",
    "Yes",
    // Nothing is open any more.
    "yes",
    "don use cron and flags",
];

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new();
    for message in MESSAGES {
        let was_open = engine.pending().is_some();
        writeln!(out, "user: {message}")?;
        match engine.step(message) {
            Decision::Update => writeln!(out, "host: noted")?,
            Decision::Clarify(prompt) => writeln!(out, "host: {prompt}")?,
            // The answer no is a passthrough too, and no message for a model.
            Decision::Passthrough if was_open => writeln!(out, "host: nothing is changed")?,
            Decision::Passthrough => writeln!(out, "host: (to the model)")?,
        }
        writeln!(out, "  open: {:?}", engine.pending())?;
    }
    writeln!(out, "state: {}", engine.state().export_json())?;
    Ok(())
}
