//! Building the command of this workspace, and running programs.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::error::Error;
use crate::workspace;

/// Builds the command `context-compiler`, and gives where it is.
/// Fails if it cannot be built.
pub(crate) fn build_command() -> Result<PathBuf, Error> {
    build_program("cc-cli", "context-compiler")
}

/// Builds a program of the workspace in the profile of this program, and gives where it is.
/// Fails if it cannot be built.
pub(crate) fn build_program(package: &str, name: &str) -> Result<PathBuf, Error> {
    let mut cargo = workspace::cargo_command();
    cargo.args(["build", "--quiet", "--package", package, "--bin", name]);
    cargo.arg("--message-format=json-render-diagnostics");
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    let messages = run(&mut cargo)?;
    let mut programs = messages.lines().filter_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        message.get("executable")?.as_str().map(PathBuf::from)
    });
    let built = programs.next_back();
    built.ok_or_else(|| Error::Tool(format!("`{}` built no program", shown(&cargo))))
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

    /// The command that starts it. Without words, starting it fails.
    pub(crate) fn command(&self) -> Command {
        let mut words = self.words.iter();
        let mut command = Command::new(words.next().cloned().unwrap_or_default());
        command.args(words);
        command
    }
}

/// How a command is called, for people.
pub(crate) fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Runs a command, and gives what it wrote to standard output.
/// Fails if it cannot be started, or fails.
pub(crate) fn run(command: &mut Command) -> Result<String, Error> {
    let program = shown(command);
    let output = command.output().map_err(Error::start(&program))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    let said = if said.is_empty() { output.status.to_string() } else { said };
    Err(Error::Failed { program, said })
}

/// A file that holds `text`, to be read from its beginning.
/// Fails if it cannot be written.
pub(crate) fn file_of(text: &str) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(text.as_bytes())?;
    file.rewind()?;
    Ok(file)
}

/// Whether there is no program of this name on the search path.
pub(crate) fn is_absent(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound)
}
