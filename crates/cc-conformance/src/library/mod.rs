//! The library in this process, as a subject.

mod operations;
mod toolcall;

use cc_engine::v0_5::{Checkpoint, Confirmation, read_confirmation};
use cc_engine::{Classification, Engine, ImportError, classify, v0_5};
use cc_wire::{Command, StateText};
use serde_json::{Value, json};

use crate::json::canonical;
use crate::records::{self, put};
use crate::subject::{Subject, fault, unsupported};
use crate::table::{Contract, text};

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
#[derive(Debug, Default)]
pub struct Library {
    current: Engine,
    v0_5: v0_5::Engine,
    m1: cc_m1::Engine,
}

impl Subject for Library {
    fn ask(&mut self, request: &Value) -> Result<Value, String> {
        let Some(contract) = Contract::named(text(request, "contract")) else {
            return Ok(unsupported(text(request, "contract")));
        };
        let reply = match contract.name() {
            "0.9" => self.ask_0_9(contract, request),
            "0.5" => self.ask_0_5(contract, request),
            "m1" => self.ask_m1(contract, request),
            _ => toolcall::judge(request),
        };
        Ok(reply.unwrap_or_else(fault))
    }
}

impl Library {
    fn ask_0_9(&mut self, contract: Contract, request: &Value) -> Result<Value, String> {
        let submitted = text(request, "text");
        let mut line = String::new();
        let mut reply = match text(request, "op") {
            "classify" => {
                cc_wire::push_classification(&mut line, classify(submitted));
                return records::classification(contract, &line);
            }
            "render" => return Ok(operations::render(request)),
            "open" => {
                self.current = Engine::new();
                let state = request.get("state").and_then(Value::as_str);
                told(state.map_or(Ok(()), |state| self.current.import_json(state)))
            }
            op @ ("step" | "apply") => {
                let decision = match (op, classify(submitted)) {
                    ("step", _) => self.current.step(submitted),
                    (_, Classification::Canonical(directive)) => {
                        self.current.apply_directive(directive).into()
                    }
                    _ => {
                        return Err(format!(
                            "`{submitted}` does not classify as a directive to apply"
                        ));
                    }
                };
                let state = StateText::of(self.current.state());
                cc_wire::push_step(&mut line, Command::Input, &decision, &state);
                records::step(contract, &line)?
            }
            "export" => json!({}),
            "import" => told(self.current.import_json(text(request, "payload"))),
            "isolate" => operations::isolate(contract, &mut self.current, request)?,
            op => return Ok(unsupported(op)),
        };
        put(&mut reply, "state", self.current.export_json());
        Ok(reply)
    }

    fn ask_0_5(&mut self, contract: Contract, request: &Value) -> Result<Value, String> {
        let submitted = text(request, "text");
        let mut line = String::new();
        let mut reply = match text(request, "op") {
            "classify" => {
                cc_wire::v0_5::push_classification(&mut line, v0_5::classify(submitted));
                return records::classification(contract, &line);
            }
            "render" => return operations::render_0_5(request),
            "confirm" => {
                let answer = read_confirmation(submitted).map(|answer| match answer {
                    Confirmation::Yes => "yes",
                    Confirmation::No => "no",
                });
                return Ok(json!({ "answer": answer }));
            }
            "diff" => {
                let state = |name| {
                    let payload = request.get(name).map(canonical).unwrap_or_default();
                    v0_5::State::import_json(&payload).map_err(|error| error.to_string())
                };
                cc_wire::v0_5::push_diff(&mut line, &state("before")?.diff(&state("after")?));
                return Ok(json!({ "diff": records::read(contract, &line, &json!("any"))? }));
            }
            "open" => {
                self.v0_5 = v0_5::Engine::new();
                told(match (request.get("state"), request.get("checkpoint")) {
                    (Some(Value::String(state)), _) => self.v0_5.import_json(state),
                    (_, Some(Value::String(payload))) => self.v0_5.import_checkpoint_json(payload),
                    _ => Ok(()),
                })
            }
            "step" => {
                let decision = self.v0_5.step(submitted);
                let state = StateText::of(self.v0_5.state());
                cc_wire::v0_5::push_step(&mut line, Command::Input, &decision, &state);
                records::step(contract, &line)?
            }
            "preview" => {
                let preview = self.v0_5.preview(submitted);
                let mut after = self.v0_5.clone();
                after.step(submitted);
                if preview.diff != self.v0_5.state().diff(after.state()) {
                    return Err(format!("the step did not do what {preview:?} told"));
                }
                let (before, after) =
                    (StateText::of(self.v0_5.state()), StateText::of(after.state()));
                let (decision, diff) = (&preview.decision, &preview.diff);
                cc_wire::v0_5::push_preview(&mut line, decision, diff, &before, &after);
                records::preview(contract, &line)?
            }
            "export" => json!({}),
            "import" => told(self.v0_5.import_json(text(request, "payload"))),
            "export_checkpoint" => json!({
                "payload_object": self.v0_5.export_checkpoint(),
                "payload": self.v0_5.export_checkpoint_json(),
            }),
            "import_checkpoint" => {
                let payload = text(request, "payload");
                if let Some(object) = request.get("object") {
                    let object: Option<Checkpoint> = serde_json::from_value(object.clone()).ok();
                    let checkpoint = Checkpoint::from_json(payload).ok();
                    if object != checkpoint {
                        return Err(format!(
                            "as text it is {checkpoint:?}, as an object {object:?}"
                        ));
                    }
                }
                told(self.v0_5.import_checkpoint_json(payload))
            }
            op => return Ok(unsupported(op)),
        };
        put(&mut reply, "state", self.v0_5.export_json());
        put(&mut reply, "has_pending_clarification", self.v0_5.has_pending_clarification());
        Ok(reply)
    }

    fn ask_m1(&mut self, contract: Contract, request: &Value) -> Result<Value, String> {
        let mut import = |payload: &str| match cc_m1::State::import_json(payload) {
            Ok(state) => {
                self.m1 = cc_m1::Engine::from(state);
                json!({})
            }
            Err(error) => json!({ "error": error.to_string() }),
        };
        let mut reply = match text(request, "op") {
            "open" => match request.get("state") {
                Some(state) => import(state.as_str().unwrap_or_default()),
                None => {
                    self.m1 = cc_m1::Engine::new();
                    json!({})
                }
            },
            "import" => import(text(request, "payload")),
            "step" => {
                let decision = self.m1.step(text(request, "text"));
                let line = decision.to_json(self.m1.state());
                json!({ "decision": records::read(contract, &line, &json!("any"))? })
            }
            "export" => json!({}),
            "migrate" => operations::migrate(self.m1.state(), request),
            op => return Ok(unsupported(op)),
        };
        put(&mut reply, "pending", self.m1.pending());
        put(&mut reply, "state", self.m1.state().export_json());
        Ok(reply)
    }
}

/// The reply to an import.
fn told(result: Result<(), ImportError>) -> Value {
    result.map_or_else(|error| json!({ "error": error.to_string() }), |()| json!({}))
}
