//! Fields that are refused before anything runs: unknown, missing, of another type, or in
//! contradiction to each other.

mod common;

use common::{faults, folder, removed, state, step, with};
use serde_json::{Value, json};

#[test]
fn fields_of_a_step() {
    faults(
        "0.9",
        "step",
        &step(),
        &[
            ("/note", json!(1), "`note` is an unknown field"),
            ("/expected/note", json!(1), "`expected.note` is an unknown field"),
            ("/expected/decision/note", json!(1), "`expected.decision.note` is an unknown field"),
            (
                "/expected/decision",
                json!({"kind": "no_directive", "message": null}),
                "`expected.decision.message` is an unknown field",
            ),
            (
                "/expected/decision/kind",
                json!("passthrough"),
                "`expected.decision.kind` is `passthrough`, and must be error or no_directive or update",
            ),
            ("/initial_state/note", json!(1), "`initial_state.note` is an unknown field"),
            ("/initial_state/premise", removed(), "`initial_state.premise` is missing"),
            (
                "/initial_state/premise",
                json!(1),
                "`initial_state.premise` is 1, and must be a text",
            ),
            ("/initial_state/version", json!(3), "`initial_state.version` is 3, and must be 2"),
            ("/initial_state/version", json!(2.0), "`initial_state.version` is 2.0, and must be 2"),
            (
                "/expected/state/policies/tea",
                json!("allow"),
                "`expected.state.policies.tea` is \"allow\", and must be \"use\" or \"prohibit\"",
            ),
            ("/prelude", Value::Null, "`prelude` is null, and must be an array"),
            ("/input", removed(), "`input` is missing"),
            ("/kind", json!("stepp"), "`kind` is \"stepp\", and must be \"step\""),
            ("/kind", removed(), "`kind` is missing"),
            ("/action", json!({"fn": "step"}), "`action.fn` must be left out"),
            (
                "/initial_state/policies",
                json!({"TEA": "use"}),
                "the state to begin with is not normalized",
            ),
        ],
    );
}

fn classify(text: &str, expected: Value) -> Value {
    json!({
        "kind": "grammar",
        "action": {"fn": "decompose_directive", "text": text},
        "expected": expected,
    })
}

#[test]
fn fields_of_the_grammar() {
    let none = classify("hello", json!({"directive": null}));
    faults(
        "0.9",
        "grammar",
        &none,
        &[
            (
                "/expected/span",
                json!([0, 1]),
                "`expected.span` stands beside an invalid classification only",
            ),
            ("/expected/span", json!([0]), "`expected.span`: it has two elements"),
            (
                "/action/fn",
                json!("parse"),
                "`action.fn` must be decompose_directive or render_directive",
            ),
            ("/action/kind", json!("x"), "`action.kind` is an unknown field"),
        ],
    );
    let canonical = json!({"kind": "use_item", "text": "use tea", "operands": {"item": "tea"}});
    faults(
        "0.9",
        "grammar",
        &classify("use tea", json!({"directive": canonical})),
        &[
            (
                "/expected/directive/operands/size",
                json!("x"),
                "`expected.directive.operands.size` is an unknown field",
            ),
            (
                "/expected/directive/failure",
                json!("x"),
                "`expected.directive.failure` is an unknown field",
            ),
        ],
    );
    let validated = json!({"text": "use  tea", "kind": "use_item"});
    let validated = json!({
        "kind": "grammar",
        "action": {"fn": "validate_directive", "text": "use  tea"},
        "expected": {"validated": validated},
    });
    faults(
        "0.5",
        "grammar",
        &validated,
        &[
            (
                "/expected/span",
                json!([0, 3]),
                "`expected.span` stands beside an `expected.validated` of null only",
            ),
            (
                "/expected/validated/text",
                json!("use tea"),
                "`expected.validated.text` is not the text that was submitted",
            ),
        ],
    );
}

