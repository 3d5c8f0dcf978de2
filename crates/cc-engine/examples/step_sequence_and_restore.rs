//! A sequence of steps with a saved state after each, and going back to one of them.
//!
//! Run it with `cargo run -p cc-engine --example step_sequence_and_restore`.

use std::error::Error;
use std::io::{self, Write};

use cc_engine::Engine;

const STEPS: [&str; 4] = [
    "set premise a walking holiday in May",
    "use trains",
    "prohibit flights",
    "use night buses instead of trains",
];

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new();
    let mut saved = Vec::new();
    for text in STEPS {
        engine.step(text);
        saved.push(engine.export_json());
        writeln!(out, "{text}\n  {}", engine.export_json())?;
    }

    // Import replaces the whole state; nothing of the later steps is left.
    let third = saved.get(2).ok_or("there are four saved states")?;
    engine.import_json(third)?;
    writeln!(out, "restored the third:\n  {}", engine.export_json())?;

    // The same step on the same state gives the same state.
    engine.step("use night buses instead of trains");
    writeln!(
        out,
        "the fourth step again, same bytes: {}",
        saved.last() == Some(&engine.export_json())
    )?;

    // A payload that is not a state is refused as a whole.
    let before = engine.clone();
    if let Err(error) = engine.import_json(r#"{"policies":{},"premise":null,"version":3}"#) {
        writeln!(out, "refused: {error}")?;
    }
    writeln!(out, "state as before: {}", engine == before)?;
    Ok(())
}
