//! Inputs that are random, and every short one.

use std::fmt::Debug;

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseResult, TestRunner};

/// A configuration under which every run tries the same cases.
#[must_use]
pub fn config(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed),
        ..ProptestConfig::default()
    }
}

/// Tries a law on random values, the same ones in every run, and panics with the smallest that
/// breaks it.
#[track_caller]
pub fn check<S: Strategy>(
    cases: u32,
    seed: u64,
    values: &S,
    law: impl Fn(S::Value) -> TestCaseResult,
) where
    S::Value: Debug,
{
    if let Err(error) = TestRunner::new(config(cases, seed)).run(values, law) {
        panic!("{error}");
    }
}

/// Every sequence of at most `depth` tokens.
#[must_use]
pub fn sequences(tokens: &[&str], depth: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    for rest in depth.checked_sub(1).map_or(Vec::new(), |depth| sequences(tokens, depth)) {
        all.extend(tokens.iter().map(|token| format!("{token}{rest}")));
    }
    all
}
