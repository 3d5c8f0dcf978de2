//! The exact bytes of every record of the contract.

#![allow(clippy::panic, reason = "helpers of tests fail by panicking, as tests do")]

use cc_contract::{ContractName, V0_9};
use cc_engine::{Classification, Directive, Engine, FormRecord, classify};
use cc_wire::{
    Command, ErrorCode, ErrorRecord, StateText, output_version, push, push_classification,
    push_state, push_step,
};

/// An engine after these inputs.
fn after(inputs: &[&str]) -> Engine {
    let mut engine = Engine::new();
    for input in inputs {
        engine.step(input);
    }
    engine
}

/// The reply of an engine to an input.
fn reply(engine: &mut Engine, command: Command, input: &str) -> String {
    let decision = engine.step(input);
    let mut line = String::new();
    push_step(&mut line, command, &decision, &StateText::new(engine.state()));
    line
}

fn classification(text: &str) -> String {
    let mut line = String::new();
    push_classification(&mut line, ContractName::V0_9, text);
    line
}

fn push_directive(out: &mut String, directive: Directive<'_>) {
    push(out, &FormRecord(directive.form()));
}

fn push_error(out: &mut String, command: Command, code: ErrorCode, message: &str) {
    push(out, &ErrorRecord::new(ContractName::V0_9, command, code, message));
}

fn directive(text: &str) -> Directive<'_> {
    match classify(text) {
        Classification::Canonical(directive) => directive,
        other => panic!("{text:?} is {other:?}"),
    }
}

#[test]
fn an_update_tells_whether_it_changed_anything() {
    let mut engine = Engine::new();
    assert_eq!(
        reply(&mut engine, Command::Input, "use Docker"),
        r#"{"command":"input","decision":{"changed":true,"kind":"update","message":null},"mode":"step","output_version":2,"state":{"policies":{"docker":"use"},"premise":null,"version":2}}"#
    );
    assert_eq!(
        reply(&mut engine, Command::Step, "use docker"),
        r#"{"command":"step","decision":{"changed":false,"kind":"update","message":null},"mode":"step","output_version":2,"state":{"policies":{"docker":"use"},"premise":null,"version":2}}"#
    );
}

#[test]
fn no_directive_carries_the_state() {
    let mut engine = after(&["set premise Na\u{ef}ve \u{1f600}"]);
    let expected = r#"{"command":"input","decision":{"kind":"no_directive","message":null},"mode":"step","output_version":2,"state":{"policies":{},"premise":"Na\u00efve \ud83d\ude00","version":2}}"#;
    assert_eq!(reply(&mut engine, Command::Input, "hello"), expected);
    assert_eq!(reply(&mut engine, Command::Input, "use a and use b"), expected);
}

#[test]
fn an_error_carries_directive_failure_message_and_two_repairs() {
    let mut engine = after(&["use docker"]);
    assert_eq!(
        reply(&mut engine, Command::Input, "prohibit  DOCKER"),
        concat!(
            r#"{"command":"input","decision":{"#,
            r#""directive":{"kind":"prohibit_item","operands":{"item":"DOCKER"},"text":"prohibit DOCKER"},"#,
            r#""failure":"item_already_in_use","kind":"error","#,
            r#""message":"\"docker\" is currently in use.\nRemove or replace it before prohibiting it.","#,
            r#""repairs":["#,
            r#"{"kind":"remove_policy","operands":{"item":"DOCKER"},"text":"remove policy DOCKER"},"#,
            r#"{"kind":"prohibit_item","operands":{"item":"DOCKER"},"text":"prohibit DOCKER"}]},"#,
            r#""mode":"step","output_version":2,"#,
            r#""state":{"policies":{"docker":"use"},"premise":null,"version":2}}"#
        )
    );
}

