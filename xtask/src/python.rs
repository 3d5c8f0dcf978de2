//! `cargo xtask python`: the Python package, built and installed as a user would, and all its checks.
//!
//! They are pytest with the package's own tests and the examples in its documentation, mypy and
//! pyright on a sample host, stubtest, and the reference's own tests where they can be had.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::Error;
use crate::package::{fetching, pip, python_in, release};
use crate::process::{run as call, shown};
use crate::workspace;
use cc_contract::ContractName;

/// The variable that names a folder with the reference's own tests.
pub(crate) const REFERENCE_TESTS: &str = "CC_REFERENCE_PYTHON";

/// Where the package is, from the root of the workspace.
const PACKAGE: &str = "crates/cc-python";

/// The profile that the package is built in where nothing is timed: that of this very program.
pub(crate) const PROFILE: &str = if cfg!(debug_assertions) { "dev" } else { "release" };

/// Builds the Python package, installs it in an environment of its own, and runs all its checks.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Where there is no Python 3.11, or pip cannot get what the checks need, say so and succeed.
    #[arg(long)]
    skip_unavailable: bool,
    /// Install it from its source distribution, which has to hold all that it is built from.
    #[arg(long)]
    sdist: bool,
}

/// Runs the command. Gives whether every check passed.
/// Fails if there is no Python that will do, or the package cannot be built.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<bool, Error> {
    let python = match environment() {
        Err(error) if options.skip_unavailable => {
            writeln!(out, "python: skipped, no environment can be had: {error}")?;
            return Ok(true);
        }
        python => python?,
    };
    match options.sdist {
        true => {
            // Its workspace has fewer members, for which the lock holds too much.
            install_from(&python, &unpacked_sdist(&python)?, &format!("--profile {PROFILE}"))?;
        }
        false => install(&python, PROFILE)?,
    }
    let tests = std::env::var_os(REFERENCE_TESTS).map(PathBuf::from);
    if tests.is_none() {
        writeln!(out, "python: the reference's tests are not there: {REFERENCE_TESTS} is not set")?;
    }
    for mut check in checks(&python, tests.as_deref())? {
        writeln!(out, "python: {}", shown(&check))?;
        out.flush()?;
        if !check.status().map_err(Error::start(&shown(&check)))?.success() {
            writeln!(out, "python: failed: {}", shown(&check))?;
            return Ok(false);
        }
    }
    Ok(true)
}

/// The interpreter of an environment under the target folder that has what the checks need, and the
/// reference beside.
/// Fails if it cannot be made. The message says why.
pub(crate) fn environment() -> Result<PathBuf, Error> {
    let folder = workspace::metadata()?.target_directory.join("python");
    let python = python_in(&folder);
    let is_new_enough = "import sys; sys.exit(sys.version_info < (3, 11))";
    if call(Command::new("python3").args(["-c", is_new_enough])).is_err() {
        return Err(Error::Tool("`python3` is not there, or older than 3.11".to_owned()));
    }
    if !python.is_file() {
        call(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    }
    let reference = format!("context-compiler=={}", release(ContractName::V0_9));
    let requirements = workspace::root().join(PACKAGE).join("tests/requirements.txt");
    let mut pip = pip(&python);
    call(fetching(&mut pip).arg("--requirement").arg(requirements).arg(reference))?;
    Ok(python)
}

/// Builds the package in a profile of cargo's, and installs it.
/// Fails if it cannot be built.
pub(crate) fn install(python: &Path, profile: &str) -> Result<(), Error> {
    let arguments = format!("--locked --profile {profile}");
    install_from(python, &workspace::root().join(PACKAGE), &arguments)
}

fn install_from(python: &Path, folder: &Path, arguments: &str) -> Result<(), Error> {
    let mut pip = pip(python);
    // The tools to build with are there, so that pip needs no network for them.
    pip.args(["--no-build-isolation", "--no-deps", "--force-reinstall"]).arg(folder);
    pip.env("MATURIN_PEP517_ARGS", arguments);
    pip.env("CARGO_TARGET_DIR", workspace::metadata()?.target_directory);
    // Among them is the program `maturin`.
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = python.parent().map(Path::to_owned).into_iter();
    let path = std::env::join_paths(folders.chain(std::env::split_paths(&path)))
        .map_err(|error| Error::Tool(error.to_string()))?;
    call(pip.env("PATH", path)).map(drop)
}

/// Makes the source distribution and unpacks it. Its files are as new as that, because those of the
/// archive are as old as each other, and cargo would take them for what it has built before.
fn unpacked_sdist(python: &Path) -> Result<PathBuf, Error> {
    let folder = workspace::metadata()?.target_directory.join("python/sdist");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(Error::access(&folder))?;
    }
    let mut maturin = Command::new(python);
    maturin.args(["-m", "maturin", "sdist", "--out"]).arg(&folder);
    call(maturin.current_dir(workspace::root().join(PACKAGE)))?;
    let unpack = "import pathlib, sys, tarfile, time\n\
                  folder = pathlib.Path(sys.argv[1])\n\
                  (path,) = folder.glob('*.tar.gz')\n\
                  with tarfile.open(path) as archive:\n\
                  \x20   for member in archive:\n\
                  \x20       member.mtime = time.time()\n\
                  \x20       archive.extract(member, folder)\n\
                  print(folder / path.name.removesuffix('.tar.gz'))";
    let name = call(Command::new(python).args(["-c", unpack]).arg(&folder))?;
    Ok(PathBuf::from(name.trim()))
}

/// The checks, in order.
fn checks(python: &Path, reference: Option<&Path>) -> Result<Vec<Command>, Error> {
    let module = |arguments: &[&str]| {
        let mut command = Command::new(python);
        command.arg("-m").args(arguments).current_dir(workspace::root().join(PACKAGE));
        // Nothing is written beside the sources.
        command.env("PYTHONDONTWRITEBYTECODE", "1");
        command
    };
    let pytest = ["pytest", "--quiet", "-p", "no:cacheprovider"];
    let with = |more: &[&str]| module(&[&pytest, more].concat());
    let cache = workspace::metadata()?.target_directory.join("python/cache");
    let cache = cache.to_string_lossy();
    let mypy = ["mypy", "--strict", "--cache-dir", &cache];
    let path = python.to_string_lossy();
    let mut checks = vec![
        with(&["tests"]),
        with(&["--doctest-modules", "--pyargs", "context_compiler_rs"]),
        module(&[&mypy[..], &["--package", "context_compiler_rs"]].concat()),
        module(&[&mypy[..], &["tests/sample_host.py"]].concat()),
        module(&["mypy.stubtest", "--allowlist", "tests/stubtest.txt", "context_compiler_rs"]),
        module(&["pyright", "--pythonpath", &path, "tests/sample_host.py"]),
    ];
    if let Some(folder) = reference {
        let folder = folder.canonicalize().map_err(Error::access(folder))?;
        let mut tests = with(&["@public-tests.txt"]);
        tests.current_dir(folder).env("CC_MODULE", "context_compiler_rs");
        checks.push(tests);
    }
    for check in &mut checks {
        check.env("HYPOTHESIS_STORAGE_DIRECTORY", &*cache);
    }
    Ok(checks)
}
