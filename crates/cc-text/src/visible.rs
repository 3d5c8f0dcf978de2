//! Text made safe to show to people.
//!
//! Keys that differ only in characters nobody can see must not look alike, and no key may send an
//! escape sequence to a terminal (R10). JSON output does not come through here: it is exact.

use std::fmt::{self, Write};

use crate::hidden::is_hidden;

/// Shows `text` with control and invisible characters as escapes such as `\u{200b}`.
///
/// Different texts stay different: a backslash that would begin such an escape is itself shown as
/// `\u{5c}`. Everything else, letters and marks of every script included, is shown as it is.
///
/// ```
/// use cc_text::visible;
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
