//! Replays through the built binary, in a process of its own for each run of steps and for
//! everything else.
//!
//! Texts go in as JSON strings, so that they may hold line feeds and no word of them is taken for
//! a command; a preview goes in as the command that it is. States and checkpoints go in by option,
//! and states come out of the records.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::subject::{Initial, Observed, Operation, Outcome, Subject};
use crate::conformance::canonical::{canonical, value_of};
use crate::conformance::comparison::Stop;
use crate::conformance::program::{Program, StateRecord, StepRecord, one, record};
use crate::conformance::values::State;

/// The built binary, called as one of contract 0.5.
pub(crate) struct Cli {
    program: Program,
}

/// What a process begins with.
enum Preload {
    Empty,
    State(String),
    Checkpoint(String),
}

impl Preload {
    fn argument(&self) -> Option<String> {
        match self {
            Preload::Empty => None,
            Preload::State(payload) => Some(format!("--initial-state-json={payload}")),
            Preload::Checkpoint(payload) => Some(format!("--initial-checkpoint-json={payload}")),
        }
    }
}

impl Cli {
    pub(crate) const fn new(program: Program) -> Self {
        Cli { program }
    }

    /// Runs the program once for records. Gives its lines, or why it could not load what it begins
    /// with.
    fn call(
        &self,
        preload: &Preload,
        format: &str,
        input: &str,
    ) -> Result<Result<Vec<String>, String>, Stop> {
        let arguments = ["--contract=0.5", "--json", format];
        self.program.call(&arguments, preload.argument().as_deref(), input)
    }

    /// Runs the program once, where what it begins with must be good.
    fn replies(
        &self,
        preload: &Preload,
        format: &str,
        inputs: &[String],
    ) -> Result<Vec<String>, Stop> {
        let input: String = inputs.iter().map(|line| format!("{line}\n")).collect();
        let refused = |message| Stop::Fault(format!("what to begin with is refused: {message}"));
        let lines = self.call(preload, format, &input)?.map_err(refused)?;
        if lines.len() == inputs.len() {
            return Ok(lines);
        }
        let counts = (inputs.len(), lines.len());
        Err(Stop::Fault(format!("{} inputs got {} records", counts.0, counts.1)))
    }

    /// The exported state after a start, or why it could not be made.
    fn state(&self, preload: &Preload) -> Result<Result<String, String>, Stop> {
        match self.call(preload, "--input=lines", "state\n")? {
            Ok(lines) => stated(one(&lines)?).map(Ok),
            Err(message) => Ok(Err(message)),
        }
    }

    /// Submits texts to one process: the record and the state after each.
    fn steps(&self, preload: &Preload, texts: &[&str]) -> Result<Vec<(Value, String)>, Stop> {
        let inputs: Vec<_> = texts.iter().map(|text| canonical(&json!(text))).collect();
        let lines = self.replies(preload, "--input=json", &inputs)?;
        lines.iter().map(|line| stepped(line)).collect()
    }

    /// Previews a text: the record, and the state after it.
    fn preview(&self, preload: &Preload, text: &str) -> Result<(Value, String), Stop> {
        if text.contains(['\n', '\r']) || text.trim().is_empty() {
            return Err(Stop::Skip("the command `preview` takes one line, and not an empty one"));
        }
        let inputs = [format!("preview {text}"), "state".to_owned()];
        match &*self.replies(preload, "--input=lines", &inputs)? {
            [preview, state] => Ok((previewed(preview)?, stated(state)?)),
            _ => Err(Stop::Fault("a record is missing".to_owned())),
        }
    }

    /// Starts with a payload, which takes the place of an import.
    fn import(&self, payload: Preload, preload: &mut Preload) -> Result<Observed, Stop> {
        Ok(match self.state(&payload)? {
            Ok(state) => {
                *preload = Preload::State(state.clone());
                observed(Outcome::Imported, Some(state))
            }
            Err(message) => observed(Outcome::Refused(message), None),
        })
    }
}

impl Subject for Cli {
    fn validate(&self, text: &str) -> Result<Value, Stop> {
        let arguments = ["classify", "--contract=0.5", "--input=json"];
        let input = canonical(&json!(text)) + "\n";
        let lines = self
            .program
            .call(&arguments, None, &input)?
            .map_err(|message| Stop::Fault(format!("a state is refused: {message}")))?;
        Ok(match record(one(&lines)?)? {
            ClassificationRecord::Canonical { directive: Directive { kind, text, .. } } => {
                json!({ "validated": { "text": text, "kind": kind } })
            }
            ClassificationRecord::NoDirective {} => json!({ "validated": null }),
            ClassificationRecord::Invalid { span, .. } => {
                json!({ "validated": null, "span": span })
            }
        })
    }

    fn render(&self, _: &str, _: &BTreeMap<String, String>) -> Result<Result<Value, String>, Stop> {
        Err(Stop::Skip("the command line takes directives as text, never as operands"))
    }

