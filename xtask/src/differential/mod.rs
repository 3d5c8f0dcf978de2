//! `cargo xtask differential`: this implementation and another one on the same conversations.
//!
//! Sessions are generated (`generate`, `payload`, `texts`) from the words in `words.json`, and run by
//! both programs (`session`). Their records are compared byte for byte (`compare`). Where a
//! reference is known to differ, a rule says so (`deviations`, `facts`); any other difference is
//! made as short as it gets (`reduce`) and fails the run. `package` gets the reference where none
//! is named.

mod classification;
mod compare;
mod deviations;
mod facts;
mod generate;
pub(crate) mod package;
mod payload;
mod reduce;
mod session;
#[cfg(test)]
#[path = "../../tests/unit/differential.rs"]
mod tests;
mod texts;

use std::collections::BTreeMap;
use std::io::Write;

use self::compare::{Counts, Disagreement, Pair};
use self::generate::Generator;
use self::session::{Preload, Session};
use crate::error::Error;
use crate::process::{self, Profile, Program};
use cc_contract::ContractName;

/// Lines of one run of both programs. A run takes the reference a tenth of a second to start.
const LINES_OF_A_RUN: usize = 800;

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
    /// Where the reference's release cannot be installed, say so and succeed.
    #[arg(long, conflicts_with = "reference")]
    skip_unavailable: bool,
    /// What the conversations are made from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many lines to compare.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    lines: u64,
}

/// The release of the Python package that is the reference for a contract.
pub(crate) const fn release(contract: ContractName) -> &'static str {
    match contract {
        ContractName::V0_9 => "0.9.2",
        ContractName::V0_5 => "0.8.3",
        ContractName::M1 => "0.1.0",
    }
}

/// The lines after which there is no state and no question, whatever was before.
const fn boundary(contract: ContractName) -> &'static [&'static str] {
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
///
/// # Errors
///
/// If a program cannot be built, got or run.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<bool, Error> {
    let contract = options.contract;
    if options.classify && contract != ContractName::V0_9 {
        return Err(Error::Usage("`--classify` is for contract 0.9".to_owned()));
    }
    let theirs = match &options.reference {
        Some(command) if command.trim().is_empty() => {
            return Err(Error::Usage("`--reference` names no command".to_owned()));
        }
        Some(command) => Program::new(command.split_whitespace()),
        None => {
            let package = match package::get(contract) {
                Err(error) if options.skip_unavailable => {
                    let release = release(contract);
                    writeln!(
                        out,
                        "differential: skipped, release {release} cannot be had: {error}"
                    )?;
                    return Ok(true);
                }
                package => package?,
            };
            if options.classify { package.classifier() } else { Program::new([package.command]) }
        }
    };
    let binary = process::build_command(Profile::Dev)?;
    if options.classify {
        let ours = Program::new([binary]).with(&["classify", "--input", "json"]);
        return classification::run(&ours, &theirs, options.seed, options.lines, out);
    }
    let ours = Program::new([binary]).with(&["--json", "--contract", contract.as_str()]);
    // Release 0.1.0 has no options: it writes nothing but records.
    let is_bare = contract == ContractName::M1 && options.reference.is_none();
    let theirs = if is_bare { theirs } else { theirs.with(&["--json"]) };
    let scratch = tempfile::tempdir().map_err(Error::Report)?;
    let pair = Pair { contract, ours: &ours, theirs: &theirs, scratch: scratch.path() };
    conversations(&pair, options.seed, options.lines, out)
}

fn conversations(
    pair: &Pair<'_>,
    seed: u64,
    lines: u64,
    out: &mut dyn Write,
) -> Result<bool, Error> {
    let (contract, theirs) = (pair.contract.as_str(), pair.theirs.shown());
    writeln!(out, "differential: contract {contract}, seed {seed}, against `{theirs}`")?;
    let mut generator = Generator::new(pair.contract, seed);
    let mut counts = Counts::default();
    let mut found = 0;
    while counts.compared() < lines && found < MOST_DISAGREEMENTS {
        let mut session = generator.session(LINES_OF_A_RUN);
        if session.preload.is_none() && pair.contract != ContractName::M1 {
            // What the last run has exported, this one imports.
            session.preload = counts.last_state.take().map(Preload::State);
        }
        let before = counts.compared() / PROGRESS;
        let disagreement = pair.compare(&session, &mut counts)?;
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
    summary(&counts, out)?;
    match found {
        0 => writeln!(out, "differential: no difference that is not listed")?,
        MOST_DISAGREEMENTS => writeln!(out, "differential: stopped at {found} differences")?,
        _ => writeln!(out, "differential: {found} differences that are not listed")?,
    }
    Ok(found == 0)
}

/// Shortens what shows a disagreement, and prints it with both answers.
fn explain(
    pair: &Pair<'_>,
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
        writeln!(out, "  from {preload:?}")?;
    }
    for (number, conversation) in short.conversations.iter().enumerate() {
        for (place, line) in conversation.iter().enumerate() {
            let mark = if last.place == Some((number, place)) { ">" } else { " " };
            writeln!(out, "{mark} {line:?}")?;
        }
    }
    writeln!(out, "here:  {}\nthere: {}\n", last.ours, last.theirs)?;
    out.flush()?;
    Ok(())
}

/// How often each listed deviation was met.
fn listed(deviations: &BTreeMap<&'static str, u64>) -> String {
    let parts = deviations.iter().map(|(name, count)| format!("{name} {count}"));
    let parts = parts.collect::<Vec<_>>().join(", ");
    if parts.is_empty() { "none".to_owned() } else { parts }
}

fn summary(counts: &Counts, out: &mut dyn Write) -> Result<(), Error> {
    writeln!(out, "lines compared: {}", counts.compared())?;
    writeln!(out, "  the same, byte for byte: {}", counts.same)?;
    writeln!(out, "  listed deviations: {}", listed(&counts.deviations))?;
    writeln!(out, "lines not compared, after one of those: {}", counts.after_deviation)?;
    let imports = counts.accepted + counts.refused + counts.import_deviations.values().sum::<u64>();
    if imports > 0 {
        writeln!(out, "states at the start: {imports}")?;
        writeln!(out, "  taken by both: {}", counts.accepted)?;
        writeln!(out, "  refused by both, in the same words: {}", counts.refused)?;
        writeln!(out, "  listed deviations: {}", listed(&counts.import_deviations))?;
    }
    writeln!(out, "answers that are the same:")?;
    for (answer, count) in &counts.answers {
        writeln!(out, "  {answer}: {count}")?;
    }
    Ok(())
}
