//! Tests of the runner itself: what it refuses, and what it reports.

use std::fs;

use serde_json::{Value, json};

use super::api::Api;
use super::corpus::Corpus;
use super::report::Report;
use super::waivers::Waivers;
use crate::error::Error;

/// A folder of fixtures with waivers beside it.
struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    fn new() -> Self {
        let folder = Folder { folder: tempfile::tempdir().unwrap() };
        fs::create_dir(folder.folder.path().join("fixtures")).unwrap();
        folder.waivers(&json!({"skipped_families": [], "waivers": []}))
    }

    fn waivers(self, waivers: &Value) -> Self {
        fs::write(self.folder.path().join("waivers.json"), waivers.to_string()).unwrap();
        self
    }

    fn file(self, path: &str, text: &str) -> Self {
        let path = self.folder.path().join("fixtures").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    fn fixture(self, path: &str, fixture: &Value) -> Self {
        self.file(path, &fixture.to_string())
    }

    fn read(&self, filter: Option<&str>) -> Result<Report, Error> {
        let waivers = Waivers::read(&self.folder.path().join("waivers.json"))?;
        let corpus = Corpus::read(&self.folder.path().join("fixtures"), &waivers)?;
        Ok(Report::of(corpus, &waivers, &Api, filter))
    }

    /// Runs the fixtures: whether they passed, and the report without the name of the folder.
    fn run(&self, filter: Option<&str>) -> (bool, String) {
        let report = self.read(filter).unwrap();
        let mut out = Vec::new();
        report.write(&mut out, "cargo xtask conformance --fixtures DIR", "api").unwrap();
        let folder = format!("{}/", self.folder.path().display());
        (report.passed(), String::from_utf8(out).unwrap().replace(&folder, ""))
    }

    /// The faults that a run reports.
    fn faults(&self) -> Vec<String> {
        let (passed, text) = self.run(None);
        assert!(!passed, "{text}");
        let mut faults = Vec::new();
        let mut name = "";
        for line in text.lines() {
            name = line.strip_prefix("failed: ").unwrap_or(name);
            if let Some(fault) = line.strip_prefix("  fault:    ") {
                faults.push(format!("{name}: {fault}"));
            }
        }
        faults
    }
}

fn empty() -> Value {
    json!({"premise": null, "policies": {}, "version": 2})
}

fn in_use(item: &str) -> Value {
    json!({"premise": null, "policies": {item: "use"}, "version": 2})
}

/// A fixture that passes.
fn step(id: &str) -> Value {
    json!({
        "id": id,
        "kind": "step",
        "initial_state": empty(),
        "input": "use tea",
        "expected": {"decision": {"kind": "update", "changed": true}, "state": in_use("tea")},
    })
}

/// The same fixture with one value in another's place.
fn step_with(id: &str, pointer: &str, value: Value) -> Value {
    let mut fixture = step(id);
    *fixture.pointer_mut(pointer).unwrap() = value;
    fixture
}

#[test]
fn fixtures_that_pass_are_counted_by_family() {
    let folder = Folder::new().fixture("step/one.json", &step("one")).fixture(
        "grammar/two.json",
        &json!({
            "id": "two",
            "kind": "grammar",
            "action": {"fn": "decompose_directive", "text": "hello"},
            "expected": {"directive": null},
        }),
    );
    let (passed, text) = folder.run(None);
    assert!(passed);
    insta::assert_snapshot!(text);
}

#[test]
fn a_failing_case_is_reported_with_the_command_that_repeats_it() {
    let refused = json!({
        "kind": "error",
        "failure": "item_already_in_use",
        "directive": {
            "kind": "prohibit_item",
            "text": "prohibit tea\u{200b}pot",
            "operands": {"item": "tea\u{200b}pot"},
        },
        "repairs": [],
        "message": "no",
    });
    let mut hidden = step_with("hidden", "/expected/decision", refused);
    hidden["initial_state"] = in_use("tea\u{200b}pot");
    hidden["expected"]["state"] = in_use("teapot");
    hidden["input"] = json!("prohibit tea\u{200b}pot");
    let folder = Folder::new()
        .fixture(
            "step/changed.json",
            &step_with("changed", "/expected/decision/changed", json!(false)),
        )
        .fixture("step/hidden.json", &hidden)
        .fixture(
            "state-json/it's wrong.json",
            &json!({
                "id": "it's wrong",
                "kind": "state_json",
                "initial_state": empty(),
                "action": {"fn": "import_json", "payload": "{}"},
                "expected": {
                    "error": {"type": "ValueError", "message_contains": "Another message"},
                    "state": empty(),
                },
            }),
        );
    let (passed, text) = folder.run(None);
    assert!(!passed);
    insta::assert_snapshot!(text);
}

