//! The exit status of the program: 0 passed, 1 failed, 2 wrong command line.

use std::io;
use std::process::{Command, Output};

fn xtask(arguments: &[&str]) -> io::Result<Output> {
    Command::new(env!("CARGO_BIN_EXE_xtask")).args(arguments).output()
}

#[test]
fn one_fixture_of_the_corpus_passes() {
    let output = xtask(&["conformance", "--filter", "mutation_isolation_premise_none"]).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.ends_with("1 passed, 0 failed, 0 skipped\n"), "{text}");
}

#[test]
fn the_contract_chooses_the_corpus() {
    let filter = ["--filter", "confirmation/confirmation_yes_word_yes"];
    let output = xtask(&["conformance", "--contract", "0.5", filter[0], filter[1]]).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.ends_with("1 passed, 0 failed, 0 skipped\n"), "{text}");
    let output = xtask(&["conformance", filter[0], filter[1]]).unwrap();
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn tool_calls_have_a_corpus_of_their_own() {
    let filter = "deny/toolcall_missing_one";
    let output = xtask(&["conformance", "--contract", "toolcall", "--filter", filter]).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.ends_with("1 passed, 0 failed, 0 skipped\n"), "{text}");
}

#[test]
fn the_first_milestone_has_a_corpus_of_its_own() {
    let filter = "step/step_pending_other_repeated";
    let output = xtask(&["conformance", "--contract", "m1", "--filter", filter]).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.ends_with("1 passed, 0 failed, 0 skipped\n"), "{text}");
}

#[test]
fn a_filter_that_matches_nothing_fails() {
    let output = xtask(&["conformance", "--filter", "no such fixture"]).unwrap();
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_wrong_command_line_is_told_apart() {
    for arguments in [
        ["conformance", "--contract", "0.7"],
        ["conformance", "--via", "post"],
        ["conformance", "--fixtures", "no/such/folder"],
    ] {
        let output = xtask(&arguments).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
}
