//! Directives built from values instead of text, as a form or an administration page does.
//!
//! Run it with `cargo run -p cc-engine --example apply_directives`.

use std::error::Error;
use std::io::{self, Write};

use cc_engine::{Directive, Engine, OperandError};

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new();
    let built: [Result<Directive<'_>, OperandError>; 6] = [
        Directive::set_premise("a clinic for small animals"),
        Directive::use_item("Latin species names"),
        Directive::replace_use("common names", "latin species names"),
        // A constructor accepts what classifying the directive's text would give back. These two
        // would not come back as they were meant.
        Directive::use_item("common names and prohibit dosages"),
        Directive::prohibit_item(" dosages"),
        Directive::prohibit_item("dosages"),
    ];
    for directive in built {
        match directive {
            Ok(directive) => apply(&mut engine, directive, out)?,
            Err(error) => writeln!(out, "not built: {error}")?,
        }
    }
    apply(&mut engine, Directive::clear_premise(), out)?;
    writeln!(out, "state: {}", engine.export_json())?;
    Ok(())
}

fn apply(
    engine: &mut Engine,
    directive: Directive<'_>,
    out: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    match engine.apply_directive(directive) {
        Ok(update) => writeln!(out, "{directive}: changed: {}", update.changed())?,
        Err(refusal) => writeln!(out, "{directive}: refused: {}", refusal.failure())?,
    }
    Ok(())
}
