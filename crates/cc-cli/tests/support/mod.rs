//! Running the built command.

#![allow(dead_code, reason = "each test file uses a part of this")]
#![allow(clippy::unwrap_used, reason = "a test that cannot start the command has failed")]

#[cfg(unix)]
pub(crate) mod terminal;

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// What a run of the command left.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

impl Run {
    /// The standard output of a run that succeeded and complained of nothing.
    #[track_caller]
    pub(crate) fn success(self) -> String {
        assert_eq!((self.err.as_str(), self.code), ("", Some(0)), "standard output: {}", self.out);
        self.out
    }
}

/// The command, in an environment that the machine does not shape.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_context-compiler"));
    command.args(arguments).env_clear().env("TERM", "dumb");
    command
}

/// Runs the command on `input`.
pub(crate) fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    // The command may end, or fill its output, before it has read everything.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run {
        out: String::from_utf8(stdout).unwrap(),
        err: String::from_utf8(stderr).unwrap(),
        code: status.code(),
    }
}

/// The JSON text of a state.
pub(crate) fn state(policies: &str, premise: &str) -> String {
    format!(r#"{{"policies":{{{policies}}},"premise":{premise},"version":2}}"#)
}
