//! Replays one fixture: turns it into requests, and compares the replies.

mod families;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::compare::shown;
use crate::fixture::Fixture;
use crate::json::{canonical, fields, list, put, text};
use crate::subject::Subject;
use crate::table::{Contract, comparison};

/// Why a fixture does not pass.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    /// It is left out, or the subject does not know an operation or this use of it.
    Skip(String),
    /// The fixture is at fault, or the subject breaks a rule that holds for all fixtures.
    Fault(String),
    /// The subject answers something else than expected, as these lines show.
    Differ(String),
    /// The subject answers no more.
    Broken(String),
}

/// One fixture on one subject.
struct Replay<'s> {
    subject: &'s mut dyn Subject,
    contract: &'static Contract,
    /// The exported state after the last reply, where it is known.
    state: Option<String>,
    /// Whether anything that is expected was compared.
    is_compared: bool,
    /// The lines that show every comparison that failed.
    differences: String,
    /// The fields that the subject could not tell.
    untold: BTreeSet<String>,
}

/// Replays `fixture`. Gives the fields that the subject could not tell.
pub(crate) fn run(
    subject: &mut dyn Subject,
    contract: &'static Contract,
    fixture: &Fixture,
) -> Result<BTreeSet<String>, Stop> {
    let (differences, untold) = Default::default();
    let mut replay =
        Replay { subject, contract, state: None, is_compared: false, differences, untold };
    replay.carry_out(fixture)?;
    let Replay { is_compared, differences, untold, .. } = replay;
    if !differences.is_empty() {
        Err(Stop::Differ(differences))
    } else if is_compared || untold.is_empty() {
        Ok(untold)
    } else {
        let untold: Vec<_> = untold.into_iter().collect();
        Err(Stop::Skip(format!("`{}` is not told", untold.join("`, `"))))
    }
}

/// A field of a reply, if it is there and not null.
fn told<'v>(reply: &'v Value, name: &str) -> Option<&'v Value> {
    reply.get(name).filter(|value| !value.is_null())
}

/// A reply, unless the subject does not know the operation.
fn supported(reply: Result<Value, Stop>) -> Result<Option<Value>, Stop> {
    match reply {
        Err(Stop::Skip(_)) => Ok(None),
        reply => reply.map(Some),
    }
}

