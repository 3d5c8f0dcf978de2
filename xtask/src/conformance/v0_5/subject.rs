//! What is under test, whether it is reached through the library or through the binary.

use std::collections::BTreeMap;

use serde_json::Value;

use super::values::InitialCheckpoint;
use crate::conformance::comparison::{Stop, refused};
use crate::conformance::values::State;

/// Something that does what the contract says. Its answers are in the shapes of fixtures.
pub(crate) trait Subject {
    /// Validates one text: an object with `validated`, and `span` if the text is invalid.
    fn validate(&self, text: &str) -> Result<Value, Stop>;

    /// Builds one directive: an object with `text` and `validated_kind`, or the message of the
    /// refusal.
    fn render(
        &self,
        kind: &str,
        operands: &BTreeMap<String, String>,
    ) -> Result<Result<Value, String>, Stop>;

    /// Reads one text as an answer: the field `answer`.
    fn answer(&self, text: &str) -> Result<Value, Stop>;

    /// Compares two states: the field `diff`.
    fn diff(&self, before: &State, after: &State) -> Result<Value, Stop>;

    /// Runs operations in order on one engine, and looks at it after each.
    ///
    /// A subject that ends when an import is refused gives nothing for the operations after it.
    fn run(
        &self,
        initial: Initial<'_>,
        operations: &[Operation<'_>],
    ) -> Result<Vec<Observed>, Stop>;
}

/// What an engine begins with.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Initial<'a> {
    Empty,
    State(&'a State),
    Checkpoint(&'a InitialCheckpoint),
}

/// One call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operation<'a> {
    Step(&'a str),
    Preview(&'a str),
    Export,
    Import(&'a str),
    ExportCheckpoint,
    ExportCheckpointJson,
    ImportCheckpoint(&'a Value),
    ImportCheckpointJson(&'a str),
    /// Exports a checkpoint as text and imports it into a new engine, which is looked at from here
    /// on.
    RoundTrip,
}

/// What came of one call, and the engine after it.
#[derive(Debug)]
pub(crate) struct Observed {
    pub(crate) outcome: Outcome,
    /// The exported state, where it can be told.
    pub(crate) state: Option<String>,
    /// What only the library tells.
    pub(crate) library: Option<Library>,
}

/// What only the library tells of an engine.
#[derive(Debug)]
pub(crate) struct Library {
    /// The exported checkpoint.
    pub(crate) checkpoint: Value,
    pub(crate) has_pending_clarification: bool,
}

/// What came of one call.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The record of a step or a preview.
    Record(Value),
    /// An exported text.
    Exported(String),
    /// An exported object.
    Checkpoint(Value),
    /// An import that succeeded.
    Imported,
    /// An import that was refused, with its message.
    Refused(String),
}

impl Outcome {
    /// The result as fixtures write it.
    pub(crate) fn value(&self) -> Value {
        match self {
            Outcome::Record(record) => record.clone(),
            Outcome::Exported(payload) => Value::String(payload.clone()),
            Outcome::Checkpoint(checkpoint) => checkpoint.clone(),
            Outcome::Imported => serde_json::json!({"imported": true}),
            Outcome::Refused(message) => refused(message),
        }
    }

    /// The decision in a record.
    pub(crate) fn decision(&self) -> Value {
        self.value().get("decision").cloned().unwrap_or(Value::Null)
    }
}
