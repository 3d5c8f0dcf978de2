//! Messages that arrive as JSON strings, so that they may hold line feeds.

use std::borrow::Cow;
use std::fmt;

/// Reads a line that is one JSON string and white space around it.
///
/// Borrows the line where the string has no escapes.
///
/// # Errors
///
/// [`TextError`] says what is wrong and at which column: anything that is not JSON, is another
/// value than a string, or holds a lone surrogate.
///
/// ```
/// assert_eq!(cc_wire::read_text(r#" "use\ttea" "#)?, "use\ttea");
/// assert!(cc_wire::read_text("use tea").is_err());
/// # Ok::<(), cc_wire::TextError>(())
/// ```
pub fn read_text(line: &str) -> Result<Cow<'_, str>, TextError> {
    let owned = |_| serde_json::from_str::<String>(line).map(Cow::Owned);
    serde_json::from_str::<&str>(line).map(Cow::Borrowed).or_else(owned).map_err(TextError)
}

/// Why a line is not one JSON string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// It is not JSON, or the string holds a lone surrogate.
    NotJson,
    /// It is JSON of another type.
    NotAString,
}

/// A line that is not one JSON string.
#[derive(Debug)]
pub struct TextError(serde_json::Error);

impl TextError {
    /// What is wrong.
    ///
    /// ```
    /// use cc_wire::{TextErrorKind, read_text};
    ///
    /// assert_eq!(read_text("7").unwrap_err().kind(), TextErrorKind::NotAString);
    /// ```
    #[must_use]
    pub fn kind(&self) -> TextErrorKind {
        match self.0.classify() {
            serde_json::error::Category::Data => TextErrorKind::NotAString,
            _ => TextErrorKind::NotJson,
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "input must be one JSON string: {}", self.0)
    }
}

impl std::error::Error for TextError {}
