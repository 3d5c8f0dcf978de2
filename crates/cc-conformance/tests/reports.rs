//! What a run reports, which fixtures it chooses, and what waivers do.

mod common;

use cc_conformance::{Contract, Corpus, ErrorKind, Library, Report, Subject, Waivers};
use common::{folder, parsed, state, step, with};
use serde_json::{Value, json};

fn waiver(contract: &str, fixture: &str, check: &str, reason: &str) -> Value {
    let waiver =
        json!({"contract": contract, "fixture": fixture, "check": check, "reason": reason});
    json!({"skipped_families": [], "waivers": [waiver]})
}

#[test]
fn a_failure_is_reported_with_the_command_that_repeats_it() {
    let item = "tea\u{200b}pot";
    let refused = json!({
        "kind": "error",
        "failure": "item_already_in_use",
        "directive": {
            "kind": "prohibit_item",
            "text": format!("prohibit {item}"),
            "operands": {"item": item},
        },
        "repairs": [],
        "message": "no",
    });
    let hidden = json!({
        "kind": "step",
        "initial_state": state(json!({item: "use"})),
        "input": format!("prohibit {item}"),
        "expected": {"decision": refused, "state": state(json!({"teapot": "use"}))},
    });
    let import = json!({
        "kind": "state_json",
        "initial_state": state(json!({})),
        "action": {"fn": "import_json", "payload": "{}"},
        "expected": {
            "error": {"type": "ValueError", "message_contains": "Another message"},
            "state": state(json!({})),
        },
    });
    let files = folder("0.9")
        .fixture("step/passes", &step())
        .fixture("step/changed", &with(&step(), "/expected/decision/changed", json!(false)))
        .fixture("step/hidden", &hidden)
        .fixture("state-json/it's wrong", &import)
        .fixture(
            "state-json/accepted",
            &with(&import, "/action/payload", state(json!({})).to_string().into()),
        );
    let (passed, text) = files.run(None);
    assert!(!passed);
    insta::assert_snapshot!(text);
}

#[test]
fn a_filter_chooses_by_name_or_by_part_of_it() {
    let files = folder("0.9")
        .fixture("step/one", &step())
        .fixture("step/one_more", &step())
        .fixture("step/two", &step());
    let last = |filter| {
        let (passed, text) = files.run(Some(filter));
        assert!(passed, "{text}");
        text.lines().last().unwrap().to_owned()
    };
    assert_eq!(last("step/"), "3 passed, 0 failed, 0 skipped");
    assert_eq!(last("p/one"), "2 passed, 0 failed, 0 skipped");
    // The whole name of one fixture is part of the other's.
    assert_eq!(last("step/one"), "1 passed, 0 failed, 0 skipped");
}

#[test]
fn a_run_of_zero_fixtures_fails() {
    let (passed, text) = folder("m1").run(None);
    assert!(!passed && text.contains("no fixture of m1 was replayed"), "{text}");
    let (passed, text) = folder("0.9").fixture("step/one", &step()).run(Some("step/three"));
    assert!(!passed);
    assert_eq!(
        text,
        "failed: no fixture of 0.9 has a name with `step/three` in it\n0 passed, 1 failed, 0 skipped\n"
    );
    let (passed, text) = folder("0.9").fixture("step/one", &step()).run_on(&mut Silent, None);
    assert!(!passed && text.contains("no fixture of 0.9 was replayed"), "{text}");
}

/// Knows no operation.
struct Silent;

impl Subject for Silent {
    fn ask(&mut self, request: &Value) -> Result<Value, String> {
        Ok(json!({"unsupported": request["op"]}))
    }
}

/// Answers everything with fields that say nothing.
struct Hollow;

impl Subject for Hollow {
    fn ask(&mut self, _: &Value) -> Result<Value, String> {
        Ok(json!({"error": null, "fault": null, "state": null, "unsupported": null}))
    }
}

#[test]
fn no_fixture_passes_on_replies_that_say_nothing() {
    let report = Report::new(&common::corpora(), &Waivers::default(), &mut Hollow, None);
    let (_, text) = common::written(&report);
    assert!(text.lines().last().unwrap().starts_with("0 passed, "), "{text}");
}

/// Reads this value as the premise.
struct Seeing(Value);

impl Subject for Seeing {
    fn ask(&mut self, request: &Value) -> Result<Value, String> {
        let state = state(json!({})).to_string();
        let is_read = request["op"] == "premise";
        Ok(if is_read { json!({"value": self.0}) } else { json!({"state": state}) })
    }
}

