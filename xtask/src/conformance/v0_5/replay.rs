//! Replays one fixture and compares what came of it. Knows the families, not the subject.

use serde_json::{Value, json};

use super::Case;
use super::fixture::{
    CheckpointCase, CheckpointFixture, ConfirmationAction, Controller, ControllerCase, Fixture,
    Grammar, GrammarCase, Scenario, Step, Turns,
};
use super::subject::{Initial, Observed, Operation, Outcome, Subject};
use super::values::DecisionKind;
use crate::conformance::canonical::{canonical, value_of};
use crate::conformance::comparison::{Comparison, Mismatch, Stop};
use crate::conformance::state_json::{StateJson, StateJsonCase};
use crate::conformance::values::{Refused, State};

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
            Fixture::Step(fixture) => replay.step(fixture)?,
            Fixture::StateJson(fixture) => replay.state_json(fixture)?,
            Fixture::Checkpoint(fixture) => replay.checkpoint(fixture)?,
            Fixture::Controller(fixture) => replay.controller(fixture)?,
            Fixture::Confirmation(fixture) => {
                let ConfirmationAction::ReadConfirmation { text } = &fixture.action;
                let actual = json!({ "answer": subject.answer(text)? });
                replay.found.same("answer", &value_of(&fixture.expected), &actual);
            }
        },
        Case::Structured(both) => replay.structured(&both.0, &both.1)?,
    }
    Ok(replay.found.mismatches)
}

/// One fixture on one subject.
struct Replay<'s> {
    subject: &'s dyn Subject,
    found: Comparison,
}

