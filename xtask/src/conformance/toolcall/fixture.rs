//! The fixture files, field by field as `conformance/README.md` documents them.
//!
//! Reading a file checks everything that can be wrong with it by itself: unknown, missing and
//! contradictory fields.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::conformance::values::{nullable, present};

/// One call of one tool.
#[derive(Debug, Deserialize)]
#[serde(try_from = "FixtureFile")]
pub(crate) struct Fixture {
    pub(crate) id: String,
    /// The text of the schema; none for a tool without grammar.
    pub(crate) schema: Option<String>,
    /// From synonym to parameter.
    pub(crate) aliases: BTreeMap<String, String>,
    pub(crate) order: Order,
    pub(crate) least_certainty: Option<Certainty>,
    /// The text of the arguments.
    pub(crate) args: String,
    pub(crate) expected: Expected,
}

/// The order of parameters.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Order {
    Declared,
    Lexicographic,
}

/// How sure a repair is.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Certainty {
    Forced,
    Conventional,
}

/// What comes of a fixture.
#[derive(Debug, Deserialize)]
#[serde(try_from = "Value")]
pub(crate) enum Expected {
    Verdict(Verdict),
    GrammarError(GrammarError),
}

impl Expected {
    /// The folder in which fixtures that expect this stand.
    pub(crate) const fn family(&self) -> &'static str {
        match self {
            Expected::Verdict(Verdict::Defer {}) => "defer",
            Expected::Verdict(Verdict::Transform { .. }) => "transform",
            Expected::Verdict(Verdict::Deny { .. }) => "deny",
            Expected::GrammarError(_) => "grammar",
        }
    }
}

/// What is to be done with the call.
#[derive(Debug, Deserialize, Serialize)]
#[serde(tag = "verdict", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Verdict {
    // With braces, so that further fields are refused.
    Defer {},
    Transform { arguments: String, repairs: Vec<Repair>, certainty: Certainty },
    Deny { reason: Reason, issues: Vec<Issue> },
}

/// One thing that was put right.
#[derive(Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Repair {
    Renamed { from: String, to: String },
    Positional { index: usize, to: String },
}

/// Why a call is denied.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reason {
    Misroute,
}

/// One thing that is wrong with a call.
#[derive(Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Issue {
    MissingRequired {
        pointer: String,
        names: Vec<String>,
    },
    Arity {
        pointer: String,
        expected: Vec<usize>,
        #[serde(deserialize_with = "nullable")]
        got: Option<usize>,
    },
    NamedConflict {
        pointer: String,
        name: String,
        given: String,
    },
    AmbiguousAlias {
        pointer: String,
        name: String,
        given: Vec<String>,
    },
    Uncertain {
        pointer: String,
        names: Vec<String>,
    },
    NotAnObject {
        pointer: String,
    },
    DuplicateKey {
        pointer: String,
        name: String,
    },
    InvalidJson {
        pointer: String,
    },
}

/// A grammar that is refused.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GrammarError {
    pub(crate) grammar_error: Message,
}

/// What the message of a refusal must contain.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Message {
    pub(crate) message_contains: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FixtureFile {
    id: String,
    #[serde(rename = "kind")]
    _kind: Kind,
    #[serde(deserialize_with = "nullable")]
    schema: Option<Value>,
    aliases: BTreeMap<String, String>,
    order: Order,
    #[serde(default, deserialize_with = "present")]
    least_certainty: Option<Certainty>,
    args: String,
    expected: Expected,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Toolcall,
}

impl TryFrom<Value> for Expected {
    type Error = String;

    fn try_from(expected: Value) -> Result<Self, Self::Error> {
        let read = if expected.get("grammar_error").is_some() {
            serde_json::from_value(expected).map(Expected::GrammarError)
        } else {
            serde_json::from_value(expected).map(Expected::Verdict)
        };
        read.map_err(|error| format!("`expected`: {error}"))
    }
}

impl TryFrom<FixtureFile> for Fixture {
    type Error = &'static str;

    fn try_from(file: FixtureFile) -> Result<Self, Self::Error> {
        let FixtureFile { id, schema, aliases, order, least_certainty, args, expected, .. } = file;
        let schema = match schema {
            None if !aliases.is_empty() => return Err("`aliases` belong to no grammar"),
            None if expected.family() != "defer" => {
                return Err("without a grammar, the only verdict is to defer");
            }
            None => None,
            Some(Value::String(text)) => Some(text),
            // INVARIANT: an object is a sorted map here, so its text is the same for all readers.
            Some(schema @ Value::Object(_)) => Some(schema.to_string()),
            Some(_) => return Err("`schema` is neither an object, a text nor null"),
        };
        match &expected {
            Expected::Verdict(Verdict::Transform { repairs, .. }) if repairs.is_empty() => {
                return Err("a transform repairs something");
            }
            Expected::Verdict(Verdict::Deny { issues, .. }) if issues.is_empty() => {
                return Err("a denial has an issue");
            }
            _ => {}
        }
        Ok(Fixture { id, schema, aliases, order, least_certainty, args, expected })
    }
}
