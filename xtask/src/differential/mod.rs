//! `cargo xtask differential`: this implementation and another one on the same conversations.
//!
//! Sessions are generated (`generate`, `payload`, `texts`) from the words in `words.json`, and run by
//! both programs (`session`). Their records are compared byte for byte (`compare`). Where a
//! reference is known to differ, a rule says so (`deviations`, `facts`); any other difference is
//! made as short as it gets (`reduce`) and fails the run. `package` gets the reference where none
//! is named.

mod compare;
mod deviations;
mod facts;
mod generate;
mod payload;
mod reduce;
mod session;
#[cfg(test)]
#[path = "../../tests/unit/differential.rs"]
mod tests;
mod texts;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::Write;
use std::time::Duration;

use cc_contract::ContractName;

use self::compare::{Counts, Disagreement, Pair};
use self::generate::Generator;
use self::session::{Line, Preload, Session};
use crate::error::Error;
use crate::process::{Program, build_command, shown};
use crate::{package, python, workspace};

/// The fewest and the most lines of one run of both programs. A run takes the reference a tenth of a
/// second to start, and each begins with another state.
const LINES_OF_A_RUN: (u64, u64) = (800, 8_000);

/// A run says how far it is after so many lines.
const PROGRESS: u64 = 100_000;

/// How often both programs are run to shorten one disagreement.
const REDUCTION_LIMIT: usize = 600;

/// After so many disagreements a run ends: more of them would say the same.
const MOST_DISAGREEMENTS: usize = 5;

/// Compares this implementation with another one on generated conversations.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The other program, and its first arguments, such as a --contract that it needs, split at
    /// spaces. It is called with --json, and with --initial-state-file PATH, as the reference is [default: the reference's release for
    /// the contract, installed by pip in the target folder].
    #[arg(long, value_name = "COMMAND")]
    reference: Option<String>,
    /// The contract to compare.
    #[arg(long, value_name = "VERSION", default_value_t)]
    contract: ContractName,
    /// Compare the classification of texts, line feeds included, instead of conversations (0.9).
    ///
    /// COMMAND is then called as it stands, reads JSON strings, and writes the records of
    /// `context-compiler classify --input json`, spans left out or not.
    #[arg(long)]
    classify: bool,
    /// Compare this implementation with itself, where nothing may differ.
    #[arg(long, conflicts_with = "reference")]
    itself: bool,
    /// Compare the objects of the Python package with those of the reference, each in a process of its
    /// own (0.9).
    #[arg(long, conflicts_with_all = ["reference", "itself"])]
    python: bool,
    /// Where the reference's release cannot be installed, say so and succeed.
    #[arg(long, conflicts_with = "reference")]
    skip_unavailable: bool,
    /// What the conversations are made from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How long a program may take for some thousand lines.
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// How many lines to compare.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    lines: u64,
}

/// The lines after which there is no state and no question, whatever was before.
const fn resets(contract: ContractName) -> &'static [&'static str] {
    match contract {
        ContractName::V0_9 => &["clear state"],
        ContractName::V0_5 | ContractName::M1 => &["no", "clear state"],
    }
}

/// A record as it is written.
fn canonical(value: &serde_json::Value) -> String {
    // Records hold no floats, so they can always be written.
    cc_text::json::to_string(value).unwrap_or_default()
}

/// Runs the command. Gives whether no unlisted difference was found.
/// Fails if a program cannot be built, got or run, or the other one answers nothing.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<bool, Error> {
    let &Options { contract, classify, seed, .. } = options;
    if classify && contract != ContractName::V0_9 {
        return Err(Error::Usage("`--classify` is for contract 0.9".to_owned()));
    }
    if options.python && contract != ContractName::V0_9 {
        return Err(Error::Usage("`--python` is for contract 0.9".to_owned()));
    }
    let programs = match options.python {
        true => objects(classify),
        false => commands(options),
    };
    let [ours, theirs] = match programs {
        Err(error) if options.skip_unavailable => {
            let release = package::release(contract);
            writeln!(out, "differential: skipped, release {release} cannot be had: {error}")?;
            return Ok(true);
        }
        programs => programs?,
    };
    let timeout = Duration::from_secs(options.timeout);
    let scratch = tempfile::tempdir().map_err(Error::Report)?;
    let by_line = classify || options.python;
    let mut pair =
        Pair { contract, classify, by_line, ours, theirs, splits: false, timeout, scratch };
    pair.probe()?;
    let what = if classify { "classification of" } else { "contract" };
    let against = shown(&pair.theirs.command());
    writeln!(out, "differential: {what} {contract}, seed {seed}, against `{against}`")?;
    let mut counts = Counts::default();
    let found = compare(&pair, options, &mut counts, out)?;
    summary(&counts, out)?;
    match found {
        0 => writeln!(out, "differential: no difference that is not listed")?,
        1 => writeln!(out, "differential: 1 difference that is not listed")?,
        MOST_DISAGREEMENTS => writeln!(out, "differential: stopped at {found} differences")?,
        _ => writeln!(out, "differential: {found} differences that are not listed")?,
    }
    Ok(found == 0)
}

