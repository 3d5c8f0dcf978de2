//! Text made safe to show to people.
//!
//! Keys that differ only in characters nobody can see must not look alike, and no key may send an
//! escape sequence to a terminal (R10). JSON output does not come through here: it is exact.

use std::fmt::{self, Write};

/// Shows `text` with control and invisible characters as escapes such as `\u{200b}`.
///
/// Different texts stay different: a backslash that would begin such an escape is itself shown as
/// `\u{5c}`. Everything else, letters and marks of every script included, is shown as it is.
///
/// ```
/// use cc_state::visible;
///
/// assert_eq!(visible("tea\u{200b}pot").to_string(), r"tea\u{200b}pot");
/// assert_eq!(visible(r"tea\u{200b}pot").to_string(), r"tea\u{5c}u{200b}pot");
/// assert_eq!(visible("\u{1b}[2J").to_string(), r"\u{1b}[2J");
/// ```
#[must_use]
pub const fn visible(text: &str) -> Visible<'_> {
    Visible(text)
}

/// Text whose [`Display`](fmt::Display) form is safe to show. Made by [`visible()`].
#[derive(Clone, Copy, Debug)]
pub struct Visible<'a>(&'a str);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut characters = self.0.chars();
        while let Some(character) = characters.next() {
            let begins_escape = character == '\\' && characters.as_str().starts_with("u{");
            if begins_escape || is_hidden(character) {
                write!(f, "{}", character.escape_unicode())?;
            } else {
                f.write_char(character)?;
            }
        }
        Ok(())
    }
}

/// Whether a character is a control character, white space other than the space, or shows as
/// nothing: Default_Ignorable_Code_Point, the interlinear annotation characters and the blank
/// Braille pattern.
fn is_hidden(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    character.is_control()
        || character.is_whitespace()
        || matches!(
            character,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}
