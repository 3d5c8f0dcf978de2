//! `cargo xtask tables`: writes the Unicode tables that are source code, in their files: the ranges
//! themselves, how many they are, and the Unicode version. The rest of a file is written by hand.

use std::io::Write;

use icu_properties::CodePointSetData;
use icu_properties::props::DefaultIgnorableCodePoint;
use unicode_properties::{GeneralCategoryGroup, UNICODE_VERSION, UnicodeGeneralCategory};

use crate::error::Error;
use crate::workspace;

/// A file from the root of the workspace, and whether a character beyond ASCII is in its table.
type Table = (&'static str, fn(char) -> bool);

const TABLES: [Table; 2] = [
    ("crates/cc-syntax/src/letters.rs", |character| {
        character.general_category_group() == GeneralCategoryGroup::Letter
    }),
    ("crates/cc-text/src/hidden.rs", |character| {
        character.is_control()
            || character.is_whitespace()
            || matches!(character, '\u{fff9}'..='\u{fffb}' | '\u{2800}')
            || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(character)
    }),
];

/// Writes the tables of characters that are source code.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Write nothing, and fail if a file is not what would be written.
    #[arg(long)]
    check: bool,
}

/// Runs the command. Gives whether the files are as they should be.
/// Fails if a file cannot be read or written.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<bool, Error> {
    let mut same = true;
    for (file, is_in) in TABLES {
        let path = workspace::root().join(file);
        let old = std::fs::read_to_string(&path).map_err(Error::access(&path))?;
        let new = rewritten(&old, is_in)
            .ok_or_else(|| Error::Tool(format!("`{file}` has no table to write")))?;
        if !options.check {
            std::fs::write(&path, new).map_err(Error::access(&path))?;
            writeln!(out, "wrote {file}")?;
        } else if old != new {
            writeln!(out, "{file} is not what `cargo xtask tables` writes")?;
            same = false;
        }
    }
    Ok(same)
}

/// The source of a file with its table and version as they should be.
fn rewritten(source: &str, is_in: fn(char) -> bool) -> Option<String> {
    let mut ranges: Vec<(char, char)> = Vec::new();
    for character in ('\u{80}'..=char::MAX).filter(|character| is_in(*character)) {
        match ranges.last_mut() {
            Some((_, end)) if u32::from(*end) + 1 == u32::from(character) => *end = character,
            _ => ranges.push((character, character)),
        }
    }
    let mut rows = String::new();
    for row in ranges.chunks(4) {
        let literal = |character: char| format!("'{}'", character.escape_unicode());
        let range =
            |(start, end): &(char, char)| format!(" ({}, {}),", literal(*start), literal(*end));
        rows.push_str(&format!("   {}\n", row.iter().map(range).collect::<String>()));
    }
    let (set, rest) = source.split_once(" of Unicode ")?;
    let (_, rest) = rest.split_once(".\n")?;
    let (function, rest) = rest.split_once("[(char, char); ")?;
    let (_, end) = rest.split_once("];")?;
    let (count, (major, minor, patch)) = (ranges.len(), UNICODE_VERSION);
    Some(format!(
        "{set} of Unicode {major}.{minor}.{patch}.\n{function}[(char, char); {count}] = [\n{rows}];{end}"
    ))
}
