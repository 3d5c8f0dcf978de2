//! `cargo xtask ci`: every check that a change must pass, in order, until one fails.
//!
//! `steps` lists them; this module runs them and says which failed and what mends it. It mends
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
            if let Some(mend) = step.mend {
                writeln!(out, "ci: run this to fix it: {mend}")?;
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
mod tests {
    use super::*;

    fn check(name: &str, check: fn() -> Result<(), String>) -> Step {
        Step {
            name: name.to_owned(),
            shown: format!("run {name}"),
            action: Action::Check(Box::new(check)),
            mend: Some("mend it"),
        }
    }

    /// Runs the steps, and takes the times out of what they wrote.
    fn outcome(steps: &[Step]) -> (bool, String) {
        let mut out = Vec::new();
        let passed = run_steps(steps, &mut out).unwrap();
        (passed, String::from_utf8(out).unwrap().replace("0.0 s", "no time"))
    }

    #[test]
    fn all_steps_run_in_order() {
        let steps = [check("one", || Ok(())), check("two", || Ok(()))];
        let (passed, text) = outcome(&steps);
        assert!(passed);
        insta::assert_snapshot!(text, @r"
        ci: [1/2] one: run one
        ci: one passed in no time
        ci: [2/2] two: run two
        ci: two passed in no time
        ci: all 2 steps passed
        ");
    }

    #[test]
    fn the_first_failure_ends_the_run_and_says_what_mends_it() {
        let steps = [check("one", || Err("a fault".to_owned())), check("two", || Ok(()))];
        let (passed, text) = outcome(&steps);
        assert!(!passed);
        insta::assert_snapshot!(text, @r"
        ci: [1/2] one: run one
        ci: one failed after no time: a fault
        ci: the command was: run one
        ci: run this to fix it: mend it
        ");
    }
}
