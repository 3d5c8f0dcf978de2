//! Contract 0.5: every row of the table of evaluation, the order of its checks, and the prompts.

#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking, as tests do")]

#[path = "support/v0_5.rs"]
mod support;

use cc_semantics::Failure;
use cc_semantics::v0_5::{Transition, empty_prompt, evaluate};
use cc_state::v0_5::{Identity, State};
use cc_state::{Policy, Premise};
use cc_syntax::Kind;
use support::{commit, directive, state};

const EMPTY: (&str, &str) = ("null", "{}");

/// Evaluates a text and expects the export of the state after it, or no change.
fn assert_updates((premise, policies): (&str, &str), text: &str, after: Option<&str>) {
    let before = state(premise, policies);
    let transition = evaluate(&before, directive(text)).expect("not refused");
    assert_eq!(transition.changed(), after.is_some(), "{text:?}");
    let expected = after.map_or_else(|| before.export_json(), str::to_owned);
    assert_eq!(commit(&before, transition).export_json(), expected, "{text:?}");
}

/// Evaluates a text and expects a refusal with this failure, if the state is at fault, and prompt.
fn assert_refused(
    (premise, policies): (&str, &str),
    text: &str,
    failure: Option<Failure>,
    prompt: &str,
) {
    let before = state(premise, policies);
    let submitted = directive(text);
    let refusal = evaluate(&before, submitted).expect_err("refused");
    assert_eq!(refusal.failure(), failure, "{text:?}");
    assert_eq!(refusal.directive(), submitted, "{text:?}");
    assert_eq!(refusal.to_string(), prompt, "{text:?}");
}

const ALREADY_SET: &str = "Premise already set.\nUse 'change premise to <value>' to modify it.";
const NOT_SET: &str = "No premise is set.\nUse 'set premise <value>' to define one.";
const SUBMIT: &str = "Submit explicit directive(s) to remove it or use a different item.";
const BOTH: &str = "Replacement requires both new and old items.\n\
                    Use 'use <new item> instead of <old item>' with non-empty values.";

#[test]
fn set_premise_updates_when_there_is_none_and_is_refused_when_there_is_one() {
    let after = r#"{"policies":{},"premise":"to be Brief","version":2}"#;
    assert_updates(EMPTY, "set premise to \tbe\nBrief ", Some(after));
    for text in ["set premise brief", "set premise other"] {
        assert_refused(("\"brief\"", "{}"), text, Some(Failure::PremiseAlreadySet), ALREADY_SET);
    }
}

#[test]
fn change_premise_updates_when_there_is_one_and_is_refused_when_there_is_none() {
    let after = r#"{"policies":{},"premise":"The dont","version":2}"#;
    assert_updates(("\"brief\"", "{}"), "change premise to The dont", Some(after));
    assert_updates(("\"brief x\"", "{}"), "change premise to  brief\u{a0} x", None);
    let text = "change premise to brief";
    assert_refused(EMPTY, text, Some(Failure::PremiseNotSet), NOT_SET);
}

