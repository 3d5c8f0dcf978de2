//! Replays one fixture: turns it into requests, and compares the replies.

use serde_json::{Map, Value, json};

use crate::compare::Mismatch;
use crate::fixture::Fixture;
use crate::json::{canonical, fields, list, put, remove, text};
use crate::subject::Subject;
use crate::table::{Contract, comparison};

/// Why a fixture has no result.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The subject does not know an operation, or cannot express this use of it.
    Skip(String),
    /// The fixture is at fault, or the subject breaks a rule that holds for all fixtures.
    Fault(String),
    /// The subject answers no more.
    Broken(String),
}

/// One fixture on one subject.
pub(crate) struct Replay<'s> {
    subject: &'s mut dyn Subject,
    contract: Contract,
    /// The exported state after the last reply, where it is known.
    state: Option<String>,
    /// Whether anything that is expected was compared.
    is_compared: bool,
    /// Every comparison that failed.
    pub(crate) mismatches: Vec<Mismatch>,
    /// The fields that the subject could not tell.
    pub(crate) untold: Vec<String>,
}

/// A field of a reply, if it is there and not null.
fn told<'v>(reply: &'v Value, name: &str) -> Option<&'v Value> {
    reply.get(name).filter(|value| !value.is_null())
}

impl<'s> Replay<'s> {
    pub(crate) fn new(subject: &'s mut dyn Subject, contract: Contract) -> Self {
        let (mismatches, untold) = (Vec::new(), Vec::new());
        Replay { subject, contract, state: None, is_compared: false, mismatches, untold }
    }

    /// Replays `fixture` and collects the comparisons that failed.
    ///
    /// # Errors
    ///
    /// [`Stop`], if there is nothing to compare.
    pub(crate) fn run(&mut self, fixture: &Fixture) -> Result<(), Stop> {
        self.carry_out(fixture)?;
        if self.is_compared || self.untold.is_empty() {
            return Ok(());
        }
        Err(Stop::Skip(format!("`{}` is not told", self.untold.join("`, `"))))
    }

    fn carry_out(&mut self, fixture: &Fixture) -> Result<(), Stop> {
        let value = &fixture.value;
        let expected = value.get("expected").unwrap_or(&Value::Null);
        match (value.get("initial_state"), value.get("initial_checkpoint")) {
            (Some(state), _) => self.open("state", Some(state))?,
            (_, Some(checkpoint)) => self.open("checkpoint", Some(checkpoint))?,
            _ => {}
        }
        for text in list(value, "prelude") {
            self.act("step", json!({ "text": text }))?;
        }
        let reply = match text(fixture.case, "op") {
            "turns" => return self.turns(list(expected, "turns")),
            "sequence" => self.sequence(value)?,
            "round_trip" => self.round_trip()?,
            op => {
                if op == "diff" {
                    self.open("state", value.pointer("/action/before"))?;
                    self.open("state", value.pointer("/action/after"))?;
                }
                self.act(op, asked(fixture))?
            }
        };
        self.compare(fixture.expected, expected, &reply, "")?;
        for (name, observed) in fields(expected, "/caller_owned_observations") {
            let seen = reply.get("seen").and_then(|seen| seen.get(name));
            self.same(name, observed.get("value"), seen);
        }
        if expected.get("verdict").is_some() && self.mismatches.is_empty() {
            self.verdict(fixture, expected, &reply)?;
        }
        Ok(())
    }

    /// Compares two values; what is not there is null.
    fn same(&mut self, what: &str, expected: Option<&Value>, actual: Option<&Value>) {
        let [expected, actual] = [expected, actual].map(|value| value.unwrap_or(&Value::Null));
        self.is_compared = true;
        self.mismatches.extend(Mismatch::of(what, expected, actual));
    }

