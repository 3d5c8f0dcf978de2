//! Contract 0.5 on the command line: records, text, previews and checkpoints, byte for byte.

mod support;

use std::fs;

use support::{run, state};

const EMPTY: &str = r#"{"policies":{},"premise":null,"version":2}"#;

/// The replies to lines under contract 0.5, as JSON records.
#[track_caller]
fn json(input: &str) -> Vec<String> {
    let out = run(&["--contract", "0.5", "--json"], input).success();
    out.lines().map(str::to_owned).collect()
}

fn decision(kind: &str, prompt: &str, decided: &str) -> String {
    format!(r#"{{"kind":"{kind}","prompt_to_user":{prompt},"state":{decided}}}"#)
}

fn step(command: &str, decision: &str, state: &str) -> String {
    format!(
        r#"{{"command":"{command}","decision":{decision},"mode":"step","output_version":1,"state":{state}}}"#
    )
}

#[test]
fn each_line_gets_one_record() {
    let tea = state(r#""tea":"use""#, "null");
    let prompt = r#""\"tea\" is currently in use.\nRemove or replace it before prohibiting it.""#;
    let passed = step("input", &decision("passthrough", "null", "null"), &tea);
    assert_eq!(
        json("use The Tea\nprohibit tea\nUse tea\nstep use tea\nstate\n"),
        [
            step("input", &decision("update", "null", &tea), &tea),
            step("input", &decision("clarify", prompt, "null"), &tea),
            passed,
            step("step", &decision("update", "null", &tea), &tea),
            format!(r#"{{"command":"state","mode":"state","output_version":1,"state":{tea}}}"#),
        ],
    );
}

#[test]
fn an_input_is_taken_as_it_stands() {
    let to = state("", r#""to be brief""#);
    assert_eq!(
        json("set premise to be brief\n use tea\nclear state \n"),
        [
            step("input", &decision("update", "null", &to), &to),
            step("input", &decision("passthrough", "null", "null"), &to),
            step("input", &decision("passthrough", "null", "null"), &to),
        ],
    );
}

#[test]
fn a_preview_shows_both_states_and_what_differs() {
    let tea = state(r#""tea":"use""#, "null");
    let milk = state(r#""milk":"use""#, "null");
    let unchanged = r#"{"changed":false,"policies":{"added":{},"changed":{},"removed":{}},"premise":{"after":null,"before":null,"changed":false}}"#;
    let replies = json("use tea\npreview use milk instead of tea\npreview hello\nstate\n");
    assert_eq!(
        replies[1],
        format!(
            r#"{{"command":"preview","decision":{},"diff":{{"changed":true,"policies":{{"added":{{"milk":"use"}},"changed":{{}},"removed":{{"tea":"use"}}}},"premise":{{"after":null,"before":null,"changed":false}}}},"mode":"preview","output_version":1,"state_after":{milk},"state_before":{tea},"would_mutate":true}}"#,
            decision("update", "null", &milk),
        ),
    );
    assert_eq!(
        replies[2],
        format!(
            r#"{{"command":"preview","decision":{},"diff":{unchanged},"mode":"preview","output_version":1,"state_after":{tea},"state_before":{tea},"would_mutate":false}}"#,
            decision("passthrough", "null", "null"),
        ),
    );
    assert!(replies[3].contains(&tea), "a preview changes nothing");
}

#[test]
fn commands_without_an_input_are_errors_in_their_place() {
    for line in ["preview", "PREVIEW ", "preview \u{3000}"] {
        assert_eq!(
            json(line),
            [
                r#"{"command":"preview","error":{"code":"missing_preview_input","message":"preview requires input.\nUse 'preview <input>'."},"mode":"error","output_version":1}"#
            ],
        );
    }
    assert_eq!(
        json("step"),
        [
            r#"{"command":"step","error":{"code":"missing_step_input","message":"step requires input.\nUse 'step <input>'."},"mode":"error","output_version":1}"#
        ],
    );
    let ordinary = step("input", &decision("passthrough", "null", "null"), EMPTY);
    assert_eq!(json("Preview use tea\npreviews\n"), [ordinary.clone(), ordinary]);
}

#[test]
fn preview_is_no_command_under_contract_0_9() {
    let out = run(&["--json"], "preview use tea\n").success();
    assert!(out.starts_with(r#"{"command":"input","decision":{"kind":"no_directive""#), "{out}");
}

#[test]
fn text_shows_decisions_previews_and_state() {
    let input = "hello\nuse Tea\nuse the\npreview set premise brief\npreview use\npreview tea\n\
                 preview remove policy tea\nset premise a\npreview change premise to b\nstate\n";
    insta::assert_snapshot!(run(&["--contract", "0.5"], input).success(), @"
    passthrough
    updated
    premise: (none)
    policies:
    - use tea
    error: Policy item cannot be empty.
    Use 'use <item>' with a non-empty value.
    preview
    updated
    premise: brief
    policies:
    - use tea
    would_mutate: yes
    diff:
    - premise: (none) -> brief
    preview
    error: Policy item cannot be empty.
    Use 'use <item>' with a non-empty value.
    would_mutate: no
    diff:
    - (none)
    preview
    passthrough
    would_mutate: no
    diff:
    - (none)
    preview
    updated
    premise: (none)
    policies: (none)
    would_mutate: yes
    diff:
    - - use tea
    updated
    premise: a
    policies:
    - use tea
    preview
    updated
    premise: b
    policies:
    - use tea
    would_mutate: yes
    diff:
    - premise: a -> b
    premise: a
    policies:
    - use tea
    ");
}

#[test]
fn classification_is_that_of_the_contract() {
    let input = "use tea\nUse tea\nset premise to x\nuse instead of x\nuse a and use b\n";
    insta::assert_snapshot!(run(&["classify", "--contract", "0.5"], input).success(), @r#"
    {"classification":"canonical","directive":{"kind":"use_item","operands":{"item":"tea"},"text":"use tea"}}
    {"classification":"no_directive"}
    {"classification":"canonical","directive":{"kind":"set_premise","operands":{"value":"to x"},"text":"set premise to x"}}
    {"classification":"invalid","directive_kind":"replace_use","failure":"missing_required_operand","missing_operand":"new_item","span":[4,4]}
    {"classification":"invalid","directive_kind":null,"failure":"compound_directive","missing_operand":null,"span":[10,13]}
    "#);
}

#[test]
fn json_input_may_hold_line_feeds_in_operands() {
    let arguments = ["--contract", "0.5", "--json", "--input", "json"];
    let out = run(&arguments, "\"use oat\\nmilk\"\n").success();
    let milk = state(r#""oat milk":"use""#, "null");
    assert_eq!(out.trim_end(), step("input", &decision("update", "null", &milk), &milk));
}

#[test]
fn the_state_at_the_start_comes_from_a_state_or_a_checkpoint() {
    let saved = state(r#""The Tea":"use""#, "null");
    let checkpoint = format!(r#"{{"authoritative_state":{saved},"checkpoint_version":1}}"#);
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("checkpoint.json");
    fs::write(&path, format!("\u{feff}{checkpoint}\n")).unwrap();
    for (option, value) in [
        ("--initial-state-json", saved.as_str()),
        ("--initial-checkpoint-json", checkpoint.as_str()),
        ("--initial-checkpoint-file", path.to_str().unwrap()),
    ] {
        let out = run(&["--contract", "0.5", option, value], "state\n").success();
        assert_eq!(out, "premise: (none)\npolicies:\n- use tea\n", "{option}");
    }
}

#[test]
fn a_checkpoint_that_cannot_be_loaded_ends_the_run_with_status_1() {
    let arguments = |text| ["--contract", "0.5", "--initial-checkpoint-json", text];
    let failed = run(&arguments("{}"), "state\n");
    assert_eq!((failed.out.as_str(), failed.code), ("", Some(1)));
    insta::assert_snapshot!(failed.err, @"error: preload failed: Invalid checkpoint payload: field `authoritative_state` is missing");
}

#[test]
fn a_checkpoint_belongs_to_contract_0_5_and_excludes_a_state() {
    let checkpoint = format!(r#"{{"authoritative_state":{EMPTY},"checkpoint_version":1}}"#);
    for arguments in [
        &["--initial-checkpoint-json", &checkpoint][..],
        &["--contract", "0.9", "--initial-checkpoint-json", &checkpoint],
        &[
            "--contract",
            "0.5",
            "--initial-checkpoint-json",
            &checkpoint,
            "--initial-state-json",
            EMPTY,
        ],
        &["--contract", "0.7"],
    ] {
        let run = run(arguments, "state\n");
        assert_eq!((run.out.as_str(), run.code), ("", Some(2)), "{arguments:?}");
        assert!(run.err.starts_with("error: "), "{}", run.err);
    }
}
