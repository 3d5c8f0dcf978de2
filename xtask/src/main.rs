//! Developer commands: `cargo xtask conformance` replays fixtures, `cargo xtask ci` runs every
//! check that a change must pass, `cargo xtask differential` compares what this and the reference
//! answer, `cargo xtask compare` how long they take, and `cargo xtask doc` builds the documentation.
//! The others are steps of those.
//!
//! Exit status: 0 when everything passed, 1 when something failed, 2 when the command line is
//! wrong.

mod ci;
mod compare;
mod conformance;
mod differential;
mod doc;
mod error;
mod package;
mod process;
mod python;
mod tables;
mod workspace;

use std::io::{Write, stderr, stdout};
use std::process::ExitCode;

use clap::Parser;

/// Developer commands of the context compiler workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Command {
    /// Replay conformance fixtures on the library, the built binary or any program.
    Conformance(conformance::Options),
    /// Run every check, stopping at the first that fails.
    Ci(ci::Options),
    /// Compare this implementation with another one on generated conversations.
    Differential(differential::Options),
    /// Build the documentation of all crates, with a page that lists them, and check its links.
    Doc,
    /// Time this implementation against the Python reference on the same work.
    Compare(compare::Options),
    /// Count the instructions that each piece of work takes, with valgrind.
    Instructions,
    /// Run one piece of work; `instructions` counts this.
    #[command(hide = true)]
    RunWork(compare::RunWork),
    /// Read lines and write so many bytes; `compare` times this beside the command.
    #[command(hide = true)]
    CopyLines(compare::CopyLines),
    /// Build the Python package and run all its checks.
    Python(python::Options),
    /// Write the Unicode table that is source code.
    Tables(tables::Options),
    /// Check that dependencies between the crates point down.
    Layers,
    /// Build each package from what it holds, so that no file is left out of one.
    Packages,
    /// Check that cc-syntax compiles where there is nothing but core.
    NoStd,
}

fn main() -> ExitCode {
    let mut out = stdout().lock();
    let outcome = match Command::parse() {
        Command::Conformance(options) => conformance::run(&options, &mut out),
        Command::Ci(options) => ci::run(&options, &mut out),
        Command::Differential(options) => differential::run(&options, &mut out),
        Command::Doc => doc::run(&mut out),
        Command::Compare(options) => compare::run(&options, &mut out),
        Command::Instructions => compare::instructions(&mut out),
        Command::RunWork(options) => compare::run_work(&options),
        Command::CopyLines(options) => compare::copy_lines(&options, &mut out),
        Command::Python(options) => python::run(&options, &mut out),
        Command::Tables(options) => tables::run(&options, &mut out),
        Command::Layers => ci::layers::run(&mut out),
        Command::Packages => ci::packages::run(),
        Command::NoStd => ci::no_std::run(),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // Nobody is left to tell when standard error is closed.
            let _ = writeln!(stderr(), "error: {error}");
            ExitCode::from(error.exit_status())
        }
    }
}
