//! The laws of classification on every text of at most six tokens.
//!
//! `texts` says what the tokens are and how they are joined. The classifiers are compared with
//! naive ones on all spaced and all glued texts; the other laws are checked on all spaced ones, and
//! on glued ones of a token less.
//!
//! An ordinary run goes up to five tokens, in which every start, literal and delimiter is met beside
//! every other token. The texts of six tokens, twenty times as many, are what adds an operand on
//! both sides of a delimiter, and a second start behind a whole directive.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "helpers of tests fail by panicking, as tests do"
)]

/// Makes a test of each law for texts of up to five tokens, and one for texts of six.
macro_rules! depths {
    ($([$contract:ident: $($law:ident),+ $(,)?])? $($own:ident),+) => {
        mod five_tokens {
            $($(#[test] fn $law() { crate::$law::<cc_oracle::$contract>(5); })+)?
            $(#[test] fn $own() { super::$own(5); })+
        }
        mod six_tokens {
            $($(#[test] #[ignore = "exhaustive: run by `cargo xtask ci --thorough`"]
            fn $law() { crate::$law::<cc_oracle::$contract>(6); })+)?
            $(#[test] #[ignore = "exhaustive: run by `cargo xtask ci --thorough`"]
            fn $own() { super::$own(6); })+
        }
    };
}

mod both;
#[path = "../support/met.rs"]
mod met;
#[path = "../support/mod.rs"]
mod support;
mod texts;
mod v0_5;
mod v0_9;

use std::fmt::Write;

use cc_oracle::{ContractName, Oracle};
use cc_syntax::{ContractClassification, ContractDirective, Grammar, classify_by};
use met::Met;
use texts::{each_glued, each_spaced, each_text};

/// A contract, with what can be counted by hand of the texts that a run meets.
trait Counted: Oracle + Grammar {
    /// How many directives there are at least among the texts of six tokens.
    const DIRECTIVES: usize;

    fn assert_spaced(met: &Met, most: u32);
    fn assert_glued(met: &Met, most: u32);
}

/// A number that texts of six tokens surpass, as it is for texts of fewer.
fn at_least(of_six: usize, most: u32) -> usize {
    of_six / 20_usize.pow(6 - most)
}

fn agrees_with_the_naive_classifier_on_every_spaced_text<C: Counted>(most: u32) {
    let mut met = Met::default();
    let texts = each_spaced(most, |text| met.compare::<C>(text));
    assert_eq!(met.total(), texts);
    C::assert_spaced(&met, most);
}

fn agrees_with_the_naive_classifier_on_every_glued_text<C: Counted>(most: u32) {
    let mut met = Met::default();
    let texts = each_glued(most, |text| met.compare::<C>(text));
    assert_eq!(met.total(), texts);
    C::assert_glued(&met, most);
}

fn every_directive_classifies_back_from_its_text<C: Counted>(most: u32) {
    let (mut shown, mut met) = (String::new(), 0_usize);
    each_text(most, |text| {
        let ContractClassification::Canonical(directive) = classify_by::<C>(text) else { return };
        shown.clear();
        assert_eq!(write!(shown, "{directive}"), Ok(()));
        assert_eq!(classify_by(&shown), ContractClassification::Canonical(directive), "{text:?}");
        assert_eq!(ContractDirective::new(directive.form()), Ok(directive), "{text:?}");
        // In 0.5 there is no lexical freedom, so it is the very text.
        assert!(shown == text || C::NAME != ContractName::V0_5, "{text:?}");
        met += 1;
    });
    assert!(met > at_least(C::DIRECTIVES, most), "{met}");
}
