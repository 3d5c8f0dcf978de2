//! Storing the state of one scope that several writers share, such as that of a team.
//!
//! A state is stored only over the one that was decided against. If another writer was faster, the
//! input is decided again, against what is stored now: a decision belongs to one state, and may be
//! another one on the next. Nothing that was answered is lost, and no contradiction gets in.
//!
//! Run it with `cargo run -p cc-engine --example concurrent_writers`.

use std::error::Error;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::thread;

use cc_engine::{Engine, ImportError, State};

/// A row of a table. In a database, `replace` is
/// `UPDATE scopes SET state = :new WHERE id = :id AND state = :expected`, and it counts the rows.
struct Row(Mutex<String>);

impl Row {
    fn read(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Stores `new` if `expected` is still there. Equal states are equal texts.
    fn replace(&self, expected: &str, new: &str) -> bool {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = *held == expected;
        if fits {
            new.clone_into(&mut held);
        }
        fits
    }
}

/// Decides one input against what is stored, and stores what comes of it before it answers.
fn submit(row: &Row, input: &str) -> Result<&'static str, ImportError> {
    loop {
        let before = row.read();
        let mut engine = Engine::new();
        engine.import_json(&before)?;
        let kind = engine.step(input).kind();
        let after = engine.export_json();
        if after == before || row.replace(&before, &after) {
            return Ok(kind);
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let row = Row(Mutex::new(State::new().export_json()));

    // Two writers read the same state. The slower one may not store what it decided.
    let read = row.read();
    let mut slow = Engine::new();
    slow.import_json(&read)?;
    writeln!(out, "slow decides: {}", slow.step("use flights").kind())?;
    writeln!(out, "fast stores: {}", submit(&row, "prohibit flights")?)?;
    writeln!(out, "slow may store: {}", row.replace(&read, &slow.export_json()))?;
    writeln!(out, "slow decides again: {}", submit(&row, "use flights")?)?;

    // Many writers, whose directives do not contradict each other: all of them are kept.
    thread::scope(|scope| -> Result<(), Box<dyn Error>> {
        let write = |writer: usize| {
            let row = &row;
            move || (0..25).try_for_each(|n| submit(row, &format!("use {writer}-{n}")).map(drop))
        };
        let writers: Vec<_> = (0..4).map(|writer| scope.spawn(write(writer))).collect();
        for writer in writers {
            writer.join().map_err(|_| "a writer panicked")??;
        }
        Ok(())
    })?;
    let stored = State::import_json(&row.read())?;
    writeln!(out, "policies stored by four writers of 25: {}", stored.policies().len() - 1)?;
    Ok(())
}
