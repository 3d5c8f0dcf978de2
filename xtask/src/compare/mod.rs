//! `cargo xtask compare`: this implementation and the reference on the same work, in turn.
//!
//! Ratios are taken pair by pair and the median is shown, so that a machine whose speed drifts
//! drifts for both. Absolute figures are there to explain the ratios. `workload` says what is done,
//! `timing` does it, and `report` writes the tables.

mod instructions;
mod python;
mod report;
mod sessions;
mod timing;
mod workload;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::hint::black_box;
use std::io::Write;

use cc_oracle::workload::{LINES, conversation};

use crate::error::Error;
use crate::package;
use crate::process::{Program, build_command};
use crate::workspace;
use cc_contract::ContractName;
use cc_engine::State;
use report::{Goal, Report};
use serde_json::Value;
use timing::{in_turn, seconds, time, time_ours, time_reference};
use workload::{Curve, curves, workloads};

pub(crate) use instructions::{RunWork, instructions, run_work};
pub(crate) use timing::{CopyLines, copy_lines};

/// The number of lines that commands are timed on.
const COMMAND_LINES: usize = 1_000_000;

/// The number of lines that the reference is timed on.
const REFERENCE_LINES: usize = 200_000;

/// Times this implementation against the reference.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// A Python interpreter that has the reference, the package context-compiler 0.9.2 [default:
    /// one with that release, installed by pip in the target folder]
    #[arg(long, value_name = "PYTHON")]
    reference: Option<OsString>,

    /// Another program to time, split at spaces, that answers lines as `context-compiler --json`
    /// does when it is called with --json; may be given more than once
    #[arg(long, value_name = "COMMAND")]
    command: Vec<String>,

    /// How many pairs of runs each piece of work gets
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    pairs: u32,

    /// Time durable sessions instead, beside SQLite, PostgreSQL and another checkpointer alone
    #[arg(long, conflicts_with_all = ["reference", "command"])]
    sessions: bool,

    /// Time the Python package instead, beside the reference in one interpreter
    #[arg(long, conflicts_with_all = ["sessions", "reference", "command"])]
    python: bool,
}

/// Runs the comparison. False: a target was missed.
/// Fails if the reference or our own command cannot be run, or this is not a release build.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<bool, Error> {
    refuse_debug("compare")?;
    let mut report = Report::new(out);
    if options.python {
        python::run_all(options.pairs, &mut report)?;
        return Ok(report.met);
    }
    if options.sessions {
        sessions::run_all(options.pairs, &mut report)?;
        return Ok(report.met);
    }
    let python = match &options.reference {
        Some(python) => python.clone(),
        None => package::get(ContractName::V0_9)?.python.into_os_string(),
    };
    report.heading("reference")?;
    for work in workloads() {
        let pairs = in_turn(options.pairs, || time_ours(&work), || time_reference(&python, &work))?;
        report.against(&work.name, &pairs, work.goal)?;
    }
    commands(options, &python, &mut report)?;
    for Curve { name, most, points } in curves() {
        let pairs = options.pairs.min(3);
        let figures: Result<Vec<_>, Error> = points
            .into_iter()
            .map(|(size, work)| {
                let theirs = || time_reference(&python, &work);
                Ok((size, in_turn(pairs, || time_ours(&work), theirs)?))
            })
            .collect();
        report.growth(name, &figures?, most)?;
    }
    limits(options.pairs, &mut report)?;
    Ok(report.met)
}

/// Nobody runs a debug build, so its figures would say nothing.
fn refuse_debug(command: &str) -> Result<(), Error> {
    if cfg!(debug_assertions) {
        let hint = format!("run `cargo run --release -p xtask -- {command}` instead");
        return Err(Error::Tool(format!("a debug build cannot be measured; {hint}")));
    }
    Ok(())
}

/// Whole commands on mixed lines: the reference, and any other.
fn commands(options: &Options, python: &OsStr, report: &mut Report<'_>) -> Result<(), Error> {
    let ours = our_command()?;
    let lines = lines_of(REFERENCE_LINES)?;
    let count = REFERENCE_LINES as f64;
    let mut others = vec![(
        "--json, each of 200,000 mixed lines".to_owned(),
        Program::new([python]).with(&["-m", "context_compiler.repl", "--json"]),
        Goal::AtLeast(40.0),
    )];
    for command in &options.command {
        let program = Program::new(command.split_whitespace()).with(&["--json"]);
        others.push((format!("the same, `{command}`"), program, Goal::Open));
    }
    for (name, other, goal) in others {
        let time = |program: &Program| {
            let input = File::open(&lines).map_err(Error::access(&lines))?;
            Ok(time(program, input)?.0 / count)
        };
        let pairs = in_turn(options.pairs.min(3), || time(&ours), || time(&other))?;
        report.against(&name, &pairs, goal)?;
    }
    Ok(())
}

/// Beside what nothing that reads and writes JSON could do without.
fn limits(pairs: u32, report: &mut Report<'_>) -> Result<(), Error> {
    report.heading("bound")?;
    let ours = our_command()?;
    let lines = lines_of(COMMAND_LINES)?;
    let open = || File::open(&lines).map_err(Error::access(&lines));
    let (_, bytes) = time(&ours, open()?)?;
    let program = std::env::current_exe().map_err(Error::start("cargo xtask"))?;
    let copy = Program::new([program]).with(&["copy-lines", &bytes.to_string()]);
    let time = |program: &Program| Ok(time(program, open()?)?.0);
    let figures = in_turn(pairs, || time(&ours), || time(&copy))?;
    let name = "--json, 1,000,000 mixed lines, beside reading and writing as much";
    report.against(name, &figures, Goal::AtMost(2.0))?;
    let text = workload::state(100_000);
    let state = State::import_json(&text).map_err(|error| Error::Tool(error.to_string()))?;
    let value: Value = serde_json::from_str(&text)
        .map_err(|error| Error::Tool(format!("the state is no JSON: {error}")))?;
    let write = || Ok(seconds(|| black_box(&value).to_string()));
    let figures = in_turn(pairs, || Ok(seconds(|| black_box(&state).export_json())), write)?;
    let name = "export, 100,000 policies, beside serde_json from a tree";
    report.against(name, &figures, Goal::AtMost(2.0))?;
    let read = || Ok(seconds(|| serde_json::from_str::<Value>(black_box(&text))));
    let import = || Ok(seconds(|| State::import_json(black_box(&text))));
    let figures = in_turn(pairs, import, read)?;
    let name = "import, 100,000 policies, beside serde_json into a tree";
    report.against(name, &figures, Goal::AtMost(2.0))
}

fn our_command() -> Result<Program, Error> {
    Ok(Program::new([build_command()?]).with(&["--json"]))
}

/// A file of so many mixed lines.
fn lines_of(count: usize) -> Result<std::path::PathBuf, Error> {
    let path = workspace::metadata()?.target_directory.join(format!("xtask-compare-{count}.txt"));
    let some = conversation();
    let text: String = std::iter::repeat_n(some, count / LINES as usize).collect();
    std::fs::write(&path, text).map_err(Error::access(&path))?;
    Ok(path)
}

#[cfg(test)]
#[path = "../../tests/unit/compare.rs"]
mod tests;
