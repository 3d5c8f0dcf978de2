//! The library in this process, as a subject.

mod operations;
mod toolcall;

use cc_contract::ContractName;
use cc_engine::v0_5::{self, Checkpoint, Confirmation, read_confirmation};
use cc_wire::AnyEngine;
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
        let Some(contract) = Contract::named(text(request, "contract")) else {
            return Ok(unsupported(text(request, "contract")));
        };
        let reply = match contract.name().parse() {
            Ok(name) => self.answer(contract, name, request),
            Err(_) => toolcall::judge(request),
        };
        Ok(reply.unwrap_or_else(fault))
    }
}

impl Library {
    fn answer(
        &mut self,
        contract: Contract,
        name: ContractName,
        request: &Value,
    ) -> Result<Value, String> {
        use ContractName::{M1, V0_5, V0_9};

        let (submitted, payload) = (text(request, "text"), text(request, "payload"));
        let mut line = String::new();
        let mut reply = match (text(request, "op"), name) {
            ("classify", V0_9 | V0_5) => {
                cc_wire::push_classification(&mut line, name, submitted);
                return records::classification(contract, &line);
            }
            ("render", V0_9) => return Ok(operations::render(request)),
            ("render", V0_5) => return operations::render_0_5(request),
            ("confirm", V0_5) => {
                let answer = read_confirmation(submitted).map(|answer| match answer {
                    Confirmation::Yes => "yes",
                    Confirmation::No => "no",
                });
                return Ok(json!({ "answer": answer }));
            }
            ("diff", V0_5) => {
                let state = |field| {
                    let payload = request.get(field).map(canonical).unwrap_or_default();
                    v0_5::State::import_json(&payload).map_err(|error| error.to_string())
                };
                return Ok(json!({ "diff": state("before")?.diff(&state("after")?) }));
            }
            ("open", _) => match (request.get("state"), request.get("checkpoint")) {
                (Some(Value::String(state)), _) => self.begin(AnyEngine::import_json(name, state)),
                (_, Some(Value::String(checkpoint))) => self.begin(restored(checkpoint)),
                _ => {
                    self.engine = AnyEngine::new(name);
                    json!({})
                }
            },
            ("step", _) => {
                self.engine.push_step(&mut line, cc_wire::Command::Input, submitted);
                match name {
                    M1 => json!({ "decision": records::read(contract, &line, &json!("any"))? }),
                    _ => records::step(contract, &line)?,
                }
            }
            ("apply", V0_9) => {
                let line = operations::apply(&mut self.engine, submitted)?;
                records::step(contract, &line)?
            }
            ("preview", V0_5) => {
                let diff = self.engine.preview(submitted).diff;
                let mut after = self.engine.clone();
                after.step(submitted);
                if self.engine.diff(&after).as_ref() != Some(&diff) {
                    return Err(format!("the step did not do what {diff:?} told"));
                }
                self.engine.push_preview(&mut line, submitted);
                records::preview(contract, &line)?
            }
            ("export", _) => json!({}),
            ("import", _) => self.begin(AnyEngine::import_json(name, payload)),
            ("export_checkpoint", V0_5) => {
                let state = v0_5::State::import_json(&self.engine.export_json());
                let checkpoint = Checkpoint::from(state.map_err(|error| error.to_string())?);
                json!({ "payload_object": checkpoint, "payload": checkpoint.to_json() })
            }
            ("import_checkpoint", V0_5) => {
                if let Some(object) = request.get("object") {
                    let object: Option<Checkpoint> = serde_json::from_value(object.clone()).ok();
                    let checkpoint = Checkpoint::from_json(payload).ok();
                    if object != checkpoint {
                        return Err(format!(
                            "as text it is {checkpoint:?}, as an object {object:?}"
                        ));
                    }
                }
                self.begin(restored(payload))
            }
            ("isolate", V0_9) => operations::isolate(contract, &mut self.engine, request)?,
            ("migrate", M1) => operations::migrate(&self.engine.export_json(), request)?,
            (op, _) => return Ok(unsupported(op)),
        };
        match name {
            V0_9 => {}
            V0_5 => put(&mut reply, "has_pending_clarification", self.engine.pending().is_some()),
            M1 => put(&mut reply, "pending", self.engine.pending()),
        }
        put(&mut reply, "state", self.engine.export_json());
        Ok(reply)
    }

    /// Goes on with another engine, if there is one.
    fn begin<E: ToString>(&mut self, engine: Result<AnyEngine, E>) -> Value {
        match engine {
            Ok(engine) => {
                self.engine = engine;
                json!({})
            }
            Err(error) => json!({ "error": error.to_string() }),
        }
    }
}

/// An engine of 0.5 from a checkpoint.
fn restored(payload: &str) -> Result<AnyEngine, cc_engine::ImportError> {
    Ok(v0_5::State::from(Checkpoint::from_json(payload)?).into())
}
