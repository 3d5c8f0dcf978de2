//! `cargo xtask packages`: what the packages hold is enough to build them.

use crate::error::Error;
use crate::workspace;

/// Runs the command. Gives whether each package was built from what it holds.
/// Fails if cargo cannot be started.
pub(crate) fn run() -> Result<bool, Error> {
    let target = workspace::metadata()?.target_directory;
    // Cargo takes the packages of an earlier run in the same folder for those of this one, since
    // their versions are the same.
    let folder = tempfile::Builder::new().prefix("packages-").tempdir_in(&target)?;
    let mut cargo = workspace::cargo_command();
    // What depends on the tests of stores has no package. All that is needed has been fetched.
    cargo.args(["package", "--workspace", "--exclude", "cc-timings", "--locked", "--offline"]);
    cargo.args(["--allow-dirty", "--target-dir"]).arg(folder.path());
    cargo.env("CARGO_PROFILE_DEV_DEBUG", "none");
    Ok(cargo.status().map_err(Error::start("cargo package"))?.success())
}
