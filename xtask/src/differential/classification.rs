//! Compares classification alone, on texts that may hold line feeds.

use std::collections::BTreeMap;
use std::io::Write;

use cc_contract::ContractName;
use cc_engine::{Classification, SyntaxFailure, classify};
use serde_json::Value;

use super::generate::Generator;
use super::{MOST_DISAGREEMENTS, listed};
use crate::error::Error;
use crate::process::Program;

/// Texts of one run of both programs.
const TEXTS_OF_A_RUN: usize = 20_000;

/// Runs the comparison. Gives whether no unlisted difference was found.
pub(super) fn run(
    ours: &Program,
    theirs: &Program,
    seed: u64,
    count: u64,
    out: &mut dyn Write,
) -> Result<bool, Error> {
    writeln!(out, "differential: classification, seed {seed}, against `{}`", theirs.shown())?;
    let mut generator = Generator::new(ContractName::V0_9, seed);
    let mut deviations: BTreeMap<&'static str, u64> = BTreeMap::new();
    let (mut same, mut different, mut done) = (0_u64, 0, 0);
    let nowhere = std::path::Path::new("");
    while done < count && different < MOST_DISAGREEMENTS {
        let texts: Vec<String> = (0..TEXTS_OF_A_RUN).map(|_| generator.text()).collect();
        let lines: String =
            texts.iter().map(|text| format!("{}\n", Value::from(&**text))).collect();
        let (mine, other) = (ours.run(None, &lines, nowhere)?, theirs.run(None, &lines, nowhere)?);
        for reply in [&mine, &other] {
            if reply.records.len() != texts.len() {
                let (records, complaint) = (reply.records.len(), reply.complaint.trim_end());
                let texts = texts.len();
                return Err(Error::Tool(format!(
                    "{texts} texts got {records} records; on standard error: {complaint}"
                )));
            }
        }
        for ((text, mine), other) in texts.iter().zip(&mine.records).zip(&other.records) {
            if without_span(mine, other) {
                same += 1;
            } else if let Some(rule) = deviation(text, other) {
                *deviations.entry(rule).or_default() += 1;
            } else if different < MOST_DISAGREEMENTS {
                different += 1;
                writeln!(out, "\na difference that is not listed:\n> {text:?}")?;
                writeln!(out, "here:  {mine}\nthere: {other}\n")?;
            }
        }
        done += texts.len() as u64;
    }
    writeln!(out, "texts: {done}\n  the same, spans aside: {same}")?;
    writeln!(out, "  listed deviations: {}", listed(&deviations))?;
    Ok(different == 0)
}

/// Whether two records are the same, but for a span that the second does not have (G4).
fn without_span(mine: &str, other: &str) -> bool {
    if mine == other {
        return true;
    }
    let start = mine.find(",\"span\":");
    start.and_then(|start| mine.get(..start)).is_some_and(|rest| other == format!("{rest}}}"))
}

/// Which listed deviation explains that a text was classified in another way.
fn deviation(text: &str, other: &str) -> Option<&'static str> {
    let Classification::Invalid(invalid) = classify(text) else {
        return None;
    };
    let missing = invalid.failure() == SyntaxFailure::MissingRequiredOperand;
    let wide = text.chars().any(|c| cc_text::is_white_space(c) && !c.is_ascii_whitespace());
    let line_feed = text.trim_ascii().contains('\n');
    match invalid.failure() {
        SyntaxFailure::MissingRequiredOperand if wide && other.contains("\"canonical\"") => {
            Some("G1")
        }
        SyntaxFailure::MalformedDirective if line_feed && other.contains("missing_required") => {
            Some("G2")
        }
        _ if missing && text.contains('\n') => Some("G3"),
        _ => None,
    }
}
