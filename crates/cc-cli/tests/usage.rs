//! Options, the state at the start, exit statuses, and the texts that describe the command.

mod support;

use std::fs;

use support::{run, state};

#[test]
fn the_state_at_the_start_comes_from_json_text_or_a_file() {
    let saved = state(r#""Raw  SQL":"prohibit""#, r#"" brief ""#);
    let expected = "premise: brief\npolicies:\n- prohibit raw sql\n";
    assert_eq!(run(&["--initial-state-json", &saved], "state").success(), expected);
    assert_eq!(run(&[&format!("--initial-state-json={saved}")], "state").success(), expected);

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("state.json");
    for text in [saved.clone(), format!("\u{feff}{saved}\n")] {
        fs::write(&path, text).unwrap();
        let arguments = ["--initial-state-file", path.to_str().unwrap()];
        assert_eq!(run(&arguments, "state").success(), expected);
    }
}

#[track_caller]
fn preload_error(arguments: &[&str]) -> String {
    let run = run(arguments, "state\n");
    assert_eq!((run.out.as_str(), run.code), ("", Some(1)));
    run.err
}

#[test]
fn a_state_that_cannot_be_loaded_ends_the_run_with_status_1() {
    insta::assert_snapshot!(preload_error(&["--initial-state-json", "{"]), @"error: preload failed: Invalid JSON payload: EOF while parsing an object at line 1 column 1");
    let other = r#"{"policies":{},"premise":null,"version":3}"#;
    insta::assert_snapshot!(preload_error(&["--initial-state-json", other]), @"error: preload failed: Unsupported state version: field `version` must be the integer 2, not `3`");
    insta::assert_snapshot!(preload_error(&["--initial-state-json", "[]"]), @"error: preload failed: Invalid state payload: the payload must be an object, not an array");
    insta::assert_snapshot!(preload_error(&["--initial-state-file", "/no/such\u{1b}file"]), @r"error: preload failed: cannot read `/no/such\u{1b}file`: No such file or directory (os error 2)");

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("state.json");
    fs::write(&path, b"\xff").unwrap();
    let error = preload_error(&["--initial-state-file", path.to_str().unwrap()]);
    assert!(
        error.ends_with("is not UTF-8: invalid utf-8 sequence of 1 bytes from index 0\n"),
        "{error}"
    );
}

#[test]
fn wrong_usage_has_status_2_and_says_what_is_wrong() {
    let empty = state("", "null");
    let cases: [&[&str]; 8] = [
        &["--unknown"],
        &["surplus"],
        &["--initial-state-json"],
        &["--initial-state-json", &empty, "--initial-state-file", "x"],
        &["--initial-state-json", &empty, "--initial-state-json", &empty],
        &["--max-line-bytes", "0"],
        &["--input", "yaml"],
        &["--history-file", "x", "--no-history"],
    ];
    for arguments in cases {
        let run = run(arguments, "");
        assert_eq!((run.out.as_str(), run.code), ("", Some(2)), "{arguments:?}");
        assert!(run.err.starts_with("error: "), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn help_is_complete() {
    insta::assert_snapshot!(run(&["--help"], "").success());
    insta::assert_snapshot!(run(&["classify", "--help"], "").success());
}

#[test]
fn version_names_the_command_and_its_version() {
    let version = format!("context-compiler {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(run(&["--version"], "").success(), version);
}

#[test]
fn the_manual_page_and_the_completions_name_every_option() {
    let page = run(&["man"], "").success();
    let options = ["json", "initial-state-json", "initial-state-file", "input", "max-line-bytes"];
    for option in options.iter().chain(&[
        "history-file",
        "no-history",
        "color",
        "contract",
        "initial-checkpoint-json",
        "initial-checkpoint-file",
    ]) {
        assert!(page.contains(&option.replace('-', "\\-")), "{option}");
        for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
            let script = run(&["completions", shell], "").success();
            assert!(script.contains(option), "{shell}: {option}");
        }
    }
    assert!(page.contains("classify"));
}
