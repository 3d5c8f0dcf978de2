//! `cargo xtask compare --sessions`: what is durable costs, beside what that has to cost.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::report::{Goal, Report};
use super::timing::{figure, in_turn, time};
use crate::error::Error;
use crate::process::{Program, build_command, build_program};
use crate::{package, workspace};

/// What other checkpointers are measured by: the package and its release.
const LANGGRAPH: (&str, &str) = ("langgraph-checkpoint-sqlite", "3.1.2");

/// How many turns a pipe, or many callers, take.
const TURNS: u32 = 20_000;

/// How often something that waits for the disk alone is done.
const SINGLE: u32 = 2_000;

/// What the program that does the work says where there is no server to be had.
const NO_POSTGRES: &str = "there is no PostgreSQL";

const MIB: f64 = 1024.0 * 1024.0;

/// Writes the tables.
/// Fails if a program cannot be built or run.
pub(super) fn run_all(pairs: u32, report: &mut Report<'_>) -> Result<(), Error> {
    let target = workspace::metadata()?.target_directory;
    let folder = tempfile::tempdir_in(&target)?;
    let work = Work {
        program: build_program("cc-timings", "cc-timings")?,
        folder: folder.path().to_owned(),
    };
    let pipe = Pipe::new(folder.path())?;

    report.heading("beside")?;
    let rows = || work.time(&["rows", &SINGLE.to_string()]);
    let figures = in_turn(pairs, || pipe.time(), rows)?;
    report.against("a turn of 20,000 in a pipe, beside a row", &figures, Goal::AtLeast(5.0))?;
    let figures = in_turn(pairs, || work.time(&["callers", "64", &TURNS.to_string()]), rows)?;
    report.against("a turn of 64 callers, beside a row", &figures, Goal::AtLeast(5.0))?;
    let python = package::install(LANGGRAPH.0, LANGGRAPH.1)?;
    let checkpointer = || {
        let script = workspace::root().join("xtask/src/compare/checkpointer.py");
        let database = tempfile::Builder::new().tempfile_in(folder.path())?;
        let mut command = Command::new(&python);
        figure(command.arg(script).arg(database.path()).arg(SINGLE.to_string()))
    };
    let figures = in_turn(pairs, || pipe.time(), checkpointer)?;
    let name = "a turn in a pipe, beside a put of LangGraph's checkpointer";
    report.against(name, &figures, Goal::AtLeast(20.0))?;

    let turns = |policies: &str, events: &str| work.time(&["turns", policies, events, "1000"]);
    for (name, policies, events) in [
        ("a turn with 10,000 policies, beside 10", "10000", "10"),
        ("a turn with 100,000 events, beside 10", "10", "100000"),
    ] {
        let figures = in_turn(pairs, || turns(policies, events), || turns("10", "10"))?;
        report.against(name, &figures, Goal::AtMost(1.5))?;
    }
    let count = SINGLE.to_string();
    let statements = || work.time(&["postgres-statements", &count]);
    match in_turn(pairs, || work.time(&["postgres-turns", &count]), statements) {
        Err(Error::Failed { said, .. }) if said.contains(NO_POSTGRES) => {
            report.left_out("a turn in PostgreSQL", NO_POSTGRES)?;
        }
        figures => {
            let name = "a turn in PostgreSQL, beside its statement alone";
            report.against(name, &figures?, Goal::AtMost(1.3))?;
        }
    }

    report.limits()?;
    let times: Result<Vec<_>, Error> =
        (0..pairs).map(|_| work.time(&["open", "1000", "10000"])).collect();
    let name = "opening a session of 1,000 policies and 10,000 events, in ms";
    report.limit(name, times?.into_iter().map(|seconds| seconds * 1e3), 5.0)?;
    let bytes = work.time(&["touch", "100000", &(64 << 20).to_string()])?;
    let name = "100,000 sessions touched, 64 MiB of cache: resident memory in MiB";
    report.limit(name, [bytes / MIB].into_iter(), 200.0)
}

/// The program that does the work, and where it makes its files.
struct Work {
    program: PathBuf,
    folder: PathBuf,
}

impl Work {
    /// The figure that a piece of work gives.
    fn time(&self, work: &[&str]) -> Result<f64, Error> {
        figure(Command::new(&self.program).arg("--folder").arg(&self.folder).args(work))
    }
}

/// The command that takes turns from a pipe.
pub(super) struct Pipe {
    command: PathBuf,
    /// The lines that it takes.
    pub(super) lines: PathBuf,
    folder: PathBuf,
}

impl Pipe {
    /// Builds the command, and writes the lines to a folder.
    /// Fails if either cannot be done.
    pub(super) fn new(folder: &Path) -> Result<Self, Error> {
        let (command, lines) = (build_command()?, lines(folder)?);
        Ok(Pipe { command, lines, folder: folder.to_owned() })
    }

    /// A path for a store that is not there yet.
    /// Fails if the folder cannot be written.
    pub(super) fn store(&self) -> Result<PathBuf, Error> {
        let folder = tempfile::Builder::new().tempdir_in(&self.folder)?.keep();
        Ok(folder.join("sessions.db"))
    }

    /// Seconds of each turn of a new session.
    /// Fails if the command does.
    pub(super) fn time(&self) -> Result<f64, Error> {
        let store = format!("sqlite:{}", self.store()?.display());
        let program = Program::new([&self.command]);
        let program = program.with(&["--json", "--session", "trip", "--store", &store]);
        let input = File::open(&self.lines).map_err(Error::access(&self.lines))?;
        Ok(time(&program, input)?.0 / f64::from(TURNS))
    }
}

/// A file of lines, each of which is an event: ten policies, and one that comes and goes.
fn lines(folder: &Path) -> Result<PathBuf, Error> {
    let mut text: String = (0..10).map(|number| format!("use item {number}\n")).collect();
    for _ in 0..(TURNS - 10) / 2 {
        text.push_str("prohibit something else\nremove policy something else\n");
    }
    let path = folder.join("turns.txt");
    fs::write(&path, text).map_err(Error::access(&path))?;
    Ok(path)
}
