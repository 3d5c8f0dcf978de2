//! Input that cannot be taken gets one error in its place, and the run goes on.

#![allow(clippy::unwrap_used, reason = "a record that cannot be read has failed the test")]

mod support;

use support::run;

/// The kinds of records, in order, with the code of each error.
#[track_caller]
fn outcomes(out: &str) -> Vec<String> {
    out.lines()
        .map(|line| {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            let outcome = record.pointer("/error/code").or(record.pointer("/decision/kind"));
            outcome.and_then(|value| value.as_str()).unwrap().to_owned()
        })
        .collect()
}

#[test]
fn a_line_that_is_not_utf8() {
    let input = b"use a\nuse \xff\nuse \xe2\x82\nuse b\n";
    let run = run(&["--json"], input);
    assert_eq!(run.code, Some(0));
    assert_eq!(outcomes(&run.out), ["update", "invalid_utf8", "invalid_utf8", "update"]);
    insta::assert_snapshot!(run.out.lines().nth(1).unwrap(), @r#"{"command":"input","error":{"code":"invalid_utf8","message":"line 2: not UTF-8: invalid utf-8 sequence of 1 bytes from index 4"},"mode":"error","output_version":2}"#);
    assert!(
        run.out
            .trim_end()
            .ends_with(r#""policies":{"a":"use","b":"use"},"premise":null,"version":2}}"#)
    );
}

#[test]
fn a_line_that_is_not_a_json_string() {
    let lines = [
        "use tea",
        "",
        "7",
        "null",
        "[\"use tea\"]",
        "{\"input\":\"use tea\"}",
        "\"use tea",
        "\"use tea\" \"\"",
        "'use tea'",
        r#""\ud800""#,
        r#""\x""#,
        "\"tab\there\"",
    ];
    let out = run(&["--json", "--input", "json"], lines.join("\n") + "\n\"use tea\"\n").success();
    let mut expected = vec!["invalid_json"; lines.len()];
    expected.push("update");
    assert_eq!(outcomes(&out), expected);
    insta::assert_snapshot!(out.lines().nth(2).unwrap(), @r#"{"command":"input","error":{"code":"invalid_json","message":"line 3: input must be one JSON string: invalid type: integer `7`, expected a string at line 1 column 1"},"mode":"error","output_version":2}"#);
}

#[test]
fn a_line_over_the_limit() {
    let arguments = ["--json", "--max-line-bytes", "9"];
    let out = run(&arguments, "use 12345\nuse 123456\nuse b").success();
    assert_eq!(outcomes(&out), ["update", "line_too_long", "update"]);
    insta::assert_snapshot!(out.lines().nth(1).unwrap(), @r#"{"command":"input","error":{"code":"line_too_long","message":"line 2 is longer than 9 bytes"},"mode":"error","output_version":2}"#);
}

#[test]
fn the_limit_is_one_mebibyte_unless_said_otherwise() {
    let longest = "x".repeat(1 << 20);
    let out = run(&["--json"], format!("{longest}\n{longest}x\n")).success();
    assert_eq!(outcomes(&out), ["no_directive", "line_too_long"]);
}

#[test]
fn text_and_classification_say_the_same() {
    insta::assert_snapshot!(run(&[], b"\xff\nuse tea\n").success(), @"
    error: line 1: not UTF-8: invalid utf-8 sequence of 1 bytes from index 0
    updated
    premise: (none)
    policies:
    - use tea
    ");
    insta::assert_snapshot!(run(&["classify"], b"\xff\nx\n").success(), @r#"
    {"command":"input","error":{"code":"invalid_utf8","message":"line 1: not UTF-8: invalid utf-8 sequence of 1 bytes from index 0"},"mode":"error","output_version":2}
    {"classification":"no_directive"}
    "#);
}

#[test]
fn a_byte_order_mark_is_skipped_at_the_start_and_only_there() {
    let input = "\u{feff}use tea\n\u{feff}use tea\n";
    assert_eq!(outcomes(&run(&["--json"], input).success()), ["update", "no_directive"]);
}
