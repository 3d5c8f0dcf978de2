//! `cargo xtask tables`: writes the Unicode table of `cc-syntax`, which has no dependencies to take
//! it from.

use std::fmt::Write as _;
use std::io::Write;

use unicode_properties::{GeneralCategoryGroup, UNICODE_VERSION, UnicodeGeneralCategory};

use crate::error::Error;
use crate::workspace;

/// The file that is written, from the root of the workspace.
const FILE: &str = "crates/cc-syntax/src/letters.rs";

/// Writes the tables of characters that are source code.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Write nothing, and fail if the file is not what would be written.
    #[arg(long)]
    check: bool,
}

/// Runs the command. Gives whether the file is as it should be.
///
/// # Errors
///
/// If the file cannot be read or written.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<bool, Error> {
    let path = workspace::root().join(FILE);
    let source = source();
    if !options.check {
        std::fs::write(&path, source).map_err(Error::access(&path))?;
        writeln!(out, "wrote {FILE}")?;
        return Ok(true);
    }
    let same = std::fs::read_to_string(&path).map_err(Error::access(&path))? == source;
    if !same {
        writeln!(out, "{FILE} is not what `cargo xtask tables` writes")?;
    }
    Ok(same)
}

/// The source of the file.
fn source() -> String {
    let letter = |c: &char| c.general_category_group() == GeneralCategoryGroup::Letter;
    let mut ranges: Vec<(char, char)> = Vec::new();
    for character in ('\u{80}'..=char::MAX).filter(letter) {
        match ranges.last_mut() {
            Some((_, end)) if u32::from(*end) + 1 == u32::from(character) => *end = character,
            _ => ranges.push((character, character)),
        }
    }
    let (major, minor, patch) = UNICODE_VERSION;
    let mut source = format!(
        "//! Which characters are letters: general category L of Unicode {major}.{minor}.{patch}.\n\
         //!\n\
         //! Written by `cargo xtask tables`.\n\
         \n\
         /// Whether `character` is a letter of any script.\n\
         pub(crate) fn is_letter(character: char) -> bool {{\n    \
             if character.is_ascii() {{\n        \
                 return character.is_ascii_alphabetic();\n    \
             }}\n    \
             let after = LETTERS.partition_point(|(start, _)| *start <= character);\n    \
             let range = after.checked_sub(1).and_then(|index| LETTERS.get(index));\n    \
             range.is_some_and(|(_, end)| character <= *end)\n\
         }}\n\
         \n\
         /// Ranges of letters beyond ASCII, ends included, in order.\n\
         #[rustfmt::skip]\n\
         const LETTERS: [(char, char); {}] = [\n",
        ranges.len()
    );
    for row in ranges.chunks(4) {
        source.push_str("   ");
        for (start, end) in row {
            // Writing to a string cannot fail.
            let _ = write!(source, " ({}, {}),", literal(*start), literal(*end));
        }
        source.push('\n');
    }
    source.push_str("];\n");
    source
}

fn literal(character: char) -> String {
    format!("'{}'", character.escape_unicode())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_in_the_source_is_the_one_that_would_be_written() {
        assert!(run(&Options { check: true }, &mut Vec::new()).unwrap());
    }
}
