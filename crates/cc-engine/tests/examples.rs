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

#[path = "../examples/apply_directives.rs"]
mod apply_directives;
#[path = "../examples/configuration_and_correction.rs"]
mod configuration_and_correction;
#[path = "../examples/correct_one_policy.rs"]
mod correct_one_policy;
#[path = "../examples/errors_and_repairs.rs"]
mod errors_and_repairs;
#[path = "../examples/host_loop.rs"]
mod host_loop;
#[path = "../examples/persistent_guardrails.rs"]
mod persistent_guardrails;
#[path = "../examples/step_sequence_and_restore.rs"]
mod step_sequence_and_restore;
#[path = "../examples/tool_gating.rs"]
mod tool_gating;

type Run = fn(&mut dyn Write) -> Result<(), Box<dyn Error>>;

const EXAMPLES: [(&str, Run); 8] = [
    ("apply_directives", apply_directives::run),
    ("configuration_and_correction", configuration_and_correction::run),
    ("correct_one_policy", correct_one_policy::run),
    ("errors_and_repairs", errors_and_repairs::run),
    ("host_loop", host_loop::run),
    ("persistent_guardrails", persistent_guardrails::run),
    ("step_sequence_and_restore", step_sequence_and_restore::run),
    ("tool_gating", tool_gating::run),
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
