//! Tool calls: the request for a verdict, and its record.

use std::borrow::Cow;

use cc_text::json::Raw;
use cc_toolcall::{Adjudicator, Issue, Repair, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::names::ErrorCode;
use crate::write::push;

/// A call of a tool, as a line of JSON with `tool` and `arguments`.
#[derive(Clone, Debug)]
pub struct ToolCall<'a> {
    tool: Cow<'a, str>,
    /// The source text of the arguments, as it stands in the request.
    source: &'a str,
    /// The text of the arguments, if they came as a string of JSON.
    string: Option<String>,
}

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    tool: Cow<'a, str>,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
}

impl<'a> ToolCall<'a> {
    /// Reads the line of a request. Arguments are an object, or a string of JSON text.
    ///
    /// # Errors
    ///
    /// What the error record is to say.
    ///
    /// ```
    /// use cc_wire::ToolCall;
    ///
    /// assert!(ToolCall::read(r#"{"tool":"search","arguments":{"q":"tea"}}"#).is_ok());
    /// let (_, message) = ToolCall::read("[]").unwrap_err();
    /// assert_eq!(message, "input must be a tool call, which is an object");
    /// ```
    pub fn read(line: &'a str) -> Result<Self, (ErrorCode, String)> {
        if line.trim_start().starts_with('[') {
            // An array of the fields in their order would be read as well.
            let message = "input must be a tool call, which is an object".to_owned();
            return Err((ErrorCode::InvalidRequest, message));
        }
        let request: Request<'a> = serde_json::from_str(line).map_err(|error| {
            let code = match error.classify() {
                serde_json::error::Category::Data => ErrorCode::InvalidRequest,
                _ => ErrorCode::InvalidJson,
            };
            (code, format!("input must be a tool call: {error}"))
        })?;
        let source = request.arguments.map_or("null", RawValue::get);
        let string = source.starts_with('"').then(|| serde_json::from_str(source)).transpose();
        let string = string.map_err(|error| {
            (ErrorCode::InvalidJson, format!("the arguments are not a valid string: {error}"))
        })?;
        Ok(ToolCall { tool: request.tool, source, string })
    }

    /// Appends the record of the verdict on this call.
    ///
    /// The arguments in it are, byte for byte, the text of values that came in, so they may hold
    /// characters beyond ASCII; everything else is ASCII.
    ///
    /// ```
    /// use cc_toolcall::Tools;
    /// use cc_wire::{ToolCall, VerdictRecord};
    ///
    /// let call = ToolCall::read(r#"{"tool":"search","arguments":{"q":"tea"}}"#).unwrap();
    /// let mut line = String::new();
    /// call.push_verdict(&mut line, &Tools::new());
    /// let record: VerdictRecord<serde_json::Value> = serde_json::from_str(&line)?;
    /// assert_eq!(record.verdict, "defer");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn push_verdict(&self, out: &mut String, adjudicator: &impl Adjudicator) {
        let text = self.string.as_deref().unwrap_or(self.source);
        let verdict = adjudicator.adjudicate(&self.tool, text);
        let quoted;
        let arguments = match &verdict {
            Verdict::Allow | Verdict::Defer => Some(Raw(self.source)),
            Verdict::Transform(transform) if self.string.is_some() => {
                // INVARIANT: a string can always be written.
                quoted = cc_text::json::to_string(&transform.arguments).unwrap_or_default();
                Some(Raw(&quoted))
            }
            Verdict::Transform(transform) => Some(Raw(&transform.arguments)),
            Verdict::Deny(_) => None,
        };
        push(out, &VerdictRecord::new(&self.tool, &verdict, arguments));
    }
}

/// The verdict on a call, with arguments `A`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct VerdictRecord<A> {
    /// The arguments to be used, unless the call is denied.
    pub arguments: Option<A>,
    /// How sure a transform is.
    pub certainty: Option<String>,
    /// What is wrong, if the call is denied.
    pub issues: Vec<IssueRecord>,
    /// The kind of reason of a transform or a denial.
    pub reason: Option<String>,
    /// What a transform did, in the order of the parameters.
    pub repairs: Vec<RepairRecord>,
    /// The tool.
    pub tool: String,
    /// `allow`, `defer`, `transform` or `deny`.
    pub verdict: String,
}

/// One thing that is wrong with a call: fields of its own, its kind, its place, and a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct IssueRecord {
    /// The numbers of positional values that could be bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<Vec<usize>>,
    /// The name or the names under which a parameter was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<Given>,
    /// The number of positional values, or null if they are no array.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub got: Option<Option<usize>>,
    /// The kind of the issue.
    pub kind: String,
    /// The parameter or the name at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The parameters at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<Vec<String>>,
    /// The place in the arguments, as a JSON Pointer.
    pub pointer: String,
    /// A sentence that a model can act on.
    pub text: String,
}

/// One name, or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Given {
    /// One.
    Name(String),
    /// Several, in order.
    Names(Vec<String>),
}

/// Reads a field that is there, so that null is told from none.
fn present<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// One thing that a transform did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RepairRecord {
    /// The synonym that was renamed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The positional value that was bound, from 0 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// `renamed` or `positional`.
    pub kind: String,
    /// The parameter.
    pub to: String,
}

impl<A> VerdictRecord<A> {
    /// The record of a verdict, with the arguments to be used.
    #[must_use]
    pub fn new(tool: &str, verdict: &Verdict, arguments: Option<A>) -> Self {
        let mut record = VerdictRecord {
            arguments,
            certainty: None,
            issues: Vec::new(),
            reason: None,
            repairs: Vec::new(),
            tool: tool.to_owned(),
            verdict: verdict.as_str().to_owned(),
        };
        match verdict {
            Verdict::Allow | Verdict::Defer => {}
            Verdict::Transform(transform) => {
                record.certainty = Some(transform.certainty.as_str().to_owned());
                // A transform puts right what a denial would call by this name.
                record.reason = Some(cc_toolcall::Reason::Misroute.as_str().to_owned());
                record.repairs = transform.repairs.iter().map(RepairRecord::from).collect();
            }
            Verdict::Deny(deny) => {
                record.reason = Some(deny.reason.as_str().to_owned());
                record.issues = deny.issues.iter().map(IssueRecord::from).collect();
            }
        }
        record
    }
}

impl From<&Repair> for RepairRecord {
    fn from(repair: &Repair) -> Self {
        let (from, index, kind, to) = match repair {
            Repair::Renamed { from, to } => (Some(from.clone()), None, "renamed", to),
            Repair::Positional { index, to } => (None, Some(*index), "positional", to),
        };
        RepairRecord { from, index, kind: kind.to_owned(), to: to.clone() }
    }
}

impl From<&Issue> for IssueRecord {
    fn from(issue: &Issue) -> Self {
        let mut record = IssueRecord {
            kind: issue.as_str().to_owned(),
            pointer: issue.pointer(),
            text: issue.to_string(),
            ..IssueRecord::default()
        };
        match issue {
            Issue::MissingRequired { names } | Issue::Uncertain { names } => {
                record.names = Some(names.clone());
            }
            Issue::Arity { expected, got } => {
                record.expected = Some(expected.clone());
                record.got = Some(*got);
            }
            Issue::NamedConflict { name, given } => {
                record.given = Some(Given::Name(given.clone()));
                record.name = Some(name.clone());
            }
            Issue::AmbiguousAlias { name, given } => {
                record.given = Some(Given::Names(given.clone()));
                record.name = Some(name.clone());
            }
            Issue::DuplicateKey { name } => record.name = Some(name.clone()),
            _ => {}
        }
        record
    }
}
