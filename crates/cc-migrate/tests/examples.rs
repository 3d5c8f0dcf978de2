//! The example prints what its checked-in snapshot says.
//!
//! It is included as a module, so that what is checked is what `cargo run --example` runs.

#![allow(dead_code, reason = "`main` is the example's own way to run")]
#![allow(clippy::unwrap_used, reason = "an example that fails has failed the test")]

#[path = "../examples/upgrade_from_m1.rs"]
mod upgrade_from_m1;

#[test]
fn upgrading_from_m1_prints_its_snapshot() {
    let mut printed = Vec::new();
    upgrade_from_m1::run(&mut printed).unwrap();
    insta::assert_snapshot!("upgrade_from_m1", String::from_utf8(printed).unwrap());
}
