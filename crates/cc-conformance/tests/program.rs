//! The protocol of programs, with shell scripts for programs that keep it and that do not.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]
#![cfg(unix)]

mod common;

use std::time::{Duration, Instant};

use cc_conformance::{ErrorKind, Program};
use common::folder;
use serde_json::json;

/// Replays two fixtures on a script, which has half a second for each reply.
fn run(script: &str) -> (bool, String) {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("program.sh");
    std::fs::write(&path, script).unwrap();
    let command = format!("sh {}", path.display());
    let mut program = Program::start(&command, Duration::from_millis(500)).unwrap();
    let classify = |text: &str| {
        json!({
            "kind": "grammar",
            "action": {"fn": "decompose_directive", "text": text},
            "expected": {"directive": null},
        })
    };
    folder("0.9")
        .fixture("grammar/one", &classify("hello"))
        .fixture("grammar/two", &classify("good day"))
        .fixture("step/three", &common::step())
        .run_on(&mut program, None)
}

/// The one fault of a script that does not answer.
fn fault(script: &str) -> String {
    let (passed, text) = run(script);
    assert!(!passed, "{text}");
    let request = r#"{"contract":"0.9","op":"classify","text":""#;
    let begin = format!("failed: the program does not answer {request}");
    let fault =
        text.lines().find_map(|line| line.strip_prefix(&begin)).unwrap_or_else(|| panic!("{text}"));
    fault.replacen("hello\"}: ", "", 1)
}

const ANSWER: &str = r#"
while read -r line; do
  case "$line" in
    *classify*) echo '{"directive":null}' ;;
    *) echo '{"unsupported":"open"}' ;;
  esac
done
"#;

#[test]
fn a_program_answers_and_leaves_out_what_it_does_not_know() {
    let (passed, text) = run(ANSWER);
    assert!(passed, "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn a_program_that_knows_nothing_does_not_pass() {
    let (passed, text) = run("while read -r line; do echo '{\"unsupported\":\"all\"}'; done");
    assert!(!passed);
    assert!(text.contains("failed: no fixture of 0.9 was replayed\n"), "{text}");
}

#[test]
fn a_fault_of_the_program_fails_the_fixture_and_not_the_run() {
    let (passed, text) = run("while read -r line; do echo '{\"fault\":\"no paper\"}'; done");
    assert!(!passed);
    assert!(text.ends_with("0 passed, 3 failed, 0 skipped\n"), "{text}");
}

#[test]
fn a_program_that_never_answers_is_ended() {
    let begin = Instant::now();
    assert_eq!(fault("exec sleep 60"), "no reply came in 0.5 s; the run ended here");
    assert!(begin.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_program_that_ends_early_is_told_with_its_status() {
    assert_eq!(
        fault("read -r line; exit 3"),
        "its output ended (exit status: 3); the run ended here"
    );
    let once = "read -r line; echo '{\"directive\":null}'; exit 0";
    assert_eq!(fault(once), "good day\"}: its output ended (exit status: 0); the run ended here");
}

#[test]
fn rubbish_is_told() {
    let answer = |reply: &str| fault(&format!("while read -r line; do {reply}; done"));
    assert!(answer("echo hello").starts_with("the reply `hello`: expected value at line 1"));
    assert!(answer("echo '[]'").starts_with("the reply `[]`: it is [], and not a JSON object"));
    assert!(answer("printf '\\377\\n'").ends_with(": it is not UTF-8; the run ended here"));
    assert!(answer(r#"echo '{"a":1,"a":1}'"#).contains("duplicate field `a`"));
    assert!(answer("printf '{}'; exit").contains("`{}`: it does not end with a line feed"));
    let (passed, text) = run(r#"printf '{"directive":null}\n{}\n{}\n{}\n'; sleep 1"#);
    assert!(!passed && text.contains("{}`: trailing characters at line 2"), "{text}");
}

#[test]
fn a_program_that_is_not_there_is_an_error() {
    for command in ["no-such-program", " "] {
        let error = Program::start(command, Duration::ZERO).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Start);
    }
}
