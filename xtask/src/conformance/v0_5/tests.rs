//! Tests of what the runner does for contract 0.5 alone.

use serde_json::{Value, json};

use super::V0_5;
use crate::conformance::tests::{Folder, empty, in_use, waiver_of};
use crate::conformance::v0_9::V0_9;

const EMPTY_PROMPT: &str = "Policy item cannot be empty.\nUse 'use <item>' with a non-empty value.";

/// The same fixture with one value in another's place.
fn with(mut fixture: Value, pointer: &str, value: Value) -> Value {
    *fixture.pointer_mut(pointer).unwrap() = value;
    fixture
}

fn without(mut fixture: Value, pointer: &str, name: &str) -> Value {
    fixture.pointer_mut(pointer).unwrap().as_object_mut().unwrap().remove(name).unwrap();
    fixture
}

fn update(item: &str) -> Value {
    json!({"kind": "update", "prompt_to_user": null, "state": in_use(item)})
}

fn checkpoint(state: Value) -> Value {
    json!({"authoritative_state": state, "checkpoint_version": 1, "pending": null})
}

/// A fixture that passes, as are those that follow.
fn step(id: &str) -> Value {
    json!({
        "id": id,
        "kind": "step",
        "initial_state": empty(),
        "input": "use the Tea",
        "expected": {
            "decision": update("tea"),
            "has_pending_clarification": false,
            "state": in_use("tea"),
        },
    })
}

fn clarify(id: &str) -> Value {
    json!({
        "id": id,
        "kind": "step",
        "initial_state": empty(),
        "input": "use the",
        "expected": {
            "decision": {"kind": "clarify", "prompt_to_user": EMPTY_PROMPT, "state": null},
            "state": empty(),
        },
    })
}

fn export(id: &str) -> Value {
    json!({
        "id": id,
        "kind": "checkpoint",
        "initial_state": empty(),
        "prelude": ["use tea"],
        "action": {"fn": "export_checkpoint_json"},
        "expected": {
            "payload_json_parseable": true,
            "payload_object": checkpoint(in_use("tea")),
            "payload": checkpoint(in_use("tea")).to_string(),
            "has_pending_clarification": false,
            "state": in_use("tea"),
        },
    })
}

fn import(id: &str) -> Value {
    json!({
        "id": id,
        "kind": "checkpoint",
        "initial_state": empty(),
        "action": {"fn": "import_checkpoint", "payload": checkpoint(in_use("The Tea"))},
        "expected": {
            "has_pending_clarification": false,
            "state": in_use("tea"),
            "followup": {
                "input": "use tea",
                "decision": update("tea"),
                "state": in_use("tea"),
                "has_pending_clarification": false,
            },
        },
    })
}

fn refusal(id: &str) -> Value {
    json!({
        "id": id,
        "kind": "checkpoint",
        "initial_state": in_use("milk"),
        "action": {"fn": "import_checkpoint_json", "payload": "[]"},
        "expected": {
            "error": {"type": "ValueError", "message_contains": "Invalid checkpoint payload"},
            "state": in_use("milk"),
        },
    })
}

fn preview(id: &str) -> Value {
    json!({
        "id": id,
        "kind": "controller",
        "initial_state": empty(),
        "action": {"fn": "preview", "input": "use tea"},
        "expected": {
            "result": {
                "output_version": 1,
                "mode": "preview",
                "decision": update("tea"),
                "state_before": empty(),
                "state_after": in_use("tea"),
                "diff": diff(json!({"tea": "use"})),
                "would_mutate": true,
            },
            "state_after_preview": empty(),
            "has_pending_clarification": false,
        },
    })
}

fn diff(added: Value) -> Value {
    json!({
        "changed": true,
        "premise": {"before": null, "after": null, "changed": false},
        "policies": {"added": added, "removed": {}, "changed": {}},
    })
}

fn state_diff(id: &str) -> Value {
    json!({
        "id": id,
        "kind": "controller",
        "initial_state": empty(),
        "action": {"fn": "state_diff", "before": empty(), "after": in_use("tea")},
        "expected": {"diff": diff(json!({"tea": "use"}))},
    })
}

fn validate(id: &str) -> Value {
    json!({
        "id": id,
        "kind": "grammar",
        "action": {"fn": "validate_directive", "text": "use  tea"},
        "expected": {"validated": {"text": "use  tea", "kind": "use_item"}},
    })
}

fn render(id: &str) -> Value {
    json!({
        "id": id,
        "kind": "grammar",
        "action": {"fn": "render_directive", "kind": "use_item", "operands": {"item": "tea"}},
        "expected": {"text": "use tea", "validated_kind": "use_item"},
    })
}

fn confirmation(id: &str) -> Value {
    json!({
        "id": id,
        "kind": "confirmation",
        "action": {"fn": "read_confirmation", "text": "Yes!"},
        "expected": {"answer": "yes"},
    })
}