#[test]
fn every_difference_has_its_place() {
    let differences = |expected: Value, actual: Value| {
        let fixture = json!({
            "kind": "mutation_isolation",
            "initial_state": state(json!({})),
            "operation": {"fn": "engine.premise", "result_handle": "held"},
            "handles": {"held": {"kind": "immutable_result"}},
            "mutations": [{"op": "set", "target_handle": "held", "path": ["value"], "value": 1}],
            "expected": {
                "authoritative_state": state(json!({})),
                "caller_owned_observations": {
                    "it": {"target_handle": "held", "path": ["value"], "value": expected},
                },
            },
        });
        let files = folder("0.9").fixture("mutation-isolation/it", &fixture);
        let (_, text) = files.run_on(&mut Seeing(actual), None);
        let places = text.lines().filter_map(|line| line.strip_prefix("  differs:  "));
        places.map(str::to_owned).collect::<Vec<_>>()
    };
    let expected = json!({"a": [1, "tea pot"], "b": null, "c": true});
    let actual = json!({"a": [1, "tea\u{200b}pot", 3], "c": false, "d\u{200b}": 1});
    assert_eq!(
        differences(expected.clone(), actual),
        [
            "/a/1: from character 4",
            "/a/2: not expected",
            "/b: missing",
            "/c: another value",
            "/d\\u{200b}: not expected",
        ]
    );
    assert_eq!(differences(json!(1), json!(2)), ["all of it: another value"]);
    assert!(differences(expected.clone(), expected).is_empty());
}

/// The library, with one reply spoiled.
struct Spoiled(Library, &'static str, &'static str, Value);

impl Subject for Spoiled {
    fn ask(&mut self, request: &Value) -> Result<Value, String> {
        let Spoiled(library, op, pointer, value) = self;
        let reply = library.ask(request)?;
        let parent = pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
        let is_spoiled = request["op"] == *op && reply.pointer(parent).is_some();
        Ok(if is_spoiled { with(&reply, pointer, value.clone()) } else { reply })
    }
}

#[test]
fn what_no_fixture_expects_is_checked_too() {
    let spoiled = |op, pointer, value| {
        let mut subject = Spoiled(Library::default(), op, pointer, value);
        let report = Report::new(&common::corpora(), &Waivers::default(), &mut subject, None);
        let (passed, text) = common::written(&report);
        assert!(!passed, "{op} {pointer}");
        text
    };
    let other = state(json!({"milk": "use"})).to_string();
    // An answer that must not change the state, and a flag that does not tell what happened.
    let text = spoiled("step", "/state", json!(other));
    assert!(text.contains("`step` must change nothing here, and did"), "{text}");
    assert!(text.contains("`changed` and the state contradict each other"), "{text}");
    let text = spoiled("step", "/result/decision/state", json!({}));
    assert!(text.contains("the decision holds another state than the one after it"), "{text}");
    assert!(spoiled("preview", "/state", json!(other)).contains("`preview` must change nothing"));
    // A preview that foresees something else, and exports that disagree.
    assert!(
        spoiled("preview", "/result/would_mutate", json!(7)).contains("as its preview foresaw")
    );
    assert!(
        spoiled("preview", "/result/diff/changed", json!(7)).contains("as its preview foresaw")
    );
    assert!(spoiled("export_checkpoint", "/payload", json!("{}")).contains("the exports disagree"));
    // An object that is imported unlike its text, and a directive that is not read as it was built.
    let text = spoiled("import_object", "/state", json!(other));
    assert!(text.contains("compared: import of the object, as of its text"), "{text}");
    let text = spoiled("render", "/directive/operands", json!({"item": "x"}));
    assert!(text.contains("compared: directive, as it is read"), "{text}");
    // A result through which the engine is changed, or that shows the attempt.
    assert!(spoiled("mutate", "/state", json!(other)).contains("`mutate` must change nothing"));
    let text = spoiled("mutate", "/held", json!({"kind": "x", "value": "x"}));
    assert!(text.contains("failed: mutation-isolation/"), "{text}");
    assert!(spoiled("metadata", "/operand_names", json!([])).contains("compared: operand_names"));
    // What is known of tool calls beside the verdict.
    assert!(spoiled("toolcall", "/counters", json!({})).contains("compared: counters"));
    assert!(spoiled("toolcall", "/retryable", json!(false)).contains("compared: retryable"));
    assert!(spoiled("toolcall", "/repairs", json!([1])).contains("compared: repairs"));
    let text = spoiled("toolcall", "/arguments", json!("{}"));
    assert!(text.contains("compared: arguments on the arguments as an object"), "{text}");
    // A fault of the subject itself, and bytes that are not canonical.
    assert!(spoiled("render", "/fault", json!("no paper")).contains("fault:    no paper"));
    assert!(spoiled("export", "/state", json!("{ }")).contains("must change nothing"));
}