#[test]
fn use_and_prohibit_update_unless_the_item_has_the_other_policy() {
    let used = r#"{"policies":{"raw sql":"use"},"premise":null,"version":2}"#;
    assert_updates(EMPTY, "use The Raw\n SQL", Some(used));
    assert_updates(("null", r#"{"raw sql":"use"}"#), "use RAW SQL", None);
    let prohibited = r#"{"policies":{"don't":"prohibit"},"premise":null,"version":2}"#;
    assert_updates(EMPTY, "prohibit DONT", Some(prohibited));
    assert_updates(("null", r#"{"don't":"prohibit"}"#), "prohibit a dont", None);
}

#[test]
fn the_item_of_a_refused_use_or_prohibition_is_quoted_by_its_identity() {
    assert_refused(
        ("null", r#"{"stra\u00dfe":"prohibit"}"#),
        "use  The STRA\u{1e9e}E",
        Some(Failure::ItemProhibited),
        "\"straße\" is currently prohibited.\nRemove or replace it before using it.",
    );
    assert_refused(
        ("null", r#"{"don't":"use"}"#),
        "prohibit an DONT ",
        Some(Failure::ItemAlreadyInUse),
        "\"don't\" is currently in use.\nRemove or replace it before prohibiting it.",
    );
    // These two are one item in contract 0.9.
    let both =
        r#"{"policies":{"strasse":"use","stra\u00dfe":"prohibit"},"premise":null,"version":2}"#;
    assert_updates(("null", r#"{"stra\u00dfe":"prohibit"}"#), "use STRASSE", Some(both));
}

#[test]
fn remove_policy_and_the_literals_always_update() {
    let full = ("\"x\"", r#"{"b":"use","c":"prohibit"}"#);
    let one = r#"{"policies":{"c":"prohibit"},"premise":"x","version":2}"#;
    assert_updates(full, "remove policy the Ｂ", Some(one));
    assert_updates(full, "remove policy d", None);
    let no_premise = r#"{"policies":{"b":"use","c":"prohibit"},"premise":null,"version":2}"#;
    assert_updates(full, "clear premise", Some(no_premise));
    assert_updates(("null", full.1), "clear premise", None);
    let no_policies = r#"{"policies":{},"premise":"x","version":2}"#;
    assert_updates(full, "reset policies", Some(no_policies));
    assert_updates((full.0, "{}"), "reset policies", None);
    let nothing = r#"{"policies":{},"premise":null,"version":2}"#;
    for (premise, policies) in [full, (full.0, "{}"), ("null", full.1)] {
        assert_updates((premise, policies), "clear state", Some(nothing));
    }
    assert_updates(EMPTY, "clear state", None);
}

#[test]
fn a_replacement_of_an_item_in_use_moves_the_use() {
    let podman = r#"{"policies":{"podman":"use"},"premise":null,"version":2}"#;
    for policies in [r#"{"docker":"use"}"#, r#"{"docker":"use","podman":"use"}"#] {
        assert_updates(("null", policies), "use a Podman instead of the DOCKER", Some(podman));
    }
    let split = r#"{"policies":{"b":"use"},"premise":null,"version":2}"#;
    let before = ("null", r#"{"c instead of d":"use"}"#);
    assert_updates(before, "use b instead of c instead of d", Some(split));
}

#[test]
fn a_replacement_of_an_item_by_itself_is_unchanged_in_every_state() {
    let states =
        ["{}", r#"{"don't":"use"}"#, r#"{"don't":"prohibit"}"#, r#"{"b":"use","c":"prohibit"}"#];
    for policies in states {
        for text in [
            "use dont instead of dont",
            "use the DON\u{2019}T instead of a dont",
            "use  dont instead of  don`t ",
        ] {
            assert_updates(("null", policies), text, None);
            assert_updates(("\"x\"", policies), text, None);
        }
    }
    // Without content, two empty items are not one item.
    assert_refused(EMPTY, "use the instead of the", None, BOTH);
}

#[test]
fn a_missing_source_comes_before_a_prohibited_target() {
    let prompt = "\" The  Docker\" is not currently in use.\n\
                  Replacement requires an active 'use' policy.";
    let text = "use podman instead of  The  Docker";
    for policies in
        ["{}", r#"{"podman":"use"}"#, r#"{"podman":"prohibit"}"#, r#"{"other":"prohibit"}"#]
    {
        let failure = Some(Failure::ReplacementSourceMissing);
        assert_refused(("null", policies), text, failure, prompt);
    }
}

#[test]
fn a_prohibited_source_comes_before_a_prohibited_target() {
    let prompt = format!("\"The Docker \" is currently prohibited.\n{SUBMIT}");
    let text = "use podman instead of The Docker ";
    for policies in [
        r#"{"docker":"prohibit"}"#,
        r#"{"docker":"prohibit","podman":"use"}"#,
        r#"{"docker":"prohibit","podman":"prohibit"}"#,
    ] {
        let failure = Some(Failure::ReplacementSourceProhibited);
        assert_refused(("null", policies), text, failure, &prompt);
    }
}

#[test]
fn a_prohibited_target_is_refused_when_the_source_is_in_use() {
    let prompt = format!("\"a POD\nman\" is currently prohibited.\n{SUBMIT}");
    let policies = r#"{"docker":"use","pod man":"prohibit"}"#;
    let failure = Some(Failure::ReplacementTargetProhibited);
    assert_refused(("null", policies), "use a POD\nman instead of docker", failure, &prompt);
}

#[test]
fn an_item_without_identity_is_refused_before_the_state_is_looked_at() {
    let states =
        [EMPTY, ("\"x\"", r#"{"b":"use","c":"prohibit"}"#), ("null", r#"{"b":"prohibit"}"#)];
    for before in states {
        for item in ["the", "a", "AN", " the ", "the\u{3000}a", "ª", "\u{a0}ａｎ"] {
            for (directive, shown) in [
                ("remove policy", "remove policy <item>"),
                ("use", "use <item>"),
                ("prohibit", "prohibit <item>"),
            ] {
                let prompt =
                    format!("Policy item cannot be empty.\nUse '{shown}' with a non-empty value.");
                assert_refused(before, &format!("{directive} {item}"), None, &prompt);
            }
            for other in ["b", "c", "d", "the"] {
                assert_refused(before, &format!("use {item} instead of {other}"), None, BOTH);
                assert_refused(before, &format!("use {other} instead of {item}"), None, BOTH);
            }
        }
    }
}

#[test]
fn premises_keep_articles_and_are_never_without_content_when_canonical() {
    for value in ["the", "a", "dont"] {
        let after = format!(r#"{{"policies":{{}},"premise":"{value}","version":2}}"#);
        assert_updates(EMPTY, &format!("set premise {value}"), Some(&after));
    }
}

#[test]
fn each_kind_with_operands_has_its_prompt_for_missing_content() {
    let expected = [
        "Premise value cannot be empty.\nUse 'set premise <value>' with a non-empty value.",
        "Premise value cannot be empty.\nUse 'change premise to <value>' with a non-empty value.",
        "Policy item cannot be empty.\nUse 'use <item>' with a non-empty value.",
        "Policy item cannot be empty.\nUse 'prohibit <item>' with a non-empty value.",
        "Policy item cannot be empty.\nUse 'remove policy <item>' with a non-empty value.",
        BOTH,
        "",
        "",
        "",
    ];
    assert_eq!(Kind::ALL.map(empty_prompt), expected);
}

#[test]
fn transitions_say_what_they_do() {
    let item = |text| Identity::new(text).expect("an item");
    let premise = Premise::new("x").expect("not only white space");
    let full = state("\"x\"", r#"{"b":"use"}"#);
    let empty = State::new();
    for (state, text, transition) in [
        (&empty, "set premise x", Transition::SetPremise(premise)),
        (&full, "clear premise", Transition::ClearPremise),
        (&empty, "use the B", Transition::Insert(item("b"), Policy::Use)),
        (&empty, "prohibit B", Transition::Insert(item("b"), Policy::Prohibit)),
        (&full, "remove policy a B", Transition::Remove(item("b"))),
        (&full, "use C instead of B", Transition::Replace { new: item("c"), old: item("b") }),
        (&full, "reset policies", Transition::ClearPolicies),
        (&full, "clear state", Transition::ClearState),
        (&full, "use the B", Transition::Unchanged),
    ] {
        assert_eq!(evaluate(state, directive(text)), Ok(transition), "{text:?}");
    }
}
