//! The engine of contract 0.5 by example: the sixteen cases of a clarification, preview, transport,
//! and the reading of a confirmation.

#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking, as tests do")]

use cc_engine::v0_5::{
    Checkpoint, Classification, Confirmation, Decision, Engine, State, classify, read_confirmation,
};
use cc_engine::{ImportErrorKind, Policy, visible_message};

const EMPTY: &str = r#"{"policies":{},"premise":null,"version":2}"#;

/// An engine after these inputs, all of which it accepts.
fn after(inputs: &[&str]) -> Engine {
    let mut engine = Engine::new();
    for input in inputs {
        assert_eq!(engine.step(input).kind(), "update", "{input:?}");
    }
    engine
}

/// Gives the engine after `past` each input, and expects this prompt and nothing else to happen.
fn assert_clarifies(past: &[&str], inputs: &[&str], first: &str, second: &str) {
    let mut engine = after(past);
    let (state, checkpoint) = (engine.export_json(), engine.export_checkpoint_json());
    for input in inputs {
        let previewed = engine.preview(input);
        assert_eq!(previewed.diff, engine.state().diff(engine.state()), "{input:?}");
        assert!(!previewed.would_mutate(), "{input:?}");
        let decision = engine.step(input);
        assert_eq!(decision, previewed.decision, "{input:?}");
        assert_eq!(decision.kind(), "clarify", "{input:?}");
        let prompt = decision.message().expect("a clarification has a prompt");
        assert_eq!(prompt, format!("{first}\n{second}"), "{input:?}");
        assert_eq!(engine.export_json(), state, "{input:?}");
        assert_eq!(engine.export_checkpoint_json(), checkpoint, "{input:?}");
        assert!(!engine.has_pending_clarification(), "{input:?}");
    }
}

const FULL: [&str; 3] = ["set premise x", "use tea", "prohibit salt"];

/// Without content, the state does not matter.
fn assert_clarifies_in_any_state(inputs: &[&str], first: &str, second: &str) {
    assert_clarifies(&[], inputs, first, second);
    assert_clarifies(&FULL, inputs, first, second);
}

#[test]
fn case_1_set_premise_and_there_is_one() {
    let inputs = ["set premise x", "set premise other", "set premise to x"];
    let second = "Use 'change premise to <value>' to modify it.";
    assert_clarifies(&FULL, &inputs, "Premise already set.", second);
}

#[test]
fn case_2_change_premise_and_there_is_none() {
    let second = "Use 'set premise <value>' to define one.";
    assert_clarifies(&[], &["change premise to x"], "No premise is set.", second);
    let past = [FULL.as_slice(), &["clear premise"]].concat();
    assert_clarifies(&past, &["change premise to to x"], "No premise is set.", second);
}

#[test]
fn case_3_set_premise_without_content() {
    assert_clarifies_in_any_state(
        &["set premise", "set premise ", "set premise  ", "set premise \u{3000}\n"],
        "Premise value cannot be empty.",
        "Use 'set premise <value>' with a non-empty value.",
    );
}

#[test]
fn case_4_change_premise_without_content() {
    assert_clarifies_in_any_state(
        &["change premise to", "change premise to ", "change premise to \u{a0}\t"],
        "Premise value cannot be empty.",
        "Use 'change premise to <value>' with a non-empty value.",
    );
}

#[test]
fn case_5_use_of_a_prohibited_item() {
    let inputs = ["use salt", "use The  SALT", "use an\u{a0}ｓalt "];
    let second = "Remove or replace it before using it.";
    assert_clarifies(&FULL, &inputs, "\"salt\" is currently prohibited.", second);
}

#[test]
fn case_6_prohibition_of_an_item_in_use() {
    let second = "Remove or replace it before prohibiting it.";
    let inputs = ["prohibit tea", "prohibit The\nTEA", "prohibit  a the tea"];
    assert_clarifies(&FULL, &inputs, "\"tea\" is currently in use.", second);
    assert_clarifies(&["use dont"], &["prohibit DONT"], "\"don't\" is currently in use.", second);
}

#[test]
fn case_7_replacement_of_an_absent_item() {
    let second = "Replacement requires an active 'use' policy.";
    let first = "\"The  Milk\" is not currently in use.";
    let inputs = [
        "use cocoa instead of The  Milk",
        "use tea instead of The  Milk",
        // This comes before the target that is prohibited (R6).
        "use salt instead of The  Milk",
    ];
    assert_clarifies(&FULL, &inputs, first, second);
}

