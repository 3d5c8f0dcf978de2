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
