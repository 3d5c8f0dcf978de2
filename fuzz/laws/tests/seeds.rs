//! Every seed keeps the laws, in the ordinary test run. An input that once broke one is a seed.

#![allow(clippy::unwrap_used, reason = "a folder that cannot be read has failed")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cc_fuzz_laws::TARGETS;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

/// The files in a folder, in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The names of the files in a folder, without what follows a dot.
fn names(folder: &Path) -> BTreeSet<String> {
    let name = |path: &PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    files(folder).iter().map(name).collect()
}

#[test]
fn every_seed_keeps_the_laws_of_its_target() {
    for (name, target) in TARGETS {
        let seeds = files(&folder("seeds").join(name));
        assert!(seeds.len() >= 10, "{name} has only {} seeds", seeds.len());
        for seed in seeds {
            // If a law does not hold, this is the last line before the fault.
            println!("{}", seed.display());
            target(&fs::read(&seed).unwrap());
        }
    }
}

#[test]
fn targets_seeds_and_programs_have_the_same_names() {
    let targets: BTreeSet<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(targets.len(), TARGETS.len());
    assert_eq!(names(&folder("seeds")), targets);
    assert_eq!(names(&folder("fuzz_targets")), targets);
    let manifest = fs::read_to_string(folder("Cargo.toml")).unwrap();
    for name in &targets {
        let program = format!("\n[[bin]]\nname = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\n");
        assert!(manifest.contains(&program), "{name} is no program");
    }
    assert_eq!(manifest.matches("[[bin]]").count(), targets.len());
}

#[test]
fn bytes_of_every_kind_break_no_law() {
    for (_, target) in TARGETS {
        target(b"");
        target(&[0xff; 9]);
        let all: Vec<u8> = (0..=0xff).collect();
        target(&all);
    }
}
