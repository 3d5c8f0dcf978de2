//! Replays one fixture and compares what came of it. Knows the families, not the subject.

use serde_json::json;

use super::fixture::{Fixture, Migrate, State, StateJson, Step};
use super::subject::Subject;
use crate::conformance::canonical::{canonical, value_of};
use crate::conformance::comparison::{Comparison, Mismatch, Stop, refused};
use crate::conformance::state_json::StateJsonCase;

/// Replays one fixture and gives every comparison that failed.
///
/// # Errors
///
/// [`Stop`], if there is nothing to compare.
pub(crate) fn replay(subject: &dyn Subject, fixture: &Fixture) -> Result<Vec<Mismatch>, Stop> {
    let mut found = Comparison::default();
    match fixture {
        Fixture::Step(fixture) => step(&mut found, subject, fixture)?,
        Fixture::StateJson(fixture) => state_json(&mut found, subject, fixture)?,
        Fixture::Migrate(fixture) => migrate(&mut found, subject, fixture)?,
    }
    Ok(found.mismatches)
}

fn step(found: &mut Comparison, subject: &dyn Subject, fixture: &Step) -> Result<(), Stop> {
    let Step { initial_state, prelude, input, expected, .. } = fixture;
    let initial = initial_state.as_ref().map(exported);
    let mut texts = texts(prelude);
    texts.push(input);
    let actual = subject.run(initial.as_deref(), &texts)?;
    found.same("decision", &value_of(&expected.decision), &actual.decision);
    found.same("pending", &json!(expected.pending), &json!(actual.pending));
    found.state("state", &expected.state, &actual.state);
    Ok(())
}

fn state_json(
    found: &mut Comparison,
    subject: &dyn Subject,
    fixture: &StateJson,
) -> Result<(), Stop> {
    let initial = fixture.initial_state.as_ref().map(exported);
    let texts = texts(&fixture.prelude);
    let state = match &fixture.case {
        StateJsonCase::Export { expected } => {
            let actual = subject.run(initial.as_deref(), &texts)?;
            found.same("payload", &json!(expected), &json!(actual.state));
            Some(actual.state)
        }
        StateJsonCase::Import { payload, refused: expected } => {
            let actual = subject.import(initial.as_deref(), &texts, payload)?;
            let imported = json!({"imported": true});
            match (expected, &actual.refused) {
                (Some(expected), message) => found.refused(expected, message.as_deref(), &imported),
                (None, Some(message)) => found.same("import", &imported, &refused(message)),
                (None, None) => {}
            }
            actual.state
        }
    };
    if let Some(state) = state {
        found.state("state", &fixture.state, &state);
    }
    Ok(())
}

fn migrate(found: &mut Comparison, subject: &dyn Subject, fixture: &Migrate) -> Result<(), Stop> {
    let state = exported(&fixture.initial_state);
    let actual = subject.migrate(&state, fixture.to, fixture.focus_device)?;
    match (&fixture.expected, actual) {
        (Ok(expected), Ok(actual)) => found.same("payload", &json!(expected), &json!(actual)),
        (Ok(expected), Err(message)) => found.same("payload", &json!(expected), &refused(&message)),
        (Err(expected), Ok(actual)) => found.refused(expected, None, &json!({"payload": actual})),
        (Err(expected), Err(message)) => {
            found.refused(expected, Some(&message), &json!(null));
        }
    }
    Ok(())
}

fn texts(prelude: &[String]) -> Vec<&str> {
    prelude.iter().map(String::as_str).collect()
}

/// The text of a state in a fixture.
fn exported(state: &State) -> String {
    canonical(&value_of(state))
}
