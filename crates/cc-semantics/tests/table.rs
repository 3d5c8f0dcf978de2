//! Every row of the contract's table of evaluation: updates, refusals, messages and repairs.

#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking, as tests do")]

mod support;

use cc_semantics::{Failure, Transition, evaluate};
use cc_state::{Identity, Policy, Premise, State};
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

/// Evaluates a text and expects a refusal with this message and these repairs.
fn assert_refused(
    (premise, policies): (&str, &str),
    text: &str,
    failure: Failure,
    message: &str,
    repairs: &[&str],
) {
    let before = state(premise, policies);
    let submitted = directive(text);
    let refusal = evaluate(&before, submitted).expect_err("refused");
    assert_eq!(refusal.failure(), failure, "{text:?}");
    assert_eq!(refusal.directive(), submitted, "{text:?}");
    assert_eq!(refusal.message(), message, "{text:?}");
    assert_eq!(refusal.repairs().len(), repairs.len(), "{text:?}");
    let actual: Vec<String> = refusal.repairs().map(|repair| repair.to_string()).collect();
    assert_eq!(actual, repairs, "{text:?}");
}

const ALREADY_SET: &str = "Premise already set.\nUse 'change premise to <value>' to modify it.";
const NOT_SET: &str = "No premise is set.\nUse 'set premise <value>' to define one.";