impl Replay<'_> {
    fn carry_out(&mut self, fixture: &Fixture) -> Result<(), Stop> {
        let Fixture { value, expected, types, .. } = fixture;
        self.open("import", value.get("initial_state"))?;
        self.open("import_checkpoint", value.get("initial_checkpoint"))?;
        self.open("import", value.pointer("/action/before"))?;
        self.open("import", value.pointer("/action/after"))?;
        for text in list(value, "prelude") {
            self.act("step", json!({ "text": text }))?;
        }
        let asked = match value.get("action") {
            Some(action) => request(action, &["fn"]),
            None => request(value, &["id", "kind", "initial_state", "prelude"]),
        };
        let mut reply = match &*fixture.case.op {
            "turns" => return self.turns(list(expected, "turns")),
            "sequence" => self.sequence(value, expected)?,
            "render" => self.render(asked.clone())?,
            "round_trip" => self.round_trip()?,
            "import_object" => self.import_object(&asked)?,
            "isolate" => self.isolate(value, expected)?,
            "toolcall" => return self.calls(fixture, &asked),
            "log" => return self.log(&asked, list(expected, "events")),
            op => self.act(op, asked.clone())?,
        };
        self.settle(&mut reply)?;
        self.compare(types, expected, &reply, "")
    }

    /// Compares two values; what is not there is null.
    fn same(&mut self, what: &str, expected: Option<&Value>, actual: Option<&Value>) {
        let [expected, actual] = [expected, actual].map(|value| value.unwrap_or(&Value::Null));
        self.is_compared |= !expected.is_null();
        if expected != actual {
            self.differences.push_str(&shown(what, expected, actual));
        }
    }

    /// Makes an engine that begins with this, which must be normalized already; null is nothing.
    fn open(&mut self, import: &str, initial: Option<&Value>) -> Result<(), Stop> {
        let Some(initial) = initial else {
            return Ok(());
        };
        self.ask("open", json!({}))?;
        if initial.is_null() {
            return Ok(());
        }
        let reply = self.ask(import, json!({ "payload": canonical(initial) }))?;
        let state = canonical(initial.get("authoritative_state").unwrap_or(initial));
        let fault = match (told(&reply, "error"), &self.state) {
            (Some(error), _) => format!("what the engine begins with is refused: {error}"),
            (None, Some(exported)) if *exported != state => {
                "the state to begin with is not normalized".to_owned()
            }
            _ => return Ok(()),
        };
        Err(Stop::Fault(fault))
    }

    /// Carries out one operation. A step of 0.5 must do what a preview tells.
    fn act(&mut self, op: &str, asked: Value) -> Result<Value, Stop> {
        if op != "step" || self.contract.name() != "0.5" {
            return self.ask(op, asked);
        }
        let foreseen = supported(self.ask("preview", asked.clone()))?;
        let before = self.state.clone();
        let reply = self.ask(op, asked)?;
        if let (Some(foreseen), Some(before), Some(after)) = (foreseen, before, &self.state) {
            let told = ["decision", "state_after", "would_mutate", "diff/changed"];
            let told = told.map(|field| foreseen.pointer(&format!("/result/{field}")));
            let (state, changed): (Option<Value>, _) =
                (serde_json::from_str(after).ok(), before != *after);
            let done = json!([reply.pointer("/result/decision"), state, changed, changed]);
            self.same("step, as its preview foresaw", Some(&json!(told)), Some(&done));
        }
        Ok(reply)
    }

    /// Sends a request, and checks what must hold for every reply to it.
    fn ask(&mut self, op: &str, mut request: Value) -> Result<Value, Stop> {
        put(&mut request, "op", op);
        put(&mut request, "contract", self.contract.name());
        let reply = self.subject.ask(&request).map_err(Stop::Broken)?;
        let fault = |fault: &str| Err(Stop::Fault(fault.to_owned()));
        match (text(&reply, "unsupported"), text(&reply, "fault")) {
            ("", "") => {}
            ("", what) => return fault(what),
            (what, _) => return Err(Stop::Skip(format!("`{what}` is not supported"))),
        }
        let decision = reply.pointer("/result/decision").or(reply.get("decision"));
        let may_change = match op {
            "step" | "apply" => decision.is_some_and(|decision| text(decision, "kind") == "update"),
            "open" | "import" | "import_checkpoint" | "import_object" => {
                told(&reply, "error").is_none()
            }
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
        let inside = decision.and_then(|decision| told(decision, "state")).map(canonical);
        if op == "step" && inside.is_some_and(|inside| inside != state) {
            return fault("the decision holds another state than the one after it");
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

    /// Finds out by steps what a reply of m1 does not tell: the state, and what is asked about.
    ///
    /// Ordinary text makes an open question be asked again, `no` closes it, and a permission that
    /// removes nothing shows the state.
    fn settle(&mut self, reply: &mut Value) -> Result<(), Stop> {
        let is_told = reply.get("pending").is_some() || told(reply, "error").is_some();
        if self.contract.name() != "m1" || is_told {
            return Ok(());
        }
        let [asked, closed, shown] =
            ["??", "no", "allow ??"].map(|text| self.ask("step", json!({ "text": text })));
        let (asked, shown) = (asked?, closed.and(shown)?);
        let prompt = asked.pointer("/decision/prompt_to_user").and_then(Value::as_str);
        let item = prompt
            .and_then(|prompt| prompt.strip_prefix("Did you mean to prohibit '"))
            .and_then(|prompt| prompt.strip_suffix("'? Please answer yes or no."));
        put(reply, "pending", item.or(prompt));
        put(reply, "state", shown.pointer("/decision/state").map(canonical));
        Ok(())
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
        let types = self.contract.resolve(types);
        let lacking = "(the reply lacks it)".into();
        for (name, expected) in fields(expected, "") {
            let of = types.get(name).or_else(|| types.get(format!("{name}?")));
            let (from, way) = of.map_or((&**name, "told"), |of| comparison(name, of));
            let actual = reply.pointer(&format!("/{from}"));
            let what = format!("{name}{when}");
            match (way, actual) {
                ("apart", _) => {}
                ("followup", _) => {
                    let step = self.act("step", json!({ "text": text(expected, "input") }))?;
                    self.compare(&"followup".into(), expected, &step, " of the followup")?;
                }
                ("told" | "exported", None | Some(Value::Null)) => {
                    self.untold.extend(Some(name.clone()).filter(|_| !expected.is_null()));
                }
                ("exported", Some(Value::String(exported))) => {
                    let data = serde_json::from_str(exported).unwrap_or(exported.as_str().into());
                    self.same(&what, Some(expected), Some(&data));
                    if data == *expected {
                        let bytes = format!("bytes of the {what}");
                        self.same(&bytes, Some(&canonical(expected).into()), actual);
                    }
                }
                ("part", Some(Value::Object(actual))) if expected.is_object() => {
                    let part = actual.iter().filter(|(name, _)| expected.get(name).is_some());
                    let part = part.map(|(name, it)| (name.clone(), it.clone())).collect();
                    self.same(&what, Some(expected), Some(&part));
                }
                ("refused", Some(Value::String(message)))
                    if message.contains(text(expected, "message_contains")) =>
                {
                    self.is_compared = true;
                }
                (_, actual) => self.same(&what, Some(expected), actual.or(Some(&lacking))),
            }
        }
        Ok(())
    }
}

/// A request with the fields of a value, but for some.
fn request(of: &Value, apart: &[&str]) -> Value {
    let fields = fields(of, "").filter(|(name, _)| !apart.contains(&name.as_str()));
    let fields = fields.map(|(name, value)| match name.as_str() {
        "input" => ("text", value.clone()),
        // INVARIANT: an object is a sorted map here, so its text is the same for all readers.
        "schema" if value.is_object() => ("schema", value.to_string().into()),
        name => (name, value.clone()),
    });
    fields.collect()
}
