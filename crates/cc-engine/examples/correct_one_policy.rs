//! Correcting a single policy and leaving every other one alone.
//!
//! Run it with `cargo run -p cc-engine --example correct_one_policy`.

use std::error::Error;
use std::io::{self, Write};

use cc_engine::{Decision, Engine};

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new();
    engine.import_json(
        r#"{"policies":{"emoji":"prohibit","footnotes":"use","tables":"use"},"premise":null,"version":2}"#,
    )?;

    // A policy never flips: the one that holds is removed first. The order of these two is the
    // order of the repairs that come with the refusal.
    for text in ["use emoji", "remove policy emoji", "use Emoji"] {
        let before = engine.state().clone();
        let preview = engine.preview(text);
        writeln!(out, "> {text}")?;
        writeln!(out, "  would change anything: {}", !preview.diff.is_empty())?;
        match engine.step(text) {
            Decision::Ordinary | Decision::Invalid(_) => writeln!(out, "  no directive")?,
            Decision::Refused(refusal) => writeln!(out, "  refused: {}", refusal.failure())?,
            Decision::Update(_) => {
                let diff = before.diff(engine.state());
                for (item, policy) in &diff.policies.removed {
                    writeln!(out, "  - {policy} {item}")?;
                }
                for (item, policy) in &diff.policies.added {
                    writeln!(out, "  + {policy} {item}")?;
                }
                writeln!(out, "  as previewed: {}", diff == preview.diff)?;
            }
        }
    }
    writeln!(out, "state: {}", engine.export_json())?;
    Ok(())
}
