//! Proves that `cc-syntax` needs no standard library, and without its feature no allocator.
//!
//! `#![no_std]` alone proves little: a later `extern crate std` would undo it, and on a host that
//! has a standard library nothing would fail. So the crate is compiled against a copy of the
//! toolchain's libraries that holds `core` and nothing else, which needs no other target. A source
//! that uses `std` is compiled first and must fail, so that the check cannot pass by accident.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::workspace;

/// The libraries that the copy holds: `core`, and what the compiler links under it.
const LIBRARIES: [&str; 2] = ["libcore-", "libcompiler_builtins-"];

/// What the compiler says when it looks for the standard library and does not find it.
const NO_STD_FOUND: &str = "can't find crate for `std`";

/// Compiles `cc-syntax` without std, below the folder `target`.
///
/// # Errors
///
/// What the compiler said, or why it could not be asked.
pub(crate) fn check(target: &Path) -> Result<(), String> {
    let core_only = CoreOnly::prepare(&target.join("no-std"))?;
    let probe = core_only.folder.join("probe.rs");
    fs::write(&probe, "pub fn probe() -> std::string::String { Default::default() }\n")
        .map_err(|error| format!("cannot write `{}`: {error}", probe.display()))?;
    match core_only.compile(&probe, "probe", &[])? {
        Err(message) if message.contains(NO_STD_FOUND) => {}
        Err(message) => return Err(format!("the probe failed for another reason:\n{message}")),
        Ok(()) => return Err("a source that uses std compiles, so this proves nothing".to_owned()),
    }
    let source = |name| workspace::root().join("crates").join(name).join("src/lib.rs");
    match core_only.compile(&source("cc-contract"), "cc_contract", &[])? {
        Ok(()) => core_only.compile(&source("cc-syntax"), "cc_syntax", &["cc_contract"])?,
        fault => fault,
    }
}

/// A copy of the toolchain's libraries that holds no std.
struct CoreOnly {
    folder: PathBuf,
}

impl CoreOnly {
    /// Makes the copy in `folder`, which is emptied before.
    fn prepare(folder: &Path) -> Result<Self, String> {
        let printed = rustc(&["--print", "target-libdir"])??;
        let libraries = Path::new(printed.trim());
        // The folder is SYSROOT/lib/rustlib/TARGET/lib.
        let target = libraries.parent().and_then(Path::file_name);
        let target = target.ok_or_else(|| format!("`{printed}` names no target"))?;
        let copies = folder.join("lib/rustlib").join(target).join("lib");
        let fault = |path: &Path, error| format!("cannot copy `{}`: {error}", path.display());
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(|error| fault(folder, error))?;
        }
        fs::create_dir_all(&copies).map_err(|error| fault(&copies, error))?;
        for entry in fs::read_dir(libraries).map_err(|error| fault(libraries, error))? {
            let entry = entry.map_err(|error| fault(libraries, error))?;
            let name = entry.file_name();
            if LIBRARIES.iter().any(|library| name.to_string_lossy().starts_with(library)) {
                fs::copy(entry.path(), copies.join(&name))
                    .map_err(|error| fault(&entry.path(), error))?;
            }
        }
        Ok(CoreOnly { folder: folder.to_owned() })
    }

    /// Compiles one crate of this name, which uses others that were compiled before. The outer
    /// result is about asking, the inner about the source.
    fn compile(
        &self,
        source: &Path,
        name: &str,
        uses: &[&str],
    ) -> Result<Result<(), String>, String> {
        let (folder, source) = (self.folder.to_string_lossy(), source.to_string_lossy());
        let name = format!("--crate-name={name}");
        let mut arguments = vec![
            "--sysroot",
            &folder,
            "--out-dir",
            &folder,
            "--edition=2024",
            "--crate-type=lib",
            &name,
            "--emit=metadata",
            &source,
        ];
        let uses = uses
            .iter()
            .map(|name| format!("--extern={name}={}/lib{name}.rmeta", self.folder.display()));
        let uses: Vec<String> = uses.collect();
        arguments.extend(uses.iter().map(String::as_str));
        Ok(rustc(&arguments)?.map(drop))
    }
}

/// Runs the compiler: what it printed, or what it said when it failed.
fn rustc(arguments: &[&str]) -> Result<Result<String, String>, String> {
    let output = Command::new(workspace::rustc())
        .args(arguments)
        .output()
        .map_err(|error| format!("cannot run `rustc`: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) })
}

#[cfg(test)]
#[path = "../../tests/unit/no_std.rs"]
mod tests;
