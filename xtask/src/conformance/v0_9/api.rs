//! Replays through the library.

use std::collections::BTreeMap;

use cc_engine::{Classification, Decision, Directive, Engine, Kind, OperandName, Policy, classify};
use serde_json::{Map, Value, json};

use super::fixture::{IsolationOperation, Mutation, MutationIsolation};
use super::subject::{Isolated, Observed, Operation, Subject, Trace};
use crate::conformance::canonical::{canonical, value_of};
use crate::conformance::comparison::Stop;
use crate::conformance::form::form;
use crate::conformance::values::State;

/// The library in this program.
pub(crate) struct Api;

impl Subject for Api {
    fn classify(&self, text: &str) -> Result<Value, Stop> {
        Ok(match classify(text) {
            Classification::NoDirective => json!({ "directive": null }),
            Classification::Canonical(directive) => {
                json!({ "directive": directive_value(directive) })
            }
            Classification::Invalid(invalid) => json!({
                "directive": {
                    "kind": "invalid_directive_syntax",
                    "failure": invalid.failure().as_str(),
                    "directive_kind": invalid.directive_kind().map(Kind::as_str),
                    "missing_operand": invalid.missing_operand().map(OperandName::as_str),
                },
                "span": [invalid.span().start, invalid.span().end],
            }),
        })
    }

    fn render(
        &self,
        kind: &str,
        operands: &BTreeMap<String, String>,
    ) -> Result<Result<Value, String>, Stop> {
        Ok(build(kind, operands).map(|directive| {
            json!({ "text": directive.to_string(), "directive_kind": directive.kind().as_str() })
        }))
    }

    fn run(&self, initial: Option<&State>, operations: &[Operation<'_>]) -> Result<Trace, Stop> {
        let mut engine = begin(initial)?;
        let mut observed = Vec::new();
        for operation in operations {
            let before = engine.export_json();
            let result = match *operation {
                Operation::Step(text) => decided(&engine.step(text), &engine),
                Operation::Apply(text) => {
                    let Classification::Canonical(directive) = classify(text) else {
                        let fault = format!("`{text}` does not classify as a directive to apply");
                        return Err(Stop::Fault(fault));
                    };
                    let decision = engine.apply_directive(directive).into();
                    decided(&decision, &engine)
                }
                Operation::Export => Observed::Exported(engine.export_json()),
                Operation::Import(payload) => import(&mut engine, payload),
                Operation::ImportExported(index) => match observed.get(index) {
                    Some(Observed::Exported(payload)) => import(&mut engine, payload),
                    _ => return Err(Stop::Fault("the export to import is missing".to_owned())),
                },
            };
            let refused = match &result {
                Observed::Decision(decision, _) => decision.get("kind") == Some(&json!("error")),
                Observed::Refused(_) => true,
                Observed::Exported(_) | Observed::Imported => false,
            };
            if refused && engine.export_json() != before {
                return Err(Stop::Fault(format!(
                    "{operation:?} was refused and changed the state"
                )));
            }
            observed.push(result);
        }
        Ok(Trace { observed, state: Some(engine.export_json()) })
    }

    fn isolate(&self, fixture: &MutationIsolation) -> Result<Isolated, Stop> {
        let mut engine = begin(Some(&fixture.initial_state))?;
        for text in &fixture.prelude {
            engine.step(text);
        }
        let held = Held::of(&fixture.operation, &mut engine)?;
        let mut snapshot = held.value();
        for Mutation::Set { path, value, .. } in &fixture.mutations {
            set(&mut snapshot, path, value).map_err(Stop::Fault)?;
        }
        let original = held.value();
        let observations = fixture.expected.caller_owned_observations.values();
        let seen = observations.map(|observed| {
            let place = observed.path.iter().try_fold(&original, |value, name| value.get(name));
            place.cloned().unwrap_or(Value::Null)
        });
        Ok(Isolated { state: engine.export_json(), seen: seen.collect() })
    }
}

/// An engine with the state of a fixture, which must be normal already.
fn begin(initial: Option<&State>) -> Result<Engine, Stop> {
    let mut engine = Engine::new();
    if let Some(state) = initial {
        let payload = canonical(&value_of(state));
        let refused = |error| Stop::Fault(format!("`initial_state` is refused: {error}"));
        engine.import_json(&payload).map_err(refused)?;
        if engine.export_json() != payload {
            return Err(Stop::Fault("`initial_state` is not normalized".to_owned()));
        }
    }
    Ok(engine)
}

fn decided(decision: &Decision<'_>, engine: &Engine) -> Observed {
    Observed::Decision(decision_value(decision), engine.export_json())
}

fn import(engine: &mut Engine, payload: &str) -> Observed {
    match engine.import_json(payload) {
        Ok(()) => Observed::Imported,
        Err(error) => Observed::Refused(error.to_string()),
    }
}

fn decision_value(decision: &Decision<'_>) -> Value {
    match decision {
        Decision::NoDirective => json!({ "kind": "no_directive" }),
        Decision::Update(update) => json!({ "kind": "update", "changed": update.changed() }),
        Decision::Error(refusal) => json!({
            "kind": "error",
            "failure": refusal.failure().as_str(),
            "directive": directive_value(refusal.directive()),
            "repairs": refusal.repairs().map(directive_value).collect::<Vec<_>>(),
            "message": refusal.message(),
        }),
    }
}

fn directive_value(directive: Directive<'_>) -> Value {
    json!({
        "kind": directive.kind().as_str(),
        "text": directive.to_string(),
        "operands": operands_value(directive),
    })
}

fn operands_value(directive: Directive<'_>) -> Value {
    let operands = directive.operands();
    operands.map(|(name, text)| (name.as_str().to_owned(), Value::from(text))).collect()
}

/// Builds a directive from names and texts, as a host that reads them from data would.
fn build<'a>(kind: &str, operands: &'a BTreeMap<String, String>) -> Result<Directive<'a>, String> {
    Directive::new(form(kind, operands)?).map_err(|error| error.to_string())
}

