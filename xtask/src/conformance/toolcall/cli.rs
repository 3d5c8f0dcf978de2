//! Replays through the built binary, in a process of its own for each fixture, and in another for
//! what a transform made.
//!
//! Schema and aliases go in as files. The arguments go in as a string of JSON, which can hold any
//! text, and where their text is an object on one line, as that object too.

use std::fs;
use std::io;
use std::path::Path;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::fixture::{Certainty, Fixture, Order};
use super::subject::{Observed, Subject};
use crate::conformance::canonical::{canonical, value_of};
use crate::conformance::comparison::Stop;
use crate::conformance::program::{Program, record};

/// The name of the tool, and so of the file with its schema; no fixture depends on it.
const TOOL: &str = "tool";

/// The built binary.
pub(crate) struct Cli {
    program: Program,
}

/// A reply. Its fields are all there, whatever the verdict is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Record<'a> {
    #[serde(borrow)]
    arguments: &'a RawValue,
    certainty: Value,
    issues: Vec<Value>,
    reason: Value,
    repairs: Vec<Value>,
    tool: String,
    verdict: String,
}

impl Subject for Cli {
    fn judge(&self, fixture: &Fixture) -> Result<Result<Observed, String>, Stop> {
        let folder = tempfile::tempdir().map_err(unwritten)?;
        let (arguments, refusal) = prepare(folder.path(), fixture).map_err(unwritten)?;
        let text = canonical(&Value::from(fixture.args.as_str()));
        let object = object(&fixture.args);
        let sources: Vec<&str> = [text.as_str()].into_iter().chain(object).collect();
        let replies = match self.replies(&arguments, &refusal, &sources)? {
            Ok(replies) => replies,
            Err(message) => return Ok(Err(message)),
        };
        let verdict = match replies.first() {
            // Every record is canonical JSON, if the arguments in it are a string.
            Some(reply) => verdict(&record(reply)?, &text)?,
            None => Value::Null,
        };
        let as_object = match (replies.get(1), object) {
            (Some(reply), Some(object)) => {
                let reply = serde_json::from_str(reply).map_err(|error| fault(reply, &error))?;
                Some(verdict_of_object(&reply, object)?)
            }
            _ => None,
        };
        let again = match verdict.get("arguments") {
            Some(transformed) => {
                let source = canonical(transformed);
                let replies =
                    self.replies(&arguments, &refusal, &[&source])?.map_err(Stop::Fault)?;
                let reply = replies.first().map_or("", String::as_str);
                Some(self::verdict(&record(reply)?, &source)?)
            }
            None => None,
        };
        Ok(Ok(Observed { verdict, as_object, again, library: None }))
    }
}

impl Cli {
    pub(crate) const fn new(program: Program) -> Self {
        Cli { program }
    }

    /// Submits arguments, each in a call of its own. Gives as many replies, or why the grammar was
    /// refused.
    fn replies(
        &self,
        arguments: &[String],
        refusal: &str,
        sources: &[&str],
    ) -> Result<Result<Vec<String>, String>, Stop> {
        let request = |source: &&str| format!("{{\"tool\":\"{TOOL}\",\"arguments\":{source}}}\n");
        let input: String = sources.iter().map(request).collect();
        match self.program.lines(arguments, refusal, &input)? {
            Ok(lines) if lines.len() != sources.len() => {
                let counts = (sources.len(), lines.len());
                Err(Stop::Fault(format!("{} calls got {} records", counts.0, counts.1)))
            }
            replies => Ok(replies),
        }
    }
}

/// Writes the files of a fixture. Gives the arguments of the program, and what precedes the reason
/// when it refuses the grammar.
fn prepare(folder: &Path, fixture: &Fixture) -> io::Result<(Vec<String>, String)> {
    let mut arguments = vec!["toolcall".to_owned()];
    let mut file = |option: &str, name: &str, text: &str| {
        let path = folder.join(name).display().to_string();
        fs::write(&path, text)?;
        arguments.extend([format!("--{option}"), path.clone()]);
        io::Result::Ok(path)
    };
    let path = match &fixture.schema {
        Some(schema) => file("schema", &format!("{TOOL}.json"), schema)?,
        None => file("schemas", "none.json", "[]")?,
    };
    if !fixture.aliases.is_empty() {
        let aliases = json!({ TOOL: fixture.aliases });
        file("aliases", "aliases.json", &aliases.to_string())?;
    }
    arguments.push(match fixture.order {
        Order::Declared => "--order=declared".to_owned(),
        Order::Lexicographic => "--order=lexicographic".to_owned(),
    });
    arguments.extend(fixture.least_certainty.map(|least| {
        format!(
            "--least-certainty={}",
            match least {
                Certainty::Forced => "forced",
                Certainty::Conventional => "conventional",
            }
        )
    }));
    Ok((arguments, format!("error: `{path}`: tool `{TOOL}`: ")))
}

/// The text of an object that can stand in a line of requests.
fn object(args: &str) -> Option<&str> {
    let text = serde_json::from_str::<&RawValue>(args).ok()?.get();
    (text.starts_with('{') && !text.contains(['\n', '\r'])).then_some(text)
}

/// The verdict in a reply to arguments that were a string of JSON.
fn verdict(record: &Record<'_>, source: &str) -> Result<Value, Stop> {
    read(record, source, |text| serde_json::from_str(text).ok())
}

/// The verdict in a reply to arguments that were an object.
fn verdict_of_object(record: &Record<'_>, source: &str) -> Result<Value, Stop> {
    read(record, source, |text| Some(text.to_owned()))
}

/// Writes a reply as fixtures write verdicts. Checks what fixtures do not say: the fields that the
/// verdict leaves empty, the arguments, and that every issue has its sentence.
fn read(
    record: &Record<'_>,
    source: &str,
    text_of: impl Fn(&str) -> Option<String>,
) -> Result<Value, Stop> {
    let Record { arguments, certainty, issues, reason, repairs, tool, verdict } = record;
    let mut issues = issues.clone();
    let sentences = issues.iter_mut().filter_map(|issue| issue.as_object_mut()?.remove("text"));
    let told = sentences.filter(|text| text.as_str().is_some_and(|text| !text.is_empty())).count();
    let (empty, value) = match verdict.as_str() {
        "transform" => (
            issues.is_empty() && reason == "misroute",
            text_of(arguments.get()).map(|arguments| {
                json!({
                    "verdict": verdict,
                    "arguments": arguments,
                    "repairs": repairs,
                    "certainty": certainty,
                })
            }),
        ),
        "deny" => (
            arguments.get() == "null" && certainty.is_null() && repairs.is_empty(),
            Some(json!({"verdict": verdict, "reason": reason, "issues": issues})),
        ),
        _ => (
            certainty.is_null() && reason.is_null() && issues.is_empty() && repairs.is_empty(),
            (arguments.get() == source).then(|| json!({ "verdict": verdict })),
        ),
    };
    match value {
        Some(value) if empty && told == issues.len() && tool == TOOL => Ok(value),
        _ => Err(Stop::Fault(format!(
            "the fields of a reply do not fit each other: {}",
            canonical(&json!({
                "arguments": arguments.get(),
                "certainty": certainty,
                "issues": value_of(&record.issues),
                "reason": reason,
                "repairs": repairs,
                "tool": tool,
                "verdict": verdict,
            })),
        ))),
    }
}

fn unwritten(error: io::Error) -> Stop {
    Stop::Fault(format!("cannot write the files of the tool: {error}"))
}

fn fault(reply: &str, error: &serde_json::Error) -> Stop {
    Stop::Fault(format!("the record {}: {error}", canonical(&Value::from(reply))))
}