#[test]
fn a_refused_replacement_names_both_operands() {
    let mut engine = after(&["use docker", "prohibit podman"]);
    assert_eq!(
        reply(&mut engine, Command::Step, "use Podman instead of docker"),
        concat!(
            r#"{"command":"step","decision":{"#,
            r#""directive":{"kind":"replace_use","operands":{"new_item":"Podman","old_item":"docker"},"text":"use Podman instead of docker"},"#,
            r#""failure":"replacement_target_prohibited","kind":"error","#,
            r#""message":"\"Podman\" is currently prohibited.\nSubmit explicit directive(s) to remove it or use a different item.","#,
            r#""repairs":["#,
            r#"{"kind":"remove_policy","operands":{"item":"Podman"},"text":"remove policy Podman"},"#,
            r#"{"kind":"replace_use","operands":{"new_item":"Podman","old_item":"docker"},"text":"use Podman instead of docker"}]},"#,
            r#""mode":"step","output_version":2,"#,
            r#""state":{"policies":{"docker":"use","podman":"prohibit"},"premise":null,"version":2}}"#
        )
    );
}

#[test]
fn an_error_may_have_one_repair_or_none() {
    let mut engine = after(&["set premise x"]);
    let line = reply(&mut engine, Command::Input, "set premise y");
    assert_eq!(
        line,
        concat!(
            r#"{"command":"input","decision":{"#,
            r#""directive":{"kind":"set_premise","operands":{"value":"y"},"text":"set premise y"},"#,
            r#""failure":"premise_already_set","kind":"error","#,
            r#""message":"Premise already set.\nUse 'change premise to <value>' to modify it.","#,
            r#""repairs":[{"kind":"change_premise","operands":{"value":"y"},"text":"change premise to y"}]},"#,
            r#""mode":"step","output_version":2,"#,
            r#""state":{"policies":{},"premise":"x","version":2}}"#
        )
    );
    let line = reply(&mut Engine::new(), Command::Input, "use a instead of b");
    assert_eq!(
        line,
        concat!(
            r#"{"command":"input","decision":{"#,
            r#""directive":{"kind":"replace_use","operands":{"new_item":"a","old_item":"b"},"text":"use a instead of b"},"#,
            r#""failure":"replacement_source_missing","kind":"error","#,
            r#""message":"\"b\" is not currently in use.\nReplacement requires an active 'use' policy.","#,
            r#""repairs":[]},"mode":"step","output_version":2,"#,
            r#""state":{"policies":{},"premise":null,"version":2}}"#
        )
    );
}

