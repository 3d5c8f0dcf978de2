//! `edges.json` says which fixture holds which edge of a list of words, a class of characters or an
//! order. That the fixtures pass is for other tests; here the table is held to them.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

mod common;

use std::collections::BTreeSet;

use cc_conformance::Contract;
use serde_json::{Map, Value};

fn read(path: &str) -> Value {
    let text = std::fs::read(common::root().join(path)).unwrap_or_else(|_| panic!("no {path}"));
    serde_json::from_slice(&text).unwrap()
}

/// The part of the table for each contract, by its name.
fn table() -> Map<String, Value> {
    read("edges.json").as_object().unwrap().clone()
}

/// What is not expected of a fixture, text by text: as it is written, and where that is JSON, what
/// it says.
fn submitted(contract: &str, fixture: &str) -> Vec<String> {
    fn collect(value: &Value, texts: &mut Vec<String>) {
        match value {
            Value::Array(elements) => elements.iter().for_each(|element| collect(element, texts)),
            Value::Object(fields) => {
                texts.extend(fields.keys().cloned());
                fields.values().for_each(|value| collect(value, texts));
            }
            Value::String(text) => {
                texts.push(text.clone());
                if let Ok(value) = serde_json::from_str::<Value>(text) {
                    collect(&value, texts);
                }
            }
            other => texts.push(other.to_string()),
        }
    }
    let mut texts = Vec::new();
    for (name, value) in read(&format!("{contract}/{fixture}.json")).as_object().unwrap() {
        if !["id", "kind", "expected"].contains(&name.as_str()) {
            collect(value, &mut texts);
        }
    }
    texts
}

/// The words of a list, or the characters of `U+0009-U+000D U+0020`.
fn members(value: &Value) -> Vec<String> {
    if let Value::Array(words) = value {
        return words.iter().map(|word| word.as_str().unwrap().to_owned()).collect();
    }
    let code = |text: &str| u32::from_str_radix(text.strip_prefix("U+").unwrap(), 16).unwrap();
    let ranges = value.as_str().unwrap().split(' ').map(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        code(first)..=code(last)
    });
    ranges.flatten().map(|code| char::from_u32(code).unwrap().to_string()).collect()
}

/// The sets of a kind: the contract, the name, and what is within and beyond, by fixture.
fn each_set(kinds: &[&str], see: impl Fn(&str, &str, [&Value; 2])) {
    let table = table();
    for (contract, kinds_of) in &table {
        for kind in kinds {
            for (name, set) in kinds_of.get(*kind).and_then(Value::as_object).into_iter().flatten()
            {
                see(contract, name, ["within", "beyond"].map(|side| &set[side]));
            }
        }
    }
}

/// All members on one side of an edge.
fn side(side: &Value) -> BTreeSet<String> {
    side.as_object().into_iter().flatten().flat_map(|(_, value)| members(value)).collect()
}

#[test]
fn every_contract_has_its_edges() {
    // A log and its digests have words and characters of no grammar of their own.
    let names = Contract::all().map(Contract::name).filter(|name| *name != "sessions");
    let names: BTreeSet<_> = names.collect();
    let table = table();
    assert_eq!(table.keys().map(String::as_str).collect::<BTreeSet<_>>(), names);
    for (contract, kinds) in &table {
        let kinds: BTreeSet<&str> = kinds.as_object().unwrap().keys().map(String::as_str).collect();
        let known = BTreeSet::from(["characters", "orders", "samples", "words"]);
        assert!(kinds.is_subset(&known), "{contract}: {kinds:?}");
        assert!(["characters", "orders", "words"].iter().all(|kind| kinds.contains(kind)));
    }
}

#[test]
fn every_fixture_submits_what_it_is_said_to_hold() {
    each_set(&["words", "characters", "samples"], |contract, name, sides| {
        for (fixture, held) in sides.into_iter().filter_map(Value::as_object).flatten() {
            let texts = submitted(contract, fixture);
            for member in members(held) {
                assert!(
                    texts.iter().any(|text| text.contains(&member)),
                    "{contract}, {name}: {fixture} does not hold {member:?}"
                );
            }
        }
    });
}

#[test]
fn something_is_beyond_every_set_and_nothing_on_both_sides() {
    each_set(&["words", "characters", "samples"], |contract, name, [within, beyond]| {
        let (within, beyond) = (side(within), side(beyond));
        assert!(!beyond.is_empty(), "{contract}, {name}");
        let both: Vec<_> = within.intersection(&beyond).collect();
        assert!(both.is_empty(), "{contract}, {name}: {both:?}");
    });
}

/// Not every code point is assigned, and some are normalized away, so the next one that can be
/// tried may be a few further.
const NEAR: u32 = 5;

#[test]
fn the_neighbours_of_every_run_of_characters_are_beyond_it() {
    each_set(&["characters"], |contract, name, [within, beyond]| {
        let codes = |side: BTreeSet<String>| -> BTreeSet<u32> {
            side.iter().map(|text| text.chars().next().unwrap().into()).collect()
        };
        let (within, beyond) = (codes(side(within)), codes(side(beyond)));
        for code in &within {
            let below = code.saturating_sub(NEAR)..*code;
            let above = code + 1..=code + NEAR;
            let begins = !within.contains(&(code - 1));
            let ends = !within.contains(&(code + 1));
            let place = format!("{contract}, {name}: U+{code:04X}");
            assert!(!begins || beyond.range(below).next().is_some(), "{place} from below");
            assert!(!ends || beyond.range(above).next().is_some(), "{place} from above");
        }
    });
}

#[test]
fn every_order_has_a_fixture() {
    for (contract, kinds) in &table() {
        for fixture in kinds["orders"].as_object().unwrap().values() {
            assert!(!submitted(contract, fixture.as_str().unwrap()).is_empty());
        }
    }
}
