//! Files that are refused before anything runs.

mod common;

use common::{Folder, folder, state, step, with};
use serde_json::json;

#[test]
fn files_that_are_no_fixtures() {
    let twice = step().to_string().replace("\"tea\":", "\"tea\":\"use\",\"tea\":");
    let files: Folder = folder("0.9")
        .fixture("step/one", &step())
        .fixture("steps/two", &step())
        .fixture("mutation-isolation/one", &step())
        .fixture("apply-directive/one", &with(&step(), "/kind", json!("apply_directive")))
        .file("step/twice.json", twice)
        .file("step/bytes.json", [0xff])
        .file("step/cut.json", "{")
        .file("step/array.json", "[]")
        .file("step/notes.txt", "x")
        .file("step/more/three.json", "{}")
        .file("notes.json", "{}")
        .file("structured/scenario/four.json", "{}");
    let kind = "`kind` is \"step\", and must be \"mutation_isolation\"";
    assert_eq!(
        files.failures(),
        [
            "apply-directive/one: `action.fn` must be apply_directive",
            &format!("mutation-isolation/one: {kind}"),
            "notes: stands in no family folder",
            "step/array: it is [], and not a JSON object",
            "step/bytes: is not UTF-8",
            "step/cut: EOF while parsing an object at line 1 column 1",
            "step/more/three: stands in a folder below its family",
            "step/notes.txt: is not a .json file",
            "step/twice: duplicate field `tea` at line 1 column 95",
            "steps/two: stands in a folder that is not a family of this contract",
            "structured/scenario/four: stands in neither `scenarios` nor `expected`",
        ]
    );
}

#[test]
fn ids_stand_once_in_a_contract() {
    let apply = json!({
        "kind": "apply_directive",
        "initial_state": state(json!({})),
        "action": {"fn": "apply_directive", "text": "use tea"},
        "expected": step()["expected"],
    });
    let files = folder("0.9").fixture("apply-directive/one", &apply).fixture("step/one", &step());
    assert_eq!(files.failures(), ["step/one: another fixture has the id `one` too"]);
    let other = with(&step(), "/id", json!("other")).to_string();
    let fault = "step/one: its id `other` differs from its file name";
    assert_eq!(folder("0.9").file("step/one.json", other).failures(), [fault]);
}

#[test]
fn a_text_that_is_no_directive_cannot_be_applied() {
    let apply = json!({
        "kind": "apply_directive",
        "initial_state": state(json!({})),
        "action": {"fn": "apply_directive", "text": "hello"},
        "expected": step()["expected"],
    });
    let fault = "apply-directive/a: `hello` does not classify as a directive to apply";
    assert_eq!(folder("0.9").fixture("apply-directive/a", &apply).failures(), [fault]);
}

#[test]
fn structured_files_come_in_pairs_that_fit() {
    let scenario = json!({"description": "x", "initial_state": null, "inputs": ["hello"]});
    let turn = |input: &str| {
        json!({"turns": [{
            "input": input,
            "decision": {"kind": "no_directive"},
            "state": state(json!({})),
        }]})
    };
    let files = folder("0.9")
        .fixture("structured/scenarios/fits", &scenario)
        .fixture("structured/expected/fits", &turn("hello"))
        .fixture("structured/scenarios/alone", &scenario)
        .fixture("structured/expected/lost", &turn("hello"))
        .fixture("structured/scenarios/ids", &scenario)
        .file("structured/expected/ids.json", with(&turn("hello"), "/id", json!("idz")).to_string())
        .fixture("structured/scenarios/inputs", &scenario)
        .fixture("structured/expected/inputs", &turn("good day"))
        .fixture("structured/scenarios/none", &with(&scenario, "/inputs", json!([])))
        .fixture("structured/expected/none", &json!({"turns": []}));
    assert_eq!(
        files.failures(),
        [
            "structured/lost: the expected file has no scenario",
            "structured/alone: the scenario has no expected file",
            "structured/ids: its two files have different ids",
            "structured/inputs: the inputs of the turns are not those of the scenario",
            "structured/none: `inputs` is [], and must be an array that is not empty",
        ]
    );
    assert!(files.run(Some("structured/fits")).0);
}
