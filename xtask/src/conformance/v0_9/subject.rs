//! What is under test, whether it is reached through the library or through the binary.

use std::collections::BTreeMap;

use serde_json::Value;

use super::fixture::MutationIsolation;
use crate::conformance::comparison::{Stop, refused};
use crate::conformance::values::State;

/// Something that does what the contract says. Its answers are in the shapes of fixtures.
pub(crate) trait Subject {
    /// Classifies one text: an object with `directive`, and `span` if the text is invalid.
    fn classify(&self, text: &str) -> Result<Value, Stop>;

    /// Builds one directive: an object with `text` and `directive_kind`, or the message of the
    /// refusal.
    fn render(
        &self,
        kind: &str,
        operands: &BTreeMap<String, String>,
    ) -> Result<Result<Value, String>, Stop>;

    /// Runs operations in order on one engine that begins with `initial`, or empty.
    fn run(&self, initial: Option<&State>, operations: &[Operation<'_>]) -> Result<Trace, Stop>;

    /// Takes a result, tries to change it, and looks at it and at the state again.
    fn isolate(&self, fixture: &MutationIsolation) -> Result<Isolated, Stop>;
}

/// One call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operation<'a> {
    Step(&'a str),
    /// The text classifies as the directive to be applied.
    Apply(&'a str),
    Export,
    Import(&'a str),
    /// Imports what the export at this index gave.
    ImportExported(usize),
}

/// What came of a run.
#[derive(Debug)]
pub(crate) struct Trace {
    /// The result of each operation.
    pub(crate) observed: Vec<Observed>,
    /// The exported state at the end, where it can be told.
    pub(crate) state: Option<String>,
}

/// What came of one call.
#[derive(Debug)]
pub(crate) enum Observed {
    /// A decision, and the exported state after it.
    Decision(Value, String),
    /// An exported state.
    Exported(String),
    /// An import that succeeded.
    Imported,
    /// An import that was refused, with its message.
    Refused(String),
}

impl Observed {
    /// The result as fixtures write it.
    pub(crate) fn value(&self) -> Value {
        match self {
            Observed::Decision(decision, _) => decision.clone(),
            Observed::Exported(payload) => Value::String(payload.clone()),
            Observed::Imported => serde_json::json!({"imported": true}),
            Observed::Refused(message) => refused(message),
        }
    }
}

/// What came of an attempt to change a result.
#[derive(Debug)]
pub(crate) struct Isolated {
    /// The exported state after all attempts.
    pub(crate) state: String,
    /// What the caller sees, in the order of the expected observations.
    pub(crate) seen: Vec<Value>,
}