    /// Makes an engine. What it begins with must be normalized already.
    fn open(&mut self, name: &'static str, initial: Option<&Value>) -> Result<(), Stop> {
        let Some(initial) = initial.filter(|initial| !initial.is_null()) else {
            return self.ask("open", json!({})).map(drop);
        };
        let reply = self.ask("open", json!({ name: canonical(initial) }))?;
        if let Some(error) = told(&reply, "error") {
            return Err(Stop::Fault(format!("the {name} to begin with is refused: {error}")));
        }
        let state = canonical(initial.get("authoritative_state").unwrap_or(initial));
        match reply.get("state") {
            Some(Value::String(exported)) if *exported != state => {
                Err(Stop::Fault(format!("the {name} to begin with is not normalized")))
            }
            _ => Ok(()),
        }
    }

    /// Carries out one operation. A step of 0.5 must do what a preview tells.
    fn act(&mut self, op: &str, asked: Value) -> Result<Value, Stop> {
        if op != "step" || self.contract.name() != "0.5" {
            return self.ask(op, asked);
        }
        let foreseen = self.ask_if_supported("preview", asked.clone())?;
        let before = self.state.clone();
        let reply = self.ask(op, asked)?;
        if let (Some(foreseen), Some(before), Some(after)) = (foreseen, before, &self.state) {
            let told = |field| foreseen.pointer(&format!("/result/{field}"));
            let foreseen = json!([told("decision"), told("state_after"), told("would_mutate")]);
            let state: Option<Value> = serde_json::from_str(after).ok();
            let done = json!([reply.pointer("/result/decision"), state, before != *after]);
            self.same("step, as its preview foresaw", Some(&foreseen), Some(&done));
        }
        Ok(reply)
    }

    /// Sends a request. Gives nothing if the subject does not know the operation.
    fn ask_if_supported(&mut self, op: &str, asked: Value) -> Result<Option<Value>, Stop> {
        match self.ask(op, asked) {
            Err(Stop::Skip(_)) => Ok(None),
            reply => reply.map(Some),
        }
    }

    /// Sends a request, and checks what must hold for every reply to it.
    fn ask(&mut self, op: &str, mut request: Value) -> Result<Value, Stop> {
        put(&mut request, "op", op);
        put(&mut request, "contract", self.contract.name());
        let reply = self.subject.ask(&request).map_err(Stop::Broken)?;
        if let Some(what) = told(&reply, "unsupported") {
            let what = what.as_str().unwrap_or(op);
            return Err(Stop::Skip(format!("`{what}` is not supported")));
        }
        let fault = |fault: &str| Err(Stop::Fault(fault.to_owned()));
        if let Some(what) = told(&reply, "fault") {
            return fault(what.as_str().unwrap_or(&what.to_string()));
        }
        let decision = reply.pointer("/result/decision").or(reply.get("decision"));
        let may_change = match op {
            "step" | "apply" => decision.is_some_and(|decision| text(decision, "kind") == "update"),
            "open" | "import" | "import_checkpoint" => told(&reply, "error").is_none(),
            "isolate" => true,
            _ => false,
        };
        let Some(state) = reply.get("state").and_then(Value::as_str) else {
            self.state = self.state.take().filter(|_| !may_change);
            return Ok(reply);
        };
        if let Some(before) = &self.state {
            if !may_change && before != state {
                return fault(&format!("`{op}` must change nothing here, and did"));
            }
            let says = decision.and_then(|decision| decision.get("changed")?.as_bool());
            if says.is_some_and(|says| says != (before != state)) {
                return fault("`changed` and the state contradict each other");
            }
        }
        self.state = Some(state.to_owned());
        if let (Some(object), Some(payload)) = (reply.get("payload_object"), reply.get("payload")) {
            let authority = object.get("authoritative_state").map(canonical);
            if payload.as_str() != Some(&canonical(object)) || authority != self.state {
                return fault(&format!("the exports disagree: {reply}"));
            }
        }
        Ok(reply)
    }

