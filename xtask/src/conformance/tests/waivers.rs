//! Tests of exceptions: what they except, and what is refused.

use serde_json::{Value, json};

use super::{Folder, step, step_with};
use crate::conformance::v0_9::V0_9;
use crate::error::Error;

fn waiver(fixture: &str, check: &str, reason: &str) -> Value {
    waiver_of("0.9", fixture, check, reason)
}

pub(in crate::conformance) fn waiver_of(
    contract: &str,
    fixture: &str,
    check: &str,
    reason: &str,
) -> Value {
    let waiver =
        json!({"contract": contract, "fixture": fixture, "check": check, "reason": reason});
    json!({"skipped_families": [], "waivers": [waiver]})
}

#[test]
fn an_id_that_differs_from_its_file_name_is_refused_unless_waived() {
    let folder = Folder::new().fixture("step/one.json", &step("other"));
    assert_eq!(folder.faults(), ["step/one: its id `other` differs from its file name"]);
    let (passed, text) = folder.waivers(&waiver("step/one", "id", "published so")).run(None);
    assert!(passed);
    insta::assert_snapshot!(text);
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
    let fault = |waivers: &Value| match Folder::new().waivers(waivers).read::<V0_9>(None) {
        Err(Error::Waivers { fault, .. }) => fault,
        other => format!("{other:?}"),
    };
    assert_eq!(fault(&waiver("step/one", "id", " ")), "the waiver for `step/one` has no reason");
    let one = json!({"contract": "0.9", "fixture": "step/one", "check": "id", "reason": "known"});
    let twice = json!({"skipped_families": [], "waivers": [one, one]});
    assert_eq!(fault(&twice), "the same check of `step/one` is waived twice");
    let family = json!({"contract": "0.9", "family": "api", "reason": "known"});
    let twice = json!({"skipped_families": [family, family], "waivers": []});
    assert_eq!(fault(&twice), "the family `api` is skipped twice");
    let family = json!({"contract": "0.9", "family": "api", "reason": ""});
    let silent = json!({"skipped_families": [family], "waivers": []});
    assert_eq!(fault(&silent), "the skipped family `api` has no reason");
    assert!(fault(&waiver("step/one", "speed", "known")).starts_with("unknown variant `speed`"));
    let other = waiver_of("0.7", "step/one", "id", "known");
    assert!(fault(&other).starts_with("unknown variant `0.7`"));
    let silent = waiver_of("0.5", "step/one", "id", "");
    assert_eq!(fault(&silent), "the waiver for `step/one` has no reason");
    let one = json!({"fixture": "step/one", "check": "id", "reason": "known"});
    let nobody = json!({"skipped_families": [], "waivers": [one]});
    assert!(fault(&nobody).starts_with("missing field `contract`"));
}

#[test]
fn exceptions_of_another_contract_have_no_effect() {
    let one = json!({"contract": "0.9", "fixture": "step/one", "check": "id", "reason": "known"});
    let mut other = one.clone();
    other["contract"] = json!("0.5");
    let family = json!({"contract": "0.5", "family": "step", "reason": "known"});
    let both = json!({"skipped_families": [family], "waivers": [one, other]});
    let folder = Folder::new().fixture("step/one.json", &step("other")).waivers(&both);
    let (passed, text) = folder.run(None);
    assert!(passed, "{text}");
    let others = folder.waivers(&waiver_of("0.5", "step/one", "id", "known"));
    assert_eq!(others.faults(), ["step/one: its id `other` differs from its file name"]);
}

#[test]
fn a_skipped_family_is_named_with_its_reason() {
    let skipped = json!({
        "skipped_families": [{"contract": "0.9", "family": "api", "reason": "another language"}],
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
