//! `cargo xtask ci`: every check that a change must pass, in order, until one fails.
//!
//! `steps` lists them, each a command that a developer can repeat; this module runs them and says
//! which failed and what fixes it. It fixes nothing itself.

pub(crate) mod layers;
pub(crate) mod no_std;
pub(crate) mod packages;
mod steps;

use std::io::{Write, stderr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use self::steps::Step;
use crate::error::Error;
use crate::process;
use crate::workspace;

/// Programs without which tests skip what they are needed for.
const MAY_BE_ABSENT: [&str; 5] = ["python3", "node", "bash", "zsh", "fish"];

/// Runs every check, stopping at the first that fails.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Also run the tests that go through every text up to six words, which take minutes.
    #[arg(long)]
    thorough: bool,
}

/// Runs the command. Gives whether every step passed.
/// Fails if cargo cannot tell what is in the workspace, or a program cannot be started.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<bool, Error> {
    let variable = steps::REFERENCE_FIXTURES;
    let reference = std::env::var_os(variable).map(PathBuf::from);
    let steps = steps::list(&workspace::metadata()?, reference.as_deref(), options.thorough)?;
    match &reference {
        None => writeln!(out, "ci: the reference's fixtures are not there: {variable} is not set")?,
        Some(folder) => {
            let contracts = steps::OF_THE_REFERENCE.iter();
            for contract in contracts.filter(|contract| !steps::has(folder, contract)) {
                let folder = folder.display();
                writeln!(out, "ci: the reference's fixtures of {contract} are not in `{folder}`")?;
            }
        }
    }
    for program in MAY_BE_ABSENT {
        if process::is_absent(program) {
            writeln!(out, "ci: `{program}` is not there: tests that need it are skipped")?;
        }
    }
    run_steps(&steps, out)
}

fn run_steps(steps: &[Step], out: &mut dyn Write) -> Result<bool, Error> {
    let count = steps.len();
    for (index, step) in steps.iter().enumerate() {
        let (number, Step { name, shown, .. }) = (index + 1, step);
        writeln!(out, "ci: [{number}/{count}] {name}: {shown}")?;
        out.flush()?;
        let begin = Instant::now();
        let fault = perform(step)?;
        let seconds = begin.elapsed().as_secs_f64();
        if let Some(fault) = fault {
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
fn perform(step: &Step) -> Result<Option<String>, Error> {
    let mut command = Command::new(&step.program);
    command.args(&step.arguments).envs(step.variable).stdin(Stdio::null());
    let status = if step.quiet {
        let output = command.output().map_err(Error::start(&step.shown))?;
        if !output.status.success() {
            stderr().write_all(&[output.stdout, output.stderr].concat())?;
        }
        output.status
    } else {
        command.status().map_err(Error::start(&step.shown))?
    };
    Ok((!status.success()).then(|| format!("it ended with {status}")))
}

#[cfg(test)]
#[path = "../../tests/unit/ci.rs"]
mod tests;
