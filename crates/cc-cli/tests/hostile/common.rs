//! Runs that every subject needs: the modes of the command, and what no run may show.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, ChildStdin, Output, Stdio};

use tempfile::TempDir;

use crate::support;

/// A way to run the command on lines, and lines that show what it answers.
pub(crate) struct Mode {
    pub(crate) arguments: Vec<String>,
    pub(crate) lines: Vec<Vec<u8>>,
}

impl Mode {
    fn new(arguments: &[&str], lines: &[&[u8]]) -> Self {
        Mode {
            arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
            lines: lines.iter().map(|line| line.to_vec()).collect(),
        }
    }

    /// The arguments as [`support::command`] takes them.
    pub(crate) fn arguments(&self) -> Vec<&str> {
        self.arguments.iter().map(String::as_str).collect()
    }

    /// The lines, each with a line feed.
    pub(crate) fn session(&self) -> Vec<u8> {
        self.lines.iter().flat_map(|line| [line, &b"\n"[..]].concat()).collect()
    }

    /// What is answered to the session by a run that nothing disturbs.
    pub(crate) fn answers(&self) -> Vec<u8> {
        self.answers_to(&self.session())
    }

    /// What is answered to `input` by a run that nothing disturbs.
    pub(crate) fn answers_to(&self, input: &[u8]) -> Vec<u8> {
        support::run(&self.arguments(), input).success().into_bytes()
    }

    /// Starts the command with pipes at its three ends.
    pub(crate) fn spawn(&self) -> (Child, ChildStdin) {
        let mut child = support::command(&self.arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take().unwrap();
        (child, stdin)
    }
}

/// Files that some modes need.
pub(crate) struct Files(TempDir);

impl Files {
    pub(crate) fn new() -> Self {
        Files(tempfile::tempdir().unwrap())
    }

    pub(crate) fn directory(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file, and gives its path.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// The names of what is in the directory, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> =
            names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Every mode that reads lines.
    pub(crate) fn modes(&self) -> Vec<Mode> {
        let directives: [&[u8]; 3] = [b"use t\xc3\xa9", b"prohibit t\xc3\xa9", b"\xff"];
        let texts: [&[u8]; 3] = [b"\"use t\xc3\xa9\"", b"\"prohibit t\xc3\xa9\"", b"7"];
        let m1: [&[u8]; 3] = [b"never use t\xc3\xa9", b"use t\xc3\xa9", b"\xff"];
        let tool = r#"{"type":"object","properties":{"q":{}},"required":["q"]}"#;
        let schema = self.write("find.json", tool);
        let calls: [&[u8]; 3] =
            [b"{\"tool\":\"find\",\"arguments\":{\"_positional\":[\"\xc3\xa9\"]}}", b"{", b"\xff"];
        vec![
            Mode::new(&[], &directives),
            Mode::new(&["--json"], &directives),
            Mode::new(&["toolcall", "--schema", &schema], &calls),
            Mode::new(&["--contract", "0.5"], &directives),
            Mode::new(&["--contract", "0.5", "--json"], &directives),
            Mode::new(&["--contract", "m1"], &m1),
            Mode::new(&["--contract", "m1", "--json"], &m1),
            Mode::new(&["--input", "json"], &texts),
            Mode::new(&["--input", "json", "--json"], &texts),
            Mode::new(&["--input", "json", "--contract", "0.5", "--json"], &texts),
            Mode::new(&["--input", "json", "--contract", "m1", "--json"], &texts),
            Mode::new(&["classify"], &directives),
            Mode::new(&["classify", "--contract", "0.5"], &directives),
            Mode::new(&["classify", "--input", "json"], &texts),
        ]
    }

    /// Every call that prints one text and reads no lines.
    pub(crate) fn calls(&self) -> Vec<Vec<String>> {
        let state =
            r#"{"facts":{"focus.device":null},"policies":{"prohibit":["tea"]},"version":1}"#;
        let state = self.write("m1.json", state);
        let calls: [&[&str]; 13] = [
            &["--help"],
            &["-h"],
            &["--version"],
            &["help"],
            &["classify", "--help"],
            &["toolcall", "--help"],
            &["man"],
            &["completions", "bash"],
            &["completions", "zsh"],
            &["completions", "fish"],
            &["completions", "elvish"],
            &["completions", "powershell"],
            &["migrate", "--to", "0.9", &state],
        ];
        calls.iter().map(|call| call.iter().map(|&word| word.to_owned()).collect()).collect()
    }
}

/// A state with this many policies, as JSON text.
pub(crate) fn many_policies(count: usize) -> String {
    let policies: Vec<String> =
        (0..count).map(|number| format!(r#""item {number:07}":"use""#)).collect();
    support::state(&policies.join(","), "null")
}

/// Fails on the text of a panic.
#[track_caller]
pub(crate) fn check_no_panic(text: &str) {
    for sign in ["panicked", "RUST_BACKTRACE", "thread '", "overflowed its stack", "allocation of"]
    {
        assert!(!text.contains(sign), "{text}");
    }
}

/// The standard error and the status of a run that ended by itself.
#[track_caller]
pub(crate) fn ended(child: Child) -> (String, Option<i32>) {
    told(child.wait_with_output().unwrap())
}

/// The standard error and the status in an output.
#[track_caller]
pub(crate) fn told(output: Output) -> (String, Option<i32>) {
    let errors = String::from_utf8(output.stderr).unwrap();
    check_no_panic(&errors);
    (errors, output.status.code())
}

/// Gives `input` to a run that may end before it has taken everything.
pub(crate) fn give(mut stdin: ChildStdin, input: &[u8]) {
    let _ = stdin.write_all(input);
}
