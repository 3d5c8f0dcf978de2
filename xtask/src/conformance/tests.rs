//! Tests of the runner itself: what it refuses, and what it reports.

mod corpora;
mod waivers;

use std::fs;

use serde_json::{Value, json};

pub(super) use self::waivers::waiver_of;
use super::contract::Contract;
use super::corpus::Corpus;
use super::report::Report;
use super::v0_9::V0_9;
use super::waivers::Waivers;
use super::{Options, Version, Via, repeat};
use crate::error::Error;

/// A folder of fixtures with waivers beside it.
pub(super) struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    pub(super) fn new() -> Self {
        let folder = Folder { folder: tempfile::tempdir().unwrap() };
        fs::create_dir(folder.folder.path().join("fixtures")).unwrap();
        folder.waivers(&json!({"skipped_families": [], "waivers": []}))
    }

    pub(super) fn waivers(self, waivers: &Value) -> Self {
        fs::write(self.folder.path().join("waivers.json"), waivers.to_string()).unwrap();
        self
    }

    pub(super) fn file(self, path: &str, text: &str) -> Self {
        let path = self.folder.path().join("fixtures").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    pub(super) fn fixture(self, path: &str, fixture: &Value) -> Self {
        self.file(path, &fixture.to_string())
    }

    /// Replays the fixtures of a contract through the library.
    fn read<K: Contract>(&self, filter: Option<&str>) -> Result<Report, Error> {
        let waivers = Waivers::read(&self.folder.path().join("waivers.json"), K::VERSION)?;
        let corpus = Corpus::<K>::read(&self.folder.path().join("fixtures"), &waivers)?;
        Ok(Report::of(corpus, &waivers, &*K::subject(Via::Api)?, filter))
    }

    fn run(&self, filter: Option<&str>) -> (bool, String) {
        self.run_as::<V0_9>(filter)
    }

    /// Runs the fixtures: whether they passed, and the report without the name of the folder.
    pub(super) fn run_as<K: Contract>(&self, filter: Option<&str>) -> (bool, String) {
        let report = self.read::<K>(filter).unwrap();
        let mut out = Vec::new();
        report.write(&mut out, "cargo xtask conformance --fixtures DIR", "api").unwrap();
        let folder = format!("{}/", self.folder.path().display());
        (report.passed(), String::from_utf8(out).unwrap().replace(&folder, ""))
    }

    fn faults(&self) -> Vec<String> {
        self.faults_as::<V0_9>()
    }

    /// The faults that a run reports.
    pub(super) fn faults_as<K: Contract>(&self) -> Vec<String> {
        let (passed, text) = self.run_as::<K>(None);
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

pub(super) fn empty() -> Value {
    json!({"premise": null, "policies": {}, "version": 2})
}

pub(super) fn in_use(item: &str) -> Value {
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
fn the_command_that_repeats_a_failure_names_the_contract_and_the_folder() {
    let command = |contract, fixtures: Option<&str>| {
        let fixtures = fixtures.map(Into::into);
        repeat(&Options { contract, fixtures, filter: None, via: Via::Api })
    };
    assert_eq!(command(Version::V0_9, None), "cargo xtask conformance");
    assert_eq!(command(Version::V0_5, None), "cargo xtask conformance --contract 0.5");
    assert_eq!(
        command(Version::V0_5, Some("my fixtures")),
        "cargo xtask conformance --contract 0.5 --fixtures 'my fixtures'"
    );
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
    let error = Corpus::<V0_9>::read(&nowhere, &Waivers::default()).unwrap_err();
    assert!(matches!(error, Error::NotAFolder(_)));
    assert_eq!(error.exit_status(), 2);
}
