//! `cargo xtask no-std`: `cc-syntax` needs no standard library, and without its feature no allocator.
//!
//! `#![no_std]` alone proves little: a later `extern crate std` would undo it, and on a host that
//! has a standard library nothing would fail. So the crate is compiled against a copy of the
//! toolchain's libraries that holds `core` and nothing else, which needs no other target. A source
//! that uses `std` is compiled first and must fail, so that the check cannot pass by accident.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::Error;
use crate::process::run as output;
use crate::workspace;

/// The libraries that the copy holds: `core`, and what the compiler links under it.
const LIBRARIES: [&str; 2] = ["libcore-", "libcompiler_builtins-"];

/// What the compiler says when it looks for the standard library and does not find it.
const NO_STD_FOUND: &str = "can't find crate for `std`";

/// Runs the command.
/// Fails with what the compiler said, or why it could not be asked.
pub(crate) fn run() -> Result<bool, Error> {
    check(&workspace::metadata()?.target_directory.join("no-std"))?;
    Ok(true)
}

/// Compiles `cc-syntax` without std, in a folder.
fn check(folder: &Path) -> Result<(), Error> {
    let core_only = CoreOnly::prepare(folder)?;
    let probe = folder.join("probe.rs");
    fs::write(&probe, "pub fn probe() -> std::string::String { Default::default() }\n")
        .map_err(Error::access(&probe))?;
    match core_only.compile(&probe, "probe", &[]) {
        Err(Error::Failed { said, .. }) if said.contains(NO_STD_FOUND) => {}
        Err(error) => return Err(error),
        Ok(()) => {
            let fault = "a source that uses std compiles, so this proves nothing";
            return Err(Error::Tool(fault.to_owned()));
        }
    }
    let source = |name| workspace::root().join("crates").join(name).join("src/lib.rs");
    core_only.compile(&source("cc-contract"), "cc_contract", &[])?;
    core_only.compile(&source("cc-syntax"), "cc_syntax", &["cc_contract"])
}

/// A copy of the toolchain's libraries that holds no std.
struct CoreOnly {
    folder: PathBuf,
}

impl CoreOnly {
    /// Makes the copy in `folder`, which is emptied before.
    fn prepare(folder: &Path) -> Result<Self, Error> {
        let printed = output(rustc().args(["--print", "target-libdir"]))?;
        let libraries = Path::new(printed.trim());
        // The folder is SYSROOT/lib/rustlib/TARGET/lib.
        let target = libraries.parent().and_then(Path::file_name);
        let target = target.ok_or_else(|| Error::Tool(format!("`{printed}` names no target")))?;
        let copies = folder.join("lib/rustlib").join(target).join("lib");
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(Error::access(folder))?;
        }
        fs::create_dir_all(&copies).map_err(Error::access(&copies))?;
        for entry in fs::read_dir(libraries).map_err(Error::access(libraries))? {
            let entry = entry.map_err(Error::access(libraries))?;
            let name = entry.file_name();
            if LIBRARIES.iter().any(|library| name.to_string_lossy().starts_with(library)) {
                fs::copy(entry.path(), copies.join(&name)).map_err(Error::access(&entry.path()))?;
            }
        }
        Ok(CoreOnly { folder: folder.to_owned() })
    }

    /// Compiles one crate of this name, which uses others that were compiled before.
    fn compile(&self, source: &Path, name: &str, uses: &[&str]) -> Result<(), Error> {
        let mut command = rustc();
        command.arg("--sysroot").arg(&self.folder).arg("--out-dir").arg(&self.folder);
        command.args([
            "--edition=2024",
            "--crate-type=lib",
            "--emit=metadata",
            "--crate-name",
            name,
        ]);
        for name in uses {
            let library = self.folder.join(format!("lib{name}.rmeta"));
            command.arg(format!("--extern={name}={}", library.display()));
        }
        output(command.arg(source)).map(drop)
    }
}

/// The compiler that this cargo uses.
fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

#[cfg(test)]
#[path = "../../tests/unit/no_std.rs"]
mod tests;
