//! How long something takes.

use std::ffi::OsStr;
use std::fs::File;
use std::hint::black_box;
use std::io::{self, BufRead, BufWriter, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use cc_engine::Engine;

use super::workload::{Operation, Workload};
use crate::error::Error;
use crate::process::{Program, file_of, run, shown};
use crate::workspace;

/// Figures of both sides, in turn: the first is ours.
pub(super) fn in_turn(
    pairs: u32,
    mut ours: impl FnMut() -> Result<f64, Error>,
    mut theirs: impl FnMut() -> Result<f64, Error>,
) -> Result<Vec<(f64, f64)>, Error> {
    (0..pairs).map(|_| Ok((ours()?, theirs()?))).collect()
}

/// Seconds that one operation takes here.
pub(super) fn time_ours(work: &Workload) -> Result<f64, Error> {
    let mut engine = Engine::new();
    let import = |engine: &mut Engine, text: &str| {
        engine.import_json(text).map_err(|error| Error::Tool(error.to_string()))
    };
    import(&mut engine, &work.state)?;
    let begin = Instant::now();
    for _ in 0..work.our_rounds {
        for text in &work.texts {
            match work.operation {
                Operation::Step => drop(black_box(engine.step(black_box(text)))),
                Operation::Export => drop(black_box(engine.export_json())),
                Operation::Import => import(&mut engine, black_box(text))?,
            }
        }
    }
    let operations = f64::from(work.our_rounds) * work.texts.len() as f64;
    Ok(begin.elapsed().as_secs_f64() / operations)
}

/// Seconds that one operation takes in the reference.
pub(super) fn time_reference(python: &OsStr, work: &Workload) -> Result<f64, Error> {
    let script = workspace::root().join("xtask/src/compare/reference.py");
    let work = serde_json::to_string(work)
        .map_err(|error| Error::Tool(format!("cannot describe the work: {error}")))?;
    figure(Command::new(python).arg(script).stdin(file_of(&work)?))
}

/// The figure that a program prints.
pub(super) fn figure(command: &mut Command) -> Result<f64, Error> {
    let said = run(command)?;
    said.trim().parse().map_err(|_| Error::Tool(format!("`{said}` is no figure")))
}

/// Seconds of one call, of a few.
pub(super) fn seconds<T>(mut call: impl FnMut() -> T) -> f64 {
    const CALLS: u32 = 10;
    let begin = Instant::now();
    for _ in 0..CALLS {
        drop(black_box(call()));
    }
    begin.elapsed().as_secs_f64() / f64::from(CALLS)
}

/// Runs a program on the lines of a file, as a host would: it writes to a pipe. Gives seconds and
/// bytes written.
pub(super) fn time(program: &Program, input: File) -> Result<(f64, u64), Error> {
    let mut command = program.command();
    let shown = shown(&command);
    let begin = Instant::now();
    let child = command.stdin(input).stdout(Stdio::piped()).spawn();
    let mut child = child.map_err(Error::start(&shown))?;
    let mut bytes = 0;
    if let Some(out) = child.stdout.take() {
        bytes = io::copy(&mut io::BufReader::with_capacity(1 << 16, out), &mut io::sink())?;
    }
    let status = child.wait().map_err(Error::start(&shown))?;
    let seconds = begin.elapsed().as_secs_f64();
    if status.success() {
        return Ok((seconds, bytes));
    }
    Err(Error::Failed { program: shown, said: status.to_string() })
}

/// Reads lines and writes as many bytes as it is told, in equal parts: what `compare` measures
/// `--json` by.
#[derive(Debug, clap::Args)]
pub(crate) struct CopyLines {
    /// How many bytes to write for the whole input
    bytes: u64,
}

/// Runs the command.
/// Fails if standard input cannot be read, or the output cannot be written.
pub(crate) fn copy_lines(options: &CopyLines, out: &mut dyn Write) -> Result<bool, Error> {
    const CAPACITY: usize = 1 << 16;
    let lines = super::COMMAND_LINES as u64;
    let part = vec![b'x'; usize::try_from(options.bytes.div_ceil(lines)).unwrap_or(CAPACITY)];
    let mut left = options.bytes;
    let mut input = io::BufReader::with_capacity(CAPACITY, io::stdin().lock());
    let mut out = BufWriter::with_capacity(CAPACITY, out);
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let count = part.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        out.write_all(part.get(..count).unwrap_or_default())?;
        left -= count as u64;
        black_box(&line);
        line.clear();
    }
    out.flush()?;
    Ok(true)
}
