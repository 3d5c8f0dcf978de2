//! What is under test, as the harness sees it.

use serde_json::{Value, json};

use crate::json::text;

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
/// assert_eq!(library.ask(&request)?, json!({"directive": null}));
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

pub(crate) fn unsupported(what: &str) -> Value {
    json!({ "unsupported": what })
}

pub(crate) fn fault(what: impl ToString) -> Value {
    json!({ "fault": what.to_string() })
}

/// What a request makes an engine go on from, if from anything: `state` or `checkpoint`, and its
/// text.
pub(crate) fn preload(request: &Value) -> Option<(&str, &str)> {
    let field = |kind, name| Some((kind, request.get(name)?.as_str()?));
    match text(request, "op") {
        "import" => field("state", "payload"),
        "import_checkpoint" => field("checkpoint", "payload"),
        _ => field("state", "state").or_else(|| field("checkpoint", "checkpoint")),
    }
}