#[test]
fn set_premise_updates_when_there_is_none() {
    let after = r#"{"policies":{"a":"use"},"premise":"Brief replies","version":2}"#;
    assert_updates(("null", r#"{"a":"use"}"#), "set premise Brief\t replies", Some(after));
}

#[test]
fn set_premise_is_refused_when_there_is_one_even_the_same() {
    let failure = Failure::PremiseAlreadySet;
    for text in ["set premise brief", "set premise Long  replies", "set premise tomorrow"] {
        let repair = text.replace("set premise", "change premise to");
        assert_refused(("\"brief\"", "{}"), text, failure, ALREADY_SET, &[&repair]);
    }
}

#[test]
fn change_premise_updates_when_there_is_one() {
    let after = r#"{"policies":{},"premise":"Long","version":2}"#;
    assert_updates(("\"brief\"", "{}"), "change premise to Long", Some(after));
    assert_updates(("\"brief  replies\"", "{}"), "change premise to brief\u{a0} replies", None);
    let cased = r#"{"policies":{},"premise":"BRIEF","version":2}"#;
    assert_updates(("\"brief\"", "{}"), "change premise to BRIEF", Some(cased));
}

#[test]
fn change_premise_is_refused_when_there_is_none() {
    let failure = Failure::PremiseNotSet;
    let text = "change premise to Brief  replies";
    assert_refused(EMPTY, text, failure, NOT_SET, &["set premise Brief  replies"]);
}

#[test]
fn a_repair_that_would_not_be_canonical_is_left_out() {
    let failure = Failure::PremiseNotSet;
    assert_refused(EMPTY, "change premise to to x", failure, NOT_SET, &[]);
    assert_refused(EMPTY, "change premise to TO", failure, NOT_SET, &[]);
    let tomorrow = "change premise to tomorrow";
    assert_refused(EMPTY, tomorrow, failure, NOT_SET, &["set premise tomorrow"]);
}

#[test]
fn a_repair_ends_before_white_space_that_its_text_would_lose() {
    for space in ["\r", "\u{b}", "\u{c}", " \u{c}", "\r\u{b}"] {
        let text = format!("use Tea{space} instead of coffee");
        let message = format!(
            "\"Tea{space}\" is currently prohibited.\n\
             Submit explicit directive(s) to remove it or use a different item."
        );
        let failure = Failure::ReplacementTargetProhibited;
        let prohibited = ("null", r#"{"tea":"prohibit"}"#);
        assert_refused(prohibited, &text, failure, &message, &["remove policy Tea", &text]);
    }
}

#[test]
fn use_updates_when_the_item_is_not_prohibited() {
    let after = r#"{"policies":{"raw sql":"use"},"premise":null,"version":2}"#;
    assert_updates(EMPTY, "use Raw  SQL", Some(after));
    assert_updates(("null", r#"{"raw sql":"use"}"#), "use RAW SQL", None);
}

#[test]
fn use_is_refused_when_the_item_is_prohibited() {
    assert_refused(
        ("null", r#"{"raw sql":"prohibit"}"#),
        "use  Raw  SQL",
        Failure::ItemProhibited,
        "\"raw sql\" is currently prohibited.\nRemove or replace it before using it.",
        &["remove policy Raw  SQL", "use Raw  SQL"],
    );
}

#[test]
fn prohibit_updates_when_the_item_is_not_in_use() {
    let after = r#"{"policies":{"peanuts":"prohibit"},"premise":null,"version":2}"#;
    assert_updates(EMPTY, "prohibit Peanuts", Some(after));
    assert_updates(("null", r#"{"peanuts":"prohibit"}"#), "prohibit PEANUTS", None);
}

#[test]
fn prohibit_is_refused_when_the_item_is_in_use() {
    assert_refused(
        ("null", r#"{"strasse":"use"}"#),
        "prohibit Straße",
        Failure::ItemAlreadyInUse,
        "\"strasse\" is currently in use.\nRemove or replace it before prohibiting it.",
        &["remove policy Straße", "prohibit Straße"],
    );
}

#[test]
fn remove_policy_always_updates() {
    let after = r#"{"policies":{"b":"use"},"premise":"x","version":2}"#;
    for policy in ["use", "prohibit"] {
        let policies = format!(r#"{{"a":"{policy}","b":"use"}}"#);
        assert_updates(("\"x\"", &policies), "remove policy Ａ", Some(after));
    }
    assert_updates(("\"x\"", r#"{"b":"use"}"#), "remove policy a", None);
    assert_updates(EMPTY, "remove policy a", None);
}

#[test]
fn a_replacement_of_an_item_in_use_moves_the_use() {
    let in_use = r#"{"docker":"use"}"#;
    let podman = r#"{"policies":{"podman":"use"},"premise":null,"version":2}"#;
    let text = "use Podman instead of DOCKER";
    assert_updates(("null", in_use), text, Some(podman));
    assert_updates(("null", r#"{"docker":"use","podman":"use"}"#), text, Some(podman));
}

#[test]
fn a_replacement_of_an_item_by_itself_is_unchanged_in_every_state() {
    let states = ["{}", r#"{"strasse":"use"}"#, r#"{"strasse":"prohibit"}"#, r#"{"b":"use"}"#];
    for policies in states {
        for text in ["use straße instead of STRASSE", "use STRASSE instead of STRASSE"] {
            assert_updates(("null", policies), text, None);
        }
    }
}

const SUBMIT: &str = "Submit explicit directive(s) to remove it or use a different item.";

#[test]
fn a_replacement_of_a_prohibited_item_is_refused_before_all_else() {
    let message = format!("\"Do  cker\" is currently prohibited.\n{SUBMIT}");
    let text = "use Podman instead of Do  cker";
    let failure = Failure::ReplacementSourceProhibited;
    for policies in [
        r#"{"do cker":"prohibit"}"#,
        r#"{"do cker":"prohibit","podman":"use"}"#,
        r#"{"do cker":"prohibit","podman":"prohibit"}"#,
    ] {
        assert_refused(("null", policies), text, failure, &message, &[]);
    }
}

#[test]
fn a_replacement_by_a_prohibited_item_is_refused_before_a_missing_source() {
    let message = format!("\"POD  man\" is currently prohibited.\n{SUBMIT}");
    let text = "use POD  man instead of Docker";
    let failure = Failure::ReplacementTargetProhibited;
    let repairs = ["remove policy POD  man", text];
    for policies in [r#"{"pod man":"prohibit"}"#, r#"{"docker":"use","pod man":"prohibit"}"#] {
        assert_refused(("null", policies), text, failure, &message, &repairs);
    }
}

#[test]
fn a_replacement_of_an_absent_item_is_refused_and_uses_nothing() {
    let message = "\"Docker\" is not currently in use.\n\
                   Replacement requires an active 'use' policy.";
    let failure = Failure::ReplacementSourceMissing;
    for policies in ["{}", r#"{"podman":"use"}"#, r#"{"other":"prohibit"}"#] {
        let text = "use podman instead of Docker";
        assert_refused(("null", policies), text, failure, message, &[]);
    }
}

#[test]
fn repairs_write_the_directive_in_its_canonical_text() {
    assert_refused(
        ("null", r#"{"b":"use","instead of":"prohibit"}"#),
        "USE\tinstead of  INSTEAD\tOF  b",
        Failure::ReplacementTargetProhibited,
        &format!("\"instead of\" is currently prohibited.\n{SUBMIT}"),
        &["remove policy instead of", "use instead of instead of b"],
    );
}

#[test]
fn the_three_literals_always_update() {
    let full = ("\"x\"", r#"{"a":"use","b":"prohibit"}"#);
    let no_premise = r#"{"policies":{"a":"use","b":"prohibit"},"premise":null,"version":2}"#;
    let no_policies = r#"{"policies":{},"premise":"x","version":2}"#;
    let nothing = r#"{"policies":{},"premise":null,"version":2}"#;
    assert_updates(full, "clear premise", Some(no_premise));
    assert_updates(full, "reset policies", Some(no_policies));
    assert_updates(full, "clear state", Some(nothing));
    assert_updates(("null", full.1), "clear premise", None);
    assert_updates((full.0, "{}"), "reset policies", None);
    assert_updates(EMPTY, "clear state", None);
    assert_updates(("\"x\"", "{}"), "clear state", Some(nothing));
    assert_updates(("null", r#"{"a":"use"}"#), "clear state", Some(nothing));
}

#[test]
fn messages_quote_items_without_escaping_them() {
    let before = ("null", r#"{"a\"b\u001b":"prohibit"}"#);
    let message = "\"a\"b\u{1b}\" is currently prohibited.\nRemove or replace it before using it.";
    let repairs = ["remove policy A\"b\u{1b}", "use A\"b\u{1b}"];
    assert_refused(before, "use A\"b\u{1b}", Failure::ItemProhibited, message, &repairs);
}

#[test]
fn transitions_say_what_they_do() {
    let item = |text| Identity::new(text).expect("not only white space");
    let premise = Premise::new("x").expect("not only white space");
    let full = state("\"x\"", r#"{"a":"use"}"#);
    let empty = State::new();
    let cases = [
        (&empty, "set premise x", Transition::SetPremise(premise)),
        (&full, "clear premise", Transition::ClearPremise),
        (&empty, "use A", Transition::Insert(item("a"), Policy::Use)),
        (&empty, "prohibit A", Transition::Insert(item("a"), Policy::Prohibit)),
        (&full, "remove policy A", Transition::Remove(item("a"))),
        (&full, "use B instead of A", Transition::Replace { new: item("b"), old: item("a") }),
        (&full, "reset policies", Transition::ClearPolicies),
        (&full, "clear state", Transition::ClearState),
        (&full, "use A", Transition::Unchanged),
    ];
    for (state, text, transition) in cases {
        assert_eq!(evaluate(state, directive(text)), Ok(transition), "{text:?}");
    }
}

#[test]
fn failures_are_listed_by_the_names_of_the_records() {
    let names = Failure::ALL.map(Failure::as_str);
    assert_eq!(
        names,
        [
            "premise_already_set",
            "premise_not_set",
            "item_prohibited",
            "item_already_in_use",
            "replacement_source_prohibited",
            "replacement_target_prohibited",
            "replacement_source_missing",
        ]
    );
    assert_eq!(Failure::ALL.map(|failure| failure.to_string()), names);
}
