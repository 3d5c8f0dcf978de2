//! Lines in, replies out: commands, records and text, byte for byte.

mod support;

use support::{run, state};

const EMPTY: &str = r#"{"policies":{},"premise":null,"version":2}"#;

fn no_directive(command: &str, state: &str) -> String {
    format!(
        r#"{{"command":"{command}","decision":{{"kind":"no_directive","message":null}},"mode":"step","output_version":2,"state":{state}}}"#
    )
}

fn update(command: &str, changed: bool, state: &str) -> String {
    format!(
        r#"{{"command":"{command}","decision":{{"changed":{changed},"kind":"update","message":null}},"mode":"step","output_version":2,"state":{state}}}"#
    )
}

fn state_record(state: &str) -> String {
    format!(r#"{{"command":"state","mode":"state","output_version":2,"state":{state}}}"#)
}

#[track_caller]
fn check_json(input: &str, expected: &[String]) {
    let out = run(&["--json"], input).success();
    assert_eq!(out.lines().collect::<Vec<_>>(), expected, "{out}");
    assert!(out.is_empty() || out.ends_with('\n'));
}

#[test]
fn each_line_gets_one_record_with_the_state_after_it() {
    let tea = state(r#""tea":"use""#, "null");
    let refused = [
        r#"{"command":"input","decision":{"directive":{"kind":"prohibit_item","#,
        r#""operands":{"item":"TEA"},"text":"prohibit TEA"},"failure":"item_already_in_use","#,
        r#""kind":"error","message":"\"tea\" is currently in use.\nRemove or replace it before "#,
        r#"prohibiting it.","repairs":[{"kind":"remove_policy","operands":{"item":"TEA"},"#,
        r#""text":"remove policy TEA"},{"kind":"prohibit_item","operands":{"item":"TEA"},"#,
        r#""text":"prohibit TEA"}]},"mode":"step","output_version":2,"state":"#,
        &tea,
        "}",
    ]
    .concat();
    check_json(
        "use Tea\nuse tea\nprohibit TEA\nhello\n",
        &[
            update("input", true, &tea),
            update("input", false, &tea),
            refused,
            no_directive("input", &tea),
        ],
    );
}

#[test]
fn an_empty_line_is_an_input_and_an_empty_file_is_none() {
    check_json("\n", &[no_directive("input", EMPTY)]);
    check_json("", &[]);
}

#[test]
fn lines_end_with_lf_crlf_cr_or_the_input() {
    let one = no_directive("input", EMPTY);
    check_json("a\nb\r\nc\rd", &[one.clone(), one.clone(), one.clone(), one]);
}

#[test]
fn exit_and_quit_end_the_run_in_any_case_between_white_space() {
    for word in ["exit", "quit", "EXIT", " Quit\t", "\u{a0}exit\u{1c}"] {
        check_json(&format!("x\n{word}\nx\n"), &[no_directive("input", EMPTY)]);
    }
    check_json("exit now\n", &[no_directive("input", EMPTY)]);
}

#[test]
fn state_is_a_command_in_any_case_between_white_space() {
    for word in ["state", "STATE", "\tState "] {
        check_json(word, &[state_record(EMPTY)]);
    }
    check_json("state of the art", &[no_directive("input", EMPTY)]);
}

#[test]
fn step_is_lowercase_at_the_start_of_the_line_followed_by_a_space() {
    let tea = state(r#""tea":"use""#, "null");
    check_json("step use tea", &[update("step", true, &tea)]);
    check_json("step  \u{3000} use tea", &[update("step", true, &tea)]);
    check_json("step state", &[no_directive("step", EMPTY)]);
    for line in ["Step use tea", " step use tea", "step\tuse tea", "steps", "step-by-step"] {
        check_json(line, &[no_directive("input", EMPTY)]);
    }
}

#[test]
fn step_without_an_input_is_an_error_in_its_place() {
    let error = r#"{"command":"step","error":{"code":"missing_step_input","message":"step requires input.\nUse 'step <input>'."},"mode":"error","output_version":2}"#;
    for line in ["step", "step ", "step \t\u{3000}"] {
        check_json(line, &[error.to_owned()]);
    }
    check_json(" step", &[no_directive("input", EMPTY)]);
    check_json("STEP", &[no_directive("input", EMPTY)]);
}

#[test]
fn text_shows_decisions_and_state() {
    let input =
        "hello\nuse Tea\nprohibit tea\nset premise brief\nstep\nstate\nclear state\nstate\n";
    insta::assert_snapshot!(run(&[], input).success(), @r#"
    no_directive
    updated
    premise: (none)
    policies:
    - use tea
    error: "tea" is currently in use.
    Remove or replace it before prohibiting it.
    updated
    premise: brief
    policies:
    - use tea
    error: step requires input.
    Use 'step <input>'.
    premise: brief
    policies:
    - use tea
    updated
    premise: (none)
    policies: (none)
    premise: (none)
    policies: (none)
    "#);
}

#[test]
fn text_escapes_what_cannot_be_seen_and_json_does_not_change_it() {
    let input = "use a\u{200b}b\u{1b}[2J\nset premise x\u{202e}y\nuse p instead of q\u{2028}r\n";
    insta::assert_snapshot!(run(&[], input).success(), @r#"
    updated
    premise: (none)
    policies:
    - use a\u{200b}b\u{1b}[2j
    updated
    premise: x\u{202e}y
    policies:
    - use a\u{200b}b\u{1b}[2j
    error: "q\u{2028}r" is not currently in use.
    Replacement requires an active 'use' policy.
    "#);
    let json = run(&["--json"], input).success();
    assert!(json.contains(r#"{"a\u200bb\u001b[2j":"use"}"#), "{json}");
}

#[test]
fn json_input_may_hold_line_feeds_and_knows_no_commands() {
    let input = concat!(
        r#""use tea""#,
        "\n",
        r#" "use\n\"tea\"" "#,
        "\n",
        r#""exit""#,
        "\n",
        r#""state""#,
        "\n",
        r#""step use cocoa""#,
        "\n",
        r#""\u0020prohibit caf\u00e9\n""#,
        "\n",
    );
    let out = run(&["--json", "--input", "json"], input).success();
    let tea = state(r#""tea":"use""#, "null");
    let both = state(r#""caf\u00e9":"prohibit","tea":"use""#, "null");
    let ordinary = no_directive("input", &tea);
    assert_eq!(
        out.lines().collect::<Vec<_>>(),
        [
            &update("input", true, &tea),
            &ordinary,
            &ordinary,
            &ordinary,
            &ordinary,
            &update("input", true, &both),
        ],
    );
}

#[test]
fn classify_prints_a_record_for_each_line_and_knows_no_commands() {
    let input = "hello\nuse Tea\nuse tea and prohibit coffee\nexit\nuse\n";
    insta::assert_snapshot!(run(&["classify"], input).success(), @r#"
    {"classification":"no_directive"}
    {"classification":"canonical","directive":{"kind":"use_item","operands":{"item":"Tea"},"text":"use Tea"}}
    {"classification":"invalid","directive_kind":null,"failure":"compound_directive","missing_operand":null,"span":[12,20]}
    {"classification":"no_directive"}
    {"classification":"invalid","directive_kind":"use_item","failure":"missing_required_operand","missing_operand":"item","span":[3,3]}
    "#);
    let json = run(&["classify", "--input", "json"], "\"use a\\nb\"\n").success();
    insta::assert_snapshot!(json, @r#"{"classification":"invalid","directive_kind":"use_item","failure":"malformed_directive","missing_operand":null,"span":[5,6]}"#);
}

#[test]
fn a_long_conversation_answers_every_line() {
    let mut input = String::new();
    for number in 0..20_000 {
        input.push_str(&format!("use item {}\nplease\n", number % 7));
    }
    let out = run(&["--json"], input).success();
    assert_eq!(out.lines().count(), 40_000);
    let last: serde_json::Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
    assert_eq!(last["state"]["policies"].as_object().unwrap().len(), 7);
}
