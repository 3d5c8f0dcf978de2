//! Adjudication by the whole schema of a tool, with the feature `schema`.

use std::collections::HashMap;
use std::fmt;

use jsonschema::Validator;
use serde_json::Value;

use crate::chain::Adjudicator;
use crate::verdict::{Deny, Issue, Reason, Verdict};

/// Denies calls whose arguments do not fit the JSON Schema of their tool.
///
/// No remote reference is ever fetched: a schema that needs one is refused when it is inserted. A
/// tool without a schema is deferred.
///
/// ```
/// use cc_toolcall::{Adjudicator, SchemaGate, Verdict};
///
/// let mut gate = SchemaGate::new();
/// gate.insert("wait", r#"{"type":"object","properties":{"seconds":{"maximum":60}}}"#)?;
/// assert_eq!(gate.adjudicate("wait", r#"{"seconds":5}"#), Verdict::Defer);
/// let Verdict::Deny(deny) = gate.adjudicate("wait", r#"{"seconds":500}"#) else { unreachable!() };
/// assert_eq!(deny.issues[0].pointer(), "/seconds");
/// # Ok::<(), cc_toolcall::SchemaError>(())
/// ```
#[derive(Debug, Default)]
pub struct SchemaGate {
    validators: HashMap<String, Validator>,
}

impl SchemaGate {
    /// No schemas.
    #[must_use]
    pub fn new() -> Self {
        SchemaGate::default()
    }

    /// Gives a tool its schema, in the place of the one it had.
    ///
    /// # Errors
    ///
    /// [`SchemaError`], for text that is no JSON Schema or refers to one elsewhere. The tool then
    /// keeps the schema it had.
    pub fn insert(&mut self, tool: impl Into<String>, schema: &str) -> Result<(), SchemaError> {
        let schema: Value = serde_json::from_str(schema)
            .map_err(|error| SchemaError::new(SchemaErrorKind::NotJson, &error))?;
        let validator = jsonschema::validator_for(&schema)
            .map_err(|error| SchemaError::new(SchemaErrorKind::NotASchema, &error))?;
        self.validators.insert(tool.into(), validator);
        Ok(())
    }
}

impl Adjudicator for SchemaGate {
    fn adjudicate(&self, tool: &str, arguments: &str) -> Verdict {
        let Some(validator) = self.validators.get(tool) else {
            return Verdict::Defer;
        };
        let is_empty = arguments.trim_matches([' ', '\t', '\n', '\r']).is_empty();
        let text = if is_empty { "{}" } else { arguments };
        let issues = match serde_json::from_str::<Value>(text) {
            Err(error) => vec![Issue::InvalidJson { detail: error.to_string() }],
            Ok(value) => {
                let value =
                    if value.is_null() { Value::Object(serde_json::Map::new()) } else { value };
                let located = |error: jsonschema::ValidationError<'_>| Issue::Malformed {
                    pointer: error.instance_path().to_string(),
                    detail: error.to_string(),
                };
                validator.iter_errors(&value).map(located).collect()
            }
        };
        if issues.is_empty() {
            return Verdict::Defer;
        }
        Verdict::Deny(Deny::new(Reason::Malformed, issues))
    }
}

/// Why a text cannot be used as a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemaErrorKind {
    /// It is not JSON.
    NotJson,
    /// It is JSON, but not a schema that stands by itself.
    NotASchema,
}

/// Text that cannot be used as a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaError {
    kind: SchemaErrorKind,
    detail: String,
}

impl SchemaError {
    fn new(kind: SchemaErrorKind, fault: &dyn fmt::Display) -> Self {
        SchemaError { kind, detail: fault.to_string() }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> SchemaErrorKind {
        self.kind
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the schema cannot be used: {}", self.detail)
    }
}

impl std::error::Error for SchemaError {}
