//! Schema selection: the state decides in which form the model has to answer.
//!
//! The host offers a few forms, each with a JSON Schema for the model's structured output. The
//! user's policies choose among them, and the model cannot.
//!
//! Run it with `cargo run -p cc-engine --example schema_selection`.

use std::error::Error;
use std::io::{self, Write};

use cc_engine::{Engine, Policy};

/// The forms in the order in which the host prefers them.
const FORMS: [(&str, &str); 3] = [
    ("prose", r#"{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}"#),
    (
        "table",
        r#"{"type":"object","properties":{"rows":{"type":"array","items":{"type":"array"}}},"required":["rows"]}"#,
    ),
    (
        "bullet points",
        r#"{"type":"object","properties":{"points":{"type":"array","items":{"type":"string"}}},"required":["points"]}"#,
    ),
];

const MESSAGES: [&str; 10] = [
    "compare the two plans",
    "use tables, please",
    "compare the two plans",
    "use Table",
    "compare the two plans",
    "use bullet points instead of table",
    "compare the two plans",
    "reset policies",
    "prohibit prose",
    "compare the two plans",
];

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new();
    for message in MESSAGES {
        writeln!(out, "user: {message} ({})", engine.step(message).kind())?;
        if message.starts_with("compare") {
            match chosen(&engine) {
                Some((form, schema)) => writeln!(out, "  answer as {form}: {schema}")?,
                None => writeln!(out, "  every form is prohibited")?,
            }
        }
    }
    for (form, _) in FORMS {
        engine.step(&format!("prohibit {form}"));
    }
    writeln!(out, "with all prohibited: {:?}", chosen(&engine))?;
    Ok(())
}

/// The first form in use; if there is none, the first that is not prohibited.
fn chosen(engine: &Engine) -> Option<(&'static str, &'static str)> {
    let first = |policy| FORMS.into_iter().find(|(form, _)| engine.policy(form) == policy);
    first(Some(Policy::Use)).or_else(|| first(None))
}
