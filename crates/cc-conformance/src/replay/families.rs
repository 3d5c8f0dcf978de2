//! What is done with the fixtures of families that ask more than one question.

use std::collections::BTreeMap;

use cc_sessions::Digest;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::{Replay, Stop, request, supported, told};
use crate::fixture::Fixture;
use crate::json::{canonical, fields, list, put, remove, text};

impl Replay<'_> {
    /// Exports a checkpoint and imports it into a new engine.
    pub(super) fn round_trip(&mut self) -> Result<Value, Stop> {
        let exported = self.ask("export_checkpoint", json!({}))?;
        let payload = exported.get("payload").cloned().unwrap_or_default();
        self.ask("open", json!({}))?;
        let reply = self.ask("import_checkpoint", json!({ "payload": payload }))?;
        let again = self.ask("export_checkpoint", json!({}))?;
        self.same("payload after the round trip", Some(&payload), again.get("payload"));
        Ok(reply)
    }

    /// Imports a checkpoint as an object and as its text, which must do the same.
    pub(super) fn import_object(&mut self, asked: &Value) -> Result<Value, Stop> {
        let object = asked.get("payload").unwrap_or(&Value::Null);
        let as_object = supported(self.ask("import_object", json!({ "object": object })))?;
        let payload = json!({ "payload": canonical(object) });
        let as_text = self.ask("import_checkpoint", payload)?;
        if let Some(as_object) = as_object {
            let [one, other] = [&as_text, &as_object].map(|reply| {
                told(reply, "error").map_or(reply.get("state"), |_| Some(&Value::Bool(false)))
            });
            self.same("import of the object, as of its text", one, other);
        }
        Ok(as_text)
    }

    /// Runs operations on one engine, and compares their results, which have labels.
    pub(super) fn sequence(&mut self, value: &Value, expected: &Value) -> Result<Value, Stop> {
        let mut results = BTreeMap::new();
        let fault = |what| Err(Stop::Fault(what));
        for operation in list(value, "operations") {
            let label = operation.get("payload_ref").and_then(Value::as_str);
            let (op, asked) = match (text(operation, "fn"), operation.get("payload"), label) {
                ("step", ..) => ("step", json!({ "text": text(operation, "input") })),
                ("apply_directive", ..) => ("apply", json!({ "text": text(operation, "text") })),
                ("export_json", ..) => ("export", json!({})),
                (_, Some(payload), None) => ("import", json!({ "payload": payload })),
                (_, None, Some(label)) => match results.get(label) {
                    Some(Value::String(payload)) => ("import", json!({ "payload": payload })),
                    _ => return fault(format!("`{label}` is not the label of an earlier export")),
                },
                _ => return fault("an import has either `payload` or `payload_ref`".to_owned()),
            };
            let reply = self.act(op, asked)?;
            if op == "import" {
                self.same("import", None, reply.get("error"));
            }
            let result = reply.get("decision").or(reply.get("state")).cloned().unwrap_or_default();
            if let Some(label) = operation.get("label").and_then(Value::as_str)
                && results.insert(label, result).is_some()
            {
                return fault(format!("the label `{label}` is given twice"));
            }
        }
        let result = |label: &str| match results.get(label) {
            Some(result) => Ok(Some(result)),
            None => Err(Stop::Fault(format!("no operation has the label `{label}`"))),
        };
        for (label, expected) in fields(expected, "/observations") {
            self.same(label, Some(expected), result(label)?);
        }
        let pairs = expected.get("equal").and_then(|pairs| Vec::deserialize(pairs).ok());
        for (one, other) in pairs.unwrap_or_default() {
            let what = format!("{other}, which equals {one}");
            self.same(&what, result(one)?, result(other)?);
        }
        Ok(json!({ "state": self.state }))
    }

    /// Submits the inputs of a conversation.
    pub(super) fn turns(&mut self, turns: &[Value]) -> Result<(), Stop> {
        for (turn, number) in turns.iter().zip(1..) {
            let when = format!(" of turn {number}");
            let mut reply = self.act("step", json!({ "text": text(turn, "input") }))?;
            if let Some(checkpoint) = turn.get("checkpoint") {
                let state = json!({ "state": checkpoint.get("authoritative_state") });
                self.compare(&"after".into(), &state, &reply, &when)?;
                let exported = supported(self.ask("export_checkpoint", json!({})))?;
                let exported = exported.and_then(|mut reply| remove(&mut reply, "payload_object"));
                put(&mut reply, "checkpoint", exported);
            }
            self.compare(&"turn".into(), turn, &reply, &when)?;
        }
        Ok(())
    }

    /// Gets a result and tries to change it, which must not reach the engine, nor what is observed.
    pub(super) fn isolate(&mut self, value: &Value, expected: &Value) -> Result<Value, Stop> {
        let operation = value.get("operation").unwrap_or(&Value::Null);
        let (op, place) = match text(operation, "fn") {
            "engine.step" => ("step", "/decision"),
            "engine.policies" => ("policies", "/policies"),
            "engine.premise" => ("premise", ""),
            "canonical_directive.operands" => ("render", "/directive/operands"),
            _ => ("metadata", ""),
        };
        let apart = ["fn", "result_handle", "canonical_start", "operand_names"];
        let reply = self.act(op, request(operation, &apart))?;
        let mut held = reply.pointer(place).cloned().unwrap_or_default();
        for name in ["canonical_start", "operand_names"] {
            if let Some(expected) = operation.get(name) {
                self.same(name, Some(expected), held.get(name));
            }
        }
        for mutation in list(value, "mutations") {
            let (path, value) = (list(mutation, "path"), mutation.get("value"));
            let way = path.split_last().map_or(&[][..], |(_, way)| way);
            if !at(&held, way).is_some_and(Value::is_object) {
                let path: Vec<_> = path.iter().filter_map(Value::as_str).collect();
                return Err(Stop::Fault(format!("the result has no place `/{}`", path.join("/"))));
            }
            let reply = self.ask("mutate", json!({ "path": path, "value": value }))?;
            held = told(&reply, "held").cloned().unwrap_or(held);
        }
        for (name, observed) in fields(expected, "/caller_owned_observations") {
            self.same(name, observed.get("value"), at(&held, list(observed, "path")));
        }
        Ok(json!({ "state": self.state }))
    }

    /// Builds a directive, which must be read as it was built.
    pub(super) fn render(&mut self, asked: Value) -> Result<Value, Stop> {
        let built = self.ask("render", asked)?;
        if let Some(text) = built.pointer("/directive/text")
            && let Some(read) = supported(self.ask("classify", json!({ "text": text })))?
        {
            self.same("directive, as it is read", built.get("directive"), read.get("directive"));
        }
        Ok(built)
    }

    /// Compares the events of a session's log, each of which must be canonical JSON and chained to the
    /// one before. The version of Unicode is the subject's own.
    pub(super) fn log(&mut self, asked: &Value, expected: &[Value]) -> Result<(), Stop> {
        let reply = self.ask("log", asked.clone())?;
        self.same("error", None, reply.get("error"));
        let (events, digests) = (list(&reply, "events"), list(&reply, "digests"));
        let mut told = Vec::new();
        let mut last = Digest::ZERO;
        for (number, event) in (1..).zip(events) {
            let event = event.as_str().unwrap_or_default();
            let mut data = serde_json::from_str(event).unwrap_or_default();
            let bytes = format!("bytes of event {number}");
            self.same(&bytes, Some(&canonical(&data).into()), Some(&event.into()));
            last = last.then(event);
            let digest = format!("digest of event {number}");
            self.same(&digest, Some(&last.to_string().into()), digests.get(number - 1));
            remove(&mut data, "unicode_version");
            told.push(data);
        }
        self.same("events", Some(&expected.into()), Some(&told.into()));
        Ok(())
    }

    /// Compares the verdict on a call, with the arguments as a text and, where that is an object on
    /// one line, as this object too.
    pub(super) fn calls(&mut self, fixture: &Fixture, asked: &Value) -> Result<(), Stop> {
        let mut expected = fixture.expected.clone();
        for (name, always) in &fixture.case.also {
            put(&mut expected, name, always.clone());
        }
        let args = text(asked, "args");
        let object = serde_json::from_str::<&RawValue>(args).ok().map(RawValue::get);
        let object = object.filter(|text| text.starts_with('{') && !text.contains(['\n', '\r']));
        let as_object = object.map(|args| (args, true, " on the arguments as an object"));
        for (args, as_object, when) in [(args, false, "")].into_iter().chain(as_object) {
            let mut call = asked.clone();
            put(&mut call, "args", args);
            put(&mut call, "as_object", as_object);
            let reply = self.ask("toolcall", call)?;
            if text(&expected, "verdict") == "defer" {
                put(&mut expected, "arguments", args);
            }
            self.compare(fixture.types, &expected, &reply, when)?;
        }
        if text(&expected, "verdict") == "transform" {
            let mut again = asked.clone();
            put(&mut again, "args", expected.get("arguments").cloned());
            let again = self.ask("toolcall", again)?;
            let what = "verdict on the transformed arguments";
            self.same(what, Some(&"defer".into()), again.get("verdict"));
        }
        Ok(())
    }
}

/// What stands in a value at the end of a path of names.
fn at<'v>(value: &'v Value, path: &[Value]) -> Option<&'v Value> {
    path.iter().try_fold(value, |at, name| at.get(name.as_str()?))
}
