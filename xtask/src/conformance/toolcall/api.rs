//! Replays through the library, and writes its answers in the shapes of fixtures.

use cc_toolcall::{Certainty, Issue, Order, Repair, Tools, Verdict};
use serde_json::{Value, json};

use super::fixture::{self, Fixture};
use super::subject::{Library, Observed, Subject};
use crate::conformance::comparison::Stop;

/// The name of the tool; no fixture depends on it.
const TOOL: &str = "tool";

/// The library.
pub(crate) struct Api;

impl Subject for Api {
    fn judge(&self, fixture: &Fixture) -> Result<Result<Observed, String>, Stop> {
        Ok(judge(fixture))
    }
}

fn judge(fixture: &Fixture) -> Result<Observed, String> {
    let tools = load(fixture)?;
    let verdict = tools.adjudicate(TOOL, &fixture.args);
    let (mut retryable, mut again) = (None, None);
    match &verdict {
        Verdict::Allow | Verdict::Defer => {}
        Verdict::Transform(transform) => {
            let tools = load(fixture)?;
            again = Some(value(&tools.adjudicate(TOOL, &transform.arguments)));
        }
        Verdict::Deny(deny) => retryable = Some(deny.reason.retryable()),
    }
    let counted = (tools.repairs(), tools.denials());
    let library = Some(Library { retryable, counted });
    Ok(Observed { verdict: value(&verdict), as_object: None, again, library })
}

fn load(fixture: &Fixture) -> Result<Tools, String> {
    let mut tools = Tools::new();
    if let Some(least) = fixture.least_certainty {
        tools = tools.least_certainty(match least {
            fixture::Certainty::Forced => Certainty::Forced,
            fixture::Certainty::Conventional => Certainty::Conventional,
        });
    }
    let order = match fixture.order {
        fixture::Order::Declared => Order::Declared,
        fixture::Order::Lexicographic => Order::Lexicographic,
    };
    if let Some(schema) = &fixture.schema {
        let aliases = fixture.aliases.iter().map(|(from, to)| (from.as_str(), to.as_str()));
        tools.load(TOOL, schema, order, aliases).map_err(|error| error.to_string())?;
    }
    Ok(tools)
}

/// A verdict as fixtures write it.
fn value(verdict: &Verdict) -> Value {
    match verdict {
        Verdict::Allow | Verdict::Defer => json!({ "verdict": verdict.as_str() }),
        Verdict::Transform(transform) => json!({
            "verdict": verdict.as_str(),
            "arguments": transform.arguments,
            "repairs": transform.repairs.iter().map(repair).collect::<Value>(),
            "certainty": transform.certainty.as_str(),
        }),
        Verdict::Deny(deny) => json!({
            "verdict": verdict.as_str(),
            "reason": deny.reason.as_str(),
            "issues": deny.issues.iter().map(issue).collect::<Value>(),
        }),
    }
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
    if let Value::Object(fields) = &mut value {
        fields.insert("kind".to_owned(), issue.as_str().into());
        fields.insert("pointer".to_owned(), issue.pointer().into());
    }
    value
}
