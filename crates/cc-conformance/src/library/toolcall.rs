//! Calls of tools, judged by the library.

use cc_toolcall::{Certainty, Order, Tools, Verdict};
use cc_wire::VerdictRecord;
use serde_json::{Value, json};

use crate::records::{put, remove};
use crate::subject::unsupported;
use crate::table::{fields, text};

/// The name of the tool; no fixture depends on it.
const TOOL: &str = "tool";

pub(super) fn judge(request: &Value) -> Result<Value, String> {
    if text(request, "op") != "toolcall" {
        return Ok(unsupported(text(request, "op")));
    }
    let mut tools = Tools::new();
    match text(request, "least_certainty") {
        "forced" => tools = tools.least_certainty(Certainty::Forced),
        "conventional" => tools = tools.least_certainty(Certainty::Conventional),
        _ => {}
    }
    let order = match text(request, "order") {
        "lexicographic" => Order::Lexicographic,
        _ => Order::Declared,
    };
    if let Some(Value::String(schema)) = request.get("schema") {
        let aliases = fields(request, "/aliases")
            .map(|(from, to)| (from.as_str(), to.as_str().unwrap_or_default()));
        if let Err(error) = tools.load(TOOL, schema, order, aliases) {
            return Ok(json!({ "error": error.to_string() }));
        }
    }
    let verdict = tools.adjudicate(TOOL, text(request, "args"));
    let record = VerdictRecord::new(TOOL, &verdict, None::<()>);
    let mut reply = json!({ "verdict": record.verdict, "retryable": null });
    match &verdict {
        Verdict::Allow | Verdict::Defer => {}
        Verdict::Transform(transform) => {
            put(&mut reply, "arguments", transform.arguments.as_str());
            put(&mut reply, "certainty", record.certainty);
            put(&mut reply, "repairs", json!(record.repairs));
        }
        Verdict::Deny(deny) => {
            let mut issues = json!(record.issues);
            for issue in issues.as_array_mut().into_iter().flatten() {
                // Fixtures fix no sentence.
                remove(issue, "text");
            }
            put(&mut reply, "reason", record.reason);
            put(&mut reply, "issues", issues);
            put(&mut reply, "retryable", deny.reason.retryable());
        }
    }
    put(&mut reply, "counters", json!({ "repairs": tools.repairs(), "denials": tools.denials() }));
    Ok(reply)
}
