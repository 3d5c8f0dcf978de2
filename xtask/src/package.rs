//! Python packages, where a Python can be had that installs them: the reference, and what else this is
//! compared with.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::Error;
use crate::process::{Program, run};
use crate::workspace;
use cc_contract::ContractName;

/// An installed release of the reference.
pub(crate) struct Package {
    /// The interpreter that has it.
    pub(crate) python: PathBuf,
    /// Its command.
    pub(crate) command: PathBuf,
}

impl Package {
    /// A program that answers as `context-compiler classify --input json` does, without spans.
    pub(crate) fn classifier(&self) -> Program {
        let script = workspace::root().join("xtask/src/differential/classify.py");
        Program::new([&self.python, &script])
    }
}

/// The release that is the reference for a contract.
pub(crate) const fn release(contract: ContractName) -> &'static str {
    match contract {
        ContractName::V0_9 => "0.9.2",
        ContractName::V0_5 => "0.8.3",
        ContractName::M1 => "0.1.0",
    }
}

/// Gets the release for a contract.
/// Fails if there is no Python, or it cannot get the release. The message says which.
pub(crate) fn get(contract: ContractName) -> Result<Package, Error> {
    let python = install("context-compiler", release(contract))?;
    let command = format!("context-compiler{}", std::env::consts::EXE_SUFFIX);
    let command = python.with_file_name(command);
    Ok(Package { python, command })
}

/// Installs a release of a Python package with pip, in an environment of its own under the target
/// folder. Gives the interpreter that has it.
/// Fails if there is no Python, or it cannot get the release. The message says which.
pub(crate) fn install(name: &str, release: &str) -> Result<PathBuf, Error> {
    let folder = workspace::metadata()?.target_directory.join("reference").join(name).join(release);
    // What pip did not finish is begun anew.
    let is_whole = folder.join("is-whole");
    if !is_whole.is_file() {
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
        run(fetching(&mut pip(&python_in(&folder))).arg(format!("{name}=={release}")))?;
        std::fs::write(&is_whole, "").map_err(Error::access(&is_whole))?;
    }
    Ok(python_in(&folder))
}

/// The interpreter of a virtual environment.
pub(crate) fn python_in(folder: &Path) -> PathBuf {
    let bin = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    bin.join(format!("python{}", std::env::consts::EXE_SUFFIX))
}

/// The call of pip that installs for an interpreter what further arguments name.
pub(crate) fn pip(python: &Path) -> Command {
    let mut command = Command::new(python);
    command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    command
}

/// The same for what is fetched, which fails soon where there is no network.
pub(crate) fn fetching(pip: &mut Command) -> &mut Command {
    pip.args(["--timeout", "20", "--retries", "1"])
}
