//! `cargo xtask instructions`: how many instructions each piece of work takes here.
//!
//! Valgrind counts them, so the figures are the same on a busy machine; they depend on the compiler
//! and on the processor's kind alone. Each piece of work is run a few times and many times, and the
//! difference is what it takes by itself.

use std::io::Write;
use std::process::Command;

use super::timing::time_ours;
use super::workload::{Workload, workloads};
use crate::error::Error;
use crate::process::run;

/// Runs one piece of work, for `instructions` to count.
#[derive(Debug, clap::Args)]
pub(crate) struct RunWork {
    /// Its place in the list
    index: usize,
    /// How often
    rounds: u32,
}

/// Runs the command.
/// Fails if there is no such piece of work.
pub(crate) fn run_work(options: &RunWork) -> Result<bool, Error> {
    let Some(mut work) = workloads().into_iter().nth(options.index) else {
        return Err(Error::Usage(format!("there is no piece of work {}", options.index)));
    };
    work.our_rounds = options.rounds;
    time_ours(&work)?;
    Ok(true)
}

/// Counts the instructions of every piece of work.
/// Fails if this is not a release build, or valgrind cannot be run.
pub(crate) fn instructions(out: &mut dyn Write) -> Result<bool, Error> {
    super::refuse_debug("instructions")?;
    writeln!(out, "| work | instructions | a byte |\n| --- | ---: | ---: |")?;
    for (index, work) in workloads().iter().enumerate() {
        const FEW: u32 = 3;
        const MANY: u32 = 23;
        let more = count(index, MANY)?.saturating_sub(count(index, FEW)?);
        let operations = f64::from(MANY - FEW) * work.texts.len() as f64;
        let each = more as f64 / operations;
        let name = &work.name;
        writeln!(out, "| {name} | {each:.0} | {:.2} |", each / bytes(work))?;
        out.flush()?;
    }
    Ok(true)
}

/// How long an input is on average: of an export, the state's text.
fn bytes(work: &Workload) -> f64 {
    let inputs: usize = work.texts.iter().map(String::len).sum();
    match inputs {
        0 => work.state.len() as f64,
        _ => inputs as f64 / work.texts.len() as f64,
    }
}

/// Instructions of a whole run of this program.
fn count(index: usize, rounds: u32) -> Result<u64, Error> {
    let program = std::env::current_exe().map_err(Error::start("cargo xtask"))?;
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-fd=1"]);
    let said =
        run(valgrind.arg(program).args(["run-work", &index.to_string(), &rounds.to_string()]))?;
    collected(&said).ok_or_else(|| Error::Tool("`valgrind` did not count".to_owned()))
}

/// The count in what callgrind says.
fn collected(said: &str) -> Option<u64> {
    let line = said.lines().find_map(|line| line.split_once("Collected : "))?;
    line.1.trim().parse().ok()
}

#[cfg(test)]
#[path = "../../tests/unit/instructions.rs"]
mod tests;