#[test]
fn labels_of_a_sequence() {
    let valid = json!({
        "kind": "controller",
        "initial_state": state(json!({})),
        "operations": [{"fn": "export_json", "label": "a"}, {"fn": "import_json", "payload_ref": "a"}],
        "expected": {"observations": {}, "equal": [], "state": state(json!({}))},
    });
    let later =
        json!([{"fn": "import_json", "payload_ref": "a"}, {"fn": "export_json", "label": "a"}]);
    let twice = json!([{"fn": "export_json", "label": "a"}, {"fn": "export_json", "label": "a"}]);
    faults(
        "0.9",
        "controller",
        &valid,
        &[
            (
                "/operations",
                json!([]),
                "`operations` is [], and must be an array that is not empty",
            ),
            ("/operations", twice, "the label `a` is given twice"),
            ("/operations", later, "`a` is not the label of an earlier export"),
            (
                "/operations/1",
                json!({"fn": "import_json"}),
                "an import has either `payload` or `payload_ref`",
            ),
            ("/expected/observations", json!({"b": "x"}), "no operation has the label `b`"),
            ("/expected/equal", json!([["a", "c"]]), "no operation has the label `c`"),
            ("/expected/equal", json!([["a"]]), "`expected.equal[0]`: it has two elements"),
        ],
    );
}

#[test]
fn handles_of_a_result() {
    let valid = json!({
        "kind": "mutation_isolation",
        "initial_state": state(json!({})),
        "operation": {"fn": "engine.premise", "result_handle": "it"},
        "handles": {"it": {"kind": "immutable_result"}},
        "mutations": [{"op": "set", "target_handle": "it", "path": ["value"], "value": "x"}],
        "expected": {
            "authoritative_state": state(json!({})),
            "caller_owned_observations": {"seen": {"target_handle": "it", "path": ["value"], "value": null}},
        },
    });
    let seen = "/expected/caller_owned_observations/seen";
    faults(
        "0.9",
        "mutation-isolation",
        &valid,
        &[
            (
                "/handles/other",
                json!({"kind": "immutable_result"}),
                "`handles` must hold `it` and nothing else",
            ),
            ("/mutations", json!([]), "`mutations` is [], and must be an array that is not empty"),
            ("/mutations/0/path", json!(["valu", "e"]), "the result has no place `/valu/e`"),
            ("/mutations/0/target_handle", json!("x"), "no operation has the result handle `x`"),
            (
                &format!("{seen}/target_handle"),
                json!("x"),
                "no operation has the result handle `x`",
            ),
        ],
    );
}

#[test]
fn imports_and_exports() {
    let import = json!({
        "kind": "state_json",
        "initial_state": state(json!({})),
        "action": {"fn": "import_json", "payload": "{}"},
        "expected": {
            "error": {"type": "ValueError", "message_contains": "Invalid state payload"},
            "state": state(json!({})),
        },
    });
    for contract in ["0.9", "0.5"] {
        faults(
            contract,
            "state-json",
            &import,
            &[
                ("/expected/payload", json!("{}"), "`expected.payload` is an unknown field"),
                (
                    "/expected/error/type",
                    json!("TypeError"),
                    "`expected.error.type` is \"TypeError\", and must be \"ValueError\"",
                ),
                ("/action", json!({"fn": "export_json"}), "`expected.error` is an unknown field"),
            ],
        );
    }
}