/// A result that belongs to the caller.
///
/// None of these types has anything in it that could be changed from outside, so the attempts are
/// made on a snapshot.
enum Held<'a> {
    Decision(Decision<'a>),
    Policies(Vec<(String, Policy)>),
    Premise(Option<String>),
    Operands(Directive<'a>),
    Metadata(Kind),
}

impl<'a> Held<'a> {
    fn of(operation: &'a IsolationOperation, engine: &mut Engine) -> Result<Self, Stop> {
        Ok(match operation {
            IsolationOperation::Step { input, .. } => Held::Decision(engine.step(input)),
            IsolationOperation::Policies { .. } => {
                let policies = engine.policies();
                Held::Policies(policies.map(|(item, policy)| (item.to_owned(), policy)).collect())
            }
            IsolationOperation::Premise { .. } => {
                Held::Premise(engine.premise().map(str::to_owned))
            }
            IsolationOperation::Operands { kind, operands, .. } => {
                Held::Operands(build(kind, operands).map_err(Stop::Fault)?)
            }
            IsolationOperation::Metadata { kind, canonical_start, operand_names, .. } => {
                let Some(kind) = Kind::from_name(kind) else {
                    return Err(Stop::Fault(format!("there is no kind `{kind}`")));
                };
                let names: Vec<_> = kind.operand_names().iter().map(|n| n.as_str()).collect();
                if kind.introducer() != canonical_start || json!(names) != value_of(operand_names) {
                    return Err(Stop::Fault(format!(
                        "{kind} is introduced by `{}` and has the operands {names:?}",
                        kind.introducer()
                    )));
                }
                Held::Metadata(kind)
            }
        })
    }

    fn value(&self) -> Value {
        match self {
            Held::Decision(decision) => decision_value(decision),
            Held::Policies(policies) => {
                let entry =
                    |(item, policy): &(String, Policy)| (item.clone(), policy.as_str().into());
                Value::Object(policies.iter().map(entry).collect::<Map<_, _>>())
            }
            Held::Premise(premise) => json!({ "value": premise }),
            Held::Operands(directive) => operands_value(*directive),
            Held::Metadata(kind) => json!({ "kind": kind.as_str() }),
        }
    }
}

/// Puts `value` at the end of `path`.
fn set(root: &mut Value, path: &[String], value: &Value) -> Result<(), String> {
    let missing = || format!("the result has no place `{}`", path.join("/"));
    let (last, way) = path.split_last().ok_or_else(missing)?;
    let place = way.iter().try_fold(root, |place, name| place.get_mut(name));
    let object = place.and_then(Value::as_object_mut).ok_or_else(missing)?;
    object.insert(last.clone(), value.clone());
    Ok(())
}
