//! Arguments and an environment that nobody would give.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::process::{Output, Stdio};

use crate::common::{Files, check_no_panic, give};
use crate::support;

/// Every option that takes a value, with the call that it belongs to.
const OPTIONS: [(&[&str], &str); 16] = [
    (&[], "--contract"),
    (&[], "--initial-state-json"),
    (&[], "--initial-state-file"),
    (&["--contract", "0.5"], "--initial-checkpoint-json"),
    (&["--contract", "0.5"], "--initial-checkpoint-file"),
    (&[], "--input"),
    (&[], "--max-line-bytes"),
    (&[], "--color"),
    (&["classify"], "--contract"),
    (&["classify"], "--max-line-bytes"),
    (&["toolcall"], "--schema"),
    (&["toolcall"], "--schemas"),
    (&["toolcall", "--schema", "x"], "--aliases"),
    (&["migrate", "x"], "--to"),
    (&["migrate", "--to", "0.9", "x"], "--focus-device"),
    (&["completions"], "--"),
];

fn run(arguments: &[&OsStr]) -> Output {
    let mut command = support::command(&[]);
    command.args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// An error of arguments: status 1 or 2, no answer, and an error that shows what it names.
#[track_caller]
fn check_error(arguments: &[&OsStr]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    check_no_panic(&errors);
    assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}: {}", output.status);
    assert_eq!(output.stdout, b"", "{arguments:?}");
    assert!(errors.starts_with("error: "), "{arguments:?}: {errors}");
    let hidden = |character: char| character != '\n' && character.is_control();
    assert!(!errors.contains(hidden), "{arguments:?}: {errors:?}");
    errors
}

#[test]
fn a_value_that_is_empty_or_no_text_is_an_error_of_every_option() {
    let values: [&[u8]; 5] = [b"", b"\xff", b"\xed\xa0\x80", b"\x1b[31mred", b"a\nb"];
    for (call, option) in OPTIONS {
        for value in values {
            let mut arguments: Vec<&OsStr> = call.iter().map(OsStr::new).collect();
            arguments.extend([OsStr::new(option), OsStr::from_bytes(value)]);
            check_error(&arguments);
        }
    }
    for value in values {
        for call in [&[][..], &["classify"], &["man"], &["completions", "bash"]] {
            let mut arguments: Vec<&OsStr> = call.iter().map(OsStr::new).collect();
            arguments.push(OsStr::from_bytes(value));
            check_error(&arguments);
        }
        check_error(&[&OsString::from_vec([b"--", value, b"=x"].concat())]);
    }
}

#[test]
fn an_argument_that_is_no_text_is_named() {
    let error = check_error(&[OsStr::new("--initial-state-json"), OsStr::from_bytes(b"{\xff")]);
    assert!(error.starts_with("error: the argument `{\u{fffd}` is not UTF-8\n"), "{error}");
}

#[test]
fn an_escape_sequence_in_an_argument_reaches_no_terminal() {
    for argument in ["\u{1b}[2J", "--\u{1b}[2J", "--input=\u{1b}[2J"] {
        let error = check_error(&[OsStr::new(argument)]);
        assert!(error.contains(r"\u{1b}[2J"), "{error}");
    }
}

#[test]
fn an_option_given_twice_is_an_error() {
    let twice: [&[&str]; 9] = [
        &["--json"],
        &["--contract", "0.9"],
        &["--initial-state-json", "{}"],
        &["--initial-state-file", "x"],
        &["--input", "json"],
        &["--max-line-bytes", "9"],
        &["--history-file", "x"],
        &["--no-history"],
        &["--color", "never"],
    ];
    for option in twice {
        let arguments: Vec<&OsStr> = option.iter().chain(option).map(OsStr::new).collect();
        let error = check_error(&arguments);
        assert!(error.contains("cannot be used multiple times"), "{error}");
    }
}

#[test]
fn the_name_of_a_tool_must_be_text() {
    let files = Files::new();
    let path = files.directory().join(OsStr::from_bytes(b"\xff.json"));
    std::fs::write(&path, r#"{"type":"object"}"#).unwrap();
    let error = check_error(&[OsStr::new("toolcall"), OsStr::new("--schema"), path.as_os_str()]);
    assert!(error.ends_with("the name of the tool is not UTF-8\n"), "{error}");
}

#[test]
fn paths_that_are_no_text_are_paths() {
    let files = Files::new();
    let path = files.directory().join(OsStr::from_bytes(b"\xff\xfe"));
    std::fs::write(&path, support::state("", "\"brief\"")).unwrap();
    let mut command = support::command(&["--json", "--initial-state-file"]);
    let output = command.arg(&path).stdin(Stdio::null()).output().unwrap();
    assert_eq!((output.stderr.as_slice(), output.status.code()), (&b""[..], Some(0)));
}

#[test]
fn a_file_that_is_no_file_is_an_error_that_names_it() {
    for path in ["/", "/dev/null/x", "/dev/null", "nul\u{1}"] {
        let calls: [&[&str]; 5] = [
            &["--initial-state-file"],
            &["--contract", "0.5", "--initial-checkpoint-file"],
            &["--contract", "m1", "--initial-state-file"],
            &["migrate", "--to", "0.5"],
            &["toolcall", "--schemas"],
        ];
        for call in calls {
            let mut arguments: Vec<&OsStr> = call.iter().map(OsStr::new).collect();
            arguments.push(OsStr::new(path));
            let error = check_error(&arguments);
            assert_eq!(error.lines().count(), 1, "{error}");
            // What is empty is read, and is no JSON.
            let shown = path.replace('\u{1}', r"\u{1}");
            assert!(path == "/dev/null" || error.contains(&format!("`{shown}`")), "{error}");
        }
    }
}

#[test]
fn no_environment_changes_an_answer() {
    let environments: [&[(&str, &str)]; 7] = [
        &[("LANG", "tr_TR.UTF-8"), ("LC_ALL", "tr_TR.UTF-8")],
        &[("LANG", "xx_YY.\u{1b}[31m"), ("LC_ALL", "C")],
        &[("TERM", ""), ("COLUMNS", "0"), ("LINES", "-1")],
        &[("COLUMNS", "99999999999999999999"), ("CLICOLOR_FORCE", "1"), ("TERM", "xterm")],
        &[("NO_COLOR", ""), ("HOME", ""), ("XDG_STATE_HOME", "\u{1}")],
        &[("TZ", "Nowhere/None"), ("TMPDIR", "/no/such/place")],
        &[("RUST_BACKTRACE", "full"), ("RUST_LOG", "trace"), ("RUST_MIN_STACK", "1")],
    ];
    let files = Files::new();
    for mode in files.modes() {
        for environment in environments {
            let mut command = support::command(&mode.arguments());
            command.envs(environment.iter().copied());
            command.env("STRANGE", OsStr::from_bytes(b"\xff\xfe"));
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn().unwrap();
            give(child.stdin.take().unwrap(), &mode.session());
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.stdout, mode.answers(), "{:?} in {environment:?}", mode.arguments);
            assert_eq!((output.stderr.as_slice(), output.status.code()), (&b""[..], Some(0)));
        }
    }
}
