//! Every reason for which a directive is refused, and the repairs that come with it.
//!
//! Run it with `cargo run -p cc-engine --example errors_and_repairs`.

use std::error::Error;
use std::io::{self, Write};

use cc_engine::{Decision, Engine};

/// A state in the form in which the engine exports it, and a directive that it refuses.
const REFUSED: [(&str, &str); 8] = [
    (r#"{"policies":{},"premise":"short replies","version":2}"#, "set premise long replies"),
    (r#"{"policies":{},"premise":null,"version":2}"#, "change premise to long replies"),
    (r#"{"policies":{"peanuts":"prohibit"},"premise":null,"version":2}"#, "use Peanuts"),
    (r#"{"policies":{"butter":"use"},"premise":null,"version":2}"#, "prohibit butter"),
    (
        r#"{"policies":{"butter":"prohibit"},"premise":null,"version":2}"#,
        "use olive oil instead of butter",
    ),
    (
        r#"{"policies":{"butter":"use","peanut oil":"prohibit"},"premise":null,"version":2}"#,
        "use peanut oil instead of butter",
    ),
    (r#"{"policies":{},"premise":null,"version":2}"#, "use olive oil instead of butter"),
    // Two reasons at once: the repairs remove the one that is given, and meet the other.
    (
        r#"{"policies":{"olive oil":"prohibit"},"premise":null,"version":2}"#,
        "use olive oil instead of butter",
    ),
];

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    for (state, directive) in REFUSED {
        let mut engine = Engine::new();
        engine.import_json(state)?;
        writeln!(out, "> {directive}")?;
        let Decision::Refused(refusal) = engine.step(directive) else {
            return Err("a directive of the table was not refused".into());
        };
        writeln!(out, "  failure: {}", refusal.failure())?;
        for sentence in refusal.message().lines() {
            writeln!(out, "  message: {sentence}")?;
        }
        writeln!(out, "  state unchanged: {}", engine.export_json() == state)?;

        // Repairs are advice. The engine applies none of them; here the user accepts them all.
        let repairs: Vec<String> = refusal.repairs().map(|repair| repair.to_string()).collect();
        if repairs.is_empty() {
            writeln!(out, "  no repairs")?;
            continue;
        }
        for repair in &repairs {
            let accepted = matches!(engine.step(repair), Decision::Update(_));
            writeln!(out, "  repair: {repair} (accepted: {accepted})")?;
        }
        writeln!(out, "  state: {}", engine.export_json())?;
    }
    Ok(())
}
