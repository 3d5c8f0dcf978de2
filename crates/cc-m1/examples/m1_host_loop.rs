//! Contract m1: the loop of a host, with what each decision means for the call of the model.
//!
//! Run it with `cargo run -p cc-m1 --example m1_host_loop`.

use std::error::Error;
use std::io::{self, Write};

use cc_m1::{Decision, Engine};

const MESSAGES: [&str; 6] =
    ["Good morning!", "use my laptop", "never use cron", "don use flags", "yes", "What next?"];

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new();
    for message in MESSAGES {
        writeln!(out, "user: {message}")?;
        match engine.step(message) {
            // The model gets the message, and what holds.
            Decision::Passthrough => match engine.state().context_block().to_json() {
                Some(block) => writeln!(out, "  call the model with {block}")?,
                None => writeln!(out, "  call the model with nothing")?,
            },
            // A host of this contract may call the model here too, to have it acknowledge.
            Decision::Update => writeln!(out, "  store {}", engine.state().export_json())?,
            // The prompt is the answer. The model is not called.
            Decision::Clarify(prompt) => writeln!(out, "  ask the user: {prompt}")?,
        }
    }
    Ok(())
}
