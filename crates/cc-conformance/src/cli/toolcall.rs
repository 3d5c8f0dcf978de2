//! Calls of tools, judged by the command.
//!
//! Schema and aliases go in as files. The arguments go in as a string of JSON, which can hold any
//! text, and where their text is an object on one line, as that object too.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::{Cli, quoted};
use crate::json;
use crate::records::{self, put, remove};
use crate::table::{Contract, check, text};

/// The name of the tool, and so of the file with its schema; no fixture depends on it.
const TOOL: &str = "tool";

impl Cli {
    pub(super) fn toolcall(&self, contract: Contract, request: &Value) -> Result<Value, String> {
        let folder = tempfile::tempdir().map_err(unwritten)?;
        let (arguments, refusal) = prepare(folder.path(), request).map_err(unwritten)?;
        let args = text(request, "args");
        let source = quoted(args);
        let object = serde_json::from_str::<&RawValue>(args).ok().map(RawValue::get);
        let object = object.filter(|text| text.starts_with('{') && !text.contains(['\n', '\r']));
        let sources: Vec<&str> = [source.as_str()].into_iter().chain(object).collect();
        let line = |source: &&str| format!("{{\"tool\":\"{TOOL}\",\"arguments\":{source}}}\n");
        let input: String = sources.iter().map(line).collect();
        let lines = match self.lines(&arguments, &refusal, &input)? {
            Ok(lines) => lines,
            Err(message) => return Ok(json!({ "error": message })),
        };
        let (first, rest) = lines.split_first().ok_or("the call got no record")?;
        // A record is canonical JSON, unless it repeats arguments that are not.
        records::read(contract, first, &json!("any"))?;
        let mut reply = verdict(contract, first, &source, |text| serde_json::from_str(text).ok())?;
        match (rest, object) {
            ([second], Some(object)) => {
                let as_object = verdict(contract, second, object, |text| Some(text.to_owned()))?;
                put(&mut reply, "as_object", as_object);
            }
            ([], None) => {}
            _ => return Err(format!("{} calls got {} records", sources.len(), lines.len())),
        }
        Ok(reply)
    }
}

/// Writes the files of a tool. Gives the arguments of the program, and what precedes the reason
/// when it refuses the grammar.
fn prepare(folder: &Path, request: &Value) -> io::Result<(Vec<String>, String)> {
    let mut arguments = vec!["toolcall".to_owned()];
    let mut file = |option: &str, name: &str, text: &str| {
        let path = folder.join(name).display().to_string();
        fs::write(&path, text)?;
        arguments.extend([format!("--{option}"), path.clone()]);
        io::Result::Ok(path)
    };
    let path = match request.get("schema") {
        Some(Value::String(schema)) => file("schema", &format!("{TOOL}.json"), schema)?,
        _ => file("schemas", "none.json", "[]")?,
    };
    if let Some(aliases) = request.get("aliases").filter(|aliases| **aliases != json!({})) {
        file("aliases", "aliases.json", &json!({ TOOL: aliases }).to_string())?;
    }
    arguments.push(format!("--order={}", text(request, "order")));
    let least = request.get("least_certainty").and_then(Value::as_str);
    arguments.extend(least.map(|least| format!("--least-certainty={least}")));
    Ok((arguments, format!("error: `{path}`: tool `{TOOL}`: ")))
}

/// Writes a reply as fixtures write verdicts. Checks what fixtures do not say: the fields that the
/// verdict leaves empty, the arguments, and that every issue has its sentence.
fn verdict(
    contract: Contract,
    line: &str,
    source: &str,
    text_of: impl Fn(&str) -> Option<String>,
) -> Result<Value, String> {
    let raw: BTreeMap<String, &RawValue> =
        serde_json::from_str(line).map_err(|error| error.to_string())?;
    let arguments = raw.get("arguments").map_or("", |raw| raw.get());
    // The arguments may be JSON that no value can hold, so the rest is read without them.
    let rest = raw.iter().filter(|(name, _)| *name != "arguments");
    let rest = rest.map(|(name, raw)| Ok((name.clone(), json::read(raw.get())?)));
    let mut record: Value = rest.collect::<Result<Map<_, _>, String>>()?.into();
    let (some, none, no) = ("any*", json!([[]]), json!([null]));
    let shape = json!({ "|verdict": {
        "defer": { "certainty": no, "issues": none, "reason": no, "repairs": none, "tool": [TOOL] },
        "transform": {
            "certainty": "any", "issues": none, "reason": ["misroute"], "repairs": some, "tool": [TOOL],
        },
        "deny": { "certainty": no, "issues": some, "reason": "any", "repairs": none, "tool": [TOOL] },
    }});
    check(contract, &shape, &record, "record")?;
    let mut is_fit = true;
    let apart: &[&str] = match text(&record, "verdict") {
        "transform" => {
            put(&mut record, "arguments", text_of(arguments));
            &["issues", "reason", "tool"]
        }
        "deny" => {
            for issue in
                record.pointer_mut("/issues").and_then(Value::as_array_mut).into_iter().flatten()
            {
                let sentence = remove(issue, "text");
                is_fit &=
                    sentence.is_some_and(|text| text.as_str().is_some_and(|text| !text.is_empty()));
            }
            is_fit &= arguments == "null";
            &["certainty", "repairs", "tool"]
        }
        _ => {
            is_fit = arguments == source;
            &["certainty", "issues", "reason", "repairs", "tool"]
        }
    };
    apart.iter().for_each(|name| drop(remove(&mut record, name)));
    let fault = || format!("the fields of a reply do not fit each other: {line}");
    is_fit.then_some(record).ok_or_else(fault)
}

fn unwritten(error: io::Error) -> String {
    format!("cannot write the files of the tool: {error}")
}
