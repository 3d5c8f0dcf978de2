//! Replays one fixture and compares what came of it. Knows the families, not the subject.

use serde_json::{Value, json};

use super::canonical::{canonical, value_of};
use super::corpus::Case;
use super::difference::differences;
use super::fixture::{
    ApplyAction, Controller, ControllerOperation, Fixture, Grammar, GrammarCase, MutationIsolation,
    Rendered, Scenario, StateJson, StateJsonCase, Turns,
};
use super::subject::{Observed, Operation, Stop, Subject, Trace, refused};
use super::values::{Refused, State};

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

/// Replays one fixture and gives every comparison that failed.
///
/// # Errors
///
/// [`Stop`], if there is nothing to compare.
pub(crate) fn replay(subject: &dyn Subject, case: &Case) -> Result<Vec<Mismatch>, Stop> {
    let mut found = Comparison::default();
    match case {
        Case::Single(fixture) => match &**fixture {
            Fixture::Grammar(fixture) => found.grammar(subject, fixture)?,
            Fixture::Step(fixture) => {
                let mut operations = steps(&fixture.prelude);
                operations.push(Operation::Step(&fixture.input));
                let trace = subject.run(Some(&fixture.initial_state), &operations)?;
                found.last("decision", &value_of(&fixture.expected.decision), &trace);
                found.end(&fixture.expected.state, &trace);
            }
            Fixture::ApplyDirective(fixture) => {
                let ApplyAction::ApplyDirective { text } = &fixture.action;
                let operations = [Operation::Apply(text)];
                let trace = subject.run(Some(&fixture.initial_state), &operations)?;
                found.last("decision", &value_of(&fixture.expected.decision), &trace);
                found.end(&fixture.expected.state, &trace);
            }
            Fixture::StateJson(fixture) => found.state_json(subject, fixture)?,
            Fixture::Controller(fixture) => found.controller(subject, fixture)?,
            Fixture::MutationIsolation(fixture) => found.isolation(subject, fixture)?,
        },
        Case::Structured(both) => found.structured(subject, &both.0, &both.1)?,
    }
    Ok(found.mismatches)
}

fn steps(texts: &[String]) -> Vec<Operation<'_>> {
    texts.iter().map(|text| Operation::Step(text)).collect()
}

/// Collects what differs.
#[derive(Default)]
struct Comparison {
    mismatches: Vec<Mismatch>,
}

impl Comparison {
    fn same(&mut self, what: &str, expected: &Value, actual: &Value) {
        if expected != actual {
            self.mismatches.push(Mismatch {
                what: what.to_owned(),
                expected: expected.clone(),
                actual: actual.clone(),
                places: differences(expected, actual),
            });
        }
    }

    /// Compares the result of the last operation.
    fn last(&mut self, what: &str, expected: &Value, trace: &Trace) {
        self.same(what, expected, &trace.observed.last().map_or(Value::Null, Observed::value));
    }

    /// Compares the state at the end, where it can be told.
    fn end(&mut self, expected: &State, trace: &Trace) {
        if let Some(actual) = &trace.state {
            self.state("state", expected, actual);
        }
    }