    /// Compares a reply with what is expected of it, field by field as the type says.
    fn compare(
        &mut self,
        types: &Value,
        expected: &Value,
        reply: &Value,
        when: &str,
    ) -> Result<(), Stop> {
        let is_refusal = ["error", "grammar_error"].iter().any(|name| expected.get(name).is_some());
        if !is_refusal && let Some(error) = told(reply, "error") {
            self.same(&format!("error{when}"), None, Some(error));
            return Ok(());
        }
        for (name, of) in fields(types, "") {
            let name = name.trim_end_matches('?');
            let Some(expected) = expected.get(name) else {
                continue;
            };
            let (from, way) = comparison(name, of);
            let actual = reply.pointer(&format!("/{from}"));
            let what = format!("{name}{when}");
            let is_null = matches!(actual, Some(Value::Null));
            self.is_compared |= match way {
                "apart" | "followup" => false,
                "told" | "exported" => !is_null,
                _ => true,
            };
            match (way, actual) {
                ("apart", _) => {}
                ("followup", _) => {
                    let step = self.act("step", json!({ "text": text(expected, "input") }))?;
                    self.compare_step(expected, &step, " of the followup")?;
                }
                ("told" | "exported", _) if is_null => self.untold.push(name.to_owned()),
                ("exported", Some(Value::String(exported))) => {
                    let data = serde_json::from_str(exported).unwrap_or(exported.as_str().into());
                    if data == *expected {
                        let bytes = format!("bytes of the {what}");
                        self.same(&bytes, Some(&canonical(expected).into()), actual);
                    } else {
                        self.same(&what, Some(expected), Some(&data));
                    }
                }
                ("refused", actual) => {
                    let place = match actual.and_then(Value::as_str) {
                        Some(message) if message.contains(text(expected, "message_contains")) => {
                            continue;
                        }
                        Some(_) => "the message does not contain the text",
                        None => "nothing was refused",
                    };
                    let (expected, actual) = (expected.clone(), actual.unwrap_or(reply).clone());
                    let places = vec![place.to_owned()];
                    self.mismatches.push(Mismatch { what, expected, actual, places });
                }
                (_, None) => self.same(&what, Some(expected), Some(&"(the reply lacks it)".into())),
                (_, actual) => self.same(&what, Some(expected), actual),
            }
        }
        Ok(())
    }

    /// Compares the reply to a step beside those that a family is about.
    fn compare_step(&mut self, expected: &Value, reply: &Value, when: &str) -> Result<(), Stop> {
        let types = self.contract.definition("after").unwrap_or(&Value::Null);
        self.compare(types, expected, reply, when)
    }

    /// Exports a checkpoint and imports it into a new engine.
    fn round_trip(&mut self) -> Result<Value, Stop> {
        let exported = self.ask("export_checkpoint", json!({}))?;
        let payload = exported.get("payload").cloned().unwrap_or_default();
        self.open("checkpoint", None)?;
        let reply = self.ask("import_checkpoint", json!({ "payload": payload }))?;
        let again = self.ask("export_checkpoint", json!({}))?;
        self.same("payload after the round trip", Some(&payload), again.get("payload"));
        Ok(reply)
    }

    /// Runs operations on one engine, and compares their labelled results.
    fn sequence(&mut self, value: &Value) -> Result<Value, Stop> {
        let mut results = Map::new();
        for operation in list(value, "operations") {
            let reply = match text(operation, "fn") {
                "export_json" => self.ask("export", json!({}))?,
                "import_json" => {
                    let earlier = results.get(text(operation, "payload_ref"));
                    let payload = operation.get("payload").or(earlier).cloned();
                    let reply = self.ask("import", json!({ "payload": payload }))?;
                    self.same("import", None, reply.get("error"));
                    reply
                }
                "step" => self.act("step", json!({ "text": text(operation, "input") }))?,
                _ => self.act("apply", json!({ "text": text(operation, "text") }))?,
            };
            let result = reply.get("decision").or(reply.get("state")).cloned();
            results.insert(text(operation, "label").to_owned(), result.unwrap_or_default());
        }
        for (label, expected) in fields(value, "/expected/observations") {
            self.same(label, Some(expected), results.get(label));
        }
        for pair in value.get("expected").map_or(&[][..], |it| list(it, "equal")) {
            let name = |at: usize| pair.get(at).and_then(Value::as_str).unwrap_or_default();
            let (one, other) = (name(0), name(1));
            let what = format!("{other}, which equals {one}");
            self.same(&what, results.get(one), results.get(other));
        }
        Ok(json!({ "state": self.state }))
    }

