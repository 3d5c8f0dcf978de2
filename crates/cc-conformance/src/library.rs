//! The library in this process, as a subject.

use cc_contract::ContractName;
use cc_engine::v0_5::{self, Checkpoint, Confirmation, read_confirmation};
use cc_engine::{
    Answers, Classification, ContractClassification, ContractDirective, ContractState, Engine,
    Form, Kind, State, V0_5, V0_9, classify, classify_by,
};
use cc_migrate::FocusDevice;
use cc_toolcall::{Certainty, Order, Tools, Verdict};
use cc_wire::{AnyEngine, Command, StateText, ToolCall, push_classification, push_step};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::json::{fields, list, put, text};
use crate::records::{self, TOOL};
use crate::subject::{Subject, fault, preload, unsupported};

/// The library, with one engine at a time.
///
/// ```
/// use cc_conformance::{Library, Subject};
/// use serde_json::json;
///
/// let mut library = Library::default();
/// library.ask(&json!({"op": "open", "contract": "0.9"}))?;
/// assert_eq!(
///     library.ask(&json!({"op": "step", "contract": "0.9", "text": "use tea"}))?,
///     json!({
///         "decision": {"kind": "update", "changed": true},
///         "state": r#"{"policies":{"tea":"use"},"premise":null,"version":2}"#,
///     }),
/// );
/// # Ok::<(), String>(())
/// ```
#[derive(Debug)]
pub struct Library {
    engine: AnyEngine,
}

impl Default for Library {
    fn default() -> Self {
        Library { engine: AnyEngine::new(ContractName::default()) }
    }
}

impl Subject for Library {
    fn ask(&mut self, request: &Value) -> Result<Value, String> {
        let (name, op) = (text(request, "contract"), text(request, "op"));
        let reply = match name.parse() {
            Ok(contract) => self.answer(contract, request),
            Err(_) if [name, op] == ["toolcall"; 2] => toolcall(request),
            Err(_) => Ok(unsupported(name)),
        };
        Ok(reply.unwrap_or_else(fault))
    }
}

impl Library {
    fn answer(&mut self, contract: ContractName, request: &Value) -> Result<Value, String> {
        use ContractName as Name;

        let submitted = text(request, "text");
        let mut line = String::new();
        let mut reply = match (text(request, "op"), contract) {
            ("classify", Name::V0_9 | Name::V0_5) => {
                push_classification(&mut line, contract, submitted);
                return records::classification(contract, &line);
            }
            ("render", Name::V0_9) => return render::<V0_9>(request, "directive_kind"),
            ("render", Name::V0_5) => return render::<V0_5>(request, "validated_kind"),
            ("confirm", Name::V0_5) => {
                let yes = read_confirmation(submitted).map(|answer| answer == Confirmation::Yes);
                return Ok(json!({ "answer": yes.map(|yes| if yes { "yes" } else { "no" }) }));
            }
            ("diff", Name::V0_5) => {
                let state = |name| {
                    let state = request.get(name).unwrap_or(&Value::Null);
                    v0_5::State::deserialize(state).map_err(|error| error.to_string())
                };
                return Ok(json!({ "diff": state("before")?.diff(&state("after")?) }));
            }
            ("open" | "import", _) => self.begin(contract, request),
            ("import_checkpoint", Name::V0_5) => {
                let as_text = Checkpoint::from_json(text(request, "payload")).ok();
                let as_object = request.get("object").map(|it| Checkpoint::deserialize(it).ok());
                if let Some(as_object) = as_object.filter(|as_object| *as_object != as_text) {
                    return Err(format!("as text it is {as_text:?}, as an object {as_object:?}"));
                }
                self.begin(contract, request)
            }
            ("step", _) => {
                self.engine.push_step(&mut line, Command::Input, submitted);
                records::step(contract, &line)?
            }
            ("apply", Name::V0_9) => {
                let Classification::Canonical(directive) = classify(submitted) else {
                    return Err(format!("`{submitted}` does not classify as a directive to apply"));
                };
                let mut engine = Engine::from(state_of::<V0_9>(&self.engine)?);
                let decision = engine.apply_directive(directive).into();
                let state = StateText::new(engine.state());
                push_step::<V0_9>(&mut line, Command::Input, &decision, &state);
                self.engine = State::from(engine).into();
                records::step(contract, &line)?
            }
            ("preview", Name::V0_5) => {
                let told = self.engine.preview(submitted).diff;
                let mut after = self.engine.clone();
                after.step(submitted);
                if self.engine.diff(&after).as_ref() != Some(&told) {
                    return Err(format!("the step did not do what {told:?} told"));
                }
                self.engine.push_preview(&mut line, submitted);
                records::preview(&line)?
            }
            ("export", _) => json!({}),
            ("export_checkpoint", Name::V0_5) => {
                let checkpoint = Checkpoint::from(state_of(&self.engine)?);
                json!({ "payload_object": checkpoint, "payload": checkpoint.to_json() })
            }
            ("isolate", Name::V0_9) => isolate(&mut self.engine, request)?,
            ("migrate", Name::M1) => migrate(&self.engine, request)?,
            (op, _) => return Ok(unsupported(op)),
        };
        match contract {
            Name::V0_9 => {}
            Name::V0_5 => {
                put(&mut reply, "has_pending_clarification", self.engine.pending().is_some())
            }
            Name::M1 => put(&mut reply, "pending", self.engine.pending()),
        }
        put(&mut reply, "state", self.engine.export_json());
        Ok(reply)
    }

