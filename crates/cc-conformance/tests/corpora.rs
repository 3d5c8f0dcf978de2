//! This repository's own corpora, through the library and as a program.
//!
//! `cargo xtask ci` replays them too, as commands. Here they are a test, so that mutation testing,
//! which knows only tests, can ask what the fixtures alone notice.

mod common;

use std::time::Duration;

use cc_conformance::{Library, Program, Report, Waivers};

#[test]
fn every_corpus_passes_through_the_library() {
    let report =
        Report::new(&common::corpora(), &Waivers::default(), &mut Library::default(), None);
    let (passed, text) = common::written(&report);
    assert!(passed, "{text}");
    assert!(!text.contains("skipped in") && !text.contains("not compared"), "{text}");
}

#[test]
fn the_protocol_of_programs_carries_every_fixture() {
    let command = env!("CARGO_BIN_EXE_library-subject");
    let mut program = Program::start(command, Duration::from_secs(10)).unwrap();
    let report = Report::new(&common::corpora(), &Waivers::default(), &mut program, None);
    let (passed, text) = common::written(&report);
    assert!(passed, "{text}");
    assert!(!text.contains("skipped in") && !text.contains("not compared"), "{text}");
}
