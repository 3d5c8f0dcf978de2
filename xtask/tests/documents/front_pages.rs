//! The front page of each crate's documentation: how to depend on it, its features, and what its
//! references mean.

use std::fs;
use std::path::Path;

use super::{read, root};

/// The lines of documentation in a source, without their marks.
fn documentation(source: &str) -> impl Iterator<Item = &str> {
    let lines = source.lines().map(str::trim_start);
    lines.filter_map(|line| line.strip_prefix("//!").or(line.strip_prefix("///")))
}

/// Whether a text refers to a ruling, such as R8.
fn names_a_ruling(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric())
        .any(|word| word.strip_prefix('R').is_some_and(|n| n.parse::<u8>().is_ok_and(|n| n <= 12)))
}

fn any_source(folder: &Path, holds: &dyn Fn(&str) -> bool) -> bool {
    fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            any_source(&path, holds)
        } else {
            holds(&fs::read_to_string(path).unwrap())
        }
    })
}

/// The names of the features in a manifest.
fn features(manifest: &str) -> Vec<&str> {
    let lines = manifest.lines().skip_while(|line| *line != "[features]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.split_once(" = ").map(|(name, _)| name));
    names.filter(|name| *name != "default").collect()
}

#[test]
fn every_crate_says_how_to_depend_on_it_and_what_its_features_are() {
    let rust = format!("Rust {} or later.", env!("CARGO_PKG_RUST_VERSION"));
    let mut seen = 0;
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let source = read(&format!("crates/{name}/src/lib.rs"));
        let inner = source.lines().filter_map(|line| line.strip_prefix("//!")).map(str::trim);
        let page = inner.collect::<Vec<_>>().join(" ");
        let line = match name.as_str() {
            "cc-cli" => "cargo install --path crates/cc-cli".to_owned(),
            "cc-python" => "pip install ./crates/cc-python".to_owned(),
            _ => format!("{name} = {{ path = \"../context-compiler/crates/{name}\" }}"),
        };
        assert!(page.contains(&line), "{name}: no `{line}`");
        assert!(page.contains(&rust), "{name}: no `{rust}`");
        let manifest = read(&format!("crates/{name}/Cargo.toml"));
        let features = features(&manifest);
        for feature in &features {
            assert!(page.contains(&format!("feature `{feature}`")), "{name}: no `{feature}`");
        }
        assert_eq!(page.contains("There are no features."), features.is_empty(), "{name}");

        let folder = root().join("crates").join(&name).join("src");
        let refers = any_source(&folder, &|source| documentation(source).any(names_a_ruling));
        let explains = page.contains("R1 to R12 are the rulings in `docs/rulings.md`");
        assert!(explains || !refers, "{name}: rulings are not explained");
        seen += 1;
    }
    assert!(seen > 10, "only {seen} crates were found");
}
