//! JSON nested up to a million levels deep, wherever JSON is read.

use std::process::Stdio;

use crate::common::{Files, check_no_panic};
use crate::support;

/// What the requirement names.
const MILLION: usize = 1_000_000;

/// Enough to exhaust the stack by frames of 200 bytes, and read twenty times as fast.
const MANY: usize = 50_000;

/// Arrays, objects, and arrays that nothing closes.
fn deep(levels: usize) -> [String; 3] {
    [
        "[".repeat(levels) + &"]".repeat(levels),
        "{\"a\":".repeat(levels) + "1" + &"}".repeat(levels),
        "[".repeat(levels),
    ]
}

/// Puts each deep text into `template`, where it has a `@`, and runs the command on a file of it:
/// an error of one short line, and status 1.
#[track_caller]
fn refused(files: &Files, arguments: &[&str], template: &str, expected: &str) {
    refused_at(MANY, files, arguments, template, expected);
}

#[track_caller]
fn refused_at(levels: usize, files: &Files, arguments: &[&str], template: &str, expected: &str) {
    for text in deep(levels) {
        let file = files.write("deep.json", template.replace('@', &text));
        let mut command = support::command(arguments);
        let output = command.arg(&file).stdin(Stdio::null()).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap().replace(&file, "FILE");
        check_no_panic(&errors);
        assert!(errors.starts_with(expected), "{errors}");
        assert!(errors.len() < 300 && errors.lines().count() == 1, "{errors}");
        assert_eq!((output.stdout.as_slice(), output.status.code()), (&b""[..], Some(1)));
    }
}

#[test]
fn a_million_levels_are_refused() {
    let files = Files::new();
    let calls: [&[&str]; 3] = [
        &["--initial-state-file"],
        &["--contract", "m1", "--initial-state-file"],
        &["toolcall", "--strict", "--schema"],
    ];
    for call in calls {
        refused_at(MILLION, &files, call, "@", "error: ");
    }
}

#[test]
fn states_and_checkpoints_are_refused() {
    let files = Files::new();
    let templates = [
        "@",
        r#"{"policies":{"a":@},"premise":null,"version":2}"#,
        r#"{"policies":{},"premise":@,"version":2}"#,
        r#"{"policies":{},"premise":null,"version":@}"#,
        r#"{"policies":{},"premise":null,"version":2,"x":@}"#,
        r#"{"checkpoint_version":1,"pending":@,"authoritative_state":{"policies":{},"premise":null,"version":2}}"#,
        r#"{"checkpoint_version":1,"pending":null,"authoritative_state":@}"#,
    ];
    for template in templates {
        for contract in ["0.9", "0.5"] {
            let arguments = ["--contract", contract, "--initial-state-file"];
            refused(&files, &arguments, template, "error: preload failed: ");
        }
        let arguments = ["--contract", "0.5", "--initial-checkpoint-file"];
        refused(&files, &arguments, template, "error: preload failed: ");
    }
}

#[test]
fn states_of_m1_are_refused_and_not_migrated() {
    let files = Files::new();
    let templates = [
        "@",
        r#"{"facts":{"focus.device":@},"policies":{"prohibit":[]},"version":1}"#,
        r#"{"facts":{"focus.device":null},"policies":{"prohibit":@},"version":1}"#,
        r#"{"facts":{"focus.device":null},"policies":{"prohibit":[]},"version":1,"x":@}"#,
    ];
    for template in templates {
        let arguments = ["--contract", "m1", "--initial-state-file"];
        let expected = "error: preload failed: invalid state of contract m1: ";
        refused(&files, &arguments, template, expected);
        let expected = "error: cannot migrate: invalid state of contract m1: ";
        refused(&files, &["migrate", "--to", "0.9"], template, expected);
    }
}

#[test]
fn files_that_describe_tools_are_refused() {
    let files = Files::new();
    refused(&files, &["toolcall", "--strict", "--schema"], "@", "error: `");
    for template in ["@", r#"{"result":@}"#, r#"{"tools":@}"#, r#"[{"name":@}]"#] {
        refused(&files, &["toolcall", "--schemas"], template, "error: `");
    }
    let schema = files.write("find.json", r#"{"type":"object"}"#);
    for template in ["@", r#"{"find":@}"#, r#"{"find":{"a":@}}"#] {
        let arguments = ["toolcall", "--schema", &schema, "--aliases"];
        refused(&files, &arguments, template, "error: `");
    }
}

#[test]
fn schemas_are_read_past_what_no_grammar_looks_at() {
    let files = Files::new();
    for text in &deep(MANY)[..2] {
        let schema = r#"{"type":"object","x":@,"properties":{"q":@},"required":["q"]}"#;
        let schema = files.write("find.json", schema.replace('@', text));
        let call = r#"{"tool":"find","arguments":{"_positional":[1]}}"#;
        let out = support::run(&["toolcall", "--schema", &schema], call).success();
        assert!(out.starts_with(r#"{"arguments":{"q":1},"#), "{out}");
    }
}

/// The code of the error, or the kind of the issue, or else the verdict, of each record.
fn kinds(out: &str) -> Vec<String> {
    let kind = |line: &str| {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let places = ["/error/code", "/issues/0/kind", "/verdict"];
        let kind = places.iter().find_map(|place| record.pointer(place)).unwrap();
        kind.as_str().unwrap().to_owned()
    };
    out.lines().map(kind).collect()
}

#[test]
fn lines_of_json_are_refused_one_by_one() {
    let lines = deep(MILLION).join("\n") + "\n";
    let long = ["--max-line-bytes", "10000000", "--input", "json"];
    for contract in ["0.9", "m1"] {
        let arguments = [&long[..], &["--contract", contract]].concat();
        let out = support::run(&arguments, &lines).success();
        for (number, line) in (1..).zip(out.lines()) {
            let expected = format!("error: line {number}: input must be one JSON string: ");
            assert!(line.starts_with(&expected) && line.len() < 200, "{line}");
        }
        assert_eq!(out.lines().count(), 3);
        let out = support::run(&[&arguments[..], &["--json"]].concat(), &lines).success();
        assert_eq!(kinds(&out), ["invalid_json"; 3]);
    }
    let out = support::run(&[&["classify"], &long[..]].concat(), &lines).success();
    assert_eq!(kinds(&out), ["invalid_json"; 3]);
}

#[test]
fn tool_calls_are_denied_or_refused_one_by_one() {
    let files = Files::new();
    let tool = r#"{"type":"object","properties":{"q":{}},"required":["q"]}"#;
    let schema = files.write("find.json", tool);
    let [array, object, open] = deep(MANY);
    let calls = [
        format!(r#"{{"tool":"find","arguments":{array}}}"#),
        format!(r#"{{"tool":"find","arguments":{object}}}"#),
        format!(r#"{{"tool":"find","arguments":{{"q":{array}}}}}"#),
        format!(r#"{{"tool":"find","arguments":{{"_positional":{array}}}}}"#),
        format!(r#"{{"tool":"find","arguments":"{open}"}}"#),
        format!(r#"{{"tool":"find","arguments":{open}}}"#),
        format!(r#"{{"tool":{array}}}"#),
        array,
        object,
    ];
    let arguments = ["toolcall", "--schema", &schema, "--max-line-bytes", "10000000"];
    let out = support::run(&arguments, calls.join("\n") + "\n").success();
    let (json, request) = ("invalid_json", "invalid_request");
    assert_eq!(kinds(&out), [json, json, json, json, json, json, request, request, request]);
    assert!(out.lines().all(|line| line.len() < 300), "{out}");
}
