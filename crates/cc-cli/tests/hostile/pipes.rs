//! Readers that go away, stall or cannot wait.

use std::io::{Read, Write, pipe};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::Stdio;

use crate::common::{Files, Mode, ended, give, many_policies, told};
use crate::support;

/// A reader takes some bytes of the answers and closes. More is answered then.
#[track_caller]
fn close_after(mode: &Mode, answers: &[u8], bytes: usize) {
    let session = mode.session();
    let (mut child, mut stdin) = mode.spawn();
    stdin.write_all(&session).unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let mut taken = vec![0; bytes];
    stdout.read_exact(&mut taken).unwrap();
    drop(stdout);
    give(stdin, &session);
    assert_eq!(taken, answers[..bytes], "{:?}", mode.arguments);
    let quiet = (String::new(), Some(0));
    assert_eq!(ended(child), quiet, "{:?}, after {bytes} bytes", mode.arguments);
}

#[test]
fn a_reader_can_close_after_every_byte() {
    let files = Files::new();
    // Text, records and verdicts: all that is written in ways of its own, and an error of each.
    let mut modes = files.modes();
    modes.truncate(3);
    for mode in &mut modes {
        mode.lines.remove(1);
    }
    std::thread::scope(|scope| {
        for mode in &modes {
            scope.spawn(move || {
                let answers = mode.answers();
                for bytes in 0..=answers.len() {
                    close_after(mode, &answers, bytes);
                }
            });
        }
    });
}

#[test]
fn a_reader_can_close_around_every_answer_in_every_mode() {
    let files = Files::new();
    for mode in files.modes() {
        let answers = mode.answers();
        let ends = (0..answers.len()).filter(|at| answers[*at] == b'\n');
        for bytes in ends.flat_map(|at| [at, at + 1]) {
            close_after(&mode, &answers, bytes);
        }
    }
}

#[test]
fn a_reader_can_close_within_a_write_that_waits() {
    let files = Files::new();
    let state = files.write("state.json", many_policies(4_000));
    let arguments = ["--json", "--initial-state-file", &state];
    let input = "state\n".repeat(20);
    let whole = support::run(&arguments, &input).success();
    // The pipe takes 64 KiB before a write waits.
    for bytes in [0, 1, 4_095, 4_096, 65_535, 65_536, 65_537, 200_000] {
        let mut child = support::command(&arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        give(child.stdin.take().unwrap(), input.as_bytes());
        let mut taken = vec![0; bytes];
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut taken).unwrap();
        drop(stdout);
        assert!(taken == whole.as_bytes()[..bytes], "after {bytes} bytes");
        assert_eq!(ended(child), (String::new(), Some(0)), "after {bytes} bytes");
    }
}

#[test]
fn one_text_can_find_its_reader_gone() {
    let files = Files::new();
    for call in files.calls() {
        let call: Vec<&str> = call.iter().map(String::as_str).collect();
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let output = support::command(&call).stdout(writer).output().unwrap();
        assert_eq!(told(output), (String::new(), Some(0)), "{call:?}");
    }
}

#[test]
fn errors_can_find_their_reader_gone() {
    let failing: [(&[&str], i32); 6] = [
        (&["--unknown"], 2),
        (&["--input", "yaml"], 2),
        (&["--initial-checkpoint-json", "{}"], 2),
        (&["--initial-state-json", "{"], 1),
        (&["migrate", "--to", "0.9", "/no/such/file"], 1),
        (&["toolcall", "--schema", "/no/such/file"], 1),
    ];
    for (arguments, status) in failing {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let output =
            support::command(arguments).stdin(Stdio::null()).stderr(writer).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        assert_eq!(output.stdout, b"", "{arguments:?}");
    }
}

#[test]
fn a_reader_that_must_not_be_waited_for_is_an_error() {
    let files = Files::new();
    let state = files.write("state.json", many_policies(4_000));
    let (reader, writer) = UnixStream::pair().unwrap();
    writer.set_nonblocking(true).unwrap();
    let mut child = support::command(&["--json", "--initial-state-file", &state])
        .stdin(Stdio::piped())
        .stdout(OwnedFd::from(writer))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    give(child.stdin.take().unwrap(), "state\n".repeat(100).as_bytes());
    let (errors, status) = ended(child);
    assert!(errors.starts_with("error: cannot write output: Resource temporarily "), "{errors}");
    assert_eq!((errors.lines().count(), status), (1, Some(1)));
    drop(reader);
}