#[test]
fn case_8_replacement_of_a_prohibited_item() {
    let second = "Submit explicit directive(s) to remove it or use a different item.";
    let past = [FULL.as_slice(), &["prohibit oil"]].concat();
    let inputs = [
        "use cocoa instead of the SALT",
        "use tea instead of the SALT",
        // This too comes before the target that is prohibited (R6).
        "use oil instead of the SALT",
    ];
    assert_clarifies(&past, &inputs, "\"the SALT\" is currently prohibited.", second);
}

#[test]
fn case_9_replacement_by_a_prohibited_item() {
    let second = "Submit explicit directive(s) to remove it or use a different item.";
    let inputs = ["use A Salt instead of tea", "use A Salt instead of the TEA"];
    assert_clarifies(&FULL, &inputs, "\"A Salt\" is currently prohibited.", second);
}

#[test]
fn case_10_cannot_be_reached_while_a_policy_is_use_or_prohibit() {
    // A third policy would not compile here.
    let name = |policy| match policy {
        Policy::Use => "use",
        Policy::Prohibit => "prohibit",
    };
    assert_eq!([Policy::Use, Policy::Prohibit].map(name), ["use", "prohibit"]);
    let other = r#"{"policies":{"tea":"maybe"},"premise":null,"version":2}"#;
    assert!(State::import_json(other).is_err());
}

