//! Contract m1: prohibited items as a deny list of tools, which a host looks at before it offers
//! tools and before it runs one.
//!
//! Run it with `cargo run -p cc-m1 --example m1_tool_gating`.

use std::error::Error;
use std::io::{self, Write};

use cc_m1::{Engine, State};

/// The host's tools. Their names are items in normal form, as the state holds them.
const TOOLS: [&str; 3] = ["search", "shell", "send email"];

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new();
    for message in ["never use the Shell, send  email", "Allow the shell"] {
        writeln!(out, "user: {message} ({})", engine.step(message).kind())?;
        let allowed = |tool: &&str| is_allowed(engine.state(), tool);
        let offered: Vec<&str> = TOOLS.into_iter().filter(allowed).collect();
        writeln!(out, "  offered: {}", offered.join(", "))?;
        // The model may ask for anything.
        for call in ["shell", "send email"] {
            let verdict = if is_allowed(engine.state(), call) { "run" } else { "refused" };
            writeln!(out, "  the model calls `{call}`: {verdict}")?;
        }
    }
    Ok(())
}

fn is_allowed(state: &State, tool: &str) -> bool {
    state.prohibited().all(|item| item != tool)
}
