//! Canonical JSON, written without the library that is under test.

use serde::Serialize;
use serde_json::Value;

/// `value` as data. Everything that fixtures hold can be written as JSON.
pub(crate) fn value_of<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or_else(|error| Value::String(error.to_string()))
}

/// `value` as canonical JSON text: keys sorted by code point, no white space, ASCII only (R8).
///
/// Fixtures write their text in the same way, so what is reported in this form can be found there.
pub(crate) fn canonical(value: &Value) -> String {
    // INVARIANT: a JSON object is a sorted map here, and strings sort in code point order.
    let compact = value.to_string();
    let mut text = String::with_capacity(compact.len());
    for character in compact.chars() {
        if matches!(character, ' '..='~') {
            text.push(character);
        } else {
            // Outside of strings, and for other control characters in them, JSON is plain already.
            for unit in character.encode_utf16(&mut [0; 2]) {
                text.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_text_is_sorted_compact_ascii() {
        let value = serde_json::json!({"b": "é\u{7f}\u{1f}\n\"\\😀", "a": [null, true, 2]});
        assert_eq!(
            canonical(&value),
            r#"{"a":[null,true,2],"b":"\u00e9\u007f\u001f\n\"\\\ud83d\ude00"}"#
        );
    }
}
