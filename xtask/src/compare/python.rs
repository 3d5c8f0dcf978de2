//! `cargo xtask compare --python`: the Python package beside the reference, in one interpreter, and
//! its sessions beside the command in a pipe.

use std::process::Command;

use serde::Deserialize;

use super::report::{Goal, Report};
use super::sessions::Pipe;
use super::timing::{figure, in_turn};
use crate::error::Error;
use crate::process::run;
use crate::{python, workspace};

/// What is asked for, by the names in `python.py`.
const GOALS: [(&str, Goal); 6] = [
    ("ordinary text", Goal::AtLeast(15.0)),
    ("idempotent use, 10 policies", Goal::AtLeast(150.0)),
    ("idempotent use, 1,000 policies", Goal::AtLeast(1_500.0)),
    ("decompose_directive", Goal::AtLeast(20.0)),
    ("policies, 1,000", Goal::AtLeast(1.0)),
    ("import", Goal::AtMost(1.0)),
];

#[derive(Deserialize)]
struct Row {
    name: String,
    pairs: Vec<(f64, f64)>,
}

/// Writes the tables.
/// Fails if the package cannot be built, or the reference cannot be had.
pub(super) fn run_all(pairs: u32, report: &mut Report<'_>) -> Result<(), Error> {
    let python = python::environment()?;
    python::install(&python, "release")?;
    let script = workspace::root().join("xtask/src/compare/python.py");
    let script = || {
        let mut command = Command::new(&python);
        command.arg(&script);
        command
    };
    report.heading("reference")?;
    for line in run(script().arg(pairs.to_string()))?.lines() {
        let row: Row = serde_json::from_str(line)
            .map_err(|error| Error::Tool(format!("`{line}` is no row: {error}")))?;
        let goal = GOALS.iter().find(|(name, _)| *name == row.name);
        report.against(&row.name, &row.pairs, goal.map_or(Goal::Open, |(_, goal)| *goal))?;
    }
    report.heading("command")?;
    let folder = tempfile::tempdir_in(workspace::metadata()?.target_directory)?;
    let pipe = Pipe::new(folder.path())?;
    let ours = || figure(script().arg("turns").arg(&pipe.lines).arg(pipe.store()?));
    let figures = in_turn(pairs, ours, || pipe.time())?;
    let name = "a turn of 20,000 by turns, beside a pipe";
    // 0.8 of the command's rate.
    report.against(name, &figures, Goal::AtMost(1.25))
}
