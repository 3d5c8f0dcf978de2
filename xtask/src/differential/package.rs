//! The reference, where a Python can be had that installs it.

use std::path::PathBuf;
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
    pub(super) command: PathBuf,
}

impl Package {
    /// A program that answers as `context-compiler classify --input json` does, without spans.
    pub(super) fn classifier(&self) -> Program {
        let script = workspace::root().join("xtask/src/differential/classify.py");
        Program::new([&self.python, &script])
    }
}

/// The release that is the reference for a contract.
pub(super) const fn release(contract: ContractName) -> &'static str {
    match contract {
        ContractName::V0_9 => "0.9.2",
        ContractName::V0_5 => "0.8.3",
        ContractName::M1 => "0.1.0",
    }
}

/// Gets the release for a contract, in an environment of its own under the target folder.
/// Fails if there is no Python, or it cannot get the release. The message says which.
pub(crate) fn get(contract: ContractName) -> Result<Package, Error> {
    let release = release(contract);
    let folder = workspace::metadata()?.target_directory.join("reference").join(release);
    let bin = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let suffix = std::env::consts::EXE_SUFFIX;
    let package = Package {
        python: bin.join(format!("python{suffix}")),
        command: bin.join(format!("context-compiler{suffix}")),
    };
    if !package.command.is_file() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        let pip = ["-m", "pip", "install", "--quiet", "--timeout", "20", "--retries", "1"];
        let requirement = format!("context-compiler=={release}");
        run(Command::new(&package.python).args(pip).arg(requirement))?;
    }
    if !package.command.is_file() {
        let path = package.command.display();
        return Err(Error::Tool(format!("pip did not install `{path}`")));
    }
    Ok(package)
}
