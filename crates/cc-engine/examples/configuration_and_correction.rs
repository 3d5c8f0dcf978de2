//! Configuring an assistant by directives, and correcting the configuration later.
//!
//! Run it with `cargo run -p cc-engine --example configuration_and_correction`.

use std::error::Error;
use std::io::{self, Write};

use cc_engine::{Decision, Engine};

const CONFIGURATION: [&str; 3] =
    ["set premise the reader is a first-year nurse", "use metric units", "prohibit brand names"];

const CORRECTIONS: [&str; 4] = [
    // A premise that is set is never overwritten by accident ...
    "set premise the reader is a midwife",
    // ... but changed on request.
    "change premise to the reader is a midwife",
    // The old item goes in the same step in which the new one comes.
    "use imperial units instead of metric units",
    // The old item is gone by now, so there is nothing to replace.
    "use SI units instead of metric units",
];

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new();
    for directive in CONFIGURATION {
        submit(&mut engine, directive, out)?;
    }
    show(&engine, out)?;
    for directive in CORRECTIONS {
        submit(&mut engine, directive, out)?;
    }
    show(&engine, out)
}

fn submit(engine: &mut Engine, text: &str, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    writeln!(out, "> {text}")?;
    match engine.step(text) {
        Decision::Ordinary | Decision::Invalid(_) => writeln!(out, "  no directive")?,
        Decision::Update(update) => writeln!(out, "  updated, changed: {}", update.changed())?,
        Decision::Refused(refusal) => {
            for sentence in refusal.message().lines() {
                writeln!(out, "  {sentence}")?;
            }
        }
    }
    Ok(())
}

fn show(engine: &Engine, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    writeln!(out, "premise: {}", engine.premise().unwrap_or("(none)"))?;
    for (item, policy) in engine.policies() {
        writeln!(out, "- {policy} {item}")?;
    }
    Ok(())
}
