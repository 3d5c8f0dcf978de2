//! Every example prints what its checked-in snapshot says, and no example is left out.
//!
//! The examples are included as modules, so that what is checked is what `cargo run --example`
//! runs, without starting a process for each.

#![allow(dead_code, reason = "`main` is the example's own way to run")]

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;

#[path = "../examples/m1_clarification.rs"]
mod m1_clarification;
#[path = "../examples/m1_correction.rs"]
mod m1_correction;
#[path = "../examples/m1_guardrails.rs"]
mod m1_guardrails;
#[path = "../examples/m1_host_loop.rs"]
mod m1_host_loop;
#[path = "../examples/m1_tool_gating.rs"]
mod m1_tool_gating;

type Run = fn(&mut dyn Write) -> Result<(), Box<dyn Error>>;

const EXAMPLES: [(&str, Run); 5] = [
    ("m1_clarification", m1_clarification::run),
    ("m1_correction", m1_correction::run),
    ("m1_guardrails", m1_guardrails::run),
    ("m1_host_loop", m1_host_loop::run),
    ("m1_tool_gating", m1_tool_gating::run),
];

#[test]
fn every_example_prints_its_snapshot() {
    for (name, run) in EXAMPLES {
        let mut printed = Vec::new();
        run(&mut printed).unwrap();
        insta::assert_snapshot!(name, String::from_utf8(printed).unwrap());
    }
}

#[test]
fn every_example_is_listed_here() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let files: BTreeSet<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert!(files.iter().eq(EXAMPLES.iter().map(|(name, _)| name)));
}
