//! This repository's own corpora, through the library.
//!
//! `cargo xtask ci` replays them too, as commands. Here they are a test, so that mutation testing,
//! which knows only tests, can ask what the fixtures alone notice.

use clap::ValueEnum;

use super::super::{Options, Version, Via, run};

#[test]
fn every_corpus_passes_through_the_library() {
    for contract in Version::value_variants() {
        let options = Options { contract: *contract, fixtures: None, filter: None, via: Via::Api };
        let mut out = Vec::new();
        let passed = run(&options, &mut out).unwrap();
        assert!(passed, "{}", String::from_utf8_lossy(&out));
    }
}
