//! The tables are complete, and the document describes every field that they name.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

mod common;

use std::collections::BTreeSet;

use cc_conformance::{Library, Subject};
use serde_json::Value;

/// The names of fields, and of types, in a type.
fn walk(of: &Value, fields: &mut BTreeSet<String>, types: &mut BTreeSet<String>) {
    match of {
        Value::String(notation) => {
            let name = notation.rsplit(' ').next().unwrap();
            let is_name = |c: char| c.is_ascii_lowercase() || c == '_';
            types.extend(name.split(|c| !is_name(c)).filter(|n| !n.is_empty()).map(str::to_owned));
        }
        Value::Object(object) => {
            for (name, of) in object {
                match name.strip_prefix('|') {
                    Some(tag) => {
                        fields.insert(tag.to_owned());
                        let variants = of.as_object().unwrap();
                        fields.extend(variants.keys().filter(|name| *name != "*").cloned());
                        variants.values().for_each(|of| walk(of, fields, types));
                    }
                    None => {
                        fields.insert(name.trim_end_matches('?').to_owned());
                        walk(of, fields, types);
                    }
                }
            }
        }
        Value::Array(words) => {
            fields.extend(words.iter().filter_map(Value::as_str).map(str::to_owned))
        }
        _ => panic!("{of} is no type"),
    }
}

#[test]
fn every_type_is_defined_and_every_field_is_described() {
    let tables = std::fs::read(common::root().join("tables.json")).unwrap();
    let tables: Value = serde_json::from_slice(&tables).unwrap();
    let document = std::fs::read_to_string(common::root().join("README.md")).unwrap();
    for contract in tables["contracts"].as_array().unwrap() {
        let (mut fields, mut types) = (BTreeSet::new(), BTreeSet::new());
        let shared = tables["types"].as_object().unwrap();
        let own = contract["types"].as_object().unwrap();
        shared.values().chain(own.values()).for_each(|of| walk(of, &mut fields, &mut types));
        for family in contract["families"].as_array().unwrap() {
            fields.extend(family["name"].as_str().map(str::to_owned));
            family.get("given").into_iter().for_each(|of| walk(of, &mut fields, &mut types));
            for case in family["cases"].as_array().unwrap() {
                fields.extend(case.get("fn").map(|name| name.as_str().unwrap().to_owned()));
                case.get("action").into_iter().for_each(|of| walk(of, &mut fields, &mut types));
                for of in case["expected"].as_array().unwrap() {
                    walk(of, &mut fields, &mut types);
                }
            }
        }
        let is_known = |name: &&String| {
            ["any", "text", "flag", "count"].contains(&name.as_str())
                || own.contains_key(*name)
                || shared.contains_key(*name)
        };
        let unknown: Vec<_> = types.iter().filter(|name| !is_known(name)).collect();
        assert!(unknown.is_empty(), "{}: {unknown:?} are no types", contract["name"]);
        let is_described = |name: &&String| {
            [format!("`{name}`"), format!(".{name}`"), format!("\"{name}\"")]
                .iter()
                .any(|way| document.contains(way))
        };
        let missing: Vec<_> = fields.iter().filter(|name| !is_described(name)).collect();
        assert!(missing.is_empty(), "{}: README.md lacks {missing:?}", contract["name"]);
    }
}

#[test]
fn the_conversation_in_the_document_is_what_the_library_answers() {
    let document = std::fs::read_to_string(common::root().join("README.md")).unwrap();
    let lines: Vec<Value> = document
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut library = Library::default();
    assert!(lines.len() > 4);
    for pair in lines.chunks(2) {
        let [request, reply] = pair else { panic!("a request has no reply") };
        if reply.get("unsupported").is_some() {
            continue;
        }
        let answer = library.ask(request).unwrap();
        let is_same = |(name, field): (&String, &Value)| answer.get(name) == Some(field);
        assert!(reply.as_object().unwrap().iter().all(is_same), "{request}: {answer}");
    }
}
