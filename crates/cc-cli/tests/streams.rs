//! The ends of the pipe: a host that waits, a reader that goes away, a disk that is full.

#![cfg(unix)]

mod support;

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use support::command;

#[test]
fn a_host_can_write_a_line_and_read_the_answer() {
    let mut child =
        command(&["--json"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for number in 0..50 {
        // The second part of the line comes late, and no answer may come before it.
        write!(stdin, "use item").unwrap();
        stdin.flush().unwrap();
        writeln!(stdin, " {number}").unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert!(answer.contains(&format!("\"item {number}\":\"use\"")), "{answer}");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = command(&["--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    while stdin.write_all(b"use tea\n").is_ok() {}
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    for arguments in [&["--json"][..], &[], &["classify"], &["man"], &["completions", "bash"]] {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut child = command(arguments)
            .stdin(Stdio::piped())
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let _ = child.stdin.take().unwrap().write_all(b"use tea\n");
        let output = child.wait_with_output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.starts_with("error: cannot write output: No space left"), "{errors}");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    }
}

#[test]
fn a_standard_input_that_cannot_be_read_is_an_error() {
    let directory = std::fs::File::open("/").unwrap();
    let output = command(&["--json"]).stdin(directory).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.starts_with("error: cannot read input: "), "{errors}");
    assert_eq!(output.status.code(), Some(1));
}
