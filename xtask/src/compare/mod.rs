//! `cargo xtask compare`: this implementation and the Python reference on the same work, in turn.
//!
//! Ratios are taken pair by pair and the median is shown, so that a machine whose speed drifts
//! drifts for both. Absolute figures are there to explain the ratios.

#[path = "../../../crates/cc-cli/benches/conversation/mod.rs"]
mod conversation;
mod workload;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use cc_engine::Engine;

use crate::error::Error;
use crate::process::{self, Profile};
use crate::workspace;
use conversation::{LINES, conversation};
use workload::{Operation, Workload, state, workloads};

/// Times this implementation against the reference.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// A Python interpreter that has the reference, the package context-compiler 0.9.2
    #[arg(long, value_name = "PYTHON")]
    reference: OsString,

    /// How many pairs of runs each piece of work gets
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    pairs: u32,
}

/// Runs the comparison. False: a target was missed.
///
/// # Errors
///
/// If the reference or our own command cannot be run, or this is not a release build.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<bool, Error> {
    if cfg!(debug_assertions) {
        let hint = "run `cargo run --release -p xtask -- compare` instead";
        return Err(Error::Tool(format!("a debug build cannot be compared; {hint}")));
    }
    let mut report = Report { out, met: true };
    report.heading()?;
    for work in workloads() {
        let pairs = (0..options.pairs)
            .map(|_| Ok((time_ours(&work)?, time_reference(&options.reference, &work)?)))
            .collect::<Result<Vec<_>, Error>>()?;
        report.row(&work.name, &pairs, work.target)?;
    }
    let command = process::build_command(Profile::Release)?;
    let lines = workspace::root().join("target/xtask-compare.txt");
    std::fs::write(&lines, conversation()).map_err(Error::access(&lines))?;
    let reference: [&OsStr; 4] =
        [&options.reference, "-m".as_ref(), "context_compiler.repl".as_ref(), "--json".as_ref()];
    let pairs = (0..options.pairs.min(3))
        .map(|_| {
            let ours = time_lines(&[command.as_os_str(), "--json".as_ref()], &lines)?;
            Ok((ours, time_lines(&reference, &lines)?))
        })
        .collect::<Result<Vec<_>, Error>>()?;
    report.row("--json, each of 200,000 mixed lines", &pairs, Some(40.0))?;
    report.growth(options.pairs)?;
    Ok(report.met)
}

