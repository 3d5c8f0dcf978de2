//! Replays one fixture and compares what came of it. Knows the families, not the subject.

use serde_json::{Value, json};

use super::Case;
use super::fixture::{
    ApplyAction, Controller, ControllerOperation, Fixture, Grammar, GrammarCase, MutationIsolation,
    Scenario, Turns,
};
use super::subject::{Observed, Operation, Subject, Trace};
use crate::conformance::canonical::value_of;
use crate::conformance::comparison::{Comparison, Mismatch, Stop};
use crate::conformance::state_json::{StateJson, StateJsonCase};
use crate::conformance::values::State;

/// Replays one fixture and gives every comparison that failed.
///
/// # Errors
///
/// [`Stop`], if there is nothing to compare.
pub(crate) fn replay(subject: &dyn Subject, case: &Case) -> Result<Vec<Mismatch>, Stop> {
    let mut replay = Replay { subject, found: Comparison::default() };
    match case {
        Case::Single(fixture) => match &**fixture {
            Fixture::Grammar(fixture) => replay.grammar(fixture)?,
            Fixture::Step(fixture) => {
                let mut operations = steps(&fixture.prelude);
                operations.push(Operation::Step(&fixture.input));
                let trace = subject.run(Some(&fixture.initial_state), &operations)?;
                replay.last("decision", &value_of(&fixture.expected.decision), &trace);
                replay.end(&fixture.expected.state, &trace);
            }
            Fixture::ApplyDirective(fixture) => {
                let ApplyAction::ApplyDirective { text } = &fixture.action;
                let operations = [Operation::Apply(text)];
                let trace = subject.run(Some(&fixture.initial_state), &operations)?;
                replay.last("decision", &value_of(&fixture.expected.decision), &trace);
                replay.end(&fixture.expected.state, &trace);
            }
            Fixture::StateJson(fixture) => replay.state_json(fixture)?,
            Fixture::Controller(fixture) => replay.controller(fixture)?,
            Fixture::MutationIsolation(fixture) => replay.isolation(fixture)?,
        },
        Case::Structured(both) => replay.structured(&both.0, &both.1)?,
    }
    Ok(replay.found.mismatches)
}

fn steps(texts: &[String]) -> Vec<Operation<'_>> {
    texts.iter().map(|text| Operation::Step(text)).collect()
}

/// One fixture on one subject.
struct Replay<'s> {
    subject: &'s dyn Subject,
    found: Comparison,
}

impl Replay<'_> {
    /// Compares the result of the last operation.
    fn last(&mut self, what: &str, expected: &Value, trace: &Trace) {
        self.found.same(
            what,
            expected,
            &trace.observed.last().map_or(Value::Null, Observed::value),
        );
    }

    /// Compares the state at the end, where it can be told.
    fn end(&mut self, expected: &State, trace: &Trace) {
        if let Some(actual) = &trace.state {
            self.found.state("state", expected, actual);
        }
    }

    fn grammar(&mut self, fixture: &Grammar) -> Result<(), Stop> {
        match &fixture.case {
            GrammarCase::Decompose { text, expected } => {
                let actual = self.subject.classify(text)?;
                let part = |name| actual.get(name).unwrap_or(&Value::Null);
                self.found.same("directive", &value_of(&expected.directive), part("directive"));
                if let Some(span) = expected.span {
                    self.found.same("span", &json!(span), part("span"));
                }
            }
            GrammarCase::Render { kind, operands, expected } => {
                let actual = self.subject.render(kind, operands)?;
                self.found.built(expected.result(), &actual);
            }
        }
        Ok(())
    }

    fn state_json(&mut self, fixture: &StateJson) -> Result<(), Stop> {
        let mut operations = steps(&fixture.prelude);
        operations.push(match &fixture.case {
            StateJsonCase::Export { .. } => Operation::Export,
            StateJsonCase::Import { payload, .. } => Operation::Import(payload),
        });
        let trace = self.subject.run(Some(&fixture.initial_state), &operations)?;
        match &fixture.case {
            StateJsonCase::Export { expected } => {
                self.last("payload", &Value::String(expected.clone()), &trace);
            }
            StateJsonCase::Import { refused: None, .. } => {
                self.last("import", &Observed::Imported.value(), &trace);
            }
            StateJsonCase::Import { refused: Some(expected), .. } => match trace.observed.last() {
                Some(Observed::Refused(message)) => {
                    self.found.refused(expected, Some(message), &Value::Null);
                }
                other => {
                    let instead = other.map_or(Value::Null, Observed::value);
                    self.found.refused(expected, None, &instead);
                }
            },
        }
        self.end(&fixture.state, &trace);
        Ok(())
    }

    fn controller(&mut self, fixture: &Controller) -> Result<(), Stop> {
        let operations: Vec<_> =
            fixture.operations.iter().map(|operation| call(operation, fixture)).collect();
        let trace = self.subject.run(Some(&fixture.initial_state), &operations)?;
        let mut results = std::collections::BTreeMap::new();
        for (operation, observed) in fixture.operations.iter().zip(&trace.observed) {
            if let Observed::Refused(_) = observed {
                self.found.same("import", &Observed::Imported.value(), &observed.value());
            }
            if let Some(label) = operation.label() {
                results.insert(label, observed.value());
            }
        }
        let result = |label: &str| results.get(label).unwrap_or(&Value::Null);
        for (label, expected) in &fixture.expected.observations {
            self.found.same(label, &value_of(expected), result(label));
        }
        for [one, other] in &fixture.expected.equal {
            self.found.same(&format!("{other}, which equals {one}"), result(one), result(other));
        }
        self.end(&fixture.expected.state, &trace);
        Ok(())
    }

    fn isolation(&mut self, case: &MutationIsolation) -> Result<(), Stop> {
        let isolated = self.subject.isolate(case)?;
        let observations = &case.expected.caller_owned_observations;
        for ((name, expected), seen) in observations.iter().zip(&isolated.seen) {
            self.found.same(name, &expected.value, seen);
        }
        self.found.state("state", &case.expected.authoritative_state, &isolated.state);
        Ok(())
    }

    fn structured(&mut self, scenario: &Scenario, expected: &Turns) -> Result<(), Stop> {
        let trace = self.subject.run(scenario.initial_state.as_ref(), &steps(&scenario.inputs))?;
        for (index, (turn, observed)) in expected.turns.iter().zip(&trace.observed).enumerate() {
            let number = index.saturating_add(1);
            let what = format!("decision of turn {number}");
            self.found.same(&what, &value_of(&turn.decision), &observed.value());
            if let Observed::Decision(_, state) = observed {
                self.found.state(&format!("state of turn {number}"), &turn.state, state);
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