#[test]
fn checkpoints_and_records_of_0_5() {
    let checkpoint =
        json!({"authoritative_state": state(json!({})), "checkpoint_version": 1, "pending": null});
    let export = json!({
        "kind": "checkpoint",
        "initial_state": state(json!({})),
        "action": {"fn": "export_checkpoint_json"},
        "expected": {
            "payload_object": checkpoint,
            "payload_json_parseable": true,
            "state": state(json!({})),
        },
    });
    faults(
        "0.5",
        "checkpoint",
        &export,
        &[
            ("/expected/payload_object", removed(), "`expected.payload_object` is missing"),
            (
                "/expected/payload_json_parseable",
                json!(false),
                "`expected.payload_json_parseable` is false, and must be true",
            ),
            ("/expected/error", json!({}), "`expected.error` is an unknown field"),
            (
                "/expected/payload_object/pending",
                removed(),
                "`expected.payload_object.pending` is missing",
            ),
            (
                "/expected/followup",
                json!({"note": 1}),
                "`expected.followup.note` is an unknown field",
            ),
        ],
    );
    let after = state(json!({"tea": "use"}));
    let step = json!({
        "kind": "step",
        "initial_state": state(json!({})),
        "input": "use tea",
        "expected": {
            "decision": {"kind": "update", "prompt_to_user": null, "state": after},
            "state": after,
        },
    });
    faults(
        "0.5",
        "step",
        &step,
        &[
            (
                "/expected/decision/prompt_to_user",
                json!("Really?"),
                "`expected.decision.prompt_to_user` is \"Really?\", and must be null",
            ),
            (
                "/expected/decision/state",
                Value::Null,
                "`expected.decision.state` is null, and must be an object",
            ),
            ("/expected/decision/state", removed(), "`expected.decision.state` is missing"),
        ],
    );
    let confirmation = json!({
        "kind": "confirmation",
        "action": {"fn": "read_confirmation", "text": "Yes!"},
        "expected": {"answer": "yes"},
    });
    faults(
        "0.5",
        "confirmation",
        &confirmation,
        &[(
            "/expected/answer",
            json!("maybe"),
            "`expected.answer` is \"maybe\", and must be \"yes\" or \"no\" or null",
        )],
    );
    assert_eq!(
        folder("0.9").fixture("confirmation/a", &confirmation).failures(),
        ["confirmation/a: stands in a folder that is not a family of this contract"]
    );
}

#[test]
fn steps_of_m1() {
    let state = |items: Value| json!({"facts": {"focus.device": null}, "policies": {"prohibit": items}, "version": 1});
    let valid = json!({
        "kind": "step",
        "initial_state": null,
        "input": "never salt",
        "expected": {
            "decision": {"kind": "update", "prompt_to_user": null, "state": state(json!(["salt"]))},
            "pending": null,
            "state": state(json!(["salt"])),
        },
    });
    let sorted = "`initial_state.policies.prohibit`: its items stand once and in order";
    faults(
        "m1",
        "step",
        &valid,
        &[
            ("/initial_state", removed(), "`initial_state` is missing"),
            ("/initial_state", state(json!(["b", "a"])), sorted),
            ("/initial_state", state(json!(["a", "a"])), sorted),
            ("/expected/pending", removed(), "`expected.pending` is missing"),
            ("/expected/pending", json!("salt"), "something is pending after `clarify` only"),
            (
                "/expected/state",
                state(json!([])),
                "the state of the decision is not the state after it",
            ),
        ],
    );
}

#[test]
fn calls_of_tools() {
    let valid = json!({
        "kind": "toolcall",
        "schema": {"type": "object", "properties": {"city": {}}, "required": ["city"]},
        "aliases": {"town": "city"},
        "order": "declared",
        "args": r#"{"city":"Oslo"}"#,
        "expected": {"verdict": "defer"},
    });
    faults(
        "toolcall",
        "defer",
        &valid,
        &[
            ("/schema", Value::Null, "`aliases` belong to no grammar"),
            ("/schema", json!([]), "`schema`: it is neither an object, a text nor null"),
            (
                "/order",
                json!("sorted"),
                "`order` is \"sorted\", and must be \"declared\" or \"lexicographic\"",
            ),
            (
                "/least_certainty",
                Value::Null,
                "`least_certainty` is null, and must be \"forced\" or \"conventional\"",
            ),
            (
                "/expected/verdict",
                json!("deny"),
                "`expected.verdict` is \"deny\", and must be \"defer\"",
            ),
            ("/expected/reason", json!("misroute"), "`expected.reason` is an unknown field"),
        ],
    );
    let issue = json!({"kind": "missing_required", "pointer": "", "names": ["city"]});
    let denied = json!({"verdict": "deny", "reason": "misroute", "issues": [issue]});
    let denied = with(&with(&valid, "/expected", denied), "/args", json!(""));
    faults(
        "toolcall",
        "deny",
        &denied,
        &[
            ("/schema", Value::Null, "without a grammar, the only verdict is to defer"),
            (
                "/expected/issues",
                json!([]),
                "`expected.issues` is [], and must be an array that is not empty",
            ),
            (
                "/expected/issues/0/text",
                json!("x"),
                "`expected.issues[0].text` is an unknown field",
            ),
        ],
    );
}