/// Seconds that one operation takes here.
fn time_ours(work: &Workload) -> Result<f64, Error> {
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
fn time_reference(python: &OsStr, work: &Workload) -> Result<f64, Error> {
    let program = python.to_string_lossy();
    let mut child = Command::new(python)
        .args(["-c", include_str!("reference.py")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(Error::start(&program))?;
    if let Some(mut stdin) = child.stdin.take() {
        let described = serde_json::to_string(work)
            .map_err(|error| Error::Tool(format!("cannot describe the work: {error}")))?;
        stdin.write_all(described.as_bytes())?;
    }
    let output = child.wait_with_output().map_err(Error::start(&program))?;
    let seconds = String::from_utf8_lossy(&output.stdout);
    seconds
        .trim()
        .parse()
        .map_err(|_| Error::Tool(format!("`{program}` did not run the reference")))
}

/// Seconds that a command takes for each of the lines in a file.
fn time_lines(command: &[&OsStr], lines: &Path) -> Result<f64, Error> {
    let (program, arguments) = match command.split_first() {
        Some((program, arguments)) => (*program, arguments),
        None => return Err(Error::Tool("no command".to_owned())),
    };
    let input = File::open(lines).map_err(Error::access(lines))?;
    let shown = program.to_string_lossy();
    let begin = Instant::now();
    let status = Command::new(program)
        .args(arguments)
        .stdin(input)
        .stdout(Stdio::null())
        .status()
        .map_err(Error::start(&shown))?;
    let seconds = begin.elapsed().as_secs_f64() / f64::from(LINES);
    if status.success() { Ok(seconds) } else { Err(Error::Tool(format!("`{shown}` failed"))) }
}

/// Prints the table.
struct Report<'a> {
    out: &'a mut dyn Write,
    met: bool,
}

impl Report<'_> {
    fn heading(&mut self) -> Result<(), Error> {
        writeln!(self.out, "| work | ours | reference | ratio | asked for | met |")?;
        writeln!(self.out, "| --- | ---: | ---: | ---: | ---: | --- |")?;
        Ok(())
    }

    fn row(&mut self, name: &str, pairs: &[(f64, f64)], target: Option<f64>) -> Result<(), Error> {
        let ours = median(pairs.iter().map(|(ours, _)| *ours));
        let theirs = median(pairs.iter().map(|(_, theirs)| *theirs));
        let ratio = median(pairs.iter().map(|(ours, theirs)| theirs / ours));
        let (asked, met) = match target {
            Some(target) if ratio >= target => (format!("{target:.0}"), "yes"),
            Some(target) => (format!("{target:.0}"), "no"),
            None => (String::new(), ""),
        };
        self.met &= met != "no";
        let (ours, theirs) = (duration(ours), duration(theirs));
        writeln!(self.out, "| {name} | {ours} | {theirs} | {ratio:.0} | {asked} | {met} |")?;
        self.out.flush()?;
        Ok(())
    }

    /// How our step grows with the number of policies.
    fn growth(&mut self, pairs: u32) -> Result<(), Error> {
        writeln!(self.out, "\n| step | 10 policies | 1,000 | 100,000 | growth | at most | met |")?;
        writeln!(self.out, "| --- | ---: | ---: | ---: | ---: | ---: | --- |")?;
        for (name, texts) in [
            ("idempotent use", &["use item 5"][..]),
            ("alternating change", &["prohibit something else", "remove policy something else"]),
        ] {
            let time = |policies| {
                let work = Workload {
                    name: String::new(),
                    state: state(policies),
                    operation: Operation::Step,
                    texts: texts.iter().map(|text| (*text).to_owned()).collect(),
                    rounds: 0,
                    our_rounds: 200_000,
                    target: None,
                };
                time_ours(&work)
            };
            let runs = (0..pairs)
                .map(|_| Ok((time(10)?, time(1_000)?, time(100_000)?)))
                .collect::<Result<Vec<_>, Error>>()?;
            let growth = median(runs.iter().map(|(few, _, many)| many / few));
            let met = growth <= 4.0;
            self.met &= met;
            let few = duration(median(runs.iter().map(|run| run.0)));
            let some = duration(median(runs.iter().map(|run| run.1)));
            let many = duration(median(runs.iter().map(|run| run.2)));
            let met = if met { "yes" } else { "no" };
            writeln!(self.out, "| {name} | {few} | {some} | {many} | {growth:.1} | 4 | {met} |")?;
        }
        Ok(())
    }
}

/// The median of some figures, the lower one if two are in the middle.
fn median(figures: impl Iterator<Item = f64>) -> f64 {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len().saturating_sub(1) / 2).copied().unwrap_or(f64::NAN)
}

/// Seconds in a unit that people can read.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.1} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.2} µs", s * 1e6),
        s => format!("{:.2} ms", s * 1e3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median([3.0, 1.0, 2.0].into_iter()), 2.0);
        assert_eq!(median([4.0, 1.0, 2.0, 3.0].into_iter()), 2.0);
        assert!(median([].into_iter()).is_nan());
    }

    #[test]
    fn durations_have_a_unit() {
        assert_eq!(duration(1.5e-8), "15.0 ns");
        assert_eq!(duration(1.5e-5), "15.00 µs");
        assert_eq!(duration(0.015), "15.00 ms");
    }

    #[test]
    fn every_piece_of_work_runs() {
        for mut work in workloads() {
            work.our_rounds = 1;
            assert!(time_ours(&work).unwrap() > 0.0, "{}", work.name);
        }
        assert_eq!(conversation().lines().count(), LINES as usize);
    }
}
