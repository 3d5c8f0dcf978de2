//! Contract m1: the one fact, set and corrected. The last value counts, and none is guessed.
//!
//! Run it with `cargo run -p cc-m1 --example m1_correction`.

use std::error::Error;
use std::io::{self, Write};

use cc_m1::{Decision, Engine, State};

const MESSAGES: [&str; 7] = [
    "actually the big screen",
    "I'm using a Tablet",
    "no, the big  Screen",
    "actually a phone and a watch",
    "correction: a Phone",
    "reset policies",
    "I meant a watch",
];

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new();
    for message in MESSAGES {
        writeln!(out, "user: {message}")?;
        match engine.step(message) {
            Decision::Passthrough => writeln!(out, "  (to the model)")?,
            Decision::Update => {
                writeln!(out, "  focus.device: {:?}", engine.state().focus_device())?;
            }
            Decision::Clarify(prompt) => writeln!(out, "  {prompt}")?,
        }
    }

    // A stored fact can be corrected too.
    let stored = r#"{"facts":{"focus.device":"a Tablet"},"policies":{"prohibit":[]},"version":1}"#;
    let mut engine = Engine::from(State::import_json(stored)?);
    engine.step("actually my laptop");
    writeln!(out, "restored and corrected: {:?}", engine.state().focus_device())?;
    Ok(())
}
