//! Directives as records hold them.

use cc_syntax::{Form, Operands};
use cc_text::json::Name;
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// A directive as records hold it: its kind, its operands by name, and its canonical text.
///
/// ```
/// use cc_engine::{Directive, FormRecord};
///
/// let form = Directive::use_item("ripgrep")?.form();
/// assert_eq!(
///     cc_text::json::to_string(&FormRecord(form)).unwrap_or_default(),
///     r#"{"kind":"use_item","operands":{"item":"ripgrep"},"text":"use ripgrep"}"#,
/// );
/// # Ok::<(), cc_engine::OperandError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FormRecord<'a>(pub Form<'a>);

impl Serialize for FormRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Directive", 3)?;
        fields.serialize_field("kind", &Name(self.0.kind().as_str()))?;
        fields.serialize_field("operands", &ByName(self.0.operands()))?;
        fields.serialize_field("text", &Displayed(self.0))?;
        fields.end()
    }
}

// INVARIANT: the order in which operands are written is also that of their names.
struct ByName<'a>(Operands<'a>);

impl Serialize for ByName<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let operands = self.0.clone();
        let mut fields = serializer.serialize_struct("Operands", operands.len())?;
        for (name, text) in operands {
            fields.serialize_field(name.as_str(), text)?;
        }
        fields.end()
    }
}

/// The text that a value displays.
pub(crate) struct Displayed<T>(pub(crate) T);

impl<T: std::fmt::Display> Serialize for Displayed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}
