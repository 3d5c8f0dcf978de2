//! Every row of the contracts' table of evaluation: updates, refusals, messages, and what only one
//! contract has: repairs, and prompts for items without identity.

#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking, as tests do")]

mod support;

use std::error::Error;

use cc_oracle::{V0_5, V0_9};
use cc_semantics::v0_5::empty_prompt;
use cc_semantics::{ContractTransition, Failure, Refusal, Rules, evaluate};
use cc_state::{ContractIdentity, ContractPremise, ContractState, Policy};
use cc_syntax::Kind;
use support::{commit, directive, state};

/// A premise and policies, both in JSON.
type Before<'a> = (&'a str, &'a str);

const EMPTY: Before<'_> = ("null", "{}");

/// Evaluates a text and expects the export of the state after it, or no change.
#[track_caller]
fn assert_updates<C: Rules>((premise, policies): Before<'_>, text: &str, after: Option<&str>) {
    let before = state::<C>(premise, policies);
    let transition = evaluate(&before, directive(text)).expect("not refused");
    assert_eq!(transition.changed(), after.is_some(), "{text:?}");
    let expected = after.map_or_else(|| before.export_json(), str::to_owned);
    assert_eq!(commit(&before, transition).export_json(), expected, "{text:?}");
}

/// Evaluates a text and expects a refusal with this failure, if it is one of the state, and message.
#[track_caller]
fn assert_refused<C: Rules>(
    (premise, policies): Before<'_>,
    text: &str,
    failure: Option<Failure>,
    message: &str,
) {
    let before = state::<C>(premise, policies);
    let submitted = directive(text);
    let refusal = evaluate(&before, submitted).expect_err("refused");
    assert_eq!(refusal.failure().into(), failure, "{text:?}");
    assert_eq!(refusal.directive(), submitted, "{text:?}");
    assert_eq!(refusal.message(), message, "{text:?}");
    assert_eq!(refusal.to_string(), message, "{text:?}");
    assert_eq!(refusal.into_owned().to_string(), message, "{text:?}");
}

/// Evaluates a text in 0.9 and expects a refusal with these repairs.
#[track_caller]
fn assert_repairs((premise, policies): Before<'_>, text: &str, repairs: &[&str]) {
    let before = state::<V0_9>(premise, policies);
    let refusal: Refusal<'_> = evaluate(&before, directive(text)).expect_err("refused");
    assert_eq!(refusal.repairs().len(), repairs.len(), "{text:?}");
    let actual: Vec<String> = refusal.repairs().map(|repair| repair.to_string()).collect();
    assert_eq!(actual, repairs, "{text:?}");
    assert!(refusal.into_owned().as_refusal().repairs().eq(refusal.repairs()));
}

const ALREADY_SET: &str = "Premise already set.\nUse 'change premise to <value>' to modify it.";
const NOT_SET: &str = "No premise is set.\nUse 'set premise <value>' to define one.";
const SUBMIT: &str = "Submit explicit directive(s) to remove it or use a different item.";
const BOTH: &str = "Replacement requires both new and old items.\n\
                    Use 'use <new item> instead of <old item>' with non-empty values.";

