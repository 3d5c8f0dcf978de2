//! What the documents say, as far as a program can check it: links, records, tables of directives,
//! and the names of files and tests.
//!
//! Their Rust code is compiled by the doc tests of `cc-engine` and `cc-toolcall` instead, and their
//! sessions are replayed by `crates/cc-cli/tests/documents.rs`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a document that cannot be read has failed")]

use std::fs;
use std::path::{Path, PathBuf};

use cc_engine::{Classification, SyntaxFailure, classify};
use serde_json::Value;

mod contract_0_5;
mod front_pages;
mod tool_calls;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every document of the project, as a path from the root.
fn documents() -> Vec<String> {
    let list = |folder: &str| -> Vec<String> {
        let entries = fs::read_dir(root().join(folder)).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    let mut paths: Vec<String> = [
        "README.md",
        "SECURITY.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "conformance/README.md",
        "conformance/adapters/README.md",
    ]
    .map(str::to_owned)
    .into();
    let docs = list("docs").into_iter().filter(|name| name.ends_with(".md"));
    paths.extend(docs.map(|name| format!("docs/{name}")));
    paths.extend(list("crates").into_iter().map(|name| format!("crates/{name}/README.md")));
    paths.sort();
    paths
}

/// The lines of a document with the language of the block of code they stand in, if they do.
fn lines(text: &str) -> impl Iterator<Item = (Option<&str>, &str)> {
    let mut block = None;
    text.lines().filter_map(move |line| {
        if let Some(language) = line.strip_prefix("```") {
            block = if block.is_some() { None } else { Some(language) };
            return None;
        }
        Some((block, line))
    })
}

/// The texts between backticks in a line.
fn spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The anchor of a heading, as it is made on the web.
fn anchor(heading: &str) -> String {
    let kept = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    heading.trim().to_lowercase().chars().filter(|c| kept(*c)).collect::<String>().replace(' ', "-")
}

/// What is wrong with a link from one document, if anything.
fn link_fault(document: &str, target: &str) -> Option<String> {
    if target.contains("://") {
        return None;
    }
    let (path, wanted) = target.split_once('#').map_or((target, None), |(p, a)| (p, Some(a)));
    let folder = Path::new(document).parent().unwrap();
    let path = if path.is_empty() { PathBuf::from(document) } else { folder.join(path) };
    let file = root().join(&path);
    if !file.exists() {
        return Some(format!("{document}: no file for link `{target}`"));
    }
    let wanted = wanted?;
    let text = fs::read_to_string(file).unwrap();
    let found = lines(&text)
        .filter(|(block, line)| block.is_none() && line.starts_with('#'))
        .any(|(_, line)| anchor(line.trim_start_matches('#')) == wanted);
    (!found).then(|| format!("{document}: no heading for link `{target}`"))
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut faults = Vec::new();
    let mut links = 0;
    for document in documents() {
        let text = read(&document);
        for (_, line) in lines(&text).filter(|(block, _)| block.is_none()) {
            for rest in line.split("](").skip(1) {
                let target = rest.split(')').next().unwrap();
                links += 1;
                faults.extend(link_fault(&document, target));
            }
        }
    }
    assert_eq!(faults, [""; 0]);
    assert!(links > 50, "only {links} links were found");
}

#[test]
fn records_and_states_are_canonical_json() {
    let mut records = 0;
    for document in documents() {
        let text = read(&document);
        for (block, line) in lines(&text) {
            if block == Some("json") || (block == Some("console") && line.starts_with('{')) {
                let value: Value = serde_json::from_str(line)
                    .unwrap_or_else(|error| panic!("{document}: {error}: {line}"));
                let canonical = cc_text::json::to_string(&value).unwrap();
                assert_eq!(line, canonical, "in {document}");
                records += 1;
            }
        }
    }
    assert!(records > 5, "only {records} records were found");
}

/// The rows of the tables with this head: their cells.
fn rows<'a>(text: &'a str, head: &'a str) -> Vec<Vec<&'a str>> {
    text.lines()
        .skip_while(|line| *line != head)
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect()
}

#[test]
fn directives_of_the_example_domains_are_canonical() {
    let text = read("docs/concepts.md");
    let rows = rows(&text, "| Domain | Premise | Policies |");
    assert!(rows.len() > 3);
    for directive in rows.iter().flatten().flat_map(|cell| spans(cell)) {
        let class = classify(directive);
        assert!(matches!(class, Classification::Canonical(_)), "{directive}");
    }
}

#[test]
fn the_table_of_compound_texts_agrees_with_the_classifier() {
    let text = read("docs/directive-grammar.md");
    let rows = rows(&text, "| Compound? | Texts |");
    assert_eq!(rows.len(), 2);
    for row in rows {
        let [verdict, texts] = row.as_slice() else { panic!("a row has two cells") };
        for text in spans(texts) {
            let compound = match classify(text) {
                Classification::Invalid(invalid) => {
                    invalid.failure() == SyntaxFailure::CompoundDirective
                }
                _ => false,
            };
            assert_eq!(compound, *verdict == "yes", "{text}");
        }
    }
}

#[test]
fn files_and_fixtures_that_documents_name_exist() {
    let mut faults = Vec::new();
    let families = ["grammar/", "step/", "apply-directive/", "state-json/", "controller/"];
    for document in documents() {
        let text = read(&document);
        for (_, line) in lines(&text).filter(|(block, _)| block.is_none()) {
            for name in spans(line).filter(|name| !name.contains([' ', '*', '<'])) {
                let is_path = name.starts_with("crates/") || name.starts_with("xtask/");
                let path = if is_path && name.contains('.') {
                    name.to_owned()
                } else if ["0.5/", "m1/", "toolcall/"]
                    .iter()
                    .any(|c| name.starts_with(c) && name != *c)
                {
                    format!("conformance/{name}.json")
                } else if families.iter().any(|family| name.starts_with(family)) {
                    format!("conformance/0.9/{name}.json")
                } else {
                    continue;
                };
                if !root().join(&path).exists() {
                    faults.push(format!("{document}: `{name}` does not exist"));
                }
            }
        }
    }
    assert_eq!(faults, [""; 0]);
}

#[test]
fn every_example_is_among_the_recipes() {
    let recipes = read("docs/embedding.md");
    let mut examples = 0;
    for folder in fs::read_dir(root().join("crates")).unwrap() {
        let folder = folder.unwrap();
        let Ok(files) = fs::read_dir(folder.path().join("examples")) else { continue };
        for file in files {
            let [folder, file] = [folder.file_name(), file.unwrap().file_name()]
                .map(|name| name.into_string().unwrap());
            let link = format!("](../crates/{folder}/examples/{file})");
            assert!(recipes.contains(&link), "{folder}: {file} is no recipe");
            examples += 1;
        }
    }
    assert!(examples > 20, "only {examples} examples were found");
}

/// Whether a source has a test of this name, which may be one for every contract.
fn has_test(source: &str, name: &str) -> bool {
    ["(", "<"].iter().any(|end| source.contains(&format!("fn {name}{end}")))
}

#[test]
fn every_law_has_the_test_that_the_table_names() {
    let text = read("conformance/laws.md");
    let rows = rows(&text, "| Law | Held by | Tests |");
    assert!(rows.len() > 10);
    for row in rows {
        let [law, file, tests] = row.as_slice() else { panic!("a row has three cells") };
        let file = spans(file).next().unwrap();
        let source = read(file);
        for test in spans(tests) {
            assert!(has_test(&source, test), "{law}: no `{test}` in {file}");
        }
    }
}

#[test]
fn every_ruling_is_where_the_table_says_and_has_the_tests_that_it_names() {
    let text = read("docs/rulings.md");
    let rows = rows(&text, "| Ruling | Question | Answer | Implemented in | Held by |");
    for (index, row) in rows.iter().enumerate() {
        let [ruling, _, _, implemented, held] = row.as_slice() else {
            panic!("a row has five cells: {row:?}")
        };
        assert_eq!(*ruling, format!("R{}", index + 1));
        for file in spans(implemented) {
            let code = read(file);
            assert!(
                code.contains(&format!("{ruling})")) || code.contains(&format!("{ruling},")),
                "{file} does not name {ruling}"
            );
        }
        // Tests stand behind the file that holds them.
        let mut source = String::new();
        let mut tests = 0;
        for name in spans(held) {
            if name.ends_with(".rs") {
                source = read(name);
            } else {
                assert!(has_test(&source, name), "{ruling}: no test `{name}`");
                tests += 1;
            }
        }
        assert!(tests > 0, "{ruling} is held by no test");
    }
    assert_eq!(rows.len(), 12);
}

#[test]
fn every_deviation_that_a_comparison_names_is_listed() {
    let listed = read("docs/compatibility.md");
    let rules = read("xtask/src/differential/deviations.rs");
    let is_code = |word: &str| {
        let number = word.strip_prefix(|c: char| c.is_ascii_uppercase());
        number.is_some_and(|number| number.parse::<u8>().is_ok())
    };
    let names = rules.split('"').skip(1).step_by(2).flat_map(|name| name.split([' ', ',']));
    let codes: std::collections::BTreeSet<_> = names.filter(|name| is_code(name)).collect();
    assert!(codes.len() > 25, "{codes:?}");
    for code in codes {
        assert!(
            listed.contains(&format!("**{code}.")) || listed.contains(&format!("**{code}**")),
            "{code}"
        );
    }
}

/// Documents are for reading: this many words are what somebody gets through, of the core and of the
/// host side.
const MOST_WORDS: [usize; 2] = [20_000, 5_000];

#[test]
fn documents_stay_short() {
    let is_counted = |path: &&String| {
        !["SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md"].contains(&&***path)
            && !path.starts_with("conformance/")
    };
    let host_side = ["sessions", "sqlite", "postgres", "store-tests", "python"];
    let mut words = [0; 2];
    for path in documents().iter().filter(is_counted) {
        let is_host_side = host_side.iter().any(|name| path.contains(name));
        words[usize::from(is_host_side)] += read(path).split_whitespace().count();
    }
    assert!(words.iter().zip(MOST_WORDS).all(|(words, most)| *words <= most), "{words:?}");
}

#[test]
fn every_invariant_has_the_test_that_the_architecture_names() {
    let text = read("docs/architecture.md");
    let names: Vec<&str> = text.lines().flat_map(spans).collect();
    let sources: String =
        names.iter().filter(|name| name.ends_with(".rs")).map(|n| read(n)).collect();
    let tests: Vec<_> = names.iter().filter(|name| name.matches('_').count() > 3).collect();
    assert!(tests.len() > 10);
    for test in tests {
        assert!(has_test(&sources, test), "no test `{test}` in the files named");
    }
}

#[test]
fn versions_that_documents_name_are_the_ones_in_use() {
    let rust = format!("Rust {} or later", env!("CARGO_PKG_RUST_VERSION"));
    assert!(read("README.md").contains(&rust));
    assert!(read("CONTRIBUTING.md").contains(&rust));
    let (major, minor, _) = cc_state::UNICODE_VERSION;
    assert!(read("docs/compatibility.md").contains(&format!("names, {major}.{minor} in")));
}

#[test]
fn every_document_with_rust_code_is_a_doc_test() {
    let libraries = read("crates/cc-engine/src/lib.rs") + &read("crates/cc-toolcall/src/lib.rs");
    for document in documents() {
        // A crate's own README is the documentation of that crate, and compiled with it.
        let has_code = lines(&read(&document)).any(|(block, _)| block == Some("rust"));
        if has_code && !document.starts_with("crates/") {
            let included = format!("include_str!(\"../../../{document}\")");
            assert!(libraries.contains(&included), "{document} is not compiled");
        }
    }
}
