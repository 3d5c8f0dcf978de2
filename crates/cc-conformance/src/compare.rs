//! What was compared and differed, and at which places.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::json::canonical;

/// One comparison that failed.
#[derive(Debug)]
pub(crate) struct Mismatch {
    pub(crate) what: String,
    pub(crate) expected: Value,
    pub(crate) actual: Value,
    /// Where the two differ, or why the comparison failed.
    pub(crate) places: Vec<String>,
}

impl Mismatch {
    /// Compares two values. Gives nothing if they are equal.
    pub(crate) fn of(what: &str, expected: &Value, actual: &Value) -> Option<Self> {
        let mismatch = || Mismatch {
            what: what.to_owned(),
            expected: expected.clone(),
            actual: actual.clone(),
            places: differences(expected, actual),
        };
        (expected != actual).then(mismatch)
    }
}

/// The places at which `actual` differs from `expected`, as paths and a remark.
///
/// ```text
/// /policies/docker: missing
/// /message: from character 12
/// ```
pub(crate) fn differences(expected: &Value, actual: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare("", Some(expected), Some(actual), &mut found);
    found
}

fn compare(path: &str, expected: Option<&Value>, actual: Option<&Value>, found: &mut Vec<String>) {
    let mut note = |remark: &str| {
        let path = if path.is_empty() { "all of it" } else { path };
        found.push(format!("{path}: {remark}"));
    };
    match (expected, actual) {
        (None, _) => note("not expected"),
        (_, None) => note("missing"),
        (Some(Value::Object(expected)), Some(Value::Object(actual))) => {
            let names: BTreeSet<_> = expected.keys().chain(actual.keys()).collect();
            for name in names {
                let shown = canonical(&Value::from(name.as_str()));
                let path = format!("{path}/{}", shown.trim_matches('"'));
                compare(&path, expected.get(name), actual.get(name), found);
            }
        }
        (Some(Value::Array(expected)), Some(Value::Array(actual))) => {
            for index in 0..expected.len().max(actual.len()) {
                let path = format!("{path}/{index}");
                compare(&path, expected.get(index), actual.get(index), found);
            }
        }
        (Some(Value::String(expected)), Some(Value::String(actual))) if expected != actual => {
            let same = expected.chars().zip(actual.chars()).take_while(|(one, other)| one == other);
            note(&format!("from character {}", same.count().saturating_add(1)));
        }
        (Some(expected), Some(actual)) if expected != actual => note("another value"),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_difference_has_its_place() {
        let expected = json!({"a": [1, "tea pot"], "b": null, "c": true});
        let actual = json!({"a": [1, "tea\u{200b}pot", 3], "c": false, "d\u{200b}": 1});
        assert_eq!(
            differences(&expected, &actual),
            [
                "/a/1: from character 4",
                "/a/2: not expected",
                "/b: missing",
                "/c: another value",
                "/d\\u200b: not expected",
            ]
        );
        assert_eq!(differences(&json!(1), &json!(2)), ["all of it: another value"]);
        assert!(differences(&expected, &expected).is_empty());
    }
}