#[test]
fn an_unknown_field_is_refused_at_every_depth() {
    let mut top = step("top");
    top["note"] = json!("x");
    let mut decision = step("decision");
    decision["expected"]["decision"]["note"] = json!("x");
    let mut no_directive = step_with("no_directive", "/expected/decision", json!({}));
    no_directive["expected"]["decision"] = json!({"kind": "no_directive", "message": null});
    let mut state = step("state");
    state["initial_state"]["note"] = json!("x");
    let faults = Folder::new()
        .fixture("step/top.json", &top)
        .fixture("step/decision.json", &decision)
        .fixture("step/no_directive.json", &no_directive)
        .fixture("step/state.json", &state)
        .faults();
    insta::assert_snapshot!(faults.join("\n"));
}

#[test]
fn fields_of_the_wrong_shape_are_refused() {
    let mut missing = step("missing");
    missing["initial_state"].as_object_mut().unwrap().remove("premise");
    let text = step("twice").to_string();
    let folder = Folder::new()
        .fixture("step/version.json", &step_with("version", "/initial_state/version", json!(3)))
        .fixture(
            "step/policy.json",
            &step_with("policy", "/expected/state/policies/tea", json!("allow")),
        )
        .fixture("step/kind.json", &step_with("kind", "/kind", json!("stepp")))
        .fixture("controller/family.json", &step("family"))
        .fixture("step/missing.json", &missing)
        .file("step/twice.json", &text.replace("\"tea\":", "\"tea\":\"use\",\"tea\":"))
        .file("step/not_json.json", "{");
    insta::assert_snapshot!(folder.faults().join("\n"));
}

#[test]
fn a_fixture_that_contradicts_itself_is_refused() {
    let controller = |id: &str, operations: Value, expected: Value| {
        let mut fixture = json!({
            "id": id,
            "kind": "controller",
            "initial_state": empty(),
            "operations": operations,
            "expected": {"observations": {}, "equal": [], "state": empty()},
        });
        fixture["expected"]["observations"] = expected;
        fixture
    };
    let export = json!({"fn": "export_json", "label": "a"});
    let unknown = json!([{"fn": "import_json", "payload_ref": "a"}, export]);
    let folder = Folder::new()
        .fixture("controller/label.json", &controller("label", json!([export, export]), json!({})))
        .fixture("controller/later.json", &controller("later", unknown, json!({})))
        .fixture("controller/none.json", &controller("none", json!([]), json!({})))
        .fixture("controller/seen.json", &controller("seen", json!([export]), json!({"b": "x"})))
        .fixture(
            "grammar/span.json",
            &json!({
                "id": "span",
                "kind": "grammar",
                "action": {"fn": "decompose_directive", "text": "hello"},
                "expected": {"directive": null, "span": [0, 1]},
            }),
        )
        .fixture(
            "step/normal.json",
            &step_with("normal", "/initial_state/policies", json!({"TEA": "use"})),
        );
    insta::assert_snapshot!(folder.faults().join("\n"));
}

#[test]
fn duplicate_ids_are_refused_across_families() {
    let mut apply = step("one");
    apply["kind"] = json!("apply_directive");
    apply["action"] = json!({"fn": "apply_directive", "text": "use tea"});
    apply.as_object_mut().unwrap().remove("input");
    let faults = Folder::new()
        .fixture("apply-directive/one.json", &apply)
        .fixture("step/one.json", &step("one"))
        .faults();
    assert_eq!(faults, ["step/one: another fixture has the id `one` too"]);
}

#[test]
fn an_id_that_differs_from_its_file_name_is_refused_unless_waived() {
    let folder = Folder::new().fixture("step/one.json", &step("other"));
    assert_eq!(folder.faults(), ["step/one: its id `other` differs from its file name"]);
    let (passed, text) = folder.waivers(&waiver("step/one", "id", "published so")).run(None);
    assert!(passed);
    insta::assert_snapshot!(text);
}

fn waiver(fixture: &str, check: &str, reason: &str) -> Value {
    let waiver = json!({"fixture": fixture, "check": check, "reason": reason});
    json!({"skipped_families": [], "waivers": [waiver]})
}

#[test]
fn a_waived_result_is_skipped_with_its_reason() {
    let wrong = step_with("one", "/expected/decision/changed", json!(false));
    let folder = Folder::new()
        .fixture("step/one.json", &wrong)
        .fixture("step/two.json", &step("two"))
        .waivers(&waiver("step/one", "result", "known"));
    let (passed, text) = folder.run(None);
    assert!(passed);
    insta::assert_snapshot!(text);
}

#[test]
fn a_waived_check_that_passes_fails_the_run() {
    let folder = Folder::new().fixture("step/one.json", &step("one"));
    let result = folder.waivers(&waiver("step/one", "result", "known"));
    assert_eq!(
        result.faults(),
        ["step/one: its result is the expected one, so its waiver must go from `waivers.json`"]
    );
    let id = result.waivers(&waiver("step/one", "id", "known"));
    assert_eq!(
        id.faults(),
        ["step/one: its id equals its file name, so its waiver must go from `waivers.json`"]
    );
}

