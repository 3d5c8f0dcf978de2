//! `cargo xtask tables`: writes the Unicode tables that are source code.

use std::io::Write;

use icu_properties::CodePointSetData;
use icu_properties::props::DefaultIgnorableCodePoint;
use unicode_properties::{GeneralCategoryGroup, UNICODE_VERSION, UnicodeGeneralCategory};

use crate::error::Error;
use crate::workspace;

/// A set of characters as a source file.
struct Table {
    /// The file, from the root of the workspace.
    file: &'static str,
    /// What the set is, to be followed by the Unicode version.
    set: &'static str,
    /// What the function answers.
    question: &'static str,
    function: &'static str,
    constant: &'static str,
    /// How the function answers for ASCII.
    ascii: &'static str,
    /// Whether a character beyond ASCII is in the set.
    holds: fn(char) -> bool,
}

const TABLES: [Table; 2] = [
    Table {
        file: "crates/cc-syntax/src/letters.rs",
        set: "Which characters are letters: general category L",
        question: "Whether `character` is a letter of any script.",
        function: "is_letter",
        constant: "LETTERS",
        ascii: "character.is_ascii_alphabetic()",
        holds: |character| character.general_category_group() == GeneralCategoryGroup::Letter,
    },
    Table {
        file: "crates/cc-text/src/hidden.rs",
        set: "Which characters show as nothing: Cc, White_Space but for the space,\n\
              //! Default_Ignorable_Code_Point, the annotation characters U+FFF9 to U+FFFB and the blank\n\
              //! Braille pattern U+2800",
        question: "Whether `character` shows as nothing, or as more than one might think.",
        function: "is_hidden",
        constant: "HIDDEN",
        ascii: "character.is_ascii_control()",
        holds: |character| {
            character.is_control()
                || character.is_whitespace()
                || matches!(character, '\u{fff9}'..='\u{fffb}' | '\u{2800}')
                || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(character)
        },
    },
];

/// Writes the tables of characters that are source code.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Write nothing, and fail if a file is not what would be written.
    #[arg(long)]
    check: bool,
}

/// Runs the command. Gives whether the files are as they should be.
///
/// # Errors
///
/// If a file cannot be read or written.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<bool, Error> {
    let mut same = true;
    for table in &TABLES {
        let path = workspace::root().join(table.file);
        let source = table.source();
        if !options.check {
            std::fs::write(&path, source).map_err(Error::access(&path))?;
            writeln!(out, "wrote {}", table.file)?;
        } else if std::fs::read_to_string(&path).map_err(Error::access(&path))? != source {
            writeln!(out, "{} is not what `cargo xtask tables` writes", table.file)?;
            same = false;
        }
    }
    Ok(same)
}

impl Table {
    /// The source of the file.
    fn source(&self) -> String {
        let mut ranges: Vec<(char, char)> = Vec::new();
        for character in ('\u{80}'..=char::MAX).filter(|character| (self.holds)(*character)) {
            match ranges.last_mut() {
                Some((_, end)) if u32::from(*end) + 1 == u32::from(character) => *end = character,
                _ => ranges.push((character, character)),
            }
        }
        let mut rows = String::new();
        for row in ranges.chunks(4) {
            let literal = |(start, end)| format!(" ({}, {}),", literal(start), literal(end));
            let row: String = row.iter().copied().map(literal).collect();
            rows.push_str(&format!("   {row}\n"));
        }
        let (major, minor, patch) = UNICODE_VERSION;
        include_str!("table.rs.template")
            .replace("SET", self.set)
            .replace("VERSION", &format!("{major}.{minor}.{patch}"))
            .replace("QUESTION", self.question)
            .replace("FUNCTION", self.function)
            .replace("CONSTANT", self.constant)
            .replace("IS_ASCII_ONE", self.ascii)
            .replace("COUNT", &ranges.len().to_string())
            .replace("ROWS\n", &rows)
    }
}

fn literal(character: char) -> String {
    format!("'{}'", character.escape_unicode())
}
