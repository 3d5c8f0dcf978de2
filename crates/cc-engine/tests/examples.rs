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
#[path = "../examples/async_conversations.rs"]
mod async_conversations;
#[path = "../examples/clarification_0_5.rs"]
mod clarification_0_5;
#[path = "../examples/concurrent_writers.rs"]
mod concurrent_writers;
#[path = "../examples/configuration_and_correction.rs"]
mod configuration_and_correction;
#[path = "../examples/correct_one_policy.rs"]
mod correct_one_policy;
#[path = "../examples/errors_and_repairs.rs"]
mod errors_and_repairs;
#[path = "../examples/execution_authorization.rs"]
mod execution_authorization;
#[path = "../examples/gated_tool_calls.rs"]
mod gated_tool_calls;
#[path = "../examples/host_loop.rs"]
mod host_loop;
#[path = "../examples/persistent_guardrails.rs"]
mod persistent_guardrails;
#[path = "../examples/prompt_block.rs"]
mod prompt_block;
#[path = "../examples/retrieval_filtering.rs"]
mod retrieval_filtering;
#[path = "../examples/schema_selection.rs"]
mod schema_selection;
#[path = "../examples/step_sequence_and_restore.rs"]
mod step_sequence_and_restore;
#[path = "../examples/tool_gating.rs"]
mod tool_gating;
#[path = "../examples/unreadable_state.rs"]
mod unreadable_state;
#[path = "../examples/upgrade_from_python.rs"]
mod upgrade_from_python;

type Run = fn(&mut dyn Write) -> Result<(), Box<dyn Error>>;

const EXAMPLES: [(&str, Run); 18] = [
    ("apply_directives", apply_directives::run),
    ("async_conversations", async_conversations::run),
    ("clarification_0_5", clarification_0_5::run),
    ("concurrent_writers", concurrent_writers::run),
    ("configuration_and_correction", configuration_and_correction::run),
    ("correct_one_policy", correct_one_policy::run),
    ("errors_and_repairs", errors_and_repairs::run),
    ("execution_authorization", execution_authorization::run),
    ("gated_tool_calls", gated_tool_calls::run),
    ("host_loop", host_loop::run),
    ("persistent_guardrails", persistent_guardrails::run),
    ("prompt_block", prompt_block::run),
    ("retrieval_filtering", retrieval_filtering::run),
    ("schema_selection", schema_selection::run),
    ("step_sequence_and_restore", step_sequence_and_restore::run),
    ("tool_gating", tool_gating::run),
    ("unreadable_state", unreadable_state::run),
    ("upgrade_from_python", upgrade_from_python::run),
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
