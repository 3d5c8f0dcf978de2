//! The reference, where a Python can be had that installs it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::Error;
use crate::process::Program;
use crate::workspace;
use cc_contract::ContractName;

/// An installed release of the reference.
pub(crate) struct Package {
    /// The interpreter that has it.
    pub(crate) python: PathBuf,
    /// Its command.
    pub(super) command: PathBuf,
}

impl Package {
    /// A program that answers as `context-compiler classify --input json` does, without spans.
    pub(super) fn classifier(&self) -> Program {
        let script = workspace::root().join("xtask/src/differential/classify.py");
        Program::new([&self.python, &script])
    }
}

/// Gets the release for a contract, in an environment of its own under the target folder.
///
/// # Errors
///
/// If there is no Python, or it cannot get the release. The message says which.
pub(crate) fn get(contract: ContractName) -> Result<Package, Error> {
    let release = super::release(contract);
    let folder = workspace::metadata()?.target_directory.join("reference").join(release);
    let bin = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let suffix = std::env::consts::EXE_SUFFIX;
    let package = Package {
        python: bin.join(format!("python{suffix}")),
        command: bin.join(format!("context-compiler{suffix}")),
    };
    if !package.command.is_file() {
        let python: &OsStr = "python3".as_ref();
        quiet(python, &["-m".as_ref(), "venv".as_ref(), folder.as_os_str()])?;
        let requirement = format!("context-compiler=={release}");
        let arguments =
            ["-m", "pip", "install", "--quiet", "--timeout", "20", "--retries", "1", &requirement];
        quiet(package.python.as_os_str(), &arguments.map(OsStr::new))?;
    }
    if !package.command.is_file() {
        let path = package.command.display();
        return Err(Error::Tool(format!("pip did not install `{path}`")));
    }
    Ok(package)
}

/// Runs a program without showing its output, unless it fails.
fn quiet(program: &OsStr, arguments: &[&OsStr]) -> Result<(), Error> {
    let shown = Path::new(program).display().to_string();
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(Error::start(&shown))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("nothing");
    let arguments: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    Err(Error::Tool(format!("`{shown} {}` failed: {}", arguments.join(" "), last.trim())))
}
