//! Replays through the library.

use std::collections::BTreeMap;

use cc_engine::v0_5::{
    Checkpoint, Classification, Confirmation, Decision, Directive, Engine, State as LibraryState,
    classify, read_confirmation,
};
use cc_engine::{ImportError, Policy, StateDiff};
use serde_json::{Map, Value, json};

use super::subject::{Initial, Library, Observed, Operation, Outcome, Subject};
use crate::conformance::canonical::{canonical, value_of};
use crate::conformance::comparison::Stop;
use crate::conformance::form::form;
use crate::conformance::values::State;

/// The library in this program.
pub(crate) struct Api;

impl Subject for Api {
    fn validate(&self, text: &str) -> Result<Value, Stop> {
        Ok(match classify(text) {
            Classification::Canonical(directive) => {
                let (text, kind) = (directive.to_string(), directive.kind().as_str());
                json!({ "validated": { "text": text, "kind": kind } })
            }
            Classification::NoDirective => json!({ "validated": null }),
            Classification::Invalid(invalid) => {
                json!({ "validated": null, "span": [invalid.span().start, invalid.span().end] })
            }
        })
    }

    fn render(
        &self,
        kind: &str,
        operands: &BTreeMap<String, String>,
    ) -> Result<Result<Value, String>, Stop> {
        let built = form(kind, operands)
            .and_then(|form| Directive::new(form).map_err(|error| error.to_string()));
        let directive = match built {
            Ok(directive) => directive,
            Err(message) => return Ok(Err(message)),
        };
        let text = directive.to_string();
        if classify(&text) != Classification::Canonical(directive) {
            return Err(Stop::Fault(format!("`{text}` is not read as it was built")));
        }
        Ok(Ok(json!({ "text": text, "validated_kind": directive.kind().as_str() })))
    }

    fn answer(&self, text: &str) -> Result<Value, Stop> {
        Ok(match read_confirmation(text) {
            Some(Confirmation::Yes) => json!("yes"),
            Some(Confirmation::No) => json!("no"),
            None => Value::Null,
        })
    }

    fn diff(&self, before: &State, after: &State) -> Result<Value, Stop> {
        let before = begin(Initial::State(before))?;
        let after = begin(Initial::State(after))?;
        Ok(diff_value(&before.state().diff(after.state())))
    }