    /// Compares an exported state, as data and then byte for byte.
    fn state(&mut self, what: &str, expected: &State, actual: &str) {
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
    fn refused(&mut self, expected: &Refused, actual: Option<&str>, instead: &Value) {
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

    fn grammar(&mut self, subject: &dyn Subject, fixture: &Grammar) -> Result<(), Stop> {
        match &fixture.case {
            GrammarCase::Decompose { text, expected } => {
                let actual = subject.classify(text)?;
                let part = |name| actual.get(name).unwrap_or(&Value::Null);
                self.same("directive", &value_of(&expected.directive), part("directive"));
                if let Some(span) = expected.span {
                    self.same("span", &json!(span), part("span"));
                }
            }
            GrammarCase::Render { kind, operands, expected } => {
                let actual = subject.render(kind, operands)?;
                match (expected, &actual) {
                    (Rendered::Built(expected), Ok(built)) => {
                        self.same("directive", &value_of(expected), built);
                    }
                    (Rendered::Built(expected), Err(message)) => {
                        self.same("directive", &value_of(expected), &refused(message));
                    }
                    (Rendered::Refused(expected), Ok(built)) => {
                        self.refused(&expected.error, None, built);
                    }
                    (Rendered::Refused(expected), Err(message)) => {
                        self.refused(&expected.error, Some(message), &Value::Null);
                    }
                }
            }
        }
        Ok(())
    }

    fn state_json(&mut self, subject: &dyn Subject, fixture: &StateJson) -> Result<(), Stop> {
        let mut operations = steps(&fixture.prelude);
        operations.push(match &fixture.case {
            StateJsonCase::Export { .. } => Operation::Export,
            StateJsonCase::Import { payload, .. } => Operation::Import(payload),
        });
        let trace = subject.run(Some(&fixture.initial_state), &operations)?;
        match &fixture.case {
            StateJsonCase::Export { expected } => {
                self.last("payload", &Value::String(expected.clone()), &trace);
            }
            StateJsonCase::Import { refused: None, .. } => {
                self.last("import", &Observed::Imported.value(), &trace);
            }
            StateJsonCase::Import { refused: Some(expected), .. } => match trace.observed.last() {
                Some(Observed::Refused(message)) => {
                    self.refused(expected, Some(message), &Value::Null);
                }
                other => {
                    let instead = other.map_or(Value::Null, Observed::value);
                    self.refused(expected, None, &instead);
                }
            },
        }
        self.end(&fixture.state, &trace);
        Ok(())
    }

    fn controller(&mut self, subject: &dyn Subject, fixture: &Controller) -> Result<(), Stop> {
        let operations: Vec<_> =
            fixture.operations.iter().map(|operation| call(operation, fixture)).collect();
        let trace = subject.run(Some(&fixture.initial_state), &operations)?;
        let mut results = std::collections::BTreeMap::new();
        for (operation, observed) in fixture.operations.iter().zip(&trace.observed) {
            if let Observed::Refused(_) = observed {
                self.same("import", &Observed::Imported.value(), &observed.value());
            }
            if let Some(label) = operation.label() {
                results.insert(label, observed.value());
            }
        }
        let result = |label: &str| results.get(label).unwrap_or(&Value::Null);
        for (label, expected) in &fixture.expected.observations {
            self.same(label, &value_of(expected), result(label));
        }
        for [one, other] in &fixture.expected.equal {
            self.same(&format!("{other}, which equals {one}"), result(one), result(other));
        }
        self.end(&fixture.expected.state, &trace);
        Ok(())
    }

    fn isolation(&mut self, subject: &dyn Subject, case: &MutationIsolation) -> Result<(), Stop> {
        let isolated = subject.isolate(case)?;
        let observations = &case.expected.caller_owned_observations;
        for ((name, expected), seen) in observations.iter().zip(&isolated.seen) {
            self.same(name, &expected.value, seen);
        }
        self.state("state", &case.expected.authoritative_state, &isolated.state);
        Ok(())
    }

    fn structured(
        &mut self,
        subject: &dyn Subject,
        scenario: &Scenario,
        expected: &Turns,
    ) -> Result<(), Stop> {
        let trace = subject.run(scenario.initial_state.as_ref(), &steps(&scenario.inputs))?;
        for (index, (turn, observed)) in expected.turns.iter().zip(&trace.observed).enumerate() {
            let number = index.saturating_add(1);
            let what = format!("decision of turn {number}");
            self.same(&what, &value_of(&turn.decision), &observed.value());
            if let Observed::Decision(_, state) = observed {
                self.state(&format!("state of turn {number}"), &turn.state, state);
            }
        }
        Ok(())
    }
}

/// An operation of a controller fixture as a call.
fn call<'a>(operation: &'a ControllerOperation, fixture: &'a Controller) -> Operation<'a> {
    match operation {
        ControllerOperation::Step { input, .. } => Operation::Step(input),
        ControllerOperation::ApplyDirective { text, .. } => Operation::Apply(text),
        ControllerOperation::ExportJson { .. } => Operation::Export,
        ControllerOperation::ImportJson { payload, payload_ref } => {
            let earlier = payload_ref.as_deref().and_then(|label| {
                fixture.operations.iter().position(|other| other.label() == Some(label))
            });
            match earlier {
                Some(index) => Operation::ImportExported(index),
                // INVARIANT: reading has checked that an import without a reference has a payload.
                None => Operation::Import(payload.as_deref().unwrap_or_default()),
            }
        }
    }
}