fn scenario(folder: Folder, id: &str, initial: Value, checkpoint: Value) -> Folder {
    let turn = json!({
        "input": "use tea",
        "decision": {"kind": "update", "prompt_to_user": null},
        "checkpoint": checkpoint,
    });
    folder
        .fixture(
            &format!("structured/scenarios/{id}.json"),
            &json!({
                "id": id,
                "description": "x",
                "initial_checkpoint": initial,
                "inputs": ["use tea"],
            }),
        )
        .fixture(&format!("structured/expected/{id}.json"), &json!({"id": id, "turns": [turn]}))
}

#[test]
fn every_family_is_replayed() {
    let folder = Folder::new()
        .fixture("step/step.json", &step("step"))
        .fixture("step/clarify.json", &clarify("clarify"))
        .fixture("checkpoint/export.json", &export("export"))
        .fixture("checkpoint/import.json", &import("import"))
        .fixture("checkpoint/refusal.json", &refusal("refusal"))
        .fixture("controller/preview.json", &preview("preview"))
        .fixture("controller/state_diff.json", &state_diff("state_diff"))
        .fixture("grammar/validate.json", &validate("validate"))
        .fixture("grammar/render.json", &render("render"))
        .fixture("confirmation/confirmation.json", &confirmation("confirmation"));
    let before = without(checkpoint(in_use("tea")), "", "pending");
    let folder = scenario(folder, "turns", before, checkpoint(in_use("tea")));
    let (passed, text) = folder.run_as::<V0_5>(None);
    assert!(passed, "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn whatever_is_expected_is_compared() {
    let one = |path: &str, fixture: &Value| {
        let (passed, text) = Folder::new().fixture(path, fixture).run_as::<V0_5>(None);
        assert!(!passed, "{fixture}");
        let compared = text.lines().filter_map(|line| line.strip_prefix("  compared: "));
        compared.collect::<Vec<_>>().join(", ")
    };
    let step = |pointer: &str, value| one("step/a.json", &with(step("a"), pointer, value));
    assert_eq!(step("/expected/decision/state", in_use("the tea")), "decision");
    assert_eq!(step("/expected/state", empty()), "state");
    let pending = step("/expected/has_pending_clarification", json!(true));
    assert_eq!(pending, "has_pending_clarification");
    let prompt = json!("Policy item cannot be empty.");
    let silent = with(clarify("a"), "/expected/decision/prompt_to_user", prompt);
    assert_eq!(one("step/a.json", &silent), "decision");
    let silent = with(clarify("a"), "/expected/decision/prompt_to_user", Value::Null);
    assert_eq!(one("step/a.json", &silent), "decision");

    let export =
        |pointer: &str, value| one("checkpoint/a.json", &with(export("a"), pointer, value));
    assert_eq!(export("/expected/payload", json!("{ }")), "payload");
    let object = export("/expected/payload_object/authoritative_state", empty());
    assert_eq!(object, "payload_object");
    let silent = without(self::export("a"), "/expected", "payload");
    let silent = with(silent, "/expected/payload_object", checkpoint(empty()));
    assert_eq!(one("checkpoint/a.json", &silent), "payload_object, payload");

    let import =
        |pointer: &str, value| one("checkpoint/a.json", &with(import("a"), pointer, value));
    assert_eq!(import("/expected/followup/decision", update("milk")), "decision of the followup");
    assert_eq!(import("/expected/followup/state", empty()), "state after the followup");
    assert_eq!(import("/action/payload/pending", json!({})).split(", ").next(), Some("import"));
    let refusal =
        |pointer: &str, value| one("checkpoint/a.json", &with(refusal("a"), pointer, value));
    assert_eq!(refusal("/expected/error/message_contains", json!("JSON")), "error");
    let accepted = refusal("/action/payload", json!(checkpoint(in_use("milk")).to_string()));
    assert_eq!(accepted, "error");

    let preview =
        |pointer: &str, value| one("controller/a.json", &with(preview("a"), pointer, value));
    assert_eq!(preview("/expected/result/would_mutate", json!(false)), "result");
    assert_eq!(preview("/expected/result/diff", diff(json!({}))), "result");
    assert_eq!(preview("/expected/state_after_preview", in_use("tea")), "state");
    let changed = with(state_diff("a"), "/expected/diff/changed", json!(false));
    assert_eq!(one("controller/a.json", &changed), "diff");

    let none = with(validate("a"), "/expected/validated", Value::Null);
    assert_eq!(one("grammar/a.json", &none), "validated");
    let mut span = with(validate("a"), "/expected/validated", Value::Null);
    span["action"]["text"] = json!("use ");
    span["expected"]["span"] = json!([3, 4]);
    assert_eq!(one("grammar/a.json", &span), "span");
    let text = with(render("a"), "/expected/text", json!("use  tea"));
    assert_eq!(one("grammar/a.json", &text), "directive");
    let no = with(confirmation("a"), "/expected/answer", json!("no"));
    assert_eq!(one("confirmation/a.json", &no), "answer");
}

#[test]
fn a_turn_is_compared_with_its_checkpoint() {
    let folder = scenario(Folder::new(), "wrong", Value::Null, checkpoint(in_use("milk")));
    let (passed, text) = folder.run_as::<V0_5>(None);
    assert!(!passed);
    insta::assert_snapshot!(text);
}

#[test]
fn fields_that_contradict_each_other_are_refused() {
    let mut parseable = export("parseable");
    parseable["expected"]["payload_json_parseable"] = json!(false);
    let mut error = export("error");
    error["expected"]["error"] = json!({"type": "ValueError", "message_contains": "x"});
    let mut payload = import("payload");
    payload["expected"]["payload"] = json!("{}");
    let mut object = import("object");
    object["expected"]["payload_object"] = checkpoint(empty());
    let mut prompt = step("prompt");
    prompt["expected"]["decision"]["prompt_to_user"] = json!("Really?");
    let mut text = validate("text");
    text["expected"]["validated"]["text"] = json!("use tea");
    let mut span = validate("span");
    span["expected"]["span"] = json!([0, 3]);
    let folder = Folder::new()
        .fixture("checkpoint/parseable.json", &parseable)
        .fixture("checkpoint/error.json", &error)
        .fixture("checkpoint/payload.json", &payload)
        .fixture("checkpoint/object.json", &object)
        .fixture("checkpoint/none.json", &without(export("none"), "/expected", "payload_object"))
        .fixture("step/prompt.json", &prompt)
        .fixture("step/state.json", &with(step("state"), "/expected/decision/state", Value::Null))
        .fixture("grammar/text.json", &text)
        .fixture("grammar/span.json", &span);
    insta::assert_snapshot!(folder.faults_as::<V0_5>().join("\n"));
}

#[test]
fn unknown_missing_and_wrong_fields_are_refused() {
    let mut note = import("note");
    note["expected"]["followup"]["note"] = json!("x");
    let mut action = confirmation("action");
    action["action"]["note"] = json!("x");
    let initial = with(checkpoint(empty()), "/pending", json!({}));
    let folder = Folder::new()
        .fixture("checkpoint/note.json", &note)
        .fixture("confirmation/action.json", &action)
        .fixture(
            "confirmation/maybe.json",
            &with(confirmation("maybe"), "/expected/answer", json!("maybe")),
        )
        .fixture(
            "controller/mode.json",
            &with(preview("mode"), "/expected/result/mode", json!("step")),
        )
        .fixture(
            "controller/version.json",
            &with(preview("version"), "/expected/result/output_version", json!(2)),
        )
        .fixture(
            "controller/diff.json",
            &without(state_diff("diff"), "/expected/diff/premise", "before"),
        )
        .fixture("step/state.json", &without(step("state"), "/expected/decision", "state"))
        .fixture(
            "grammar/kind.json",
            &with(validate("kind"), "/expected/validated/kind", json!("use")),
        );
    let folder = scenario(folder, "pending", initial, checkpoint(in_use("tea")));
    let folder =
        scenario(folder, "absent", Value::Null, without(checkpoint(in_use("tea")), "", "pending"));
    insta::assert_snapshot!(folder.faults_as::<V0_5>().join("\n"));
}

#[test]
fn what_an_engine_begins_with_must_be_normal() {
    let folder = Folder::new()
        .fixture("step/state.json", &with(step("state"), "/initial_state", in_use("The Tea")));
    let initial = checkpoint(in_use("The Tea"));
    let folder = scenario(folder, "turns", initial, checkpoint(in_use("tea")));
    assert_eq!(
        folder.faults_as::<V0_5>(),
        [
            "step/state: the state to begin with is not normalized",
            "structured/turns: the checkpoint to begin with is not normalized",
        ]
    );
}

#[test]
fn a_family_belongs_to_its_contract() {
    let folder = Folder::new().fixture("confirmation/a.json", &confirmation("a"));
    assert!(folder.run_as::<V0_5>(None).0);
    assert_eq!(folder.faults_as::<V0_9>(), ["confirmation: is not a family of this contract"]);
}

#[test]
fn a_clarification_without_a_prompt_can_be_waived() {
    let silent = with(clarify("a"), "/expected/decision/prompt_to_user", Value::Null);
    let folder = Folder::new()
        .fixture("step/a.json", &silent)
        .fixture("step/b.json", &step("b"))
        .waivers(&waiver_of("0.5", "step/a", "result", "published so"));
    let (passed, text) = folder.run_as::<V0_5>(None);
    assert!(passed, "{text}");
    assert!(text.contains("waived the result of step/a: published so\n"), "{text}");
}
