//! Tests of what the runner does for this contract alone.

use serde_json::{Value, json};

use super::M1;
use crate::conformance::tests::Folder;
use crate::conformance::{Options, Version, Via, repeat};

fn state(fact: Option<&str>, items: &[&str]) -> Value {
    json!({"facts": {"focus.device": fact}, "policies": {"prohibit": items}, "version": 1})
}

/// A fixture that passes, as are those that follow.
fn update(id: &str) -> Value {
    let after = state(Some("lamp"), &["salt"]);
    json!({
        "id": id,
        "kind": "step",
        "initial_state": state(None, &["salt"]),
        "input": "use lamp",
        "expected": {
            "decision": {"kind": "update", "prompt_to_user": null, "state": after},
            "pending": null,
            "state": after,
        },
    })
}

fn clarify(id: &str) -> Value {
    let prompt = "Did you mean to prohibit 'salt'? Please answer yes or no.";
    json!({
        "id": id,
        "kind": "step",
        "initial_state": null,
        "prelude": ["don use salt"],
        "input": "well",
        "expected": {
            "decision": {"kind": "clarify", "prompt_to_user": prompt, "state": null},
            "pending": "salt",
            "state": state(None, &[]),
        },
    })
}

fn export(id: &str) -> Value {
    let payload = r#"{"facts":{"focus.device":null},"policies":{"prohibit":["salt"]},"version":1}"#;
    json!({
        "id": id,
        "kind": "state_json",
        "initial_state": null,
        "prelude": ["never salt"],
        "action": {"fn": "export_json"},
        "expected": {"payload": payload, "state": state(None, &["salt"])},
    })
}

fn import(id: &str) -> Value {
    json!({
        "id": id,
        "kind": "state_json",
        "initial_state": null,
        "action": {"fn": "import_json", "payload": state(Some("lamp"), &[]).to_string()},
        "expected": {"state": state(Some("lamp"), &[])},
    })
}

fn refusal(id: &str) -> Value {
    let error = json!({"type": "ValueError", "message_contains": "contract m1"});
    json!({
        "id": id,
        "kind": "state_json",
        "initial_state": state(Some("lamp"), &[]),
        "action": {"fn": "import_json", "payload": "{}"},
        "expected": {"error": error, "state": state(Some("lamp"), &[])},
    })
}

/// The same fixture with one value in another's place.
fn with(mut fixture: Value, pointer: &str, value: Value) -> Value {
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    fixture.pointer_mut(parent).unwrap()[field] = value;
    fixture
}

#[test]
fn every_family_is_replayed() {
    let folder = Folder::new()
        .fixture("step/update.json", &update("update"))
        .fixture("step/clarify.json", &clarify("clarify"))
        .fixture("state-json/export.json", &export("export"))
        .fixture("state-json/import.json", &import("import"))
        .fixture("state-json/refusal.json", &refusal("refusal"));
    let (passed, text) = folder.run_as::<M1>(None);
    assert!(passed, "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn every_kind_of_difference_is_reported() {
    let prompt = "/expected/decision/prompt_to_user";
    let message = "/expected/error/message_contains";
    let folder = Folder::new()
        .fixture("step/prompt.json", &with(clarify("prompt"), prompt, json!("Well?")))
        .fixture("step/pending.json", &with(clarify("pending"), "/expected/pending", Value::Null))
        .fixture(
            "step/state.json",
            &with(clarify("state"), "/expected/state", state(None, &["salt"])),
        )
        .fixture("state-json/bytes.json", &with(export("bytes"), "/expected/payload", json!("{}")))
        .fixture(
            "state-json/refused.json",
            &with(import("refused"), "/action/payload", json!("lamp")),
        )
        .fixture(
            "state-json/accepted.json",
            &with(refusal("accepted"), "/action/payload", state(None, &[]).to_string().into()),
        )
        .fixture("state-json/text.json", &with(refusal("text"), message, json!("YAML")));
    let (passed, text) = folder.run_as::<M1>(None);
    assert!(!passed);
    insta::assert_snapshot!(text);
}

#[test]
fn unknown_missing_and_wrong_fields_are_refused() {
    let without = |mut fixture: Value, field: &str| {
        fixture.as_object_mut().unwrap().remove(field);
        fixture
    };
    let mut no_pending = update("no_pending");
    no_pending["expected"].as_object_mut().unwrap().remove("pending");
    let initial = "/initial_state";
    let folder = Folder::new()
        .fixture("state-json/missing.json", &without(export("missing"), "initial_state"))
        .fixture("step/top.json", &with(update("top"), "/note", json!(1)))
        .fixture("step/expected.json", &with(update("expected"), "/expected/note", json!(1)))
        .fixture("step/decision.json", &with(update("decision"), "/expected/decision/x", json!(1)))
        .fixture("step/facts.json", &with(update("facts"), "/initial_state/facts/x", json!(1)))
        .fixture("step/kind.json", &with(update("kind"), "/kind", json!("controller")))
        .fixture("step/missing.json", &without(update("missing"), "initial_state"))
        .fixture("step/no_input.json", &without(update("no_input"), "input"))
        .fixture("step/no_pending.json", &no_pending)
        .fixture("step/order.json", &with(update("order"), initial, state(None, &["b", "a"])))
        .fixture("step/same.json", &with(update("same"), initial, state(None, &["a", "a"])))
        .fixture("step/version.json", &with(update("version"), "/initial_state/version", json!(2)))
        .file(
            "step/twice.json",
            &update("twice").to_string().replace("\"input\":", "\"input\":\"x\",\"input\":"),
        );
    insta::assert_snapshot!(folder.faults_as::<M1>().join("\n"));
}

#[test]
fn a_fixture_that_contradicts_itself_or_its_folder_is_refused() {
    let decision = "/expected/decision";
    let folder = Folder::new()
        .fixture(
            "step/prompt.json",
            &with(update("prompt"), &format!("{decision}/prompt_to_user"), json!("Well?")),
        )
        .fixture(
            "step/state.json",
            &with(update("state"), &format!("{decision}/state"), json!(null)),
        )
        .fixture("step/after.json", &with(update("after"), "/expected/state", state(None, &[])))
        .fixture("step/pending.json", &with(update("pending"), "/expected/pending", json!("salt")))
        .fixture("step/family.json", &export("family"))
        .fixture("step/name.json", &update("other"))
        .fixture(
            "state-json/import.json",
            &with(import("import"), "/expected/payload", json!("{}")),
        )
        .fixture(
            "state-json/export.json",
            &with(refusal("export"), "/action", json!({"fn": "export_json"})),
        )
        .file("structured/scenarios/one.json", "{}");
    assert_eq!(
        folder.faults_as::<M1>(),
        [
            "structured: is not a family of this contract",
            "state-json/export: an export needs `expected.payload`",
            "state-json/import: an import has no `expected.payload`",
            "step/after: the state of the decision is not the state after it",
            "step/family: it belongs to the family `state-json`",
            "step/name: its id `other` differs from its file name",
            "step/pending: something is pending after `clarify` only",
            "step/prompt: a prompt stands in `clarify`, and nowhere else",
            "step/state: the state of a decision stands in `update`, and nowhere else",
        ]
    );
}

#[test]
fn a_run_of_zero_fixtures_fails() {
    assert_eq!(Folder::new().faults_as::<M1>(), ["all: no fixture was replayed"]);
}

#[test]
fn the_command_that_repeats_a_failure_names_the_contract() {
    let options = Options { contract: Version::M1, fixtures: None, filter: None, via: Via::Cli };
    assert_eq!(repeat(&options), "cargo xtask conformance --contract m1");
}
