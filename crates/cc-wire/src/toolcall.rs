//! Tool calls: the request for a verdict, and its record.

use std::borrow::Cow;
use std::fmt::Write;

use cc_text::json::{Raw, by_name};
use cc_toolcall::{Adjudicator, Issue, Repair, Verdict};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::names::ErrorCode;
use crate::write::push;

/// A call of a tool, as a line of JSON.
#[derive(Clone, Debug)]
pub struct ToolCall<'a> {
    tool: Cow<'a, str>,
    /// The source text of the arguments, as it stands in the request.
    source: &'a str,
    /// The text of the arguments, if they came as a string of JSON. A string with half of a
    /// surrogate pair is no text, and its source stands for itself.
    string: Option<String>,
}

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    tool: Cow<'a, str>,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
}

/// The fields that tell how a request names its tool.
#[derive(Deserialize)]
struct Fields {
    tool: Option<IgnoredAny>,
    name: Option<IgnoredAny>,
    function: Option<IgnoredAny>,
}

/// A request as MCP has it, or what a chat completion has in `function`.
#[derive(Deserialize)]
struct Named<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
}

impl<'a> From<Named<'a>> for Request<'a> {
    fn from(Named { name, arguments }: Named<'a>) -> Self {
        Request { tool: name, arguments }
    }
}

#[derive(Deserialize)]
struct Chat<'a> {
    #[serde(borrow, deserialize_with = "by_name")]
    function: Named<'a>,
}

impl<'a> Request<'a> {
    fn read(line: &'a str) -> serde_json::Result<Self> {
        serde_json::from_str(line).or_else(|error| match serde_json::from_str(line) {
            Ok(Fields { tool: None, name: Some(_), .. }) => {
                serde_json::from_str::<Named<'a>>(line).map(Self::from)
            }
            Ok(Fields { tool: None, name: None, function: Some(_) }) => {
                serde_json::from_str(line).map(|Chat { function }| function.into())
            }
            _ => Err(error),
        })
    }
}

impl<'a> ToolCall<'a> {
    /// Reads the line of a request: an object with the name of the tool as `tool`, or as MCP's
    /// `name`, and `arguments`, or with both in `function`, as in a chat completion. Arguments are
    /// an object, or a string of JSON text. `tool` counts before `name`, and that before
    /// `function`; other fields are ignored.
    ///
    /// # Errors
    ///
    /// What the error record is to say.
    ///
    /// ```
    /// use cc_wire::ToolCall;
    ///
    /// assert!(ToolCall::read(r#"{"tool":"search","arguments":{"q":"tea"}}"#).is_ok());
    /// assert!(ToolCall::read(r#"{"name":"search","arguments":{"q":"tea"}}"#).is_ok());
    /// let chat = r#"{"id":"1","function":{"name":"search","arguments":"{\"q\":\"tea\"}"}}"#;
    /// assert!(ToolCall::read(chat).is_ok());
    /// let (_, message) = ToolCall::read("[]").unwrap_err();
    /// assert_eq!(message, "input must be a tool call, which is an object");
    /// ```
    pub fn read(line: &'a str) -> Result<Self, (ErrorCode, String)> {
        if line.trim_start().starts_with('[') {
            // An array of the fields in their order would be read as well.
            let message = "input must be a tool call, which is an object".to_owned();
            return Err((ErrorCode::InvalidRequest, message));
        }
        let Request { tool, arguments } = Request::read(line).map_err(|error| {
            let code = match error.classify() {
                serde_json::error::Category::Data => ErrorCode::InvalidRequest,
                _ => ErrorCode::InvalidJson,
            };
            (code, format!("input must be a tool call: {error}"))
        })?;
        let source = arguments.map_or("null", RawValue::get);
        let string = source.starts_with('"').then(|| serde_json::from_str(source).ok()).flatten();
        Ok(ToolCall { tool, source, string })
    }

    /// Appends the record of the verdict on this call.
    ///
    /// Arguments that came as an object are, byte for byte, the text of values that came in, so
    /// they may hold characters beyond ASCII. Everything else is ASCII, arguments that came as a
    /// string among it, whatever the verdict is.
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
        // INVARIANT: a string can always be written.
        let quoted = |text: &str| cc_text::json::to_string(text).unwrap_or_default();
        let is_string = self.source.starts_with('"');
        let written = match &verdict {
            Verdict::Allow | Verdict::Defer => Some(match &self.string {
                Some(_) if is_canonical(self.source) => Cow::Borrowed(self.source),
                Some(text) => Cow::Owned(quoted(text)),
                None if is_string => Cow::Owned(in_ascii(self.source)),
                None => Cow::Borrowed(self.source),
            }),
            Verdict::Transform(transform) if is_string => {
                Some(Cow::Owned(quoted(&transform.arguments)))
            }
            Verdict::Transform(transform) => Some(Cow::Borrowed(&*transform.arguments)),
            Verdict::Deny(_) => None,
        };
        push(out, &VerdictRecord::new(&self.tool, &verdict, written.as_deref().map(Raw)));
    }
}

/// Whether a string in JSON is surely written as this crate writes it. Most are, and stay.
fn is_canonical(string: &str) -> bool {
    let mut bytes = string.bytes();
    while let Some(byte) = bytes.next() {
        let stays = match byte {
            b'\\' => !matches!(bytes.next(), Some(b'u' | b'/')),
            byte => matches!(byte, b' '..=b'~'),
        };
        if !stays {
            return false;
        }
    }
    true
}

/// A string in JSON with escapes for everything beyond ASCII.
fn in_ascii(string: &str) -> String {
    let mut out = String::new();
    let mut units = [0; 2];
    for character in string.chars() {
        if character.is_ascii() {
            out.push(character);
        } else {
            for unit in character.encode_utf16(&mut units) {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
    out
}

/// The verdict on a call, with arguments `A`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct VerdictRecord<A> {
    /// The arguments to be used, unless the call is denied.
    pub arguments: Option<A>,
    /// Who transforms or denies the call: `grammar`, `policy`, `schema`, or the name of another
    /// adjudicator. Records of before this field was there are read as well.
    pub by: Option<String>,
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
    /// How many issues are not listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
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
        let (certainty, issues, repairs) = match verdict {
            Verdict::Allow | Verdict::Defer => (None, &[][..], &[][..]),
            Verdict::Transform(transform) => {
                (Some(transform.certainty), &[][..], transform.repairs.as_slice())
            }
            Verdict::Deny(deny) => (None, deny.issues.as_slice(), &[][..]),
        };
        VerdictRecord {
            arguments,
            by: verdict.by().map(str::to_owned),
            certainty: certainty.map(|certainty| certainty.as_str().to_owned()),
            issues: issues.iter().map(IssueRecord::from).collect(),
            reason: verdict.reason().map(|reason| reason.as_str().to_owned()),
            repairs: repairs.iter().map(RepairRecord::from).collect(),
            tool: tool.to_owned(),
            verdict: verdict.as_str().to_owned(),
        }
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
            Issue::DuplicateKey { name, .. } => record.name = Some(name.clone()),
            Issue::More { count } => record.count = Some(*count),
            _ => {}
        }
        record
    }
}
