//! The exit status of the program: 0 passed, 1 failed, 2 wrong command line.

#![allow(clippy::unwrap_used, reason = "a program that cannot be started has failed")]

use std::process::{Command, Output};

fn xtask(arguments: &[&str]) -> (Option<i32>, String) {
    let program = Command::new(env!("CARGO_BIN_EXE_xtask")).args(arguments).output();
    let Output { status, stdout, stderr } = program.unwrap();
    let text = [stdout, stderr].concat();
    (status.code(), String::from_utf8(text).unwrap())
}

#[test]
fn all_contracts_are_replayed_unless_one_is_chosen() {
    let all = xtask(&["conformance"]);
    assert_eq!(all.0, Some(0), "{}", all.1);
    for contract in ["0.9", "0.5", "m1", "toolcall", "sessions"] {
        assert!(all.1.contains(&format!("contract {contract}\n")), "{}", all.1);
    }
    let filter = "confirmation/confirmation_yes_word_yes";
    let (status, text) = xtask(&["conformance", "--filter", filter]);
    assert_eq!(status, Some(0));
    assert!(text.starts_with("contract 0.5\n"), "{text}");
    assert!(text.ends_with("1 passed, 0 failed, 0 skipped\n"), "{text}");
    assert_eq!(xtask(&["conformance", "--contract", "0.9", "--filter", filter]).0, Some(1));
}

#[test]
fn a_filter_that_matches_nothing_fails_and_says_so() {
    let (status, text) = xtask(&["conformance", "--filter", "no such fixture"]);
    assert_eq!(status, Some(1));
    let fault =
        "no fixture of 0.9, 0.5, m1, toolcall, sessions has a name with `no such fixture` in it";
    assert!(text.contains(fault), "{text}");
}

#[test]
fn a_program_is_a_subject() {
    let (status, text) = xtask(&["conformance", "--filter", "step/", "--program", "cat"]);
    assert_eq!(status, Some(1));
    // It repeats the request, which is no export of the state.
    assert!(text.contains("--program cat\n"), "{text}");
}

#[test]
fn a_wrong_command_line_is_told_apart() {
    for arguments in [
        &["conformance", "--contract", "0.7"][..],
        &["conformance", "--via", "post"],
        &["conformance", "--via", "cli", "--program", "cat"],
        &["conformance", "--timeout", "3"],
        &["conformance", "--timeout", "-3", "--program", "cat"],
        &["conformance", "--fixtures", "conformance/0.9"],
        &["conformance", "--contract", "0.9", "--fixtures", "no/such/folder"],
    ] {
        let (status, text) = xtask(arguments);
        assert_eq!(status, Some(2), "{arguments:?}: {text}");
        assert!(!text.is_empty());
    }
}

#[test]
fn every_piece_of_work_runs() {
    let run = |index: usize| xtask(&["run-work", &index.to_string(), "1"]);
    let done = (0..).map(run).take_while(|(status, _)| *status == Some(0)).count();
    assert!(done > 5, "{}", run(done).1);
    assert_eq!(run(done), (Some(2), format!("error: there is no piece of work {done}\n")));
}

#[test]
fn the_tables_in_the_source_are_those_that_would_be_written() {
    assert_eq!(xtask(&["tables", "--check"]), (Some(0), String::new()));
}
