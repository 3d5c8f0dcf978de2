//! Long and hostile inputs: each is read in time linear in its length, so that none of these takes
//! noticeable time. A quadratic reading of any of them would take minutes.

use cc_syntax::{Classification, Kind, SyntaxFailure, classify};

const LENGTH: usize = 300_000;

fn canonical_kind(text: &str) -> Option<Kind> {
    match classify(text) {
        Classification::Canonical(directive) => Some(directive.kind()),
        _ => None,
    }
}

fn failure(text: &str) -> Option<SyntaxFailure> {
    match classify(text) {
        Classification::Invalid(invalid) => Some(invalid.failure()),
        _ => None,
    }
}

#[test]
fn long_runs_of_separators_are_read_once() {
    for run in [" ".repeat(LENGTH), "\t ".repeat(LENGTH / 2)] {
        assert_eq!(canonical_kind(&format!("use a{run}b")), Some(Kind::UseItem));
        assert_eq!(canonical_kind(&format!("set{run}premise{run}x")), Some(Kind::SetPremise));
        let replacement = format!("use a{run}instead{run}of{run}b");
        assert_eq!(canonical_kind(&replacement), Some(Kind::ReplaceUse));
        let missing = Some(SyntaxFailure::MissingRequiredOperand);
        assert_eq!(failure(&format!("use{run}")), missing);
        assert_eq!(failure(&format!("use a{run}instead{run}of{run}")), missing);
    }
}

#[test]
fn many_beginnings_of_keywords_are_read_once() {
    for beginning in
        ["instead ", "set ", "change premise ", "clear  ", "uses ", "x ", "instead x of "]
    {
        let text = format!("use {}", beginning.repeat(LENGTH / beginning.len()));
        assert_eq!(canonical_kind(&text), Some(Kind::UseItem), "{beginning:?}");
    }
}

#[test]
fn many_delimiters_and_many_starts_are_read_once() {
    let delimiters = format!("use a{} b", " instead of".repeat(LENGTH / 11));
    assert_eq!(failure(&delimiters), Some(SyntaxFailure::MalformedDirective));
    let starts = "use x ".repeat(LENGTH / 6);
    assert_eq!(failure(&starts), Some(SyntaxFailure::CompoundDirective));
}

#[test]
fn a_long_operand_is_kept_whole() {
    let value = "Antworte kurz und höflich. ".repeat(LENGTH / 28);
    let text = format!("set premise {value}");
    let Classification::Canonical(directive) = classify(&text) else {
        panic!("canonical");
    };
    let operand = directive.operands().next().map(|(_, operand)| operand);
    assert_eq!(operand, Some(value.trim_end()));
}