    fn answer(&self, _: &str) -> Result<Value, Stop> {
        Err(Stop::Skip("the command line asks questions at a terminal only"))
    }

    fn diff(&self, _: &State, _: &State) -> Result<Value, Stop> {
        Err(Stop::Skip("the command line compares states in a preview only"))
    }

    fn run(
        &self,
        initial: Initial<'_>,
        operations: &[Operation<'_>],
    ) -> Result<Vec<Observed>, Stop> {
        let mut preload = match initial {
            Initial::Empty => Preload::Empty,
            Initial::State(state) => Preload::State(canonical(&value_of(state))),
            Initial::Checkpoint(checkpoint) => {
                Preload::Checkpoint(canonical(&value_of(checkpoint)))
            }
        };
        let mut all = Vec::new();
        let mut rest = operations;
        while let Some((first, tail)) = rest.split_first() {
            rest = tail;
            let next = match *first {
                Operation::Step(text) => {
                    let mut texts = vec![text];
                    while let Some((Operation::Step(text), tail)) = rest.split_first() {
                        texts.push(text);
                        rest = tail;
                    }
                    for (record, state) in self.steps(&preload, &texts)? {
                        preload = Preload::State(state.clone());
                        all.push(observed(Outcome::Record(record), Some(state)));
                    }
                    continue;
                }
                Operation::Preview(text) => {
                    let (record, state) = self.preview(&preload, text)?;
                    observed(Outcome::Record(record), Some(state))
                }
                Operation::Export => {
                    let refused = |message| Stop::Fault(format!("what to begin with: {message}"));
                    let state = self.state(&preload)?.map_err(refused)?;
                    observed(Outcome::Exported(state.clone()), Some(state))
                }
                Operation::Import(payload) => {
                    self.import(Preload::State(payload.to_owned()), &mut preload)?
                }
                Operation::ImportCheckpoint(payload) => {
                    self.import(Preload::Checkpoint(canonical(payload)), &mut preload)?
                }
                Operation::ImportCheckpointJson(payload) => {
                    self.import(Preload::Checkpoint(payload.to_owned()), &mut preload)?
                }
                Operation::ExportCheckpoint
                | Operation::ExportCheckpointJson
                | Operation::RoundTrip => {
                    return Err(Stop::Skip("the command line exports states, never checkpoints"));
                }
            };
            // The command line imports when it starts, and ends when an import is refused.
            let ended = next.state.is_none();
            all.push(next);
            if ended {
                break;
            }
        }
        Ok(all)
    }
}

fn observed(outcome: Outcome, state: Option<String>) -> Observed {
    Observed { outcome, state, library: None }
}

/// Reads the record of one step: as fixtures write it, and the state in it.
fn stepped(line: &str) -> Result<(Value, String), Stop> {
    let StepRecord { command, decision, mode, output_version, state } = record(line)?;
    check_head(("input", "step"), (&command, &mode, output_version))?;
    let step = json!({
        "decision": decision,
        "mode": mode,
        "output_version": output_version,
        "state": parsed(state)?,
    });
    Ok((step, state.get().to_owned()))
}

/// Reads the record of one preview, as fixtures write it. They have all its fields but one.
fn previewed(line: &str) -> Result<Value, Stop> {
    let mut preview: Value = record(line)?;
    let command = preview.as_object_mut().and_then(|fields| fields.remove("command"));
    if command == Some(json!("preview")) {
        return Ok(preview);
    }
    Err(Stop::Fault(format!("the record {line} is not one of the command `preview`")))
}

/// Reads the record of a state.
fn stated(line: &str) -> Result<String, Stop> {
    let StateRecord { command, mode, output_version, state } = record(line)?;
    check_head(("state", "state"), (&command, &mode, output_version))?;
    Ok(state.get().to_owned())
}

/// Compares the command, mode and version that a record has with those that it must have.
fn check_head(expected: (&str, &str), head: (&str, &str, u32)) -> Result<(), Stop> {
    if head == (expected.0, expected.1, 1) {
        return Ok(());
    }
    Err(Stop::Fault(format!("the head of the record is {head:?}")))
}

fn parsed(json: &RawValue) -> Result<Value, Stop> {
    serde_json::from_str(json.get()).map_err(|error| Stop::Fault(error.to_string()))
}

#[derive(Deserialize)]
#[serde(tag = "classification", rename_all = "snake_case", deny_unknown_fields)]
enum ClassificationRecord {
    NoDirective {},
    Canonical {
        directive: Directive,
    },
    Invalid {
        #[serde(rename = "directive_kind")]
        _directive_kind: Value,
        #[serde(rename = "failure")]
        _failure: Value,
        #[serde(rename = "missing_operand")]
        _missing_operand: Value,
        span: Value,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Directive {
    kind: String,
    text: String,
    #[serde(rename = "operands")]
    _operands: BTreeMap<String, String>,
}
