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
        let mut places = Vec::new();
        compare("", Some(expected), Some(actual), &mut places);
        (expected != actual).then(|| Mismatch {
            what: what.to_owned(),
            expected: expected.clone(),
            actual: actual.clone(),
            places,
        })
    }
}

/// Collects the places at which `actual` differs from `expected`, as paths and a remark.
///
/// ```text
/// /policies/docker: missing
/// /message: from character 12
/// ```
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
