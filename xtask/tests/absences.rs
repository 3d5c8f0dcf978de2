//! What the architecture says is absent is looked for in the sources.
//!
//! This finds what is written there, and cannot find what a dependency does.

#![allow(clippy::unwrap_used, reason = "a source that cannot be read has failed")]

use std::fs;
use std::path::{Path, PathBuf};

/// The crates below the command, each with what of `ABSENT` it may name all the same.
const LIBRARIES: [(&str, &[&str]); 10] = [
    ("cc-contract", &[]),
    ("cc-text", &[]),
    ("cc-syntax", &[]),
    ("cc-state", &[]),
    ("cc-semantics", &[]),
    ("cc-engine", &[]),
    ("cc-m1", &[]),
    ("cc-migrate", &[]),
    // Tools are found by a hash of their names, whose order nothing depends on.
    ("cc-toolcall", &["HashMap", "HashSet", "Atomic"]),
    ("cc-wire", &[]),
];

/// What none of them may name, outside comments.
const ABSENT: [&str; 23] = [
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
    "fastrand",
    "use rand",
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

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn sources_below_the_command_use_nothing_that_is_absent() {
    for (library, allowed) in LIBRARIES {
        let mut sources = Vec::new();
        find_sources(&root().join("crates").join(library).join("src"), &mut sources);
        assert!(!sources.is_empty(), "no source of {library} was found");
        for path in sources {
            let text = fs::read_to_string(&path).unwrap();
            for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
                let mut absent = ABSENT.iter().filter(|absent| !allowed.contains(absent));
                let found = absent.find(|absent| line.contains(*absent));
                assert_eq!(found, None, "in {}: {line}", path.display());
            }
        }
    }
}

fn find_sources(folder: &Path, sources: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            find_sources(&path, sources);
        } else {
            sources.push(path);
        }
    }
}

#[test]
fn every_crate_is_under_the_lints_of_the_workspace() {
    let workspace = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert!(workspace.contains("\nunsafe_code = \"forbid\"\n"));
    // The fuzz targets are a workspace of their own.
    let fuzz = fs::read_to_string(root().join("fuzz/Cargo.toml")).unwrap();
    assert!(fuzz.contains("[lints.rust]\nmissing_docs = \"deny\"\nunsafe_code = \"forbid\"\n"));
    let mut manifests = vec![root().join("xtask/Cargo.toml"), root().join("fuzz/laws/Cargo.toml")];
    let crates = fs::read_dir(root().join("crates")).unwrap();
    manifests.extend(crates.map(|folder| folder.unwrap().path().join("Cargo.toml")));
    for manifest in manifests {
        let text = fs::read_to_string(&manifest).unwrap();
        let is_python = manifest.ends_with("cc-python/Cargo.toml");
        assert!(
            is_python != text.contains("[lints]\nworkspace = true\n"),
            "{}",
            manifest.display(),
        );
    }
}

/// The macros of pyo3 write unsafe code, with the `allow` that it needs, which `forbid` would refuse.
#[test]
fn the_python_package_has_the_lints_of_the_workspace_but_may_let_macros_write_unsafe_code() {
    let own = fs::read_to_string(root().join("crates/cc-python/Cargo.toml")).unwrap();
    let workspace = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    for part in ["rust", "clippy"] {
        let expected = table(&workspace, &format!("[workspace.lints.{part}]")).into_iter();
        let expected = expected.map(|line| match line {
            "unsafe_code = \"forbid\"" => "unsafe_code = \"deny\"",
            other => other,
        });
        assert!(expected.eq(table(&own, &format!("[lints.{part}]"))), "{part}");
    }
    let mut sources = Vec::new();
    find_sources(&root().join("crates/cc-python/src"), &mut sources);
    for path in sources {
        let text = fs::read_to_string(&path).unwrap();
        assert!(!text.contains("unsafe"), "{}", path.display());
    }
}

/// The lines of a table of a manifest.
fn table<'a>(manifest: &'a str, head: &str) -> Vec<&'a str> {
    let lines = manifest.lines().skip_while(|line| *line != head).skip(1);
    lines.take_while(|line| !line.is_empty() && !line.starts_with(['[', '#'])).collect()
}
