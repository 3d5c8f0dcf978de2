//! The harness can fail: a fixture with any other expectation does not pass.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use cc_conformance::{Contract, Corpus, Library, Report, Waivers};
use serde_json::{Value, json};

/// The pointers to everything in `value` that holds nothing else.
fn leaves(value: &Value, pointer: &str, found: &mut Vec<String>) {
    let name = |name: &str| format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            fields.iter().for_each(|(at, value)| leaves(value, &name(at), found));
        }
        Value::Array(elements) if !elements.is_empty() => {
            let numbered = elements.iter().enumerate();
            numbered.for_each(|(at, value)| leaves(value, &name(&at.to_string()), found));
        }
        _ => found.push(pointer.to_owned()),
    }
}

/// A value of the same type where there is one.
fn other(value: &Value) -> Value {
    match value {
        Value::Null => json!("other"),
        Value::Bool(flag) => json!(!flag),
        Value::Number(number) => json!(number.as_u64().unwrap() + 1),
        Value::String(text) => json!(format!("{text}x")),
        Value::Array(_) => json!(["x", "y"]),
        Value::Object(_) => json!({"x": "use"}),
    }
}

/// Every fixture of a contract, once for each leaf of what it expects, with that leaf changed.
fn mutants(contract: &'static Contract) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let root = common::root().join(contract.name());
    let names = |folder: &std::path::Path| -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    let read = |path: &str| -> Value {
        serde_json::from_slice(&std::fs::read(root.join(path)).unwrap()).unwrap()
    };
    for family in names(&root) {
        let folder = if family == "structured" { "structured/expected" } else { &family };
        for name in names(&root.join(folder)) {
            let fixture = read(&format!("{folder}/{name}"));
            let begin = if family == "structured" { "/turns" } else { "/expected" };
            let mut pointers = Vec::new();
            leaves(fixture.pointer(begin).unwrap(), begin, &mut pointers);
            // What is submitted next is part of the action, wherever it stands.
            pointers.retain(|pointer| pointer != "/expected/followup/input");
            assert!(!pointers.is_empty(), "{family}/{name}");
            for (index, pointer) in pointers.iter().enumerate() {
                let id = format!("{}__{index}", name.trim_end_matches(".json"));
                let mut mutant = fixture.clone();
                mutant["id"] = json!(id);
                let leaf = mutant.pointer_mut(pointer).unwrap();
                *leaf = other(leaf);
                files.insert(format!("{folder}/{id}.json"), mutant.to_string().into_bytes());
                if family == "structured" {
                    let mut scenario = read(&format!("structured/scenarios/{name}"));
                    scenario["id"] = json!(id);
                    let path = format!("structured/scenarios/{id}.json");
                    files.insert(path, scenario.to_string().into_bytes());
                }
            }
        }
    }
    files
}

#[test]
fn every_leaf_of_what_is_expected_is_compared() {
    for contract in Contract::all() {
        let mutants = mutants(contract);
        let waivers = Waivers::default();
        let corpus = Corpus::of(contract, mutants.clone(), &waivers);
        let report = Report::new(&[corpus], &waivers, &mut Library::default(), None);
        let (_, text) = common::written(&report);
        let failed: BTreeSet<_> =
            text.lines().filter_map(|line| line.strip_prefix("failed: ")).collect();
        let names = mutants.keys().filter(|path| !path.contains("/scenarios/"));
        let names: Vec<_> =
            names.map(|path| path.replace("/expected/", "/").replace(".json", "")).collect();
        // The vectors of sessions are fewer.
        let least = if contract.name() == "sessions" { 150 } else { 300 };
        assert!(names.len() > least, "{}: {}", contract.name(), names.len());
        let passed: Vec<_> = names.iter().filter(|name| !failed.contains(name.as_str())).collect();
        assert!(passed.is_empty(), "{}: {passed:?}", contract.name());
    }
}
