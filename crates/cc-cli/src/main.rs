//! `context-compiler`: the context compiler at a terminal, in a pipe, and behind another process.
//!
//! This file chooses what to run and turns its result into an exit status: 0 for success, 1 for a
//! failure at run time, 2 for wrong usage. All decisions about state are the engine's.

mod classify;
mod lines;
mod manual;
mod options;
mod output;
mod preload;
mod repl;
mod session;
mod text;

use std::fmt;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::Parser;

use crate::options::{Command, InputFormat, Options};
use crate::output::Output;

/// A failure at run time, as it is shown to the user.
#[derive(Debug)]
enum Failure {
    /// Reading or writing failed.
    Io { doing: &'static str, error: io::Error },
    /// The state given at the start cannot be loaded.
    Preload(preload::PreloadError),
    /// `--json` without a process at either end.
    JsonAtTerminal,
}

impl Failure {
    fn io(doing: &'static str) -> impl FnOnce(io::Error) -> Failure {
        move |error| Failure::Io { doing, error }
    }

    /// Whether the reader of our output has gone, which is no failure of ours.
    fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Io { error, .. } if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Io { doing, error } => write!(f, "cannot {doing}: {error}"),
            Failure::Preload(error) => write!(f, "preload failed: {error}"),
            Failure::JsonAtTerminal => f.write_str("--json requires non-interactive stdin/stdout."),
        }
    }
}

fn main() -> ExitCode {
    // On wrong usage this prints what is wrong and exits with status 2.
    let options = Options::parse();
    match run(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            // Nothing is left to tell where standard error is gone too.
            let _ = io::Write::write_fmt(&mut io::stderr(), format_args!("error: {failure}\n"));
            ExitCode::FAILURE
        }
    }
}

fn run(options: Options) -> Result<(), Failure> {
    let output = Output::new(io::stdout().lock());
    match options.command {
        Some(Command::Classify { lines }) => classify::run(io::stdin().lock(), output, lines),
        Some(Command::Completions { shell }) => manual::completions(shell, output),
        Some(Command::Man) => manual::man(output),
        None => {
            let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
            if terminal && options.json {
                return Err(Failure::JsonAtTerminal);
            }
            let engine = preload::engine(&options.preload).map_err(Failure::Preload)?;
            if terminal && options.lines.input == InputFormat::Lines {
                repl::run(engine, &options.repl)
            } else {
                session::run(engine, io::stdin().lock(), output, options.lines, options.json)
            }
        }
    }
}