fn set_premise_updates_when_there_is_none<C: Rules>() {
    let after = r#"{"policies":{"b":"use"},"premise":"Brief replies","version":2}"#;
    assert_updates::<C>(("null", r#"{"b":"use"}"#), "set premise Brief\t replies", Some(after));
}

fn set_premise_is_refused_when_there_is_one_even_the_same<C: Rules>() {
    for text in ["set premise brief", "set premise Long  replies", "set premise tomorrow"] {
        let failure = Some(Failure::PremiseAlreadySet);
        assert_refused::<C>(("\"brief\"", "{}"), text, failure, ALREADY_SET);
    }
}

fn change_premise_updates_when_there_is_one<C: Rules>() {
    let after = r#"{"policies":{},"premise":"Long","version":2}"#;
    assert_updates::<C>(("\"brief\"", "{}"), "change premise to Long", Some(after));
    let same = ("\"brief  replies\"", "{}");
    assert_updates::<C>(same, "change premise to brief\u{a0} replies", None);
    let cased = r#"{"policies":{},"premise":"BRIEF","version":2}"#;
    assert_updates::<C>(("\"brief\"", "{}"), "change premise to BRIEF", Some(cased));
}

fn change_premise_is_refused_when_there_is_none<C: Rules>() {
    let text = "change premise to Brief  replies";
    assert_refused::<C>(EMPTY, text, Some(Failure::PremiseNotSet), NOT_SET);
}

fn premises_keep_articles_and_spelling<C: Rules>() {
    for value in ["the", "a", "dont"] {
        let after = format!(r#"{{"policies":{{}},"premise":"{value}","version":2}}"#);
        assert_updates::<C>(EMPTY, &format!("set premise {value}"), Some(&after));
    }
    let after = r#"{"policies":{},"premise":"The dont","version":2}"#;
    assert_updates::<C>(("\"brief\"", "{}"), "change premise to The dont", Some(after));
}

fn use_updates_when_the_item_is_not_prohibited<C: Rules>() {
    let after = r#"{"policies":{"raw sql":"use"},"premise":null,"version":2}"#;
    assert_updates::<C>(EMPTY, "use Raw  SQL", Some(after));
    assert_updates::<C>(("null", r#"{"raw sql":"use"}"#), "use RAW SQL", None);
}

fn use_is_refused_when_the_item_is_prohibited<C: Rules>() {
    let (before, text) = (("null", r#"{"raw sql":"prohibit"}"#), "use  Raw  SQL");
    let message = "\"raw sql\" is currently prohibited.\nRemove or replace it before using it.";
    assert_refused::<C>(before, text, Some(Failure::ItemProhibited), message);
}

fn prohibit_updates_when_the_item_is_not_in_use<C: Rules>() {
    let after = r#"{"policies":{"peanuts":"prohibit"},"premise":null,"version":2}"#;
    assert_updates::<C>(EMPTY, "prohibit Peanuts", Some(after));
    assert_updates::<C>(("null", r#"{"peanuts":"prohibit"}"#), "prohibit PEANUTS", None);
}

fn prohibit_is_refused_when_the_item_is_in_use<C: Rules>() {
    let (before, text) = (("null", r#"{"caf\u00e9":"use"}"#), "prohibit CAFE\u{301}");
    let message = "\"café\" is currently in use.\nRemove or replace it before prohibiting it.";
    assert_refused::<C>(before, text, Some(Failure::ItemAlreadyInUse), message);
}

fn remove_policy_always_updates<C: Rules>() {
    let after = r#"{"policies":{"c":"use"},"premise":"x","version":2}"#;
    for policy in ["use", "prohibit"] {
        let policies = format!(r#"{{"b":"{policy}","c":"use"}}"#);
        assert_updates::<C>(("\"x\"", &policies), "remove policy Ｂ", Some(after));
    }
    assert_updates::<C>(("\"x\"", r#"{"c":"use"}"#), "remove policy b", None);
    assert_updates::<C>(EMPTY, "remove policy b", None);
}

fn a_replacement_of_an_item_in_use_moves_the_use<C: Rules>() {
    let podman = r#"{"policies":{"podman":"use"},"premise":null,"version":2}"#;
    let text = "use Podman instead of DOCKER";
    for policies in [r#"{"docker":"use"}"#, r#"{"docker":"use","podman":"use"}"#] {
        assert_updates::<C>(("null", policies), text, Some(podman));
    }
}

fn a_replacement_of_an_item_by_itself_is_unchanged_in_every_state<C: Rules>() {
    let states = ["{}", r#"{"caf\u00e9":"use"}"#, r#"{"caf\u00e9":"prohibit"}"#, r#"{"b":"use"}"#];
    for policies in states {
        for text in ["use Café instead of CAFE\u{301}", "use CAFÉ instead of CAFÉ"] {
            assert_updates::<C>(("null", policies), text, None);
            assert_updates::<C>(("\"x\"", policies), text, None);
        }
    }
}

fn a_replacement_of_a_prohibited_item_is_refused_whatever_the_target<C: Rules>() {
    let message = format!("\"Do  cker\" is currently prohibited.\n{SUBMIT}");
    let text = "use Podman instead of Do  cker";
    for policies in [
        r#"{"do cker":"prohibit"}"#,
        r#"{"do cker":"prohibit","podman":"use"}"#,
        r#"{"do cker":"prohibit","podman":"prohibit"}"#,
    ] {
        let failure = Some(Failure::ReplacementSourceProhibited);
        assert_refused::<C>(("null", policies), text, failure, &message);
    }
}

fn a_replacement_by_a_prohibited_item_is_refused_when_the_source_is_in_use<C: Rules>() {
    let message = format!("\"POD  man\" is currently prohibited.\n{SUBMIT}");
    let text = "use POD  man instead of Docker";
    let before = ("null", r#"{"docker":"use","pod man":"prohibit"}"#);
    assert_refused::<C>(before, text, Some(Failure::ReplacementTargetProhibited), &message);
}

fn a_replacement_of_an_absent_item_is_refused_and_uses_nothing<C: Rules>() {
    let message = "\"Docker\" is not currently in use.\n\
                   Replacement requires an active 'use' policy.";
    for policies in ["{}", r#"{"podman":"use"}"#, r#"{"other":"prohibit"}"#] {
        let text = "use podman instead of Docker";
        let failure = Some(Failure::ReplacementSourceMissing);
        assert_refused::<C>(("null", policies), text, failure, message);
    }
}

fn the_three_literals_always_update<C: Rules>() {
    let full = ("\"x\"", r#"{"b":"use","c":"prohibit"}"#);
    let no_premise = r#"{"policies":{"b":"use","c":"prohibit"},"premise":null,"version":2}"#;
    let no_policies = r#"{"policies":{},"premise":"x","version":2}"#;
    let nothing = r#"{"policies":{},"premise":null,"version":2}"#;
    assert_updates::<C>(full, "clear premise", Some(no_premise));
    assert_updates::<C>(full, "reset policies", Some(no_policies));
    assert_updates::<C>(full, "clear state", Some(nothing));
    assert_updates::<C>(("null", full.1), "clear premise", None);
    assert_updates::<C>((full.0, "{}"), "reset policies", None);
    assert_updates::<C>(EMPTY, "clear state", None);
    assert_updates::<C>(("\"x\"", "{}"), "clear state", Some(nothing));
    assert_updates::<C>(("null", r#"{"b":"use"}"#), "clear state", Some(nothing));
}

fn messages_quote_items_without_escaping_them<C: Rules>() {
    let (before, text) = (("null", r#"{"b\"c\u001b":"prohibit"}"#), "use B\"c\u{1b}");
    let message = "\"b\"c\u{1b}\" is currently prohibited.\nRemove or replace it before using it.";
    assert_refused::<C>(before, text, Some(Failure::ItemProhibited), message);
}

fn transitions_say_what_they_do<C: Rules>() {
    let item = |text| ContractIdentity::new(text).expect("an item");
    let premise = ContractPremise::new("x").expect("not only white space");
    let full = state::<C>("\"x\"", r#"{"b":"use"}"#);
    let empty = ContractState::new();
    let replace = ContractTransition::Replace { new: item("c"), old: item("b") };
    for (state, text, transition) in [
        (&empty, "set premise x", ContractTransition::SetPremise(premise)),
        (&full, "clear premise", ContractTransition::ClearPremise),
        (&empty, "use B", ContractTransition::Insert(item("b"), Policy::Use)),
        (&empty, "prohibit B", ContractTransition::Insert(item("b"), Policy::Prohibit)),
        (&full, "remove policy B", ContractTransition::Remove(item("b"))),
        (&full, "use C instead of B", replace),
        (&full, "reset policies", ContractTransition::ClearPolicies),
        (&full, "clear state", ContractTransition::ClearState),
        (&full, "use B", ContractTransition::Unchanged),
    ] {
        assert_eq!(evaluate(state, directive(text)), Ok(transition), "{text:?}");
    }
}

fn a_refusal_goes_into_a_box<C: Rules>() {
    fn change_premise<C: Rules>(text: &str) -> Result<(), Box<dyn Error>> {
        let refused = evaluate(&ContractState::<C>::new(), directive(text));
        refused.map_err(|refusal| refusal.into_owned())?;
        Ok(())
    }
    let error = change_premise::<C>(&String::from("change premise to x")).expect_err("refused");
    assert_eq!(error.to_string(), NOT_SET);
}

cc_oracle::laws!(
    set_premise_updates_when_there_is_none,
    set_premise_is_refused_when_there_is_one_even_the_same,
    change_premise_updates_when_there_is_one,
    change_premise_is_refused_when_there_is_none,
    premises_keep_articles_and_spelling,
    use_updates_when_the_item_is_not_prohibited,
    use_is_refused_when_the_item_is_prohibited,
    prohibit_updates_when_the_item_is_not_in_use,
    prohibit_is_refused_when_the_item_is_in_use,
    remove_policy_always_updates,
    a_replacement_of_an_item_in_use_moves_the_use,
    a_replacement_of_an_item_by_itself_is_unchanged_in_every_state,
    a_replacement_of_a_prohibited_item_is_refused_whatever_the_target,
    a_replacement_by_a_prohibited_item_is_refused_when_the_source_is_in_use,
    a_replacement_of_an_absent_item_is_refused_and_uses_nothing,
    the_three_literals_always_update,
    messages_quote_items_without_escaping_them,
    transitions_say_what_they_do,
    a_refusal_goes_into_a_box,
);

#[test]
fn repairs_repeat_the_operands_as_they_were_written() {
    let premise = ("\"brief\"", "{}");
    for text in ["brief", "Long  replies", "tomorrow"] {
        let repair = format!("change premise to {text}");
        assert_repairs(premise, &format!("set premise {text}"), &[&repair]);
    }
    assert_repairs(EMPTY, "change premise to Brief  replies", &["set premise Brief  replies"]);
    for (policies, text, removal) in [
        (r#"{"raw sql":"prohibit"}"#, "use  Raw  SQL", "remove policy Raw  SQL"),
        (r#"{"caf\u00e9":"use"}"#, "prohibit CAFE\u{301}", "remove policy CAFE\u{301}"),
        (
            r#"{"docker":"use","pod man":"prohibit"}"#,
            "use POD  man instead of Docker",
            "remove policy POD  man",
        ),
        (r#"{"b\"c\u001b":"prohibit"}"#, "use B\"c\u{1b}", "remove policy B\"c\u{1b}"),
    ] {
        assert_repairs(("null", policies), text, &[removal, &text.replace("use  ", "use ")]);
    }
}

#[test]
fn a_replacement_without_a_source_in_use_has_no_repairs() {
    for (policies, text) in [
        (r#"{"do cker":"prohibit"}"#, "use Podman instead of Do  cker"),
        (r#"{"do cker":"prohibit","podman":"use"}"#, "use Podman instead of Do  cker"),
        (r#"{"do cker":"prohibit","podman":"prohibit"}"#, "use Podman instead of Do  cker"),
        ("{}", "use podman instead of Docker"),
        (r#"{"podman":"use"}"#, "use podman instead of Docker"),
        (r#"{"other":"prohibit"}"#, "use podman instead of Docker"),
    ] {
        assert_repairs(("null", policies), text, &[]);
    }
}

#[test]
fn a_prohibited_target_comes_before_a_missing_source_in_0_9_and_after_it_in_0_5() {
    let text = "use POD  man instead of  The  Docker";
    for policies in [r#"{"pod man":"prohibit"}"#, r#"{"pod man":"prohibit","other":"prohibit"}"#] {
        let prohibited = format!("\"POD  man\" is currently prohibited.\n{SUBMIT}");
        let failure = Some(Failure::ReplacementTargetProhibited);
        assert_refused::<V0_9>(("null", policies), text, failure, &prohibited);
        let repairs = ["remove policy POD  man", "use POD  man instead of The  Docker"];
        assert_repairs(("null", policies), text, &repairs);
        let missing = "\" The  Docker\" is not currently in use.\n\
                       Replacement requires an active 'use' policy.";
        let failure = Some(Failure::ReplacementSourceMissing);
        assert_refused::<V0_5>(("null", policies), text, failure, missing);
    }
}

#[test]
fn items_that_fold_into_one_are_one_item_in_0_9_alone() {
    let before = ("null", r#"{"strasse":"use"}"#);
    let message = "\"strasse\" is currently in use.\nRemove or replace it before prohibiting it.";
    let failure = Some(Failure::ItemAlreadyInUse);
    assert_refused::<V0_9>(before, "prohibit Straße", failure, message);
    assert_repairs(before, "prohibit Straße", &["remove policy Straße", "prohibit Straße"]);
    let both =
        r#"{"policies":{"strasse":"use","stra\u00dfe":"prohibit"},"premise":null,"version":2}"#;
    assert_updates::<V0_5>(before, "prohibit Straße", Some(both));
    assert_updates::<V0_5>(("null", r#"{"stra\u00dfe":"prohibit"}"#), "use STRASSE", Some(both));
    for policies in ["{}", r#"{"strasse":"use"}"#, r#"{"strasse":"prohibit"}"#, r#"{"b":"use"}"#] {
        assert_updates::<V0_9>(("null", policies), "use straße instead of STRASSE", None);
        assert_updates::<V0_9>(("null", policies), "use STRASSE instead of STRASSE", None);
    }
}

#[test]
fn a_repair_that_would_not_be_canonical_is_left_out() {
    let failure = Some(Failure::PremiseNotSet);
    for (text, repairs) in [
        ("change premise to to x", &[][..]),
        ("change premise to TO", &[]),
        ("change premise to tomorrow", &["set premise tomorrow"]),
    ] {
        assert_refused::<V0_9>(EMPTY, text, failure, NOT_SET);
        assert_repairs(EMPTY, text, repairs);
    }
}

#[test]
fn a_repair_ends_before_white_space_that_its_text_would_lose() {
    for space in ["\r", "\u{b}", "\u{c}", " \u{c}", "\r\u{b}"] {
        let text = format!("use Tea{space} instead of coffee");
        let message = format!("\"Tea{space}\" is currently prohibited.\n{SUBMIT}");
        let prohibited = ("null", r#"{"tea":"prohibit"}"#);
        let failure = Some(Failure::ReplacementTargetProhibited);
        assert_refused::<V0_9>(prohibited, &text, failure, &message);
        assert_repairs(prohibited, &text, &["remove policy Tea", &text]);
    }
}

#[test]
fn repairs_write_the_directive_in_its_canonical_text() {
    let before = ("null", r#"{"b":"use","instead of":"prohibit"}"#);
    let text = "USE\tinstead of  INSTEAD\tOF  b";
    let message = format!("\"instead of\" is currently prohibited.\n{SUBMIT}");
    let failure = Some(Failure::ReplacementTargetProhibited);
    assert_refused::<V0_9>(before, text, failure, &message);
    assert_repairs(before, text, &["remove policy instead of", "use instead of instead of b"]);
}

#[test]
fn items_are_taken_by_the_identities_of_0_5() {
    let used = r#"{"policies":{"raw sql":"use"},"premise":null,"version":2}"#;
    assert_updates::<V0_5>(EMPTY, "use The Raw\n SQL", Some(used));
    let prohibited = r#"{"policies":{"don't":"prohibit"},"premise":null,"version":2}"#;
    assert_updates::<V0_5>(EMPTY, "prohibit DONT", Some(prohibited));
    assert_updates::<V0_5>(("null", r#"{"don't":"prohibit"}"#), "prohibit a dont", None);
    let held = state::<V0_5>("null", r#"{"b":"use"}"#);
    let b = || ContractIdentity::new("b").expect("an item");
    for (text, transition) in [
        ("use the B", ContractTransition::Unchanged),
        ("remove policy a B", ContractTransition::Remove(b())),
    ] {
        assert_eq!(evaluate(&held, directive(text)), Ok(transition), "{text:?}");
    }
    let inserted = Ok(ContractTransition::Insert(b(), Policy::Use));
    assert_eq!(evaluate(&ContractState::new(), directive::<V0_5>("use the B")), inserted);
    let full = ("\"x\"", r#"{"b":"use","c":"prohibit"}"#);
    let one = r#"{"policies":{"c":"prohibit"},"premise":"x","version":2}"#;
    assert_updates::<V0_5>(full, "remove policy the Ｂ", Some(one));
    assert_updates::<V0_5>(full, "remove policy d", None);
    let podman = r#"{"policies":{"podman":"use"},"premise":null,"version":2}"#;
    let docker = ("null", r#"{"docker":"use"}"#);
    assert_updates::<V0_5>(docker, "use a Podman instead of the DOCKER", Some(podman));
    let split = r#"{"policies":{"b":"use"},"premise":null,"version":2}"#;
    let before = ("null", r#"{"c instead of d":"use"}"#);
    assert_updates::<V0_5>(before, "use b instead of c instead of d", Some(split));
    let after = r#"{"policies":{},"premise":"to be Brief","version":2}"#;
    assert_updates::<V0_5>(EMPTY, "set premise to \tbe\nBrief ", Some(after));
    for policies in ["{}", r#"{"don't":"use"}"#, r#"{"don't":"prohibit"}"#, r#"{"b":"use"}"#] {
        for text in [
            "use dont instead of dont",
            "use the DON\u{2019}T instead of a dont",
            "use  dont instead of  don`t ",
        ] {
            assert_updates::<V0_5>(("null", policies), text, None);
            assert_updates::<V0_5>(("\"x\"", policies), text, None);
        }
    }
}

#[test]
fn the_item_of_a_refusal_is_quoted_by_its_identity_or_as_it_was_submitted() {
    assert_refused::<V0_5>(
        ("null", r#"{"stra\u00dfe":"prohibit"}"#),
        "use  The STRA\u{1e9e}E",
        Some(Failure::ItemProhibited),
        "\"straße\" is currently prohibited.\nRemove or replace it before using it.",
    );
    assert_refused::<V0_5>(
        ("null", r#"{"don't":"use"}"#),
        "prohibit an DONT ",
        Some(Failure::ItemAlreadyInUse),
        "\"don't\" is currently in use.\nRemove or replace it before prohibiting it.",
    );
    assert_refused::<V0_5>(
        ("null", r#"{"docker":"prohibit","podman":"prohibit"}"#),
        "use podman instead of The Docker ",
        Some(Failure::ReplacementSourceProhibited),
        &format!("\"The Docker \" is currently prohibited.\n{SUBMIT}"),
    );
    assert_refused::<V0_5>(
        ("null", r#"{"docker":"use","pod man":"prohibit"}"#),
        "use a POD\nman instead of docker",
        Some(Failure::ReplacementTargetProhibited),
        &format!("\"a POD\nman\" is currently prohibited.\n{SUBMIT}"),
    );
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
                assert_refused::<V0_5>(before, &format!("{directive} {item}"), None, &prompt);
            }
            for other in ["b", "c", "d", "the"] {
                assert_refused::<V0_5>(
                    before,
                    &format!("use {item} instead of {other}"),
                    None,
                    BOTH,
                );
                assert_refused::<V0_5>(
                    before,
                    &format!("use {other} instead of {item}"),
                    None,
                    BOTH,
                );
            }
        }
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
    assert_eq!(Kind::ALL.map(|kind| empty_prompt(kind).to_string()), expected);
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
    assert_eq!(names.map(str::parse), Failure::ALL.map(Ok));
    for near in ["Item_prohibited", "item_prohibited ", "", "compound_directive"] {
        let error = near.parse::<Failure>().expect_err("no failure");
        assert_eq!(error.to_string(), "unknown failure");
    }
}
