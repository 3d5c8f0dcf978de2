//! Tool gating by a deny list: a tool that the user prohibited is not offered to the model, and is
//! not run if the model asks for it all the same.
//!
//! Run it with `cargo run -p cc-engine --example tool_gating`.

use std::error::Error;
use std::io::{self, Write};

use cc_engine::{Engine, Policy};

/// The tools that the host has.
const TOOLS: [&str; 4] = ["web_search", "send_email", "read_file", "delete_file"];

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new();
    for directive in ["prohibit Delete_File", "prohibit send_email", "use read_file"] {
        engine.step(directive);
    }
    show(&engine, out)?;

    // The model may ask for anything. What it says goes to the gate and never to the engine.
    for call in ["read_file", "delete_file"] {
        let verdict = if is_allowed(&engine, call) { "run" } else { "refused" };
        writeln!(out, "the model calls {call}: {verdict}")?;
    }

    engine.step("remove policy send_email");
    show(&engine, out)
}

/// Under a deny list, a tool is allowed unless it is prohibited: `use` adds nothing.
fn is_allowed(engine: &Engine, tool: &str) -> bool {
    engine.policy(tool) != Some(Policy::Prohibit)
}

fn show(engine: &Engine, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let offered: Vec<&str> = TOOLS.into_iter().filter(|tool| is_allowed(engine, tool)).collect();
    writeln!(out, "offered: {}", offered.join(", "))?;
    Ok(())
}
