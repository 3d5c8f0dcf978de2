//! Adjudication by the whole schema of a tool, with the feature `schema`.

mod instance;
mod keywords;

use std::collections::HashMap;
use std::fmt;

use cc_text::visible;
use jsonschema::error::ValidationErrorKind;
use jsonschema::{ReferencingError, ValidationError, Validator};

use self::instance::ExactJson;
use crate::arguments::is_none;
use crate::chain::Adjudicator;
use crate::exact::{Exact, Fault};
use crate::json::{self, SPACE};
use crate::told::{MAX_DETAIL, MAX_SHOWN, listed, shortened};
use crate::verdict::{Deny, Issue, Reason, Verdict};

/// Denies calls whose arguments do not fit the JSON Schema of their tool, in the name of `schema`.
///
/// What is judged is the text that goes on: a name that stands twice in any object is denied, and
/// so is what cannot be compared exactly, which is a number whose exponent does not fit 64 bits, or
/// text with half of a surrogate pair. All other numbers are compared by their exact value, however
/// long they are, where a schema has `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`,
/// `multipleOf`, `enum`, `const` or `uniqueItems`. Arguments may be nested
/// [`MAX_DEPTH`](crate::MAX_DEPTH) levels deep.
///
/// No remote reference is ever fetched: a schema that needs one is refused when it is inserted. A
/// tool without a schema is deferred.
///
/// ```
/// use cc_toolcall::{Adjudicator, SchemaGate, Verdict};
///
/// let mut gate = SchemaGate::new();
/// gate.insert("wait", r#"{"type":"object","properties":{"seconds":{"maximum":60}}}"#)?;
/// assert_eq!(gate.adjudicate("wait", r#"{"seconds":60.0}"#), Verdict::Defer);
/// let Verdict::Deny(deny) = gate.adjudicate("wait", r#"{"seconds":60.00000000000000000001}"#)
/// else {
///     unreachable!()
/// };
/// assert_eq!(deny.issues[0].pointer(), "/seconds");
/// # Ok::<(), cc_toolcall::SchemaError>(())
/// ```
#[derive(Debug, Default)]
pub struct SchemaGate {
    validators: HashMap<String, Validator<ExactJson>>,
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
    /// [`SchemaError`], for text that is no JSON Schema, has a name twice in one object, refers to
    /// a schema elsewhere, or has a number that cannot be compared exactly. The tool then keeps the
    /// schema it had.
    pub fn insert(&mut self, tool: impl Into<String>, schema: &str) -> Result<(), SchemaError> {
        let is_deep = json::check_depth(schema).is_err();
        let schema = Exact::read(schema).map_err(|fault| {
            let kind = match fault {
                Fault::Syntax(_) if is_deep => SchemaErrorKind::Unsupported,
                Fault::Syntax(_) => SchemaErrorKind::NotJson,
                Fault::Duplicate(_) => SchemaErrorKind::DuplicateKey,
                Fault::Value { .. } => SchemaErrorKind::Unsupported,
            };
            SchemaError::new(kind, &fault)
        })?;
        let mut numbers = Vec::new();
        let schema = keywords::plain(&schema, &mut numbers);
        let options = keywords::decided(jsonschema::options_for(), &schema, numbers);
        let validator = options.build(&schema).map_err(|error| SchemaError::of(&error))?;
        self.validators.insert(tool.into(), validator);
        Ok(())
    }
}

impl Adjudicator for SchemaGate {
    fn adjudicate(&self, tool: &str, arguments: &str) -> Verdict {
        let Some(validator) = self.validators.get(tool) else {
            return Verdict::Defer;
        };
        let text = if is_none(arguments.trim_matches(SPACE)) { "{}" } else { arguments };
        let issues = match Exact::read(text) {
            Err(fault) => vec![Issue::from(fault)],
            Ok(value) => listed(validator.iter_errors(&value).map(|error| issue(&error, &value))),
        };
        if issues.is_empty() {
            return Verdict::Defer;
        }
        Verdict::Deny(Deny::new("schema", Reason::Malformed, issues))
    }
}

/// An error of the validator, in its words, which get the exact value in the place of a copy.
fn issue(error: &ValidationError<'_>, arguments: &Exact) -> Issue {
    let pointer = error.instance_path().to_string();
    let value = arguments.at(&pointer).map(|value| shortened(value, MAX_SHOWN));
    let detail = said(error, &value.unwrap_or_default());
    Issue::Malformed { pointer, detail: shortened(detail, MAX_DETAIL) }
}

fn said(error: &ValidationError<'_>, value: &str) -> String {
    match error.kind() {
        ValidationErrorKind::Custom { message, .. } => format!("{value} {message}"),
        // In its words, it would count the items of the copy.
        ValidationErrorKind::AdditionalItems { limit } => {
            let items = if *limit == 1 { "item" } else { "items" };
            format!("{value} has more than {limit} {items}")
        }
        // The schema in its words has stand-ins for numbers.
        ValidationErrorKind::Not { .. } => format!("{value} is not allowed"),
        ValidationErrorKind::PropertyNames { error } => {
            said(error, &shortened(error.instance(), MAX_SHOWN))
        }
        _ => shortened(error.masked_with(value), MAX_DETAIL),
    }
}

/// Why a text cannot be used as a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemaErrorKind {
    /// It is not JSON.
    NotJson,
    /// It is JSON, but no schema.
    NotASchema,
    /// A name stands twice in one object.
    DuplicateKey,
    /// It may well be a schema, but arguments cannot be judged by it: it refers to one elsewhere, is
    /// nested too deeply, or has a number that cannot be compared exactly.
    Unsupported,
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

    fn of(error: &ValidationError<'_>) -> Self {
        let unsupported = SchemaErrorKind::Unsupported;
        match error.kind() {
            ValidationErrorKind::Custom { message, .. } => SchemaError::new(unsupported, message),
            ValidationErrorKind::Referencing(ReferencingError::Unretrievable { uri, .. }) => {
                let fault = format_args!("it refers to `{}`, which is elsewhere", visible(uri));
                SchemaError::new(unsupported, &fault)
            }
            ValidationErrorKind::Referencing(ReferencingError::UnknownSpecification {
                specification,
            }) => {
                let fault = format_args!("its `$schema` `{}` is not known", visible(specification));
                SchemaError::new(unsupported, &fault)
            }
            _ => {
                let detail = shortened(error, MAX_DETAIL);
                SchemaError::new(SchemaErrorKind::NotASchema, &visible(&detail))
            }
        }
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
