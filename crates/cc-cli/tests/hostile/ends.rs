//! Standard streams that are closed, full, or no stream at all.

use std::fs::{File, OpenOptions};
use std::process::{Command, Stdio};

use crate::common::{Files, ended, give, told};
use crate::support;

/// The command, started by a shell that changes its streams first.
fn through_shell(redirection: &str, arguments: &[&str]) -> Command {
    let command = support::command(arguments);
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!(r#"exec "$0" "$@" {redirection}"#));
    shell.arg(command.get_program()).args(command.get_args()).env_clear().stdin(Stdio::null());
    shell
}

#[test]
fn a_standard_input_that_is_closed_or_null_is_an_empty_one() {
    let files = Files::new();
    for mode in files.modes() {
        for redirection in ["<&-", "</dev/null"] {
            let output = through_shell(redirection, &mode.arguments()).output().unwrap();
            assert_eq!(output.stdout, b"", "{:?} {redirection}", mode.arguments);
            assert_eq!(told(output), (String::new(), Some(0)), "{:?}", mode.arguments);
        }
    }
}

#[test]
fn a_standard_input_that_is_a_directory_is_an_error_in_every_mode() {
    let files = Files::new();
    for mode in files.modes() {
        let directory = File::open("/").unwrap();
        let output = support::command(&mode.arguments()).stdin(directory).output().unwrap();
        assert_eq!(output.stdout, b"", "{:?}", mode.arguments);
        let (errors, status) = told(output);
        assert!(errors.starts_with("error: cannot read input: Is a directory"), "{errors}");
        assert_eq!((errors.lines().count(), status), (1, Some(1)));
    }
}

#[test]
fn answers_that_nobody_wants_are_no_error() {
    let files = Files::new();
    for mode in files.modes() {
        for redirection in [">&-", ">/dev/null"] {
            let mut child = through_shell(redirection, &mode.arguments())
                .stdin(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            give(child.stdin.take().unwrap(), &mode.session());
            assert_eq!(ended(child), (String::new(), Some(0)), "{:?}", mode.arguments);
        }
    }
    for call in files.calls() {
        let call: Vec<&str> = call.iter().map(String::as_str).collect();
        let output = through_shell(">&-", &call).output().unwrap();
        assert_eq!(told(output), (String::new(), Some(0)), "{call:?}");
    }
}

#[test]
fn every_stream_can_be_closed_at_once() {
    let closed = "<&- >&- 2>&-";
    for (arguments, status) in [(&["--json"][..], 0), (&["--help"], 0), (&["--unknown"], 2)] {
        let output = through_shell(closed, arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    }
    let failing = through_shell(closed, &["--initial-state-json", "{"]).output().unwrap();
    assert_eq!(failing.status.code(), Some(1));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_in_every_mode_and_call() {
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    #[track_caller]
    fn check((errors, status): (String, Option<i32>), arguments: &[&str]) {
        let expected = "error: cannot write output: No space left on device (os error 28)\n";
        assert_eq!((errors.as_str(), status), (expected, Some(1)), "{arguments:?}");
    }
    let files = Files::new();
    for mode in files.modes() {
        let mut child = support::command(&mode.arguments())
            .stdin(Stdio::piped())
            .stdout(full())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        give(child.stdin.take().unwrap(), &mode.session());
        check(ended(child), &mode.arguments());
    }
    for call in files.calls() {
        let call: Vec<&str> = call.iter().map(String::as_str).collect();
        check(told(support::command(&call).stdout(full()).output().unwrap()), &call);
    }
    // There is nowhere to say what is wrong, but the status says that something is.
    let usage = support::command(&["--unknown"]).stderr(full()).output().unwrap();
    assert_eq!((usage.stdout.as_slice(), usage.status.code()), (&b""[..], Some(2)));
}

/// Every call that reads a file of JSON text, with the file last.
const READING: [&[&str]; 7] = [
    &["--initial-state-file"],
    &["--contract", "0.5", "--initial-state-file"],
    &["--contract", "0.5", "--initial-checkpoint-file"],
    &["--contract", "m1", "--initial-state-file"],
    &["migrate", "--to", "0.9"],
    &["toolcall", "--schema"],
    &["toolcall", "--schemas"],
];

#[test]
fn a_file_without_end_is_refused_at_its_first_fault() {
    for call in READING {
        let limited = through_shell("</dev/null", &[call, &["/dev/zero"]].concat());
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(r#"ulimit -v 400000; exec "$0" "$@""#);
        shell.arg("sh").args(limited.get_args()).env_clear();
        let (errors, status) = told(shell.output().unwrap());
        assert!(errors.contains("at line 1 column "), "{call:?}: {errors}");
        assert_eq!((errors.lines().count(), status), (1, Some(1)), "{call:?}");
    }
}

#[test]
fn a_fault_far_into_a_file_is_found_where_it_is() {
    // Longer than what is read at once, with a character across its end, and a fault behind it.
    let block = 1 << 20;
    let files = Files::new();
    let head = r#"{"type":"object","title":""#;
    for shift in 0..4 {
        let filling = "x".repeat(block - head.len() - shift) + "\u{1f375}";
        let file = files.write("find.json", format!(r#"{head}{filling}"}}"#));
        assert_eq!(support::run(&["toolcall", "--schema", &file], "").success(), "");
        for (tail, fault) in [(&b"\0"[..], "control character"), (b"\xff", "not UTF-8")] {
            let bytes = [format!("{head}{filling}").as_bytes(), tail, b"\",\n"].concat();
            let file = files.write("find.json", bytes);
            let run = support::run(&["toolcall", "--schema", &file], "");
            let at = head.len() + filling.len();
            assert!(run.err.contains(fault), "{}", run.err);
            let places = [format!(" column {at}\n"), format!(" index {at}\n")];
            assert!(places.iter().any(|place| run.err.ends_with(place)), "{}", run.err);
            assert_eq!((run.out.as_str(), run.code), ("", Some(1)));
        }
    }
}
