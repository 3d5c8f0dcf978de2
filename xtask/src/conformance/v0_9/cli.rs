//! Replays through the built binary, in a process of its own for each fixture.
//!
//! Texts go in as JSON strings, so that they may hold line feeds and no word of them is taken for
//! a command; states go in by option and come out of the records.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::fixture::MutationIsolation;
use super::subject::{Isolated, Observed, Operation, Subject, Trace};
use crate::conformance::canonical::{canonical, value_of};
use crate::conformance::comparison::Stop;
use crate::conformance::program::{Program, StateRecord, StepRecord, one, record};
use crate::conformance::values::State;

/// The built binary, called as one of contract 0.9.
pub(crate) struct Cli {
    program: Program,
}

impl Cli {
    pub(crate) const fn new(program: Program) -> Self {
        Cli { program }
    }

    /// Runs the program once, with a state to begin with if there is one.
    fn call(
        &self,
        arguments: &[&str],
        state: Option<&str>,
        input: &str,
    ) -> Result<Result<Vec<String>, String>, Stop> {
        let preload = state.map(|state| format!("--initial-state-json={state}"));
        self.program.call(arguments, preload.as_deref(), input)
    }

    /// The exported state after a start with `state`, or why it could not be loaded.
    fn state(&self, state: Option<&str>) -> Result<Result<String, String>, Stop> {
        let lines = match self.call(&["--json"], state, "state\n")? {
            Ok(lines) => lines,
            Err(message) => return Ok(Err(message)),
        };
        let record: StateRecord<'_> = record(one(&lines)?)?;
        let head = (record.command.as_str(), record.mode.as_str(), record.output_version);
        if head != ("state", "state", 2) {
            return Err(Stop::Fault(format!("the head of the record is {head:?}")));
        }
        Ok(Ok(record.state.get().to_owned()))
    }

    /// Submits texts to one process: the decision and the state after each.
    fn steps(&self, state: Option<&str>, texts: &[&str]) -> Result<Vec<(Value, String)>, Stop> {
        let input: String =
            texts.iter().map(|text| canonical(&Value::from(*text)) + "\n").collect();
        let lines = self
            .call(&["--json", "--input=json"], state, &input)?
            .map_err(|message| Stop::Fault(format!("`initial_state` is refused: {message}")))?;
        if lines.len() != texts.len() {
            let counts = (texts.len(), lines.len());
            return Err(Stop::Fault(format!("{} inputs got {} records", counts.0, counts.1)));
        }
        lines.iter().map(|line| decided(line)).collect()
    }

    /// Runs operations that hold no import, and gives the state after them.
    fn segment(
        &self,
        state: Option<&str>,
        operations: &[Operation<'_>],
        observed: &mut Vec<Observed>,
    ) -> Result<String, Stop> {
        let text = |operation: &Operation<'_>| match *operation {
            Operation::Step(text) | Operation::Apply(text) => Some(text.to_owned()),
            Operation::Export | Operation::Import(_) | Operation::ImportExported(_) => None,
        };
        let texts: Vec<String> = operations.iter().filter_map(text).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let begins_with_input = operations.first().is_some_and(|first| text(first).is_some());
        let mut current = if begins_with_input {
            // The first record brings it; asking for it would take another process.
            String::new()
        } else {
            let refused = |message| Stop::Fault(format!("`initial_state` is refused: {message}"));
            self.state(state)?.map_err(refused)?
        };
        let replies = if texts.is_empty() { Vec::new() } else { self.steps(state, &texts)? };
        let mut replies = replies.into_iter();
        for operation in operations {
            if text(operation).is_none() {
                observed.push(Observed::Exported(current.clone()));
            } else if let Some((decision, state)) = replies.next() {
                current.clone_from(&state);
                observed.push(Observed::Decision(decision, state));
            }
        }
        Ok(current)
    }
}

impl Subject for Cli {
    fn classify(&self, text: &str) -> Result<Value, Stop> {
        let input = canonical(&Value::from(text)) + "\n";
        let lines = self
            .call(&["classify", "--input=json"], None, &input)?
            .map_err(|message| Stop::Fault(format!("a state is refused: {message}")))?;
        Ok(match record(one(&lines)?)? {
            ClassificationRecord::NoDirective {} => json!({ "directive": null }),
            ClassificationRecord::Canonical { directive } => json!({ "directive": directive }),
            ClassificationRecord::Invalid { directive_kind, failure, missing_operand, span } => {
                json!({
                    "directive": {
                        "kind": "invalid_directive_syntax",
                        "failure": failure,
                        "directive_kind": directive_kind,
                        "missing_operand": missing_operand,
                    },
                    "span": span,
                })
            }
        })
    }

    fn render(&self, _: &str, _: &BTreeMap<String, String>) -> Result<Result<Value, String>, Stop> {
        Err(Stop::Skip("the command line takes directives as text, never as operands"))
    }

    fn run(&self, initial: Option<&State>, operations: &[Operation<'_>]) -> Result<Trace, Stop> {
        let mut payload = initial.map(|state| canonical(&value_of(state)));
        let mut observed = Vec::new();
        let mut rest = operations;
        loop {
            let is_import = |operation: &Operation<'_>| {
                matches!(operation, Operation::Import(_) | Operation::ImportExported(_))
            };
            let end = rest.iter().position(is_import).unwrap_or(rest.len());
            let (segment, tail) = rest.split_at_checked(end).unwrap_or((rest, &[]));
            let state = self.segment(payload.as_deref(), segment, &mut observed)?;
            let Some((import, tail)) = tail.split_first() else {
                return Ok(Trace { observed, state: Some(state) });
            };
            // The command line imports when it starts, and ends when an import is refused.
            let text = match import {
                Operation::ImportExported(index) => match observed.get(*index) {
                    Some(Observed::Exported(payload)) => payload.clone(),
                    _ => return Err(Stop::Fault("the export to import is missing".to_owned())),
                },
                Operation::Import(text) | Operation::Step(text) | Operation::Apply(text) => {
                    (*text).to_owned()
                }
                Operation::Export => state,
            };
            if let Err(message) = self.state(Some(&text))? {
                observed.push(Observed::Refused(message));
                return Ok(Trace { observed, state: None });
            }
            observed.push(Observed::Imported);
            payload = Some(text);
            rest = tail;
        }
    }

    fn isolate(&self, _: &MutationIsolation) -> Result<Isolated, Stop> {
        Err(Stop::Skip("what the command line returns is text of its own"))
    }
}

/// Reads the record of one step.
fn decided(line: &str) -> Result<(Value, String), Stop> {
    let StepRecord { command, mut decision, mode, output_version, state } = record(line)?;
    let head = (command.as_str(), mode.as_str(), output_version);
    if head != ("input", "step", 2) {
        return Err(Stop::Fault(format!("the head of the record is {head:?}")));
    }
    // Records have a message in every decision; fixtures only where there is one.
    if let Some(fields) = decision.as_object_mut() {
        let is_error = fields.get("kind").is_some_and(|kind| kind == "error");
        if !is_error && fields.remove("message") != Some(Value::Null) {
            return Err(Stop::Fault(format!("the decision in {line} has no null message")));
        }
    }
    Ok((decision, state.get().to_owned()))
}

#[derive(Deserialize)]
#[serde(tag = "classification", rename_all = "snake_case", deny_unknown_fields)]
enum ClassificationRecord {
    NoDirective {},
    Canonical { directive: Value },
    Invalid { directive_kind: Value, failure: Value, missing_operand: Value, span: Value },
}
