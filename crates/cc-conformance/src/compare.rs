//! Says what was compared and differs, and at which places.

use std::collections::BTreeSet;

use cc_text::visible;
use serde_json::Value;

use crate::json::canonical;

/// The lines of a report on two values that differ, with a remark for each place.
///
/// ```text
///   differs:  /policies/docker: missing
///   differs:  /message: from character 12
/// ```
pub(crate) fn shown(what: &str, expected: &Value, actual: &Value) -> String {
    let [one, other] = [expected, actual].map(canonical);
    let what = visible(what);
    let mut lines = format!("  compared: {what}\n  expected: {one}\n  actual:   {other}\n");
    push_places(&mut lines, "", Some(expected), Some(actual));
    lines
}

fn push_places(lines: &mut String, path: &str, expected: Option<&Value>, actual: Option<&Value>) {
    let remark = match (expected, actual) {
        _ if expected == actual => return,
        (Some(Value::Object(expected)), Some(Value::Object(actual))) => {
            let names: BTreeSet<_> = expected.keys().chain(actual.keys()).collect();
            return names.into_iter().for_each(|name| {
                let path = format!("{path}/{}", visible(name));
                push_places(lines, &path, expected.get(name), actual.get(name));
            });
        }
        (Some(Value::Array(expected)), Some(Value::Array(actual))) => {
            return (0..expected.len().max(actual.len())).for_each(|at| {
                push_places(lines, &format!("{path}/{at}"), expected.get(at), actual.get(at));
            });
        }
        (None, _) => "not expected".to_owned(),
        (_, None) => "missing".to_owned(),
        (Some(Value::String(expected)), Some(Value::String(actual))) => {
            let same = expected.chars().zip(actual.chars()).take_while(|(one, other)| one == other);
            format!("from character {}", same.count() + 1)
        }
        _ => "another value".to_owned(),
    };
    let path = if path.is_empty() { "all of it" } else { path };
    lines.push_str(&format!("  differs:  {path}: {remark}\n"));
}
