//! Calls of tools, judged by the library.

use cc_toolcall::{Certainty, Issue, Order, Repair, Tools, Verdict};
use serde_json::{Value, json};

use crate::records::put;
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
    let mut reply = match &verdict {
        Verdict::Allow | Verdict::Defer => json!({ "retryable": null }),
        Verdict::Transform(transform) => json!({
            "arguments": transform.arguments,
            "repairs": transform.repairs.iter().map(repair).collect::<Value>(),
            "certainty": transform.certainty.as_str(),
            "retryable": null,
        }),
        Verdict::Deny(deny) => json!({
            "reason": deny.reason.as_str(),
            "issues": deny.issues.iter().map(issue).collect::<Value>(),
            "retryable": deny.reason.retryable(),
        }),
    };
    put(&mut reply, "verdict", verdict.as_str());
    let counters = json!({ "repairs": tools.repairs(), "denials": tools.denials() });
    put(&mut reply, "counters", counters);
    Ok(reply)
}

fn repair(repair: &Repair) -> Value {
    match repair {
        Repair::Renamed { from, to } => json!({"kind": "renamed", "from": from, "to": to}),
        Repair::Positional { index, to } => json!({"kind": "positional", "index": index, "to": to}),
    }
}

fn issue(issue: &Issue) -> Value {
    let mut value = match issue {
        Issue::MissingRequired { names } | Issue::Uncertain { names } => json!({"names": names}),
        Issue::Arity { expected, got } => json!({"expected": expected, "got": got}),
        Issue::NamedConflict { name, given } => json!({"name": name, "given": given}),
        Issue::AmbiguousAlias { name, given } => json!({"name": name, "given": given}),
        Issue::DuplicateKey { name } => json!({ "name": name }),
        // Those with no field but text, and those that this contract does not have: their kind
        // tells them apart.
        _ => json!({}),
    };
    put(&mut value, "kind", issue.as_str());
    put(&mut value, "pointer", issue.pointer());
    value
}