impl Replay<'_> {
    /// Submits the prelude, carries out `last`, and gives what came of these.
    fn run<'a>(
        &self,
        initial: &'a State,
        prelude: &'a [String],
        last: &[Operation<'a>],
    ) -> Result<Vec<Observed>, Stop> {
        let mut operations: Vec<_> = prelude.iter().map(|text| Operation::Step(text)).collect();
        operations.extend(last);
        let mut observed = self.subject.run(Initial::State(initial), &operations)?;
        Ok(observed.drain(prelude.len().min(observed.len())..).collect())
    }

    /// Compares the engine after a call, as far as it can be told.
    fn engine(
        &mut self,
        when: &str,
        state: &State,
        has_pending_clarification: Option<bool>,
        actual: Option<&Observed>,
    ) {
        if let Some(exported) = actual.and_then(|observed| observed.state.as_deref()) {
            self.found.state(&format!("state{when}"), state, exported);
        }
        let library = actual.and_then(|observed| observed.library.as_ref());
        if let (Some(expected), Some(library)) = (has_pending_clarification, library) {
            let what = format!("has_pending_clarification{when}");
            self.found.same(&what, &json!(expected), &json!(library.has_pending_clarification));
        }
    }

    /// Compares what came of an import.
    fn import(&mut self, expected: Option<&Refused>, actual: Option<&Observed>) {
        let actual = actual.map(|observed| &observed.outcome);
        let value = || actual.map_or(Value::Null, Outcome::value);
        match (expected, actual) {
            (None, _) => self.found.same("import", &Outcome::Imported.value(), &value()),
            (Some(expected), Some(Outcome::Refused(message))) => {
                self.found.refused(expected, Some(message), &Value::Null);
            }
            (Some(expected), _) => self.found.refused(expected, None, &value()),
        }
    }

    fn grammar(&mut self, fixture: &Grammar) -> Result<(), Stop> {
        match &fixture.case {
            GrammarCase::Validate { text, expected } => {
                let actual = self.subject.validate(text)?;
                let part = |name| actual.get(name).unwrap_or(&Value::Null);
                let validated = json!({ "validated": part("validated") });
                self.found.same("validated", &value_of(expected), &validated);
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

    fn step(&mut self, fixture: &Step) -> Result<(), Stop> {
        let Step { initial_state, prelude, input, expected, .. } = fixture;
        let observed = self.run(initial_state, prelude, &[Operation::Step(input)])?;
        let last = observed.first();
        let decision = last.map_or(Value::Null, |observed| observed.outcome.decision());
        self.found.same("decision", &value_of(&expected.decision), &decision);
        self.engine("", &expected.state, expected.has_pending_clarification, last);
        Ok(())
    }

    fn state_json(&mut self, fixture: &StateJson) -> Result<(), Stop> {
        let operation = match &fixture.case {
            StateJsonCase::Export { .. } => Operation::Export,
            StateJsonCase::Import { payload, .. } => Operation::Import(payload),
        };
        let observed = self.run(&fixture.initial_state, &fixture.prelude, &[operation])?;
        let last = observed.first();
        match &fixture.case {
            StateJsonCase::Export { expected } => {
                let payload = last.map_or(Value::Null, |observed| observed.outcome.value());
                self.found.same("payload", &json!(expected), &payload);
            }
            StateJsonCase::Import { refused, .. } => self.import(refused.as_ref(), last),
        }
        self.engine("", &fixture.state, None, last);
        Ok(())
    }

    fn checkpoint(&mut self, fixture: &CheckpointFixture) -> Result<(), Stop> {
        let mut operations = vec![match &fixture.case {
            CheckpointCase::Export { .. } => Operation::ExportCheckpoint,
            CheckpointCase::ExportJson { .. } => Operation::ExportCheckpointJson,
            CheckpointCase::RoundTrip => Operation::RoundTrip,
            CheckpointCase::Import { payload, .. } => Operation::ImportCheckpoint(payload),
            CheckpointCase::ImportJson { payload, .. } => Operation::ImportCheckpointJson(payload),
        }];
        operations.extend(fixture.followup.iter().map(|next| Operation::Step(&next.input)));
        let observed = self.run(&fixture.initial_state, &fixture.prelude, &operations)?;
        let (last, next) = (observed.first(), observed.get(1));
        let value = || last.map_or(Value::Null, |observed| observed.outcome.value());
        match &fixture.case {
            CheckpointCase::Export { expected } => {
                self.found.same("payload_object", &value_of(expected), &value());
            }
            CheckpointCase::ExportJson { expected, payload } => {
                let (expected, actual) = (value_of(expected), value());
                let text = actual.as_str().unwrap_or_default();
                let parsed: Option<Value> = serde_json::from_str(text).ok();
                self.found.same("payload_json_parseable", &json!(true), &json!(parsed.is_some()));
                self.found.same("payload_object", &expected, &parsed.unwrap_or(Value::Null));
                let payload = payload.clone().unwrap_or_else(|| canonical(&expected));
                self.found.same("payload", &json!(payload), &actual);
            }
            CheckpointCase::RoundTrip => self.import(None, last),
            CheckpointCase::Import { refused, .. } | CheckpointCase::ImportJson { refused, .. } => {
                self.import(refused.as_ref(), last);
            }
        }
        self.engine("", &fixture.state, fixture.has_pending_clarification, last);
        if let Some(followup) = &fixture.followup {
            let ended = last.is_some_and(|observed| observed.state.is_none());
            if next.is_some() || !ended {
                let decision = next.map_or(Value::Null, |observed| observed.outcome.decision());
                let what = "decision of the followup";
                self.found.same(what, &value_of(&followup.decision), &decision);
            }
            let pending = followup.has_pending_clarification;
            self.engine(" after the followup", &followup.state, pending, next);
        }
        Ok(())
    }

    fn controller(&mut self, fixture: &Controller) -> Result<(), Stop> {
        let Controller { initial_state, prelude, case, .. } = fixture;
        let (operation, expected, state, pending) = match case {
            ControllerCase::Step { input, expected } => {
                let result = value_of(&expected.result);
                let pending = expected.has_pending_clarification;
                (Operation::Step(input), result, &expected.state, pending)
            }
            ControllerCase::Preview { input, expected } => {
                let result = value_of(&expected.result);
                let pending = expected.has_pending_clarification;
                (Operation::Preview(input), result, &expected.state_after_preview, pending)
            }
            ControllerCase::StateDiff { before, after, expected } => {
                let diff = self.subject.diff(before, after)?;
                // The engine has no part in it, but its state must be in order all the same.
                self.run(initial_state, prelude, &[])?;
                self.found.same("diff", &value_of(&expected.diff), &diff);
                return Ok(());
            }
        };
        let observed = self.run(initial_state, prelude, &[operation])?;
        let last = observed.first();
        let record = last.map_or(Value::Null, |observed| observed.outcome.value());
        self.found.same("result", &expected, &record);
        self.engine("", state, pending, last);
        Ok(())
    }

    fn structured(&mut self, scenario: &Scenario, expected: &Turns) -> Result<(), Stop> {
        let initial = scenario.initial_checkpoint.as_ref();
        let initial = initial.map_or(Initial::Empty, Initial::Checkpoint);
        let operations: Vec<_> = scenario.inputs.iter().map(|text| Operation::Step(text)).collect();
        let observed = self.subject.run(initial, &operations)?;
        for (index, turn) in expected.turns.iter().enumerate() {
            let number = index.saturating_add(1);
            let actual = observed.get(index);
            let state = &turn.checkpoint.authoritative_state;
            let is_update = turn.decision.kind == DecisionKind::Update;
            let decision = json!({
                "kind": value_of(&turn.decision.kind),
                "prompt_to_user": turn.decision.prompt_to_user,
                "state": is_update.then(|| value_of(state)),
            });
            let decided = actual.map_or(Value::Null, |observed| observed.outcome.decision());
            self.found.same(&format!("decision of turn {number}"), &decision, &decided);
            self.engine(&format!(" of turn {number}"), state, None, actual);
            if let Some(library) = actual.and_then(|observed| observed.library.as_ref()) {
                let what = format!("checkpoint of turn {number}");
                self.found.same(&what, &value_of(&turn.checkpoint), &library.checkpoint);
            }
        }
        Ok(())
    }
}