#[test]
fn waivers_that_are_not_in_order_are_refused() {
    let fault = |waivers: &Value| match Folder::new().waivers(waivers).read(None) {
        Err(Error::Waivers { fault, .. }) => fault,
        other => format!("{other:?}"),
    };
    assert_eq!(fault(&waiver("step/one", "id", " ")), "the waiver for `step/one` has no reason");
    let one = json!({"fixture": "step/one", "check": "id", "reason": "known"});
    let twice = json!({"skipped_families": [], "waivers": [one, one]});
    assert_eq!(fault(&twice), "the same check of `step/one` is waived twice");
    let family = json!({"family": "api", "reason": "known"});
    let twice = json!({"skipped_families": [family, family], "waivers": []});
    assert_eq!(fault(&twice), "the family `api` is skipped twice");
    let silent = json!({"skipped_families": [{"family": "api", "reason": ""}], "waivers": []});
    assert_eq!(fault(&silent), "the skipped family `api` has no reason");
    assert!(fault(&waiver("step/one", "speed", "known")).starts_with("unknown variant `speed`"));
}

#[test]
fn a_skipped_family_is_named_with_its_reason() {
    let skipped = json!({
        "skipped_families": [{"family": "api", "reason": "another language"}],
        "waivers": [],
    });
    let folder = Folder::new()
        .fixture("api/anything.json", &json!([]))
        .fixture("step/one.json", &step("one"))
        .waivers(&skipped);
    let (passed, text) = folder.run(None);
    assert!(passed);
    insta::assert_snapshot!(text);
}

#[test]
fn what_is_no_family_and_no_fixture_is_refused() {
    let faults = Folder::new()
        .fixture("step/one.json", &step("one"))
        .fixture("steps/two.json", &step("two"))
        .file("step/notes.txt", "x")
        .file("step/more/three.json", "{}")
        .file("notes.json", "{}")
        .file("structured/scenario/four.json", "{}")
        .faults();
    assert_eq!(
        faults,
        [
            "notes.json: is not a family folder",
            "step/more: is not a .json file",
            "step/notes.txt: is not a .json file",
            "steps: is not a family of this contract",
            "structured/scenario: is neither the folder `scenarios` nor `expected`",
        ]
    );
}

#[test]
fn structured_files_come_in_pairs_that_fit() {
    let scenario = |id: &str| json!({"id": id, "description": "x", "initial_state": null, "inputs": ["hello"]});
    let expected = |id: &str, input: &str| {
        let decision = json!({"kind": "no_directive"});
        json!({"id": id, "turns": [{"input": input, "decision": decision, "state": empty()}]})
    };
    let folder = Folder::new()
        .fixture("structured/scenarios/fits.json", &scenario("fits"))
        .fixture("structured/expected/fits.json", &expected("fits", "hello"))
        .fixture("structured/scenarios/alone.json", &scenario("alone"))
        .fixture("structured/expected/lost.json", &expected("lost", "hello"))
        .fixture("structured/scenarios/ids.json", &scenario("ids"))
        .fixture("structured/expected/ids.json", &expected("idz", "hello"))
        .fixture("structured/scenarios/inputs.json", &scenario("inputs"))
        .fixture("structured/expected/inputs.json", &expected("inputs", "good day"));
    assert_eq!(
        folder.faults(),
        [
            "structured/alone: the scenario has no expected file",
            "structured/ids: its two files have the ids `ids` and `idz`",
            "structured/inputs: the inputs of the turns are not those of the scenario",
            "structured/lost: the expected file has no scenario",
        ]
    );
    assert!(folder.run(Some("structured/fits")).0);
}

#[test]
fn a_run_of_zero_fixtures_fails() {
    assert_eq!(Folder::new().faults(), ["all: no fixture was replayed"]);
    let (passed, text) =
        Folder::new().fixture("step/one.json", &step("one")).run(Some("step/three"));
    assert!(!passed);
    assert!(text.starts_with("failed: step/three\n  fault:    no fixture was replayed"), "{text}");
    assert!(text.ends_with("0 passed, 1 failed, 0 skipped\n"), "{text}");
}

#[test]
fn a_filter_chooses_by_name_or_by_part_of_it() {
    let folder = Folder::new()
        .fixture("step/one.json", &step("one"))
        .fixture("step/one_more.json", &step("one_more"))
        .fixture("step/two.json", &step("two"));
    let passed = |filter| {
        let (passed, text) = folder.run(Some(filter));
        assert!(passed, "{text}");
        text.lines().last().unwrap().to_owned()
    };
    assert_eq!(passed("step/"), "3 passed, 0 failed, 0 skipped");
    assert_eq!(passed("p/one"), "2 passed, 0 failed, 0 skipped");
    // The whole name of one fixture is part of the other's.
    assert_eq!(passed("step/one"), "1 passed, 0 failed, 0 skipped");
}

#[test]
fn a_folder_that_is_not_there_is_a_usage_error() {
    let nowhere = tempfile::tempdir().unwrap().path().join("nowhere");
    let error = Corpus::read(&nowhere, &Waivers::default()).unwrap_err();
    assert!(matches!(error, Error::NotAFolder(_)));
    assert_eq!(error.exit_status(), 2);
}
