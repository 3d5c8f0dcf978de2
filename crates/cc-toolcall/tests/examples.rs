//! The example prints what its checked-in snapshot says.
//!
//! It is included as a module, so that what is checked is what `cargo run --example` runs.

#![allow(dead_code, reason = "`main` is the example's own way to run")]
#![allow(clippy::unwrap_used, reason = "an example that fails has failed the test")]

#[path = "../examples/agent_loop.rs"]
mod agent_loop;

#[test]
fn the_loop_of_an_agent_prints_its_snapshot() {
    let mut printed = Vec::new();
    agent_loop::run(&mut printed).unwrap();
    insta::assert_snapshot!("agent_loop", String::from_utf8(printed).unwrap());
}
