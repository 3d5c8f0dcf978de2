//! Building the command of this workspace, and talking to programs.

use std::ffi::OsString;
use std::io::{Seek, Write};
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

use crate::error::Error;
use crate::workspace;

/// How a program is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Quickly, with every check.
    Dev,
    /// As it is shipped.
    Release,
}

/// Builds the command `context-compiler`, and gives where it is.
///
/// # Errors
///
/// If it cannot be built.
pub(crate) fn build_command(profile: Profile) -> Result<PathBuf, Error> {
    let mut arguments =
        vec!["build", "--quiet", "--package", "cc-cli", "--bin", "context-compiler"];
    arguments.push("--message-format=json-render-diagnostics");
    if profile == Profile::Release {
        arguments.push("--release");
    }
    let messages = workspace::run_cargo("cargo build -p cc-cli", &arguments)?;
    let messages = String::from_utf8_lossy(&messages);
    let mut programs = messages.lines().filter_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        message.get("executable")?.as_str().map(PathBuf::from)
    });
    let built = programs.next_back();
    built.ok_or_else(|| Error::Tool("`cargo build -p cc-cli` built no program".to_owned()))
}

/// A program and its first arguments.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    words: Vec<OsString>,
}

impl Program {
    pub(crate) fn new(words: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        Program { words: words.into_iter().map(Into::into).collect() }
    }

    /// The program with more arguments.
    pub(crate) fn with(mut self, arguments: &[&str]) -> Self {
        self.words.extend(arguments.iter().map(OsString::from));
        self
    }

    /// How it is called, for people.
    pub(crate) fn shown(&self) -> String {
        let words = self.words.iter().map(|word| word.to_string_lossy());
        words.collect::<Vec<_>>().join(" ")
    }

    /// The command that starts it. Without words, starting it fails.
    pub(crate) fn command(&self) -> Command {
        let mut words = self.words.iter();
        let mut command = Command::new(words.next().cloned().unwrap_or_default());
        command.args(words);
        command
    }
}

/// Runs a program on `input`, which is a file so that neither side waits for the other.
///
/// # Errors
///
/// If it cannot be started, or its output cannot be read.
pub(crate) fn converse(command: &mut Command, input: &str) -> std::io::Result<Output> {
    let mut file = tempfile::tempfile()?;
    file.write_all(input.as_bytes())?;
    file.rewind()?;
    command.stdin(file).output()
}