#[test]
fn case_11_is_reserved_so_no_directive_leaves_a_clarification_waiting() {
    let mut engine = after(&FULL);
    for input in ["use salt", "use a instead of b", "set premise", "use x and use y", "prohibit a"]
    {
        assert_eq!(engine.step(input).kind(), "clarify", "{input:?}");
        assert!(!engine.has_pending_clarification());
        assert!(engine.export_checkpoint_json().ends_with(r#","pending":null}"#));
        // What would answer a question is ordinary text, and the next directive is heard.
        for answer in ["yes", "no", "ok", "hello"] {
            assert_eq!(engine.step(answer), Decision::Ordinary, "{answer:?}");
        }
        assert_eq!(engine.step("use tea").kind(), "update");
    }
    let pending = format!(
        r#"{{"authoritative_state":{EMPTY},"checkpoint_version":1,"pending":{{"prompt":"x"}}}}"#
    );
    let error = engine.import_checkpoint_json(&pending).expect_err("refused");
    assert_eq!(error.kind(), ImportErrorKind::InvalidCheckpoint);
}

#[test]
fn cases_12_to_14_policies_without_content() {
    let first = "Policy item cannot be empty.";
    for (words, second) in [
        ("remove policy", "Use 'remove policy <item>' with a non-empty value."),
        ("use", "Use 'use <item>' with a non-empty value."),
        ("prohibit", "Use 'prohibit <item>' with a non-empty value."),
    ] {
        for operand in ["", " ", "  ", " \n\u{3000}", " the", " A", "  an ", " the\u{a0}a", " ª"] {
            assert_clarifies_in_any_state(&[&format!("{words}{operand}")], first, second);
        }
    }
}

#[test]
fn case_15_a_replacement_with_an_empty_side() {
    assert_clarifies_in_any_state(
        &[
            "use  instead of x",
            "use  instead of tea",
            "use x instead of",
            "use x instead of ",
            "use instead of x",
            "use instead of ",
            "use  instead of",
            "use \u{3000} instead of tea",
            "use cocoa instead of \n",
            "use the instead of tea",
            "use salt instead of an",
            "use a instead of the",
            "use the instead of the",
        ],
        "Replacement requires both new and old items.",
        "Use 'use <new item> instead of <old item>' with non-empty values.",
    );
}

#[test]
fn case_16_more_than_one_directive() {
    assert_clarifies_in_any_state(
        &[
            "use cocoa and prohibit salt",
            "use cocoa, use milk",
            "clear state; clear state",
            "set premise y\nuse cocoa",
            "use \"a prohibit b\"",
            "use use",
            "prohibit drug-use",
            // Compound comes before content, and content before state.
            "use  instead of use",
            "set premise \u{3000}use",
        ],
        "Multiple directives are not supported in one input.",
        "Submit each directive separately.",
    );
}

#[test]
fn a_new_engine_is_empty() {
    let engine = Engine::new();
    assert_eq!(engine, Engine::default());
    assert_eq!((engine.premise(), engine.policies().len()), (None, 0));
    assert_eq!(engine.export_json(), EMPTY);
    assert!(!engine.has_pending_clarification());
    fn holds<T: Clone + Send + Sync + 'static>() {}
    holds::<Engine>();
    holds::<Decision<'static>>();
}

#[test]
fn an_engine_tells_its_premise_and_its_policies() {
    let engine = after(&["set premise brief", "prohibit the Milk"]);
    assert_eq!(engine.premise(), Some("brief"));
    assert!(engine.policies().eq([("milk", Policy::Prohibit)]));
}

#[test]
fn updates_have_no_prompt_and_say_whether_anything_changed() {
    let mut engine = Engine::new();
    for (input, changed) in [
        ("set premise to be brief", true),
        ("change premise to  to be brief ", false),
        ("use The Tea", true),
        ("use tea", false),
        ("use cocoa instead of a TEA", true),
        ("use tea instead of TEA", false),
        ("remove policy tea", false),
        ("prohibit tea", true),
        ("remove policy cocoa", true),
        ("clear premise", true),
        ("clear premise", false),
        ("reset policies", true),
        ("reset policies", false),
        ("clear state", false),
    ] {
        let before = engine.export_json();
        let decision = engine.step(input);
        assert_eq!((decision.kind(), decision.message()), ("update", None), "{input:?}");
        let says = matches!(decision, Decision::Update(update) if update.changed());
        assert_eq!(says, changed, "{input:?}");
        assert_eq!(engine.export_json() != before, changed, "{input:?}");
    }
    assert_eq!(engine, Engine::new());
}

#[test]
fn ordinary_text_passes_through_and_changes_nothing() {
    let mut engine = after(&FULL);
    let before = engine.export_json();
    for input in [
        "",
        "hello",
        " use cocoa",
        "Use cocoa",
        "use\tcocoa",
        "clear premise ",
        "clear state.",
        "reset policies now",
        "change premise y",
        "\"use cocoa\"",
        "actually use cocoa",
        "allow cocoa",
        "please prohibit tea and use salt",
    ] {
        let decision = engine.step(input);
        assert_eq!(decision, Decision::Ordinary, "{input:?}");
        assert_eq!((decision.kind(), decision.message()), ("passthrough", None));
        assert!(!engine.preview(input).would_mutate());
        assert_eq!(engine.export_json(), before, "{input:?}");
    }
}

#[test]
fn a_message_is_shown_on_two_lines_whatever_the_items_hold() {
    let mut engine = after(&["prohibit salt"]);
    for input in [
        "use tea instead of oat\nmilk",
        "use a\u{b}\nb instead of salt",
        "use the\n\nsalt instead of tea",
        "use sa\u{200b}lt instead of \n\nsalt\n",
        "use the\nsalt",
        "use",
    ] {
        let message = engine.step(input).message().expect("a clarification has a prompt");
        let shown = visible_message(&message).to_string();
        assert_eq!(shown.lines().count(), 2, "{shown}");
        assert_eq!(shown.lines().last(), message.lines().last(), "{shown}");
    }
}

#[test]
fn a_checkpoint_restores_all_that_an_engine_holds() {
    let mut engine = after(&["set premise The dont", "use The Dont List", "prohibit STRAßE"]);
    let text = engine.export_checkpoint_json();
    let state = r#"{"policies":{"don't list":"use","stra\u00dfe":"prohibit"},"premise":"The dont","version":2}"#;
    let expected =
        format!(r#"{{"authoritative_state":{state},"checkpoint_version":1,"pending":null}}"#);
    assert_eq!(text, expected);
    let saved: Checkpoint = engine.export_checkpoint();
    let untouched = engine.clone();
    engine.step("clear state");
    engine.step("use other");
    let mut by_text = engine.clone();
    assert_eq!(by_text.import_checkpoint_json(&text), Ok(()));
    let mut by_object = engine.clone();
    by_object.import_checkpoint(saved.clone());
    assert_eq!((&by_text, &by_object), (&untouched, &untouched));
    assert_eq!(Engine::from(saved), untouched);
    assert_eq!(Engine::from(untouched.state().clone()), untouched);
    assert_eq!(by_text.export_checkpoint_json(), text);
    let absent = expected.replace(r#","pending":null"#, "");
    assert_eq!(engine.import_checkpoint_json(&absent), Ok(()));
    assert_eq!(engine, untouched);
}

#[test]
fn a_refused_import_leaves_everything_as_it_was() {
    let mut engine = after(&FULL);
    let before = engine.export_checkpoint_json();
    let new = r#"{"policies":{"new":"use"},"premise":"y","version":2}"#;
    let bad = r#"{"policies":{"new":"use","the new":"use"},"premise":"y","version":2}"#;
    let old = r#"{"policies":{"new":"use"},"premise":"y","version":1}"#;
    let of = |state: &str, rest: &str| format!(r#"{{"authoritative_state":{state},{rest}}}"#);
    for (payload, kind) in [
        (String::new(), ImportErrorKind::InvalidJson),
        (of(new, r#""checkpoint_version":1,"#), ImportErrorKind::InvalidJson),
        (new.to_owned(), ImportErrorKind::InvalidCheckpoint),
        (of(new, r#""pending":null"#), ImportErrorKind::InvalidCheckpoint),
        (of(new, r#""checkpoint_version":1,"pending":"yes""#), ImportErrorKind::InvalidCheckpoint),
        (of(new, r#""checkpoint_version":1,"x":0"#), ImportErrorKind::InvalidCheckpoint),
        (of(new, r#""checkpoint_version":2"#), ImportErrorKind::UnsupportedCheckpointVersion),
        (of(bad, r#""checkpoint_version":1"#), ImportErrorKind::InvalidState),
        (of(old, r#""checkpoint_version":1"#), ImportErrorKind::UnsupportedVersion),
    ] {
        let error = engine.import_checkpoint_json(&payload).expect_err("refused");
        assert_eq!(error.kind(), kind, "{payload}");
        assert!(error.to_string().starts_with(&kind.to_string()), "{payload}");
        assert_eq!(engine.export_checkpoint_json(), before, "{payload}");
    }
    for payload in ["", bad, old, "{}", &of(new, r#""checkpoint_version":1"#)] {
        assert!(engine.import_json(payload).is_err(), "{payload}");
        assert_eq!(engine.export_checkpoint_json(), before, "{payload}");
    }
    assert_eq!(engine.import_json(new), Ok(()));
    assert_eq!(engine.export_json(), new);
}

#[test]
fn apply_directive_does_what_step_does_with_its_text() {
    let (mut stepped, mut applied) = (Engine::new(), Engine::new());
    for input in ["use the tea", "prohibit TEA", "use a", "set premise x", "set premise y"] {
        let Classification::Canonical(directive) = classify(input) else {
            panic!("{input:?} is canonical");
        };
        let expected = match applied.apply_directive(directive) {
            Ok(update) => Decision::Update(update),
            Err(refusal) => Decision::Refused(refusal),
        };
        assert_eq!(stepped.step(input), expected, "{input:?}");
        assert_eq!(stepped, applied);
    }
}

#[test]
fn a_confirmation_is_read_by_its_words_alone() {
    let yes = ["yes", "yes please", "yep", "yeah", "sure", "ok", "okay"];
    let no = ["no", "nope", "no thanks"];
    let words = yes.map(|text| (text, Confirmation::Yes)).into_iter();
    for (text, meaning) in words.chain(no.map(|text| (text, Confirmation::No))) {
        for written in [
            text.to_owned(),
            text.to_uppercase(),
            format!(" \t{text}\n"),
            format!("\u{3000}{text}\u{a0}"),
            text.replace(' ', " \n\u{2003} "),
            format!("{text}."),
            format!("{text},"),
            format!("{text}!"),
            format!("{text}?"),
            format!("  {text}.,!?!! "),
            format!("{text} !"),
        ] {
            assert_eq!(read_confirmation(&written), Some(meaning), "{written:?}");
        }
        for written in [
            format!("{text};"),
            format!("{text}:"),
            format!("{text}…"),
            format!("{text}\u{200b}"),
            format!(".{text}"),
            format!("!{text}"),
            format!("\"{text}\""),
            format!("{text} {text}"),
            format!("{text}. {text}"),
            format!("{text} . !"),
            format!("{text}x"),
        ] {
            assert_eq!(read_confirmation(&written), None, "{written:?}");
        }
    }
    // Lowercase is that of Unicode, in which one letter beyond ASCII becomes one of these.
    assert_eq!(read_confirmation("O\u{212a}AY"), Some(Confirmation::Yes));
}

#[test]
fn anything_else_is_no_answer() {
    for text in [
        "",
        " ",
        ".",
        "!?",
        "y",
        "n",
        "ye",
        "yess",
        "yes,please",
        "yes, please",
        "yesplease",
        "please",
        "yes thanks",
        "no please",
        "nothanks",
        "no, thanks",
        "nah",
        "not",
        "of course",
        "true",
        "okey",
        "o k",
        "ok ay",
        "ｙｅｓ",
        "уes",
        "ſure",
        "ja",
        "use tea",
    ] {
        assert_eq!(read_confirmation(text), None, "{text:?}");
    }
}