    /// Goes on from what a request says, unless that is refused.
    fn begin(&mut self, contract: ContractName, request: &Value) -> Value {
        let engine = match preload(request) {
            None => Ok(AnyEngine::new(contract)),
            Some(("checkpoint", payload)) => Checkpoint::from_json(payload)
                .map(|checkpoint| v0_5::State::from(checkpoint).into())
                .map_err(|error| error.to_string()),
            Some((_, payload)) => {
                AnyEngine::import_json(contract, payload).map_err(|error| error.to_string())
            }
        };
        match engine {
            Ok(engine) => {
                self.engine = engine;
                json!({})
            }
            Err(message) => json!({ "error": message }),
        }
    }
}

/// The state of an engine by its own type.
fn state_of<C: Answers>(engine: &AnyEngine) -> Result<ContractState<C>, String> {
    ContractState::import_json(&engine.export_json()).map_err(|error| error.to_string())
}

/// Builds a directive, which must be read as it was built.
fn render<C: Answers>(request: &Value, kind: &str) -> Result<Value, String> {
    let built = match build::<C>(request) {
        Ok(built) => built,
        Err(message) => return Ok(json!({ "error": message })),
    };
    let text = built.to_string();
    if classify_by::<C>(&text) != ContractClassification::Canonical(built) {
        return Err(format!("`{text}` is not read as it was built"));
    }
    Ok(json!({ "text": text, kind: built.kind().as_str() }))
}

/// The directive that names and texts describe, as a host that reads them from data would find it.
fn build<C: Answers>(request: &Value) -> Result<ContractDirective<'_, C>, String> {
    let kind = text(request, "kind");
    let Some(kind) = Kind::from_name(kind) else {
        return Err(format!("there is no kind `{kind}`, so no canonical {kind} directive"));
    };
    let names = kind.operand_names();
    let mut given = fields(request, "/operands");
    if let Some((name, _)) = given.find(|(name, _)| !names.iter().any(|it| it.as_str() == *name)) {
        return Err(format!("a canonical {kind} directive has no operand `{name}`"));
    }
    let operands = request.get("operands").unwrap_or(&Value::Null);
    let operand = |at: usize| names.get(at).map_or("", |name| text(operands, name.as_str()));
    let form = Form::new(kind, [operand(0), operand(1)]);
    ContractDirective::new(form).map_err(|error| error.to_string())
}

