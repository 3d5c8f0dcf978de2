//! Tests of what the runner does for the tool-call grammar alone.

use serde_json::{Value, json};

use super::Toolcall;
use crate::conformance::tests::Folder;
use crate::conformance::{Options, Version, Via, repeat};

/// A fixture that passes, as are those that follow.
fn defer(id: &str) -> Value {
    let schema = json!({"type": "object", "properties": {"city": {}}, "required": ["city"]});
    json!({
        "id": id,
        "kind": "toolcall",
        "schema": schema,
        "aliases": {"town": "city"},
        "order": "declared",
        "args": r#"{"city":"Oslo"}"#,
        "expected": {"verdict": "defer"},
    })
}

fn judged(id: &str, args: &str, expected: Value) -> Value {
    let mut fixture = defer(id);
    fixture["args"] = json!(args);
    fixture["expected"] = expected;
    fixture
}

fn transform(id: &str) -> Value {
    let expected = json!({
        "verdict": "transform",
        "arguments": r#"{"city":1e400}"#,
        "repairs": [{"kind": "renamed", "from": "town", "to": "city"}],
        "certainty": "forced",
    });
    judged(id, r#"{"town":1e400}"#, expected)
}

fn deny(id: &str) -> Value {
    let issue = json!({"kind": "missing_required", "pointer": "", "names": ["city"]});
    judged(id, "", json!({"verdict": "deny", "reason": "misroute", "issues": [issue]}))
}

fn grammar(id: &str) -> Value {
    let mut fixture = judged(id, "", json!({"grammar_error": {"message_contains": "JSON"}}));
    fixture["schema"] = json!("{");
    fixture
}

/// The same fixture with one value in another's place.
fn with(mut fixture: Value, pointer: &str, value: Value) -> Value {
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    fixture.pointer_mut(parent).unwrap()[field] = value;
    fixture
}

#[test]
fn every_family_is_replayed() {
    let mut free = judged("free", "{", json!({"verdict": "defer"}));
    free["schema"] = Value::Null;
    free["aliases"] = json!({});
    let folder = Folder::new()
        .fixture("defer/defer.json", &defer("defer"))
        .fixture("defer/free.json", &free)
        .fixture("transform/transform.json", &transform("transform"))
        .fixture("deny/deny.json", &deny("deny"))
        .fixture("grammar/grammar.json", &grammar("grammar"));
    let (passed, text) = folder.run_as::<Toolcall>(None);
    assert!(passed, "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn every_kind_of_difference_is_reported() {
    let folder = Folder::new()
        .fixture(
            "transform/bytes.json",
            &with(transform("bytes"), "/expected/arguments", json!(r#"{"city": 1e400}"#)),
        )
        .fixture(
            "transform/refused.json",
            &with(transform("refused"), "/schema", json!({"type": "array"})),
        )
        .fixture(
            "deny/names.json",
            &with(deny("names"), "/expected/issues/0/names", json!(["town"])),
        )
        .fixture(
            "grammar/message.json",
            &with(grammar("message"), "/expected/grammar_error/message_contains", json!("YAML")),
        )
        .fixture("grammar/none.json", &with(grammar("none"), "/schema", json!({"type": "object"})));
    let (passed, text) = folder.run_as::<Toolcall>(None);
    assert!(!passed);
    insta::assert_snapshot!(text);
}

#[test]
fn unknown_missing_and_wrong_fields_are_refused() {
    let mut missing = defer("missing");
    missing.as_object_mut().unwrap().remove("schema");
    let issue = "/expected/issues/0";
    let folder = Folder::new()
        .fixture("defer/top.json", &with(defer("top"), "/note", json!(1)))
        .fixture("defer/verdict.json", &with(defer("verdict"), "/expected/note", json!(1)))
        .fixture("defer/allow.json", &with(defer("allow"), "/expected/verdict", json!("allow")))
        .fixture("defer/kind.json", &with(defer("kind"), "/kind", json!("step")))
        .fixture("defer/order.json", &with(defer("order"), "/order", json!("sorted")))
        .fixture("defer/least.json", &with(defer("least"), "/least_certainty", Value::Null))
        .fixture("defer/missing.json", &missing)
        .fixture("defer/schema.json", &with(defer("schema"), "/schema", json!([])))
        .fixture("deny/issue.json", &with(deny("issue"), &format!("{issue}/text"), json!("x")))
        .fixture("deny/unheard.json", &with(deny("unheard"), &format!("{issue}/kind"), json!("x")))
        .fixture("grammar/error.json", &with(grammar("error"), "/expected/verdict", json!("defer")))
        .file(
            "defer/twice.json",
            &defer("twice").to_string().replace("\"town\":", "\"town\":\"x\",\"town\":"),
        );
    insta::assert_snapshot!(folder.faults_as::<Toolcall>().join("\n"));
}

#[test]
fn a_fixture_that_contradicts_itself_or_its_folder_is_refused() {
    let free = with(defer("free"), "/schema", Value::Null);
    let denied = with(with(deny("denied"), "/schema", Value::Null), "/aliases", json!({}));
    let folder = Folder::new()
        .fixture("defer/free.json", &free)
        .fixture("deny/denied.json", &denied)
        .fixture("deny/no_issue.json", &with(deny("no_issue"), "/expected/issues", json!([])))
        .fixture(
            "transform/no_repair.json",
            &with(transform("no_repair"), "/expected/repairs", json!([])),
        )
        .fixture("deny/family.json", &defer("family"))
        .fixture("defer/name.json", &defer("other"))
        .fixture("defer/same.json", &defer("same"))
        .fixture("deny/same.json", &deny("same"))
        .file("structured/scenarios/one.json", "{}");
    assert_eq!(
        folder.faults_as::<Toolcall>(),
        [
            "structured: is not a family of this contract",
            "defer/free: `aliases` belong to no grammar",
            "defer/name: its id `other` differs from its file name",
            "deny/denied: without a grammar, the only verdict is to defer",
            "deny/family: it belongs to the family `defer`",
            "deny/no_issue: a denial has an issue",
            "deny/same: another fixture has the id `same` too",
            "transform/no_repair: a transform repairs something",
        ]
    );
}

#[test]
fn a_run_of_zero_fixtures_fails() {
    assert_eq!(Folder::new().faults_as::<Toolcall>(), ["all: no fixture was replayed"]);
}

#[test]
fn the_command_that_repeats_a_failure_names_the_contract() {
    let options =
        Options { contract: Version::Toolcall, fixtures: None, filter: None, via: Via::Cli };
    assert_eq!(repeat(&options), "cargo xtask conformance --contract toolcall");
}