    /// Submits the inputs of a conversation.
    fn turns(&mut self, turns: &[Value]) -> Result<(), Stop> {
        for (index, turn) in turns.iter().enumerate() {
            let when = format!(" of turn {}", index.saturating_add(1));
            let reply = self.act("step", json!({ "text": text(turn, "input") }))?;
            let Some(checkpoint) = turn.get("checkpoint") else {
                self.compare_step(turn, &reply, &when)?;
                continue;
            };
            let state = checkpoint.get("authoritative_state");
            let mut decision = turn.get("decision").cloned().unwrap_or_default();
            let is_update = text(&decision, "kind") == "update";
            put(&mut decision, "state", state.filter(|_| is_update).cloned());
            let expected = json!({ "decision": decision, "state": state });
            self.compare_step(&expected, &reply, &when)?;
            match self.ask_if_supported("export_checkpoint", json!({}))? {
                Some(reply) => {
                    let exported = reply.get("payload_object");
                    self.same(&format!("checkpoint{when}"), Some(checkpoint), exported);
                }
                None => self.untold.push("checkpoint".to_owned()),
            }
        }
        Ok(())
    }

    /// Compares what holds for all calls of tools with one verdict.
    fn verdict(&mut self, fixture: &Fixture, expected: &Value, reply: &Value) -> Result<(), Stop> {
        if let Some(as_object) = reply.get("as_object") {
            let when = " on the arguments as an object";
            self.compare(fixture.expected, expected, as_object, when)?;
        }
        for (name, expected) in fields(fixture.case, "/also") {
            match reply.get(name) {
                Some(actual) => self.same(name, Some(expected), Some(actual)),
                None => self.untold.push(name.clone()),
            }
        }
        if let Some(arguments) = expected.get("arguments") {
            let mut again = asked(fixture);
            put(&mut again, "args", arguments.clone());
            let again = self.ask("toolcall", again)?;
            let what = "verdict on the transformed arguments";
            self.same(what, Some(&"defer".into()), again.get("verdict"));
        }
        Ok(())
    }
}

/// The fields of the request that a fixture makes: those of its action, or without one its own.
fn asked(fixture: &Fixture) -> Value {
    let own = ["id", "kind", "initial_state", "prelude", "handles", "expected"];
    let (fields_of, apart) = match fixture.value.get("action") {
        Some(action) => (action, &["fn"][..]),
        None => (&fixture.value, &own[..]),
    };
    let mut asked = fields_of.clone();
    apart.iter().for_each(|name| drop(remove(&mut asked, name)));
    if let Some(input) = remove(&mut asked, "input") {
        put(&mut asked, "text", input);
    }
    if let Some(schema) = asked.get_mut("schema").filter(|schema| schema.is_object()) {
        // INVARIANT: an object is a sorted map here, so its text is the same for all readers.
        *schema = schema.to_string().into();
    }
    if text(fixture.case, "fn") == "import_checkpoint"
        && let Some(object) = remove(&mut asked, "payload")
    {
        put(&mut asked, "payload", canonical(&object));
        put(&mut asked, "object", object);
    }
    if asked.get("mutations").is_some() {
        let observed = fields(&fixture.value, "/expected/caller_owned_observations");
        let paths = observed.map(|(name, seen)| (name.clone(), json!(seen.get("path"))));
        put(&mut asked, "observations", paths.collect::<Value>());
    }
    asked
}
