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
fn exported_text_of_another_kind_is_told_and_where_it_goes() {
    let version_2 = state("", "null");
    let m1 = r#"{"facts":{"focus.device":null},"policies":{"prohibit":[]},"version":1}"#;
    let checkpoint =
        format!(r#"{{"authoritative_state":{version_2},"checkpoint_version":1,"pending":null}}"#);
    let record = run(&["--json"], "state").success();
    let m1_record = run(&["--contract", "m1", "--json"], "use tea").success();

    let to_state = "this is a state that `--initial-state-file` takes under contracts 0.9 and 0.5";
    let to_migrate = "this is a state of contract m1, which `context-compiler migrate` converts";
    let to_checkpoint =
        "this is a checkpoint, which `--initial-checkpoint-file` takes under contract 0.5";
    let to_field = "this is a record, and the state is what its field `state` holds";

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("given.json");
    let path = path.to_str().unwrap();
    let takes: [(&[&str], &str, &[&str]); 4] = [
        (&["--contract", "0.9"], "state", &[m1, &checkpoint, &record, &m1_record]),
        (&["--contract", "0.5"], "state", &[m1, &checkpoint, &record, &m1_record]),
        (&["--contract", "m1"], "state", &[&version_2, &checkpoint, &record, &m1_record]),
        (&["--contract", "0.5"], "checkpoint", &[&version_2, m1, &record, &m1_record]),
    ];
    for (contract, what, texts) in takes {
        for text in texts {
            let advice = match *text {
                text if text == version_2 => to_state,
                text if text == m1 => to_migrate,
                text if text == checkpoint => to_checkpoint,
                _ => to_field,
            };
            let option = format!("--initial-{what}-json");
            let error = preload_error(&[contract, &[&option, text]].concat());
            assert!(error.ends_with(&format!("; {advice}\n")), "{error}");

            fs::write(path, text).unwrap();
            let option = format!("--initial-{what}-file");
            let of_file = preload_error(&[contract, &[&option, path]].concat());
            assert_eq!(of_file, format!("{} (file `{path}`)\n", error.trim_end()));
        }
    }
    // The right kind with another fault says nothing of kinds.
    let error = preload_error(&["--initial-state-json", r#"{"premise":7}"#]);
    assert!(!error.contains("this is"), "{error}");
}

#[test]
fn the_name_of_a_file_is_no_json_text() {
    insta::assert_snapshot!(preload_error(&["--initial-state-json", "state.json"]), @"error: preload failed: Invalid JSON payload: expected value at line 1 column 1; to read a file, use `--initial-state-file`");
    insta::assert_snapshot!(preload_error(&["--contract", "0.5", "--initial-checkpoint-json", "c.json"]), @"error: preload failed: Invalid JSON payload: expected value at line 1 column 1; to read a file, use `--initial-checkpoint-file`");
    for text in ["", "{", " {", "["] {
        let error = preload_error(&["--initial-state-json", text]);
        assert!(!error.contains("to read a file"), "{error}");
    }
}

/// The complaint about arguments that cannot be taken.
#[track_caller]
fn complaint(arguments: &[&str]) -> String {
    let run = run(arguments, "");
    assert_eq!((run.out.as_str(), run.code), ("", Some(2)), "{arguments:?}: {}", run.err);
    assert!(run.err.starts_with("error: "), "{arguments:?}: {}", run.err);
    run.err
}

#[test]
fn wrong_usage_has_status_2_and_says_what_is_wrong() {
    let empty = state("", "null");
    let cases: [&[&str]; 21] = [
        &["--unknown"],
        &["surplus"],
        &[""],
        &["-"],
        &["--", "classify"],
        &["--initial-state-json"],
        &["--initial-state-file", ""],
        &["--initial-state-json", &empty, "--initial-state-file", "x"],
        &["--initial-state-json", &empty, "--initial-state-json", &empty],
        &["--initial-checkpoint-json", "{}"],
        &["--input", "yaml"],
        &["--json=true"],
        &["--history-file", "x", "--no-history"],
        &["classify", "surplus"],
        &["migrate"],
        &["migrate", "--to", "0.9"],
        &["migrate", "--to", "0.9", "x", "y"],
        &["completions"],
        &["man", "surplus"],
        &["man", "--dir", ""],
        &["help", "nothing"],
    ];
    for arguments in cases {
        complaint(arguments);
    }
}

/// The tips of a complaint.
#[track_caller]
fn tips(arguments: &[&str]) -> Vec<String> {
    let complaint = complaint(arguments);
    let tips = complaint.lines().filter_map(|line| line.strip_prefix("  tip: "));
    tips.map(str::to_owned).collect()
}

const INPUTS: &str = "inputs are read from standard input: `echo 'use npm' | context-compiler`";

#[test]
fn an_option_before_a_subcommand_is_told_its_place() {
    let call = ["--contract", "0.5", "classify"];
    insta::assert_snapshot!(complaint(&call), @"
    error: the subcommand 'classify' cannot be used with '--contract <VERSION>'

      tip: options of 'classify' come after it: `context-compiler classify --contract <VERSION>`

    Usage: context-compiler [OPTIONS]
           context-compiler <COMMAND>

    For more information, try '--help'.
    ");
    assert_eq!(
        tips(&["--json", "--input", "json", "classify"]),
        [
            "'classify' has no option '--json'",
            "options of 'classify' come after it: `context-compiler classify --input <FORMAT>`",
        ],
    );
    assert_eq!(tips(&["--json", "migrate"]), ["'migrate' has no option '--json'"]);
    assert_eq!(tips(&["--no-history", "help"]), ["'help' has no option '--no-history'"]);
}

#[test]
fn an_option_of_another_subcommand_is_told_whose_it_is() {
    let of = |option, call| vec![format!("'{option}' is an option of `{call}`")];
    assert_eq!(tips(&["--to", "0.9", "migrate"]), of("--to", "context-compiler migrate"));
    assert_eq!(
        tips(&["classify", "--json"]),
        [
            "'--json' is an option of `context-compiler`",
            "'--json' is an option of `context-compiler session`",
        ],
    );
    assert_eq!(tips(&["classify", "--dir", "x"]), of("--dir", "context-compiler man"));
    assert_eq!(
        tips(&["migrate", "--contract", "0.9"]),
        [
            "'--contract' is an option of `context-compiler`",
            "'--contract' is an option of `context-compiler classify`",
        ],
    );
    insta::assert_snapshot!(complaint(&["--dir", "x", "man"]), @"
    error: unexpected argument '--dir' found

      tip: '--dir' is an option of `context-compiler man`

    Usage: context-compiler [OPTIONS]
           context-compiler <COMMAND>

    For more information, try '--help'.
    ");
}

#[test]
fn an_input_among_the_arguments_is_told_how_inputs_are_given() {
    for call in [
        &["use npm"][..],
        &["prohibit", "peanuts"],
        &["state.json"],
        &["-"],
        &["--json", "use npm"],
        &["--json", "--contract", "0.5", "use npm", "--color", "never"],
        &["--", "use npm"],
        &["repl"],
    ] {
        assert_eq!(tips(call), [INPUTS], "{call:?}");
        assert!(complaint(call).starts_with("error: unrecognized subcommand "), "{call:?}");
    }
    for subcommand in ["classify", "toolcall"] {
        let tip = format!(
            "{} < FILE`",
            INPUTS.replace(
                "echo 'use npm' | context-compiler`",
                &format!("context-compiler {subcommand}")
            )
        );
        assert_eq!(tips(&[subcommand, "use npm"]), [tip.as_str()]);
        assert_eq!(tips(&[subcommand, "-"]), [tip.as_str()]);
    }
    // These read no inputs.
    for call in [&["man", "x"][..], &["completions", "bash", "x"], &["help", "x"]] {
        assert_eq!(tips(call), [""; 0], "{call:?}");
    }
}

#[test]
fn no_value_is_taken_for_another_one() {
    insta::assert_snapshot!(complaint(&["--contract", "0.8"]), @"
    error: invalid value '0.8' for '--contract <VERSION>'
      [possible values: 0.9, 0.5, m1]

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(complaint(&["completions", "tcsh"]), @"
    error: invalid value 'tcsh' for '<SHELL>'
      [possible values: bash, elvish, fish, powershell, zsh]

    For more information, try '--help'.
    ");
    for call in [
        &["--contract", "0.9.2"][..],
        &["--color", "allways"],
        &["--input", "jsn"],
        &["classify", "--contract", "0.8"],
        &["migrate", "--to", "0.8", "x"],
        &["toolcall", "--schema", "x", "--order", "declare"],
    ] {
        let complaint = complaint(call);
        assert!(complaint.contains("  [possible values: "), "{complaint}");
        assert!(!complaint.contains("tip:"), "{complaint}");
    }
}

#[test]
fn a_slip_in_a_name_is_told_the_name_and_nothing_far_from_it() {
    assert_eq!(tips(&["clasify"]), ["a similar subcommand exists: 'classify'"]);
    assert_eq!(tips(&["--json", "clasify"]), ["a similar subcommand exists: 'classify'"]);
    assert_eq!(tips(&["--jsn"]), ["a similar argument exists: '--json'"]);
    assert_eq!(tips(&["--Contract", "0.5"]), ["a similar argument exists: '--contract'"]);
    assert_eq!(tips(&["completions", "--shell", "bash"]), [""; 0]);
    assert_eq!(tips(&["migrate", "--from", "m1"]), [""; 0]);
    assert_eq!(tips(&["-json"]), ["options begin with '--', other than '-h' and '-V'"]);
    assert_eq!(tips(&["classify", "-c"]), ["options begin with '--', other than '-h'"]);
}

#[test]
fn the_values_of_what_is_missing_are_listed() {
    assert_eq!(
        tips(&["completions"]),
        ["'<SHELL>' is one of: bash, elvish, fish, powershell, zsh"],
    );
    assert_eq!(tips(&["migrate", "x"]), ["'--to <VERSION>' is one of: 0.9, 0.5"]);
}

#[test]
fn a_limit_that_is_no_number_of_bytes_is_told_which_there_are() {
    let values = ["0", "-1", "abc", "1M", "1.5", " 1", "99999999999999999999999"];
    for subcommand in [&[][..], &["classify"], &["toolcall", "--schema", "x"]] {
        for value in values {
            let complaint = complaint(&[subcommand, &["--max-line-bytes", value]].concat());
            let expected = format!(
                "error: invalid value '{value}' for '--max-line-bytes <N>': not a number from 1 to {}\n",
                usize::MAX
            );
            assert!(complaint.starts_with(&expected), "{complaint}");
        }
    }
}

#[test]
fn a_long_argument_is_shown_by_its_beginning() {
    let long = "\u{e9}".repeat(20_000);
    for call in [&[long.as_str()][..], &["--contract", &long], &[&format!("--{long}")]] {
        let complaint = complaint(call);
        assert!(complaint.contains("\u{e9}..."), "{complaint}");
        assert!(complaint.len() < 1000, "{complaint}");
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
fn the_completions_name_every_option() {
    let options = ["json", "initial-state-json", "initial-state-file", "input", "max-line-bytes"];
    for option in options.iter().chain(&[
        "history-file",
        "no-history",
        "color",
        "contract",
        "initial-checkpoint-json",
        "initial-checkpoint-file",
    ]) {
        for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
            let script = run(&["completions", shell], "").success();
            assert!(script.contains(option), "{shell}: {option}");
        }
    }
}
