//! Execution authorization by an allow list: an agent's action runs only if the user's state has it
//! in use at that moment.
//!
//! The plan is the model's, and each action is checked when its turn comes, not when the plan was
//! made: a user can stop a plan that is under way. What was run or not is recorded with the state
//! that decided.
//!
//! Run it with `cargo run -p cc-engine --example execution_authorization`.

use std::error::Error;
use std::io::{self, Write};

use cc_engine::{Engine, Policy};

/// What the model wants to do, and what the user writes before the action's turn.
const PLAN: [(&str, Option<&str>); 5] = [
    ("run tests", None),
    ("Push Branch", None),
    // Not known to the state, and a name that only looks like an allowed one.
    ("delete branch", None),
    ("run tests\u{200b}", None),
    ("push branch", Some("remove policy push branch")),
];

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new();
    for directive in ["use run tests", "use push branch", "prohibit force push"] {
        engine.step(directive);
    }
    // What is prohibited stays so until the user removes that: the model cannot talk its way out.
    writeln!(out, "use force push: {}", engine.step("use force push").kind())?;

    for (action, message) in PLAN {
        if let Some(message) = message {
            writeln!(out, "user: {message} ({})", engine.step(message).kind())?;
        }
        let shown = cc_engine::visible(action);
        match refused(&engine, action) {
            None => writeln!(out, "run `{shown}`")?,
            Some(reason) => writeln!(out, "do not run `{shown}`: {reason}")?,
        }
        writeln!(out, "  by {}", engine.export_json())?;
    }
    Ok(())
}

/// Why an action may not run, if it may not. What nothing is known of may not.
fn refused(engine: &Engine, action: &str) -> Option<&'static str> {
    match engine.policy(action) {
        Some(Policy::Use) => None,
        Some(Policy::Prohibit) => Some("it is prohibited"),
        None => Some("nobody allowed it"),
    }
}
