//! `cargo xtask ci`: every check that a change must pass, in order, until one fails.
//!
//! `steps` lists them; this module runs them and says which failed and what fixes it. It fixes
//! nothing itself.

mod layers;
mod no_std;
mod steps;

use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use self::steps::{Action, Reference, Step};
use crate::error::Error;
use crate::workspace;

/// Runs every check, stopping at the first that fails.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Also run the tests that go through every text up to six words, which take minutes.
    #[arg(long)]
    thorough: bool,
}

/// Runs the command. Gives whether every step passed.
///
/// # Errors
///
/// If cargo cannot tell what is in the workspace, or a program cannot be started.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<bool, Error> {
    let variable = steps::REFERENCE_FIXTURES;
    let reference = std::env::var(variable).ok().map(Reference::in_folder);
    let metadata = workspace::metadata()?;
    let steps = steps::list(&metadata, reference.as_ref(), options.thorough)?;
    match &reference {
        None => writeln!(out, "ci: the reference's fixtures are not there: {variable} is not set")?,
        Some(Reference { folder, contracts }) => {
            for contract in steps::OF_THE_REFERENCE.iter().filter(|one| !contracts.contains(one)) {
                writeln!(out, "ci: the reference's fixtures of {contract} are not in `{folder}`")?;
            }
        }
    }
    run_steps(&steps, out)
}

fn run_steps(steps: &[Step], out: &mut dyn Write) -> Result<bool, Error> {
    let count = steps.len();
    for (index, step) in steps.iter().enumerate() {
        let number = index.saturating_add(1);
        let Step { name, shown, .. } = step;
        writeln!(out, "ci: [{number}/{count}] {name}: {shown}")?;
        out.flush()?;
        let begin = Instant::now();
        let outcome = perform(&step.action)?;
        let seconds = begin.elapsed().as_secs_f64();
        if let Err(fault) = outcome {
            writeln!(out, "ci: {name} failed after {seconds:.1} s: {fault}")?;
            writeln!(out, "ci: the command was: {shown}")?;
            if let Some(fix) = step.fix {
                writeln!(out, "ci: run this to fix it: {fix}")?;
            }
            return Ok(false);
        }
        writeln!(out, "ci: {name} passed in {seconds:.1} s")?;
    }
    writeln!(out, "ci: all {count} steps passed")?;
    Ok(true)
}

/// Carries out one step. Gives why it failed, if it did.
fn perform(action: &Action) -> Result<Result<(), String>, Error> {
    let (program, arguments, environment, quiet) = match action {
        Action::Check(check) => return Ok(check()),
        Action::Program { program, arguments, environment, quiet } => {
            (program, arguments, environment, *quiet)
        }
    };
    let mut command = Command::new(program);
    command.args(arguments).envs(environment.iter().copied()).stdin(Stdio::null());
    let shown = program.to_string_lossy();
    let start = Error::start(&shown);
    let status = if quiet {
        let output = command.output().map_err(start)?;
        if !output.status.success() {
            let mut err = io::stderr();
            err.write_all(&output.stdout)?;
            err.write_all(&output.stderr)?;
        }
        output.status
    } else {
        command.status().map_err(start)?
    };
    Ok(if status.success() { Ok(()) } else { Err(format!("it ended with {status}")) })
}

#[cfg(test)]
#[path = "../../tests/unit/ci.rs"]
mod tests;
