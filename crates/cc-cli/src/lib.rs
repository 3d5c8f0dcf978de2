//! `context-compiler`: the context compiler at a terminal, in a pipe, and behind another process.
//!
//! This file chooses what to run and turns its result into an exit status: 0 for success, 1 for a
//! failure at run time, 2 for wrong usage. All decisions about state are the engine's.
//!
//! It is a library so that what reads lines can be run on any bytes within one process, as the fuzz
//! targets do. Hosts take the layers below it.
//!
//! # Installing
//!
//! ```sh
//! cargo install --path crates/cc-cli
//! ```
//!
//! Rust 1.95 or later. No registry has this crate yet. The feature `sqlite`, which is on, keeps
//! sessions in a file; the feature `postgres` in PostgreSQL.
//!
//! R1 to R12 are the rulings in `docs/rulings.md`: what holds where the sources of the contracts
//! are silent or disagree.

mod classify;
mod completions;
mod contract;
mod help;
mod lines;
mod manual;
mod migrate;
mod options;
mod output;
mod pipe;
mod preload;
mod repl;
mod session;
mod text;
mod toolcall;
mod usage;

use std::ffi::OsString;
use std::fmt;
use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use cc_contract::ContractName;
use cc_wire::AnyEngine;

use crate::options::{Command, Options};
use crate::output::Output;
use crate::preload::shown;

pub use crate::options::{InputFormat, LineOptions};

/// The exit status for a failure at run time.
const FAILED: u8 = 1;

/// The exit status for arguments that say nothing that can be done.
const WRONG_USAGE: u8 = 2;

/// A failure at run time, as it is shown to the user.
#[derive(Debug)]
enum Failure {
    /// Reading or writing failed.
    Io { doing: &'static str, error: io::Error },
    /// The same, of a file or a directory.
    File { doing: &'static str, path: PathBuf, error: io::Error },
    /// The state given at the start cannot be loaded.
    Preload(preload::PreloadError),
    /// A state cannot be migrated.
    Migrate(String),
    /// The tools cannot be loaded.
    Tools(toolcall::ToolsError),
    /// A session, or its store, failed.
    Session(String),
    /// `--json` without a process at either end.
    JsonAtTerminal,
}

impl Failure {
    fn io(doing: &'static str) -> impl FnOnce(io::Error) -> Failure {
        move |error| Failure::Io { doing, error }
    }

    /// The error of reading or writing, which is all that can go wrong with lines.
    fn into_io(self) -> io::Error {
        match self {
            Failure::Io { error, .. } => error,
            other => io::Error::other(other.to_string()),
        }
    }

    /// The exit status.
    const fn status(&self) -> u8 {
        match self {
            Failure::JsonAtTerminal => WRONG_USAGE,
            _ => FAILED,
        }
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
            Failure::File { doing, path, error } => {
                write!(f, "cannot {doing} {}: {error}", shown(path))
            }
            Failure::Preload(error) => write!(f, "preload failed: {error}"),
            Failure::Migrate(fault) => f.write_str(fault),
            Failure::Tools(error) => error.fmt(f),
            Failure::Session(fault) => f.write_str(fault),
            Failure::JsonAtTerminal => f.write_str("--json requires non-interactive stdin/stdout."),
        }
    }
}

/// Runs the command with the arguments of this process, and gives its exit status.
#[must_use]
pub fn main() -> ExitCode {
    ExitCode::from(run_with(std::env::args_os()))
}

/// Runs the command with these arguments, of which the first is its name, and gives its exit status:
/// for a process whose own arguments are others.
#[must_use]
pub fn run_with(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let result = match usage::read(&arguments) {
        Ok(options) => run(options),
        Err(usage) if usage.use_stderr() => {
            // Nothing is left to tell where standard error is gone too.
            let _ = usage.print();
            return WRONG_USAGE;
        }
        // Help or the version, which was asked for.
        Err(help) => help
            .print()
            .and_then(|()| Write::flush(&mut io::stdout()))
            .map_err(Failure::io("write output")),
    };
    match result {
        Ok(()) => 0,
        Err(failure) if failure.is_closed_pipe() => 0,
        Err(failure) => {
            // Nothing is left to tell where standard error is gone too.
            let _ = Write::write_fmt(&mut io::stderr(), format_args!("error: {failure}\n"));
            failure.status()
        }
    }
}

/// Takes the lines of `input` under a contract, with replies as JSON records or as text: what the
/// command does where it is not at a terminal.
///
/// # Errors
///
/// What reading or writing fails with.
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use cc_cli::{InputFormat, LineOptions, answer_lines};
/// use cc_contract::ContractName;
///
/// let options = LineOptions { input: InputFormat::Lines, max_line_bytes: NonZeroUsize::MAX };
/// let mut output = Vec::new();
/// answer_lines(ContractName::V0_9, options, false, &b"use tea\n"[..], &mut output)?;
/// assert_eq!(output, b"updated\npremise: (none)\npolicies:\n- use tea\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn answer_lines(
    contract: ContractName,
    options: LineOptions,
    json: bool,
    input: impl Read,
    output: impl Write,
) -> io::Result<()> {
    let output = Output::new(output);
    pipe::run(AnyEngine::new(contract), input, output, options, json).map_err(Failure::into_io)
}