/// The library without the fields that records of m1 do not tell, and with another prompt.
struct Terse(Library, Option<&'static str>);

impl Subject for Terse {
    fn ask(&mut self, request: &Value) -> Result<Value, String> {
        let mut reply = self.0.ask(request)?;
        let fields = reply.as_object_mut().ok_or("a reply is an object")?;
        fields.retain(|name, _| name != "state" && name != "pending");
        match (reply.pointer_mut("/decision/prompt_to_user"), self.1) {
            (Some(prompt), Some(other)) if request["text"] == "??" => *prompt = json!(other),
            _ => {}
        }
        Ok(reply)
    }
}

#[test]
fn the_state_of_m1_is_found_out_by_steps() {
    let contract = Contract::named("m1").unwrap();
    let m1 = [Corpus::read(contract, &common::root().join("m1"), &Waivers::default()).unwrap()];
    let run = |prompt| {
        let mut subject = Terse(Library::default(), prompt);
        common::written(&Report::new(&m1, &Waivers::default(), &mut subject, None))
    };
    let (passed, text) = run(None);
    assert!(passed, "{text}");
    let (passed, text) = run(Some("Really?"));
    assert!(!passed && text.contains("compared: pending"), "{text}");
}

#[test]
fn bytes_of_a_state_are_compared() {
    let spaced = json!("{\"policies\":{\"tea\":\"use\"}, \"premise\":null,\"version\":2}");
    let mut subject = Spoiled(Library::default(), "step", "/state", spaced);
    let (passed, text) = folder("0.9").fixture("step/a", &step()).run_on(&mut subject, None);
    assert!(!passed && text.contains("compared: bytes of the state"), "{text}");
}

#[test]
fn waivers_except_and_are_reported() {
    let wrong = with(&step(), "/expected/decision/changed", json!(false));
    let files = folder("0.9")
        .file("step/named.json", with(&step(), "/id", json!("other")).to_string())
        .fixture("step/wrong", &wrong)
        .file("api/anything.json", "[]");
    let one = json!({"contract": "0.9", "fixture": "step/named", "check": "id", "reason": "a"});
    let two = json!({"contract": "0.9", "fixture": "step/wrong", "check": "result", "reason": "b"});
    let api = json!({"contract": "0.9", "family": "api", "reason": "another language"});
    let (passed, text) =
        files.waivers(&json!({"skipped_families": [api], "waivers": [one, two]})).run(None);
    assert!(passed);
    insta::assert_snapshot!(text);
}

#[test]
fn a_waived_check_that_passes_fails_the_run() {
    let fault = |check| {
        let files = folder("0.9").waivers(&waiver("0.9", "step/one", check, "known"));
        files.fixture("step/one", &step()).failures()
    };
    let outlived = "so its waiver must go from `waivers.json`";
    assert_eq!(fault("result"), [format!("step/one: its result is the expected one, {outlived}")]);
    assert_eq!(fault("id"), [format!("step/one: its id equals its file name, {outlived}")]);
    let other = waiver("0.5", "step/one", "result", "known");
    assert!(folder("0.9").waivers(&other).fixture("step/one", &step()).run(None).0);
}

#[test]
fn waivers_that_are_not_in_order_are_refused() {
    let fault = |waivers: &Value| parsed(waivers).unwrap_err();
    let of = |check, reason| waiver("0.9", "step/one", check, reason);
    assert_eq!(fault(&of("id", " ")), "`waivers.json`: the fixture `step/one` has no reason");
    assert!(fault(&of("speed", "known")).contains("must be \"id\" or \"result\""));
    assert!(
        fault(&waiver("0.7", "step/one", "id", "known"))
            .contains("`waivers.waivers[0].contract` is \"0.7\"")
    );
    let twice = |list: &str, entry: Value| {
        let mut waivers = json!({"skipped_families": [], "waivers": []});
        waivers[list] = json!([entry, entry]);
        fault(&waivers)
    };
    let family = json!({"contract": "0.9", "family": "api", "reason": "known"});
    assert!(twice("skipped_families", family).ends_with("the family `api` is listed twice"));
    let one = of("id", "known")["waivers"][0].clone();
    assert!(twice("waivers", one).ends_with("the fixture `step/one` is listed twice"));
    assert!(fault(&json!({"waivers": []})).contains("`waivers.skipped_families` is missing"));
}

#[test]
fn a_folder_that_is_not_there_is_an_error_of_its_own() {
    let contract = Contract::named("0.9").unwrap();
    let error = Corpus::read(contract, "no/such/folder".as_ref(), &Waivers::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotAFolder);
}
