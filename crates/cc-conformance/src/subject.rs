//! What is under test, as the harness sees it.

use std::collections::BTreeMap;

use cc_contract::ContractName;
use cc_engine::v0_5::State;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Something that answers requests: the library, the command, or a program in any language.
///
/// A request is a JSON object with the fields `op`, `contract` and those of the operation; so is a
/// reply. The operations are listed in `conformance/README.md`. An operation that is not known is
/// answered with `{"unsupported": NAME}`, and one that went wrong with `{"fault": TEXT}`.
///
/// ```
/// use cc_conformance::{Library, Subject};
/// use serde_json::json;
///
/// let mut library = Library::default();
/// let request = json!({"op": "classify", "contract": "0.9", "text": "good morning"});
/// assert_eq!(library.ask(&request)?["directive"], json!(null));
/// # Ok::<(), String>(())
/// ```
pub trait Subject {
    /// Answers one request.
    ///
    /// # Errors
    ///
    /// Why no request will be answered any more. This ends the run.
    fn ask(&mut self, request: &Value) -> Result<Value, String>;

    /// Whether it may leave out whole contracts.
    fn is_partial(&self) -> bool {
        false
    }
}

/// A request, with the fields of all operations.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Request {
    pub(crate) op: String,
    contract: String,
    pub(crate) text: String,
    pub(crate) payload: String,
    pub(crate) object: Value,
    pub(crate) kind: String,
    pub(crate) operands: BTreeMap<String, String>,
    pub(crate) before: State,
    pub(crate) after: State,
    pub(crate) to: String,
    pub(crate) focus_device: Option<String>,
    pub(crate) schema: Option<String>,
    pub(crate) aliases: BTreeMap<String, String>,
    pub(crate) order: String,
    pub(crate) least_certainty: Option<String>,
    pub(crate) args: String,
    pub(crate) as_object: bool,
    pub(crate) events: Vec<String>,
    pub(crate) of: String,
    pub(crate) session: String,
    pub(crate) operations: Vec<Operation>,
}

/// One thing that is done with a session, and when.
#[derive(Debug, Deserialize)]
pub(crate) struct Operation {
    /// None for what makes no event.
    pub(crate) at: Option<u64>,
    #[serde(flatten)]
    pub(crate) what: SessionCall,
}

/// What is done with a session. A fork goes on with the new one.
#[derive(Debug, Deserialize)]
#[serde(tag = "fn", rename_all = "snake_case")]
pub(crate) enum SessionCall {
    Turn { input: String, key: Option<String>, actor: Option<String> },
    Import { payload: String, actor: Option<String> },
    Snapshot { name: String },
    Recall { name: String, session: String },
    Fork { name: String },
}

/// What takes the place of a reply. Any other error becomes a fault.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NoReply {
    /// The operation, or this use of it, is not known.
    Unsupported(String),
    /// What was asked for is refused, with this message.
    Error(String),
    /// Something broke.
    Fault(String),
}

impl<E: std::error::Error> From<E> for NoReply {
    fn from(error: E) -> Self {
        NoReply::Fault(error.to_string())
    }
}

impl Request {
    /// Answers a request that is read from JSON.
    pub(crate) fn answer(
        request: &Value,
        answer: impl FnOnce(&Request) -> Result<Value, NoReply>,
    ) -> Value {
        let request = Request::deserialize(request).map_err(NoReply::from);
        request.and_then(|request| answer(&request)).unwrap_or_else(|instead| json!(instead))
    }

    /// The contract of an engine.
    pub(crate) fn contract(&self) -> Result<ContractName, NoReply> {
        self.contract.parse().map_err(|_| NoReply::Unsupported(self.contract.clone()))
    }

    /// Says that the operation is not known.
    pub(crate) fn unsupported(&self) -> NoReply {
        NoReply::Unsupported(self.op.clone())
    }
}