/// Takes a result and looks at it. Nothing in the library's types can be changed from outside, so
/// of an attempt to do so no more is carried out than to find the place.
fn isolate(engine: &mut AnyEngine, request: &Value) -> Result<Value, String> {
    let operation = request.get("operation").unwrap_or(&Value::Null);
    let typed = Engine::from(state_of::<V0_9>(engine)?);
    let held: Value = match text(operation, "fn") {
        "engine.step" => {
            let mut line = String::new();
            engine.push_step(&mut line, Command::Input, text(operation, "input"));
            let reply = records::step(ContractName::V0_9, &line)?;
            reply.get("decision").cloned().unwrap_or_default()
        }
        "engine.policies" => typed.policies().map(|(item, it)| (item, it.as_str())).collect(),
        "engine.premise" => json!({ "value": typed.premise() }),
        "canonical_directive.operands" => {
            let operands = build::<V0_9>(operation)?.operands();
            operands.map(|(name, text)| (name.as_str(), text)).collect()
        }
        _ => metadata(operation)?,
    };
    for mutation in list(request, "mutations") {
        let place = pointer(list(mutation, "path"));
        let (way, _) = place.rsplit_once('/').ok_or("a mutation needs a path")?;
        if !held.pointer(way).is_some_and(Value::is_object) {
            return Err(format!("the result has no place `{place}`"));
        }
    }
    let seen = fields(request, "/observations").map(|(name, path)| {
        let path = path.as_array().map_or(&[][..], Vec::as_slice);
        (name.clone(), held.pointer(&pointer(path)).cloned().unwrap_or_default())
    });
    Ok(json!({ "seen": seen.collect::<Map<_, _>>() }))
}

/// A way of names as a JSON Pointer.
fn pointer(path: &[Value]) -> String {
    let names = path.iter().filter_map(Value::as_str);
    names.map(|name| format!("/{}", name.replace('~', "~0").replace('/', "~1"))).collect()
}

/// What is known of a kind, which must be what the fixture says.
fn metadata(operation: &Value) -> Result<Value, String> {
    let kind: Kind = text(operation, "kind").parse().map_err(|_| "there is no such kind")?;
    let names: Value = kind.operand_names().iter().map(|name| name.as_str()).collect();
    let known = json!({ "canonical_start": kind.introducer(), "operand_names": names });
    match fields(&known, "").find(|(name, known)| operation.get(name) != Some(known)) {
        Some((name, known)) => Err(format!("the {name} of {kind} is {known}")),
        None => Ok(json!({ "kind": kind.as_str() })),
    }
}

/// Turns a state of m1 into one of a later contract.
fn migrate(engine: &AnyEngine, request: &Value) -> Result<Value, String> {
    let state = cc_m1::State::import_json(&engine.export_json());
    let state = state.map_err(|error| error.to_string())?;
    let to = text(request, "to").parse().map_err(|_| "there is no such contract")?;
    let focus_device = match text(request, "focus_device") {
        "drop" => Some(FocusDevice::Drop),
        "premise" => Some(FocusDevice::Premise),
        _ => None,
    };
    Ok(match AnyEngine::migrate(&state, to, focus_device) {
        Ok(engine) => json!({ "payload": engine.export_json() }),
        Err(error) => json!({ "error": error.to_string() }),
    })
}

/// Judges a call of a tool.
fn toolcall(request: &Value) -> Result<Value, String> {
    let mut tools = Tools::new().least_certainty(match text(request, "least_certainty") {
        "forced" => Certainty::Forced,
        _ => Certainty::Conventional,
    });
    let order = match text(request, "order") {
        "lexicographic" => Order::Lexicographic,
        _ => Order::Declared,
    };
    if let Some(schema) = request.get("schema").and_then(Value::as_str) {
        let aliases = fields(request, "/aliases");
        let aliases = aliases.map(|(from, to)| (from.as_str(), to.as_str().unwrap_or_default()));
        if let Err(error) = tools.load(TOOL, schema, order, aliases) {
            return Ok(json!({ "error": error.to_string() }));
        }
    }
    let retryable = match tools.adjudicate(TOOL, text(request, "args")) {
        Verdict::Deny(deny) => Some(deny.reason.retryable()),
        _ => None,
    };
    let counters = json!({ "repairs": tools.repairs(), "denials": tools.denials() });
    let mut reply = records::toolcall(request, |calls| {
        let judge = |call: &String| {
            let mut line = String::new();
            ToolCall::read(call).map_err(|(_, fault)| fault)?.push_verdict(&mut line, &tools);
            Ok(line)
        };
        calls.iter().map(judge).collect::<Result<_, String>>().map(Ok)
    })?;
    put(&mut reply, "retryable", retryable);
    put(&mut reply, "counters", counters);
    Ok(reply)
}
