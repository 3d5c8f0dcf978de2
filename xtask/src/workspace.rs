//! Where the workspace is, what is in it, and the tools to build it with.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::error::Error;
use crate::process::run;

/// The root of the workspace that this program was built from.
pub(crate) fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package).to_owned()
}

/// The cargo that runs this program, or the one on the search path.
pub(crate) fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// What `cargo metadata` tells about the workspace, as far as it is needed here.
#[derive(Debug, Deserialize)]
pub(crate) struct Metadata {
    pub(crate) packages: Vec<Package>,
    pub(crate) target_directory: PathBuf,
}

/// One member of the workspace.
#[derive(Debug, Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    /// What it is, for people.
    pub(crate) description: Option<String>,
    /// Everything it depends on, in every section of its manifest.
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) targets: Vec<Target>,
    /// From the name of a feature to what that turns on.
    pub(crate) features: BTreeMap<String, Vec<String>>,
}

/// One dependency of a member.
#[derive(Debug, Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// `dev`, `build`, or none for an ordinary dependency.
    pub(crate) kind: Option<String>,
}

/// One thing that a member builds.
#[derive(Debug, Deserialize)]
pub(crate) struct Target {
    pub(crate) name: String,
    /// What it is: `lib`, `bin`, `example`, `test` or `bench`.
    pub(crate) kind: Vec<String>,
}

/// Asks cargo about the workspace.
/// Fails if cargo cannot be run, fails, or answers in another shape.
pub(crate) fn metadata() -> Result<Metadata, Error> {
    let mut cargo = cargo_command();
    let text = run(cargo.args(["metadata", "--no-deps", "--format-version", "1", "--offline"]))?;
    serde_json::from_str(&text)
        .map_err(|error| Error::Tool(format!("`cargo metadata` gave something else: {error}")))
}

/// Cargo at the root, whose progress and faults people see.
pub(crate) fn cargo_command() -> Command {
    let mut command = Command::new(cargo());
    command.current_dir(root()).stderr(Stdio::inherit());
    command
}
