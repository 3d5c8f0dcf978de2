//! Replays one fixture and compares what came of it, and with every verdict what holds for all of
//! its kind.

use serde_json::{Value, json};

use super::fixture::{Expected, Fixture, GrammarError, Verdict};
use super::subject::{Observed, Subject};
use crate::conformance::canonical::value_of;
use crate::conformance::comparison::{Comparison, Mismatch, Stop};

/// Replays one fixture and gives every comparison that failed.
///
/// # Errors
///
/// [`Stop`], if there is nothing to compare.
pub(crate) fn replay(subject: &dyn Subject, fixture: &Fixture) -> Result<Vec<Mismatch>, Stop> {
    let actual = subject.judge(fixture)?;
    let mut found = Comparison::default();
    match (&fixture.expected, actual) {
        (Expected::Verdict(expected), Ok(actual)) => verdict(&mut found, expected, actual),
        (Expected::Verdict(expected), Err(message)) => {
            found.same("verdict", &value_of(expected), &refused(&message));
        }
        (Expected::GrammarError(expected), actual) => {
            found.mismatches.extend(grammar_error(expected, actual));
        }
    }
    Ok(found.mismatches)
}

fn verdict(found: &mut Comparison, expected: &Verdict, actual: Observed) {
    let value = value_of(expected);
    found.same("verdict", &value, &actual.verdict);
    if let Some(as_object) = &actual.as_object {
        found.same("verdict on the arguments as an object", &value, as_object);
    }
    if value != actual.verdict {
        // What holds for one kind of verdict says nothing about another.
        return;
    }
    if let Verdict::Transform { .. } = expected {
        let defer = value_of(&Verdict::Defer {});
        let again = actual.again.unwrap_or(Value::Null);
        found.same("verdict on the transformed arguments", &defer, &again);
    }
    let Some(library) = actual.library else {
        return;
    };
    let (retryable, counted) = match expected {
        Verdict::Defer {} => (None, (0, 0)),
        Verdict::Transform { .. } => (None, (1, 0)),
        Verdict::Deny { .. } => (Some(true), (0, 1)),
    };
    found.same("retryable", &json!(retryable), &json!(library.retryable));
    let counters = |(repairs, denials)| json!({"repairs": repairs, "denials": denials});
    found.same("counters", &counters(counted), &counters(library.counted));
}

/// Compares the refusal of a grammar: its message must contain a text.
fn grammar_error(expected: &GrammarError, actual: Result<Observed, String>) -> Option<Mismatch> {
    let (place, actual) = match actual {
        Err(message) if message.contains(&expected.grammar_error.message_contains) => return None,
        Err(message) => ("the message does not contain the text", refused(&message)),
        Ok(actual) => ("nothing was refused", actual.verdict),
    };
    Some(Mismatch {
        what: "grammar error".to_owned(),
        expected: value_of(expected),
        actual,
        places: vec![place.to_owned()],
    })
}

/// The refusal of a grammar as fixtures write it, but with the whole message.
fn refused(message: &str) -> Value {
    json!({"grammar_error": {"message": message}})
}
