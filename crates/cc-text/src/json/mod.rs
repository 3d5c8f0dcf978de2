//! Canonical JSON: the one way in which states and records are written.
//!
//! Keys are sorted by code point, there is no white space, and everything outside U+0020 to
//! U+007E is escaped, so that equal values are equal bytes in every implementation (R8). This is
//! own code, so that no feature that another crate switches on can change a byte.

mod fields;
mod serializer;
mod string;

pub use fields::{by_name, by_name_as};
pub use serializer::{WriteError, WriteErrorKind, push, to_string};
pub(crate) use string::push_escape;
pub use string::{push_display, push_string};

use serde::{Serialize, Serializer};

/// JSON text that is already canonical, written as it is by [`push`]. Any other serializer gets it
/// as a string.
///
/// ```
/// use cc_text::json::{Raw, to_string};
///
/// assert_eq!(to_string(&[Raw("null"), Raw("{}")])?, "[null,{}]");
/// # Ok::<(), cc_text::json::WriteError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raw<'a>(pub &'a str);

impl Serialize for Raw<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(serializer::RAW, self.0)
    }
}

/// A name of the program's own, such as that of a kind: a string that needs no escapes, which
/// [`push`] does not look for. A debug build checks this.
///
/// ```
/// use cc_text::json::{Name, to_string};
///
/// assert_eq!(to_string(&Name("use_item"))?, r#""use_item""#);
/// # Ok::<(), cc_text::json::WriteError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name(pub &'static str);

impl Serialize for Name {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit_variant("Name", 0, self.0)
    }
}
