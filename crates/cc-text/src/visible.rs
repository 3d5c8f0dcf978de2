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
    Visible { text, is_message: false }
}

/// Shows a decision's message on its lines: as [`visible()`], but with the line feed between its two
/// sentences.
///
/// That is the last one, because no second sentence holds text of the user's. Any line feed before
/// it is the user's own, which contract 0.5 can have in an item, and is escaped: nobody can add a
/// line to a message. Different messages stay different.
///
/// ```
/// use cc_text::visible_message;
///
/// let message = "\"te\u{200b}a\" is currently prohibited.\nRemove or replace it before using it.";
/// let shown = visible_message(message).to_string();
/// assert_eq!(
///     shown.lines().collect::<Vec<_>>(),
///     [r#""te\u{200b}a" is currently prohibited."#, "Remove or replace it before using it."],
/// );
/// ```
#[must_use]
pub const fn visible_message(message: &str) -> Visible<'_> {
    Visible { text: message, is_message: true }
}

/// Text whose [`Display`](fmt::Display) form is safe to show. Made by [`visible()`] and
/// [`visible_message()`].
#[derive(Clone, Copy, Debug)]
pub struct Visible<'a> {
    text: &'a str,
    /// Whether the last line feed stays.
    is_message: bool,
}

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.text.rsplit_once('\n').filter(|_| self.is_message) {
            Some((first, second)) => {
                escape(first, f)?;
                f.write_char('\n')?;
                escape(second, f)
            }
            None => escape(self.text, f),
        }
    }
}

fn escape(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut characters = text.chars();
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
