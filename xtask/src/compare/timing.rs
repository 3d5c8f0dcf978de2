//! How long something takes.

use std::ffi::OsStr;
use std::fs::File;
use std::hint::black_box;
use std::io::{self, BufRead, BufWriter, Read, Write};
use std::process::Stdio;
use std::time::Instant;

use cc_engine::Engine;

use super::workload::{Operation, Workload};
use crate::error::Error;
use crate::process::Program;

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
    let program = python.to_string_lossy();
    let described = serde_json::to_string(work)
        .map_err(|error| Error::Tool(format!("cannot describe the work: {error}")))?;
    let mut command = std::process::Command::new(python);
    command.args(["-c", include_str!("reference.py")]);
    let output =
        crate::process::converse(&mut command, &described).map_err(Error::start(&program))?;
    let seconds = String::from_utf8_lossy(&output.stdout);
    seconds.trim().parse().map_err(|_| {
        let said = String::from_utf8_lossy(&output.stderr);
        let last = said.lines().next_back().unwrap_or("nothing");
        Error::Tool(format!("`{program}` did not run the reference: {last}"))
    })
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
    let shown = program.shown();
    let begin = Instant::now();
    let mut child = program
        .command()
        .stdin(input)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(Error::start(&shown))?;
    let mut bytes = 0;
    if let Some(mut out) = child.stdout.take() {
        let mut buffer = vec![0; 1 << 16];
        loop {
            match out.read(&mut buffer)? {
                0 => break,
                read => bytes += read as u64,
            }
        }
    }
    let status = child.wait().map_err(Error::start(&shown))?;
    let seconds = begin.elapsed().as_secs_f64();
    if status.success() {
        Ok((seconds, bytes))
    } else {
        Err(Error::Tool(format!("`{shown}` failed")))
    }
}

/// Reads lines and writes as many bytes as it is told, in equal parts: what `compare` measures
/// `--json` by.
#[derive(Debug, clap::Args)]
pub(crate) struct CopyLines {
    /// How many bytes to write for the whole input
    bytes: u64,
}

/// Runs the command.
///
/// # Errors
///
/// If standard input cannot be read, or the output cannot be written.
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
