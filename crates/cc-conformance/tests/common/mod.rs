//! Corpora in memory, and runs of them.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]
#![allow(dead_code, reason = "each test file uses what it needs")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cc_conformance::{Contract, Corpus, Library, Report, Subject, Waivers};
use serde_json::{Value, json};

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance")
}

/// The corpora of this repository.
pub(crate) fn corpora() -> Vec<Corpus> {
    let read = |contract: &'static Contract| {
        Corpus::read(contract, &root().join(contract.name()), &Waivers::default()).unwrap()
    };
    Contract::all().map(read).collect()
}

/// A folder of fixtures of one contract, with waivers.
pub(crate) struct Folder {
    contract: &'static Contract,
    files: BTreeMap<String, Vec<u8>>,
    waivers: Waivers,
}

pub(crate) fn folder(contract: &str) -> Folder {
    let contract = Contract::named(contract).unwrap();
    Folder { contract, files: BTreeMap::new(), waivers: Waivers::default() }
}

impl Folder {
    pub(crate) fn file(mut self, path: &str, text: impl AsRef<[u8]>) -> Self {
        self.files.insert(path.to_owned(), text.as_ref().to_vec());
        self
    }

    /// A fixture in `FAMILY/ID.json`, whose id is set.
    pub(crate) fn fixture(self, path: &str, fixture: &Value) -> Self {
        let mut fixture = fixture.clone();
        fixture["id"] = json!(path.rsplit('/').next().unwrap());
        self.file(&format!("{path}.json"), fixture.to_string())
    }

    pub(crate) fn waivers(mut self, waivers: &Value) -> Self {
        self.waivers = parsed(waivers).unwrap();
        self
    }

    pub(crate) fn corpus(&self) -> Corpus {
        Corpus::of(self.contract, self.files.clone(), &self.waivers)
    }

    pub(crate) fn run_on(&self, subject: &mut dyn Subject, filter: Option<&str>) -> (bool, String) {
        written(&Report::new(&[self.corpus()], &self.waivers, subject, filter))
    }

    pub(crate) fn run(&self, filter: Option<&str>) -> (bool, String) {
        self.run_on(&mut Library::default(), filter)
    }

    /// The faults and mismatches of a run, one a line: where, and what.
    pub(crate) fn failures(&self) -> Vec<String> {
        let (passed, text) = self.run(None);
        assert!(!passed, "{text}");
        let mut found = Vec::new();
        let mut name = "";
        for line in text.lines() {
            name = line.strip_prefix("failed: ").unwrap_or(name);
            for label in ["  fault:    ", "  compared: "] {
                found.extend(line.strip_prefix(label).map(|what| format!("{name}: {what}")));
            }
        }
        found
    }
}

pub(crate) fn parsed(waivers: &Value) -> Result<Waivers, String> {
    let text = waivers.to_string();
    Waivers::parse("waivers.json".as_ref(), &text).map_err(|error| error.to_string())
}

/// Whether a run passed, and its report.
pub(crate) fn written(report: &Report) -> (bool, String) {
    let mut out = Vec::new();
    report.write(&mut out, &|contract, name| format!("replay {contract} {name}")).unwrap();
    (report.passed(), String::from_utf8(out).unwrap())
}

/// The same fixture with another value at a place, which may be new.
pub(crate) fn with(fixture: &Value, pointer: &str, value: Value) -> Value {
    let mut fixture = fixture.clone();
    match (fixture.pointer_mut(pointer), pointer.rsplit_once('/').unwrap()) {
        (Some(place), _) => *place = value,
        (None, (parent, name)) => fixture.pointer_mut(parent).unwrap()[name] = value,
    }
    fixture
}

/// The same fixture without a field.
pub(crate) fn without(fixture: &Value, pointer: &str) -> Value {
    let mut fixture = fixture.clone();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    fixture.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(name).unwrap();
    fixture
}

pub(crate) fn state(policies: Value) -> Value {
    json!({"premise": null, "policies": policies, "version": 2})
}

/// A fixture of 0.9 that passes.
pub(crate) fn step() -> Value {
    json!({
        "kind": "step",
        "initial_state": state(json!({})),
        "input": "use tea",
        "expected": {
            "decision": {"kind": "update", "changed": true},
            "state": state(json!({"tea": "use"})),
        },
    })
}

/// Fixtures of one family, each with a field changed, and the fault of each.
pub(crate) fn faults(contract: &str, family: &str, valid: &Value, changes: &[(&str, Value, &str)]) {
    let whole = folder(contract).fixture(&format!("{family}/valid"), valid);
    assert!(whole.run(None).0, "{}", whole.run(None).1);
    for (pointer, value, fault) in changes {
        let changed = match value {
            Value::String(text) if text == "REMOVED" => without(valid, pointer),
            value => with(valid, pointer, value.clone()),
        };
        let failures = folder(contract).fixture(&format!("{family}/it"), &changed).failures();
        assert_eq!(failures, [format!("{family}/it: {fault}")], "{pointer}");
    }
}

pub(crate) fn removed() -> Value {
    json!("REMOVED")
}
