//! What is compared, and what differs.

use serde::Serialize;
use serde_json::{Value, json};

use super::canonical::{canonical, value_of};
use super::difference::differences;
use super::values::Refused;

/// One comparison that failed.
#[derive(Debug)]
pub(crate) struct Mismatch {
    /// What was compared.
    pub(crate) what: String,
    /// What it should be.
    pub(crate) expected: Value,
    /// What it is.
    pub(crate) actual: Value,
    /// Where the two differ.
    pub(crate) places: Vec<String>,
}

/// Collects what differs.
#[derive(Default)]
pub(crate) struct Comparison {
    /// Every comparison that failed.
    pub(crate) mismatches: Vec<Mismatch>,
}

impl Comparison {
    /// Compares two values.
    pub(crate) fn same(&mut self, what: &str, expected: &Value, actual: &Value) {
        if expected != actual {
            self.mismatches.push(Mismatch {
                what: what.to_owned(),
                expected: expected.clone(),
                actual: actual.clone(),
                places: differences(expected, actual),
            });
        }
    }

    /// Compares an exported state, as data and then byte for byte.
    pub(crate) fn state(&mut self, what: &str, expected: &impl Serialize, actual: &str) {
        let expected = value_of(expected);
        let data = serde_json::from_str(actual).unwrap_or_else(|_| Value::String(actual.into()));
        if expected == data {
            let bytes = Value::String(canonical(&expected));
            self.same(&format!("bytes of the {what}"), &bytes, &Value::String(actual.into()));
        } else {
            self.same(what, &expected, &data);
        }
    }

    /// Compares a refusal: its message must contain a text. `actual` is none if nothing was
    /// refused, and then `instead` tells what came.
    pub(crate) fn refused(&mut self, expected: &Refused, actual: Option<&str>, instead: &Value) {
        let place = match actual {
            Some(message) if message.contains(&expected.message_contains) => return,
            Some(_) => "the message does not contain the text",
            None => "nothing was refused",
        };
        self.mismatches.push(Mismatch {
            what: "error".to_owned(),
            expected: json!({ "error": value_of(expected) }),
            actual: actual.map_or_else(|| instead.clone(), refused),
            places: vec![place.to_owned()],
        });
    }

    /// Compares a directive that was built, or the refusal to build it.
    pub(crate) fn built(
        &mut self,
        expected: Result<Value, &Refused>,
        actual: &Result<Value, String>,
    ) {
        match (expected, actual) {
            (Ok(expected), Ok(built)) => self.same("directive", &expected, built),
            (Ok(expected), Err(message)) => self.same("directive", &expected, &refused(message)),
            (Err(expected), Ok(built)) => self.refused(expected, None, built),
            (Err(expected), Err(message)) => {
                self.refused(expected, Some(message), &Value::Null);
            }
        }
    }
}

/// A refusal as fixtures write it, but with the whole message.
pub(crate) fn refused(message: &str) -> Value {
    json!({"error": {"type": "ValueError", "message": message}})
}

/// The reason that a fixture has no result.
#[derive(Debug)]
pub(crate) enum Stop {
    /// This subject cannot express it.
    Skip(&'static str),
    /// It is at fault itself, or the subject breaks a rule that holds for all fixtures.
    Fault(String),
}