/// This command and the other program, as they are called.
fn commands(options: &Options) -> Result<[Program; 2], Error> {
    let ours = Program::new([build_command()?]);
    let ours = match options.classify {
        true => ours.with(&["classify", "--input", "json"]),
        false => ours.with(&["--json", "--contract", options.contract.as_str()]),
    };
    let theirs = if options.itself { ours.clone() } else { theirs(options)? };
    Ok([ours, theirs])
}

/// The Python package and the reference, in one environment, behind one script.
fn objects(classify: bool) -> Result<[Program; 2], Error> {
    let python = python::environment()?;
    python::install(&python, python::PROFILE)?;
    let script = if classify { "classify.py" } else { "objects.py" };
    let script = workspace::root().join("xtask/src/differential").join(script);
    Ok(["context_compiler_rs", "context_compiler"].map(|module| {
        let program = Program::new([&python, &script]).with(&[module]);
        if classify { program } else { program.with(&["--json"]) }
    }))
}

/// The other program, as it is called.
fn theirs(options: &Options) -> Result<Program, Error> {
    let program = match &options.reference {
        Some(command) if command.trim().is_empty() => {
            return Err(Error::Usage("`--reference` names no command".to_owned()));
        }
        Some(command) => Program::new(command.split_whitespace()),
        None => {
            let package = package::get(options.contract)?;
            // Release 0.1.0 has no options: it writes nothing but records.
            match (options.classify, options.contract) {
                (true, _) => return Ok(package.classifier()),
                (_, ContractName::M1) => return Ok(Program::new([package.command])),
                _ => Program::new([package.command]),
            }
        }
    };
    Ok(if options.classify { program } else { program.with(&["--json"]) })
}

/// Compares session after session. Gives how many differences are not listed.
fn compare(
    pair: &Pair,
    options: &Options,
    counts: &mut Counts,
    out: &mut dyn Write,
) -> Result<usize, Error> {
    let mut generator = Generator::new(pair.contract, options.seed);
    let (fewest, most) = LINES_OF_A_RUN;
    let size = (options.lines / 25).clamp(fewest, most) as usize;
    let mut found = 0;
    while counts.compared() < options.lines && found < MOST_DISAGREEMENTS {
        let mut session = match pair.classify {
            true => generator.texts(size),
            false => generator.session(size),
        };
        if session.preload.is_none() && pair.contract != ContractName::M1 {
            // What the last run has exported, this one imports.
            let text = counts.last_state.take();
            session.preload = text.map(|text| Preload { is_checkpoint: false, text });
        }
        let before = counts.compared() / PROGRESS;
        let disagreement = pair.compare(&session, counts)?;
        let after = counts.compared() / PROGRESS;
        if after > before {
            writeln!(out, "differential: {} lines so far", after * PROGRESS)?;
            out.flush()?;
        }
        if let Some(disagreement) = disagreement {
            found += 1;
            explain(pair, &session, disagreement, out)?;
        }
    }
    Ok(found)
}

/// Shortens what shows a disagreement, and prints it with both answers.
fn explain(
    pair: &Pair,
    session: &Session,
    first: Disagreement,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let mut last = first;
    let short = reduce::reduce(session, REDUCTION_LIMIT, |candidate| {
        let found = pair.compare(candidate, &mut Counts::default()).ok().flatten();
        found.map(|found| last = found).is_some()
    });
    writeln!(out, "\na difference that is not listed:")?;
    if let Some(preload) = &short.preload {
        writeln!(out, "  {} {:?}", preload.option(), preload.text)?;
    }
    for (place, line) in short.lines.iter().enumerate() {
        let mark = if last.place == Some(place) { ">" } else { " " };
        match line {
            Line::Reset => writeln!(out, "  (the next conversation)")?,
            Line::Input(text) => writeln!(out, "{mark} {text:?}")?,
        }
    }
    writeln!(out, "here:  {}\nthere: {}\n", last.ours, last.theirs)?;
    out.flush()?;
    Ok(())
}

fn summary(counts: &Counts, out: &mut dyn Write) -> Result<(), Error> {
    writeln!(out, "lines compared: {}", counts.compared())?;
    writeln!(out, "  the same, byte for byte: {}", counts.same)?;
    write(&counts.deviations, out)?;
    writeln!(out, "lines not compared, after a deviation: {}", counts.after_deviation)?;
    writeln!(out, "states at the start: {}", counts.starts.values().sum::<u64>())?;
    write(&counts.starts, out)?;
    writeln!(out, "answers that are the same:")?;
    write(&counts.answers, out)?;
    writeln!(out, "codes such as C11 are explained in docs/compatibility.md")?;
    Ok(())
}

/// A line for each name.
fn write(counts: &BTreeMap<impl Display, u64>, out: &mut dyn Write) -> Result<(), Error> {
    for (name, count) in counts {
        writeln!(out, "  {name}: {count}")?;
    }
    Ok(())
}