#[test]
fn operands_are_exact_and_escaped() {
    let mut line = String::from("x");
    push_directive(&mut line, directive("USE\t\"a\\b\"\u{b}\u{e9}\u{1f600}\u{7f}"));
    assert_eq!(
        line,
        r#"x{"kind":"use_item","operands":{"item":"\"a\\b\"\u000b\u00e9\ud83d\ude00\u007f"},"text":"use \"a\\b\"\u000b\u00e9\ud83d\ude00\u007f"}"#
    );
    line.clear();
    push_directive(&mut line, Directive::clear_premise());
    assert_eq!(line, r#"{"kind":"clear_premise","operands":{},"text":"clear premise"}"#);
}

#[test]
fn the_state_command_has_its_record() {
    let mut line = String::new();
    let engine = after(&["set premise x", "use b", "prohibit a"]);
    push_state::<V0_9>(&mut line, &StateText::new(engine.state()));
    assert_eq!(
        line,
        r#"{"command":"state","mode":"state","output_version":2,"state":{"policies":{"a":"prohibit","b":"use"},"premise":"x","version":2}}"#
    );
}

#[test]
fn an_error_record_carries_code_and_message() {
    let mut line = String::new();
    let message = "step requires input.\nUse 'step <input>'.";
    push_error(&mut line, Command::Step, ErrorCode::MissingStepInput, message);
    assert_eq!(
        line,
        r#"{"command":"step","error":{"code":"missing_step_input","message":"step requires input.\nUse 'step <input>'."},"mode":"error","output_version":2}"#
    );
    for (code, name) in [
        (ErrorCode::InvalidUtf8, "invalid_utf8"),
        (ErrorCode::InvalidJson, "invalid_json"),
        (ErrorCode::LineTooLong, "line_too_long"),
    ] {
        line.clear();
        push_error(&mut line, Command::Input, code, "\u{e9}\"");
        let expected = format!(
            r#"{{"command":"input","error":{{"code":"{name}","message":"\u00e9\""}},"mode":"error","output_version":2}}"#
        );
        assert_eq!(line, expected);
    }
}

#[test]
fn a_canonical_classification_carries_the_directive() {
    assert_eq!(
        classification("  Use podman  Instead of docker\n"),
        r#"{"classification":"canonical","directive":{"kind":"replace_use","operands":{"new_item":"podman","old_item":"docker"},"text":"use podman instead of docker"}}"#
    );
    for (text, directive) in [
        (
            "set premise x",
            r#"{"kind":"set_premise","operands":{"value":"x"},"text":"set premise x"}"#,
        ),
        (
            "change premise to x",
            r#"{"kind":"change_premise","operands":{"value":"x"},"text":"change premise to x"}"#,
        ),
        ("use x", r#"{"kind":"use_item","operands":{"item":"x"},"text":"use x"}"#),
        ("prohibit x", r#"{"kind":"prohibit_item","operands":{"item":"x"},"text":"prohibit x"}"#),
        (
            "remove policy x",
            r#"{"kind":"remove_policy","operands":{"item":"x"},"text":"remove policy x"}"#,
        ),
        ("clear premise", r#"{"kind":"clear_premise","operands":{},"text":"clear premise"}"#),
        ("reset policies", r#"{"kind":"reset_policies","operands":{},"text":"reset policies"}"#),
        ("clear state", r#"{"kind":"clear_state","operands":{},"text":"clear state"}"#),
    ] {
        let expected = format!(r#"{{"classification":"canonical","directive":{directive}}}"#);
        assert_eq!(classification(text), expected);
    }
}

#[test]
fn an_invalid_classification_carries_failure_kind_operand_and_span() {
    for (text, rest) in [
        (
            " use oil and prohibit nuts",
            r#""directive_kind":null,"failure":"compound_directive","missing_operand":null,"span":[13,21]"#,
        ),
        (
            "use",
            r#""directive_kind":"use_item","failure":"missing_required_operand","missing_operand":"item","span":[3,3]"#,
        ),
        (
            "use instead of x",
            r#""directive_kind":"replace_use","failure":"missing_required_operand","missing_operand":"new_item","span":[4,4]"#,
        ),
        (
            "use x instead of ",
            r#""directive_kind":"replace_use","failure":"missing_required_operand","missing_operand":"old_item","span":[16,16]"#,
        ),
        (
            "set premise \u{3000}",
            r#""directive_kind":"set_premise","failure":"missing_required_operand","missing_operand":"value","span":[12,15]"#,
        ),
        (
            "set premise to x",
            r#""directive_kind":"set_premise","failure":"malformed_directive","missing_operand":null,"span":[12,14]"#,
        ),
        (
            "clear state\u{e9}",
            r#""directive_kind":null,"failure":"malformed_directive","missing_operand":null,"span":[11,13]"#,
        ),
    ] {
        let expected = format!(r#"{{"classification":"invalid",{rest}}}"#);
        assert_eq!(classification(text), expected);
    }
}

#[test]
fn ordinary_text_has_its_classification() {
    assert_eq!(classification("hello"), r#"{"classification":"no_directive"}"#);
    assert_eq!(classification(""), r#"{"classification":"no_directive"}"#);
}

#[test]
fn records_are_appended_without_a_line_feed() {
    let mut line = String::from("kept");
    push_classification(&mut line, ContractName::V0_9, "kept");
    push_state::<V0_9>(&mut line, &StateText::new(Engine::new().state()));
    assert_eq!(
        line,
        r#"kept{"classification":"no_directive"}{"command":"state","mode":"state","output_version":2,"state":{"policies":{},"premise":null,"version":2}}"#
    );
}

#[test]
fn a_state_text_is_the_export_and_follows_the_state_when_refreshed() {
    let mut text = StateText::new(Engine::new().state());
    for inputs in [&["use a", "set premise x"][..], &[], &["prohibit \u{e9}"]] {
        let engine = after(inputs);
        text.refresh(engine.state());
        assert_eq!(text.as_str(), engine.export_json());
        assert_eq!(text, StateText::new(engine.state()));
    }
}

#[test]
fn names_and_version_are_those_of_the_contract() {
    assert_eq!(output_version(ContractName::V0_9), 2);
    assert_eq!(output_version(ContractName::V0_5), 1);
    assert_eq!(output_version(ContractName::M1), 1);
    assert_eq!(Command::Input.as_str(), "input");
    assert_eq!(Command::Step.as_str(), "step");
    assert_eq!(ErrorCode::MissingStepInput.as_str(), "missing_step_input");
}
