//! Canonical JSON by the contract's words (R8).

use serde_json::Value;

/// Writes a value: keys sorted by code point, no white space, ASCII alone. Numbers are left to the
/// library, since records hold small integers.
#[must_use]
pub fn canonical(value: &Value) -> String {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) => quoted(text),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(canonical).collect();
            format!("[{}]", values.join(","))
        }
        Value::Object(fields) => {
            let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
            fields.sort_by(|(one, _), (other, _)| one.chars().cmp(other.chars()));
            let fields = fields.into_iter();
            let fields: Vec<String> = fields
                .map(|(key, value)| format!("{}:{}", quoted(key), canonical(value)))
                .collect();
            format!("{{{}}}", fields.join(","))
        }
    }
}

/// A text as a JSON string.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for unit in text.encode_utf16() {
        match unit {
            0x22 => out.push_str("\\\""),
            0x5c => out.push_str("\\\\"),
            0x08 => out.push_str("\\b"),
            0x09 => out.push_str("\\t"),
            0x0a => out.push_str("\\n"),
            0x0c => out.push_str("\\f"),
            0x0d => out.push_str("\\r"),
            0x20..=0x7e => out.extend(char::from_u32(unit.into())),
            _ => out.push_str(&format!("\\u{unit:04x}")),
        }
    }
    out.push('"');
    out
}
