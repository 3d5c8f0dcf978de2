//! Directives as records hold them.

use cc_syntax::{Form, Operands};
use cc_text::json::{self, Name};
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

/// Appends what [`json::push`] gives of a [`FormRecord`], in a fraction of the time.
pub(crate) fn push_form(out: &mut String, form: Form<'_>) {
    out.push_str("{\"kind\":\"");
    out.push_str(form.kind().as_str());
    out.push_str("\",\"operands\":{");
    // Where the operands stand, so that the text repeats them as they are escaped.
    let mut escaped = [0..0, 0..0];
    for (index, (name, text)) in form.operands().enumerate() {
        out.push_str(if index == 0 { "\"" } else { ",\"" });
        out.push_str(name.as_str());
        out.push_str("\":");
        let quote = out.len();
        json::push_string(out, text);
        if let Some(span) = escaped.get_mut(index) {
            *span = quote + 1..out.len() - 1;
        }
    }
    let [start, _, delimiter, _] = form.parts();
    let [first, second] = escaped;
    out.push_str("},\"text\":\"");
    out.push_str(start);
    out.extend_from_within(first);
    out.push_str(delimiter);
    out.extend_from_within(second);
    out.push_str("\"}");
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