/// Classifies the lines of `input` by the grammar of a contract, with a JSON record for each: what the subcommand
/// `classify` does.
///
/// # Errors
///
/// What reading or writing fails with.
pub fn classify_lines(
    contract: ContractName,
    options: LineOptions,
    input: impl Read,
    output: impl Write,
) -> io::Result<()> {
    classify::run(contract, input, Output::new(output), options).map_err(Failure::into_io)
}

fn run(options: Options) -> Result<(), Failure> {
    let output = Output::new(io::stdout().lock());
    match options.command {
        Some(Command::Classify { contract, lines }) => {
            say_what_is_awaited("lines to classify");
            classify::run(contract, io::stdin().lock(), output, lines)
        }
        Some(Command::Session(options)) => session::run(io::stdin().lock(), output, &options),
        Some(Command::Toolcall(options)) => toolcall::run(io::stdin().lock(), output, &options),
        Some(Command::Migrate(options)) => migrate::run(io::stdin().lock(), output, &options),
        Some(Command::Completions { shell }) => completions::run(shell, output),
        Some(Command::Man { dir: None }) => manual::print(output),
        Some(Command::Man { dir: Some(dir) }) => manual::write(&dir),
        None => talk(&options, output),
    }
}

/// Takes inputs under one contract, at a terminal or in a pipe.
fn talk<W: Write>(options: &Options, output: Output<W>) -> Result<(), Failure> {
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if terminal && options.json {
        return Err(Failure::JsonAtTerminal);
    }
    if let Some(name) = &options.session {
        let open = session::Open::new(name, options)?;
        if terminal && options.lines.input == InputFormat::Lines {
            drop(output);
            let (revision, engine) = open.engine()?;
            return repl::run(engine, Some((open, revision)), &options.repl);
        }
        say_what_is_awaited(awaited(options.lines.input));
        return session::talk(&open, io::stdin().lock(), output, options.lines, options.json);
    }
    let engine = preload::engine(options.contract, &options.preload).map_err(Failure::Preload)?;
    if terminal && options.lines.input == InputFormat::Lines {
        drop(output);
        return repl::run(engine, None, &options.repl);
    }
    say_what_is_awaited(awaited(options.lines.input));
    pipe::run(engine, io::stdin().lock(), output, options.lines, options.json)
}

const fn awaited(format: InputFormat) -> &'static str {
    match format {
        InputFormat::Lines => "lines",
        InputFormat::Json => "JSON strings, one in a line,",
    }
}

/// Says at a terminal what has to be typed there, on standard error.
fn say_what_is_awaited(what: &str) {
    if io::stdin().is_terminal() {
        let message = format_args!("reading {what} from the terminal, until Ctrl-D\n");
        // Nothing is left to tell where standard error is gone.
        let _ = Write::write_fmt(&mut io::stderr(), message);
    }
}
