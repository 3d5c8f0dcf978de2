//! What the architecture says is absent is looked for in the sources.
//!
//! This finds what is written there, and cannot find what a dependency does.

#![allow(clippy::unwrap_used, reason = "a source that cannot be read has failed")]

use std::fs;
use std::path::{Path, PathBuf};

/// The layers below the command.
const LIBRARIES: [&str; 5] = ["cc-syntax", "cc-state", "cc-semantics", "cc-engine", "cc-wire"];

/// What none of them may name, outside comments.
const ABSENT: [&str; 22] = [
    // I/O
    "std::fs",
    "std::io",
    "std::net",
    "std::env",
    "std::process",
    "println!",
    "print!(",
    "dbg!",
    // clock, randomness, hash order
    "std::time",
    "Instant::",
    "rand::",
    "HashMap",
    "HashSet",
    // global or shared mutable state
    "static mut",
    "thread_local!",
    "OnceLock",
    "LazyLock",
    "Mutex",
    "Atomic",
    // other case functions than those of case folding
    ".to_lowercase()",
    ".to_uppercase()",
    // what would read a text by its meaning
    "regex::",
];

/// The crates beside the layers, each with what of `ABSENT` it may name all the same.
const BESIDE: [(&str, &[&str]); 2] = [("cc-toolcall", &["HashMap", "Atomic"]), ("cc-m1", &[])];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn sources_below_the_command_use_nothing_that_is_absent() {
    let sources: usize = LIBRARIES.iter().map(|library| look_into(library, &[])).sum();
    assert!(sources > 20, "only {sources} sources were found");
}

#[test]
fn sources_beside_the_layers_use_nothing_that_is_absent() {
    for (library, allowed) in BESIDE {
        let sources = look_into(library, allowed);
        assert!(sources > 3, "only {sources} sources of {library} were found");
    }
}

/// Looks for what is absent in the sources of a crate, and gives their number.
#[track_caller]
fn look_into(library: &str, allowed: &[&str]) -> usize {
    let mut sources = 0;
    for file in fs::read_dir(root().join("crates").join(library).join("src")).unwrap() {
        let path = file.unwrap().path();
        assert!(path.is_file(), "{} is a folder, which is not looked into", path.display());
        let text = fs::read_to_string(&path).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            let mut absent = ABSENT.iter().filter(|absent| !allowed.contains(absent));
            let found = absent.find(|absent| line.contains(*absent));
            assert_eq!(found, None, "in {}: {line}", path.display());
        }
        sources += 1;
    }
    sources
}

#[test]
fn every_crate_is_under_the_lints_of_the_workspace() {
    let workspace = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert!(workspace.contains("\nunsafe_code = \"forbid\"\n"));
    let mut manifests = vec![root().join("xtask/Cargo.toml"), root().join("fuzz/laws/Cargo.toml")];
    let crates = fs::read_dir(root().join("crates")).unwrap();
    manifests.extend(crates.map(|folder| folder.unwrap().path().join("Cargo.toml")));
    for manifest in manifests {
        let text = fs::read_to_string(&manifest).unwrap();
        assert!(text.contains("[lints]\nworkspace = true\n"), "{}", manifest.display());
    }
}
