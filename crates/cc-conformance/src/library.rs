//! The library in this process, as a subject.

use cc_contract::{ContractName, with_contract};
use cc_engine::v0_5::{self, Checkpoint, Confirmation, read_confirmation};
use cc_engine::{
    Answers, Classification, ContractClassification, ContractDirective, ContractEngine,
    ContractState, Form, Kind, State, V0_5, V0_9, classify,
};
use cc_migrate::FocusDevice;
use cc_toolcall::{Certainty, Order, Tools, Verdict};
use cc_wire::{
    AnyEngine, ClassificationRecord, Command, StateText, ToolCall, push, push_classification,
    push_step,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::json::put;
use crate::records::{self, TOOL};
use crate::subject::{NoReply, Request, Subject};

mod sessions;

/// The library, with one engine at a time. [`Subject`] shows it at work.
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
        let mut reply = Request::answer(request, |request| self.answer(request));
        put(&mut reply, "state", self.engine.export_json());
        let pending = self.engine.pending();
        match self.engine.contract() {
            ContractName::V0_9 => {}
            ContractName::V0_5 => put(&mut reply, "has_pending_clarification", pending.is_some()),
            ContractName::M1 => put(&mut reply, "pending", pending),
        }
        Ok(reply)
    }
}

impl Library {
    /// Answers with a record, where there is one for what is asked.
    fn answer(&mut self, request: &Request) -> Result<Value, NoReply> {
        let text = &*request.text;
        let mut line = String::new();
        match &*request.op {
            "classify" => push_classification(&mut line, request.contract()?, text),
            "render" => with_contract!(
                request.contract()?,
                C => push(&mut line, &render::<C>(request)?),
                M1 => return Err(request.unsupported())
            ),
            "step" => self.engine.push_step(&mut line, Command::Input, text),
            "apply" => {
                let Classification::Canonical(directive) = classify(text) else {
                    let fault = format!("`{text}` does not classify as a directive to apply");
                    return Err(NoReply::Fault(fault));
                };
                let mut engine = self.typed::<V0_9>()?;
                let decision = engine.apply_directive(directive).into();
                let state = StateText::new(engine.state());
                push_step::<V0_9>(&mut line, Command::Input, &decision, &state);
                self.engine = State::from(engine).into();
            }
            "preview" => drop(self.engine.push_preview(&mut line, text)),
            "toolcall" => return toolcall(request),
            "digest" | "log" | "import_session" => return sessions::answer(request),
            _ => return self.tell(request),
        }
        records::reply(request, &line)
    }

    /// Answers what no record tells.
    fn tell(&mut self, request: &Request) -> Result<Value, NoReply> {
        let payload = &request.payload;
        Ok(match &*request.op {
            "open" => self.begin(Ok::<_, String>(AnyEngine::new(request.contract()?)))?,
            "import" => self.begin(AnyEngine::import_json(request.contract()?, payload))?,
            "import_checkpoint" => {
                self.begin(Checkpoint::from_json(payload).map(v0_5::State::from))?
            }
            "import_object" => {
                self.begin(Checkpoint::deserialize(&request.object).map(v0_5::State::from))?
            }
            // Nothing in the types of the library can be changed from outside.
            "export" | "mutate" => json!({}),
            "export_checkpoint" => {
                let engine = self.typed::<V0_5>()?;
                let payload = engine.export_checkpoint_json();
                json!({ "payload_object": engine.export_checkpoint(), "payload": payload })
            }
            "premise" => json!({ "value": self.typed::<V0_9>()?.premise() }),
            "policies" => {
                let engine = self.typed::<V0_9>()?;
                let policies = engine.policies().map(|(item, policy)| (item, policy.as_str()));
                json!({ "policies": policies.collect::<Value>() })
            }
            "metadata" => {
                let kind: Kind = request.kind.parse()?;
                let names: Value = kind.operand_names().iter().map(|name| name.as_str()).collect();
                let start = kind.introducer();
                json!({ "kind": kind.as_str(), "canonical_start": start, "operand_names": names })
            }
            "migrate" => {
                let state = cc_m1::State::import_json(&self.engine.export_json())?;
                let is_kept = request.focus_device.as_ref().map(|way| way == "premise");
                let focus_device =
                    is_kept.map(|it| if it { FocusDevice::Premise } else { FocusDevice::Drop });
                let migrated = AnyEngine::migrate(&state, request.to.parse()?, focus_device);
                json!({ "payload": migrated.map_err(refused)?.export_json() })
            }
            "diff" => json!({ "diff": request.before.diff(&request.after) }),
            "confirm" => {
                let yes = read_confirmation(&request.text).map(|it| it == Confirmation::Yes);
                json!({ "answer": yes.map(|yes| if yes { "yes" } else { "no" }) })
            }
            _ => return Err(request.unsupported()),
        })
    }

    /// Goes on with another engine, unless that is refused.
    fn begin<E: ToString>(
        &mut self,
        engine: Result<impl Into<AnyEngine>, E>,
    ) -> Result<Value, NoReply> {
        self.engine = engine.map_err(refused)?.into();
        Ok(json!({}))
    }

    /// The engine by its own type.
    fn typed<C: Answers>(&self) -> Result<ContractEngine<C>, NoReply> {
        Ok(ContractState::import_json(&self.engine.export_json())?.into())
    }
}

/// Builds the directive that names and texts describe, as a host that reads them from data would.
fn render<C: Answers>(request: &Request) -> Result<impl Serialize, NoReply> {
    let unknown = |_| refused(format!("there is no canonical {} directive", request.kind));
    let kind: Kind = request.kind.parse().map_err(unknown)?;
    let names = kind.operand_names();
    let is_known = |name: &str| names.iter().any(|known| known.as_str() == name);
    if let Some(name) = request.operands.keys().find(|name| !is_known(name)) {
        return Err(refused(format!("a canonical {kind} directive has no operand `{name}`")));
    }
    let operand = |at: usize| request.operands.get(names.get(at)?.as_str()).map(String::as_str);
    let form = Form::new(kind, [0, 1].map(|at| operand(at).unwrap_or_default()));
    let built = ContractDirective::<C>::new(form).map_err(refused)?;
    Ok(ClassificationRecord::from(ContractClassification::Canonical(built)))
}

/// Judges a call of a tool.
fn toolcall(request: &Request) -> Result<Value, NoReply> {
    let is_forced = request.least_certainty.as_deref() == Some("forced");
    let least = if is_forced { Certainty::Forced } else { Certainty::Conventional };
    let is_declared = request.order == "declared";
    let order = if is_declared { Order::Declared } else { Order::Lexicographic };
    let mut tools = Tools::new().least_certainty(least);
    if let Some(schema) = &request.schema {
        let aliases = request.aliases.iter().map(|(from, to)| (from.as_str(), to.as_str()));
        tools.load(TOOL, schema, order, aliases).map_err(refused)?;
    }
    let (call, mut line) = (records::call(request), String::new());
    let call = ToolCall::read(&call).map_err(|(_, fault)| NoReply::Fault(fault))?;
    call.push_verdict(&mut line, &tools);
    let mut reply = records::reply(request, &line)?;
    put(&mut reply, "counters", json!({ "repairs": tools.repairs(), "denials": tools.denials() }));
    let retryable = match tools.adjudicate(TOOL, &request.args) {
        Verdict::Deny(deny) => Some(deny.reason.retryable()),
        _ => None,
    };
    put(&mut reply, "retryable", retryable);
    Ok(reply)
}

fn refused(error: impl ToString) -> NoReply {
    NoReply::Error(error.to_string())
}