    fn run(
        &self,
        initial: Initial<'_>,
        operations: &[Operation<'_>],
    ) -> Result<Vec<Observed>, Stop> {
        let mut engine = begin(initial)?;
        let mut observed = Vec::new();
        for operation in operations {
            let before = engine.export_checkpoint_json();
            let outcome = perform(&mut engine, operation)?;
            let after = look(outcome, &engine)?;
            let may_change = match &after.outcome {
                Outcome::Record(_) => {
                    let decision = after.outcome.decision();
                    let is_step = matches!(operation, Operation::Step(_));
                    is_step && decision.get("kind") == Some(&json!("update"))
                }
                Outcome::Imported => true,
                Outcome::Exported(_) | Outcome::Checkpoint(_) | Outcome::Refused(_) => false,
            };
            if !may_change && engine.export_checkpoint_json() != before {
                return Err(Stop::Fault(format!("{operation:?} must change nothing and did")));
            }
            observed.push(after);
        }
        Ok(observed)
    }
}

/// An engine with the state of a fixture, which must be normal already.
fn begin(initial: Initial<'_>) -> Result<Engine, Stop> {
    let mut engine = Engine::new();
    let (name, state, imported) = match initial {
        Initial::Empty => return Ok(engine),
        Initial::State(state) => {
            let state = canonical(&value_of(state));
            let imported = engine.import_json(&state);
            ("state", state, imported)
        }
        Initial::Checkpoint(checkpoint) => {
            let state = canonical(&value_of(&checkpoint.authoritative_state));
            let imported = engine.import_checkpoint_json(&canonical(&value_of(checkpoint)));
            ("checkpoint", state, imported)
        }
    };
    imported.map_err(|error| Stop::Fault(format!("the {name} to begin with: {error}")))?;
    if engine.export_json() != state {
        return Err(Stop::Fault(format!("the {name} to begin with is not normalized")));
    }
    Ok(engine)
}

fn perform(engine: &mut Engine, operation: &Operation<'_>) -> Result<Outcome, Stop> {
    Ok(match *operation {
        Operation::Step(text) => {
            let foreseen = Foreseen::of(engine, text)?;
            let record = json!({
                "output_version": 1,
                "mode": "step",
                "decision": foreseen.decision,
                "state": state_value(foreseen.after.state()),
            });
            *engine = foreseen.after;
            Outcome::Record(record)
        }
        Operation::Preview(text) => {
            let foreseen = Foreseen::of(engine, text)?;
            Outcome::Record(json!({
                "output_version": 1,
                "mode": "preview",
                "decision": foreseen.decision,
                "state_before": state_value(engine.state()),
                "state_after": state_value(foreseen.after.state()),
                "diff": foreseen.diff,
                "would_mutate": foreseen.would_mutate,
            }))
        }
        Operation::Export => Outcome::Exported(engine.export_json()),
        Operation::Import(payload) => imported(engine.import_json(payload)),
        Operation::ExportCheckpoint => Outcome::Checkpoint(value_of(&engine.export_checkpoint())),
        Operation::ExportCheckpointJson => Outcome::Exported(engine.export_checkpoint_json()),
        Operation::ImportCheckpoint(payload) => import_object(engine, payload)?,
        Operation::ImportCheckpointJson(payload) => {
            imported(engine.import_checkpoint_json(payload))
        }
        Operation::RoundTrip => {
            let payload = engine.export_checkpoint_json();
            *engine = Engine::new();
            let outcome = imported(engine.import_checkpoint_json(&payload));
            if engine.export_checkpoint_json() != payload {
                return Err(Stop::Fault("a round trip changed the checkpoint".to_owned()));
            }
            outcome
        }
    })
}

/// Imports a checkpoint by its text, from which all messages come, after making sure that reading
/// the object itself gives the same.
fn import_object(engine: &mut Engine, payload: &Value) -> Result<Outcome, Stop> {
    let text = Checkpoint::from_json(&canonical(payload));
    let object: Result<Checkpoint, _> = serde_json::from_value(payload.clone());
    let agree = match (&text, &object) {
        (Ok(text), Ok(object)) => text == object,
        (Err(_), Err(_)) => true,
        (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
    };
    if !agree {
        return Err(Stop::Fault(format!("as text it is {text:?}, as an object {object:?}")));
    }
    Ok(imported(text.map(|checkpoint| engine.import_checkpoint(checkpoint))))
}

fn imported(result: Result<(), ImportError>) -> Outcome {
    match result {
        Ok(()) => Outcome::Imported,
        Err(error) => Outcome::Refused(error.to_string()),
    }
}

/// What a preview promises, and the engine for which a step has kept it.
struct Foreseen {
    decision: Value,
    after: Engine,
    diff: Value,
    would_mutate: bool,
}

impl Foreseen {
    fn of(engine: &Engine, text: &str) -> Result<Self, Stop> {
        let preview = engine.preview(text);
        let mut after = engine.clone();
        let decision = after.step(text);
        let changed = after.export_json() != engine.export_json();
        let says_changed = match decision {
            Decision::Update(update) => update.changed(),
            Decision::Passthrough | Decision::Clarify(_) => false,
        };
        if changed != says_changed {
            let fault = format!("the state changed: {changed}; the decision is {decision:?}");
            return Err(Stop::Fault(fault));
        }
        if preview.decision != decision || preview.diff != engine.state().diff(after.state()) {
            return Err(Stop::Fault(format!("the step did not do what {preview:?} told")));
        }
        let state = match decision {
            Decision::Update(_) => state_value(after.state()),
            Decision::Passthrough | Decision::Clarify(_) => Value::Null,
        };
        let decision = json!({
            "kind": decision.kind(),
            "prompt_to_user": decision.prompt_to_user(),
            "state": state,
        });
        let would_mutate = preview.would_mutate();
        Ok(Foreseen { decision, after, diff: diff_value(&preview.diff), would_mutate })
    }
}

/// Looks at an engine, whose exports must agree with each other.
fn look(outcome: Outcome, engine: &Engine) -> Result<Observed, Stop> {
    let state = engine.export_json();
    let checkpoint = value_of(&engine.export_checkpoint());
    let exported = engine.export_checkpoint_json();
    if canonical(&checkpoint) != exported
        || checkpoint.get("authoritative_state").map(canonical).as_ref() != Some(&state)
    {
        return Err(Stop::Fault(format!("the exports disagree: {state} {checkpoint} {exported}")));
    }
    let has_pending_clarification = engine.has_pending_clarification();
    let library = Some(Library { checkpoint, has_pending_clarification });
    Ok(Observed { outcome, state: Some(state), library })
}

fn state_value(state: &LibraryState) -> Value {
    let text = state.export_json();
    serde_json::from_str(&text).unwrap_or(Value::String(text))
}

fn diff_value(diff: &StateDiff) -> Value {
    let policies = |policies: &BTreeMap<Box<str>, Policy>| {
        let entries = policies.iter();
        let entries = entries.map(|(item, policy)| (item.to_string(), policy.as_str().into()));
        entries.collect::<Map<String, Value>>()
    };
    let changed: Map<String, Value> = (diff.policies.changed.iter())
        .map(|(item, (before, after))| {
            let change = json!({ "before": before.as_str(), "after": after.as_str() });
            (item.to_string(), change)
        })
        .collect();
    json!({
        "changed": !diff.is_empty(),
        "premise": {
            "before": diff.premise_before,
            "after": diff.premise_after,
            "changed": diff.premise_changed(),
        },
        "policies": {
            "added": policies(&diff.policies.added),
            "removed": policies(&diff.policies.removed),
            "changed": changed,
        },
    })
}
