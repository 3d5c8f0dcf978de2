//! A stored state that does not load: what a host says, and what it does not do.
//!
//! It does not go on with an empty state, in which nothing is prohibited, and does not write over
//! what is stored. The kind of the error says whose work it is.
//!
//! Run it with `cargo run -p cc-engine --example unreadable_state`.

use std::error::Error;
use std::io::{self, Write};

use cc_engine::{Engine, ImportErrorKind};

const STORED: [(&str, &str); 6] = [
    ("ann", r#"{"policies":{"flights":"prohibit"},"premise":null,"version":2}"#),
    // The disk was full.
    ("bob", r#"{"policies":{"flights":"prohi"#),
    // Of the first milestone, and of a version that is still to come.
    ("cem", r#"{"facts":{"focus.device":null},"policies":{"prohibit":["flights"]},"version":1}"#),
    ("dee", r#"{"policies":{},"premise":null,"version":3}"#),
    // Merged by hand: two keys of one identity.
    ("eve", r#"{"policies":{"Flights":"prohibit","flights":"use"},"premise":null,"version":2}"#),
    ("fay", ""),
];

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    for (user, stored) in STORED {
        match load(stored) {
            Ok(engine) => {
                writeln!(out, "{user}: serve, with {} policies", engine.policies().len())?
            }
            Err(Unloaded { error, advice }) => {
                writeln!(out, "{user}: do not serve, keep the {} bytes", stored.len())?;
                writeln!(out, "  log: {error}")?;
                writeln!(out, "  {advice}")?;
            }
        }
    }
    Ok(())
}

struct Unloaded {
    error: cc_engine::ImportError,
    advice: &'static str,
}

fn load(stored: &str) -> Result<Engine, Unloaded> {
    let mut engine = Engine::new();
    let result = engine.import_json(stored);
    result.map(|()| engine).map_err(|error| {
        let advice = match error.kind() {
            // Cut or damaged. Nothing in it can be trusted.
            ImportErrorKind::InvalidJson => "restore the last copy",
            // Written by another version of this program, which can read it.
            ImportErrorKind::UnsupportedVersion => "read it with the version that wrote it",
            // JSON that is no state. A state of m1 can be migrated; what people changed, they mend.
            _ if is_of_m1(stored) => "convert it with `context-compiler migrate`",
            _ => "have somebody correct what the log names",
        };
        Unloaded { error, advice }
    })
}

/// Whether a payload is a state of contract m1, read by its own rules.
fn is_of_m1(stored: &str) -> bool {
    cc_m1::State::import_json(stored).is_ok()
}
