//! Classification by the grammar of each contract.

use cc_contract::{ContractName, with_contract};
use cc_engine::Answers;
use cc_oracle::{Oracle, Verdict};
use cc_syntax::{ContractClassification, ContractDirective, classify_by};

use crate::support::{assert_canonical, assert_one_line};

/// Every text is of one class under each contract: the one that the naive classifier gives it. A
/// directive classifies back from its text. White space at the boundary never counts in 0.9, and in
/// 0.5 nothing is normalized.
pub fn classify(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for contract in ContractName::ALL {
        with_contract!(*contract, C => check::<C>(&text), M1 => check_free_text(*contract, &text));
    }
}

fn record(contract: ContractName, text: &str) -> String {
    let mut record = String::new();
    cc_wire::push_classification(&mut record, contract, text);
    record
}

fn check<C: Oracle + Answers>(text: &str) {
    let verdict = C::naive_class(text);
    let record_of = |text| record(C::NAME, text);
    assert_eq!(record_of(text), verdict.record(), "{text:?}");
    assert_canonical(&record_of(text));
    match classify_by::<C>(text) {
        ContractClassification::NoDirective => {}
        ContractClassification::Canonical(directive) => {
            let shown = directive.to_string();
            assert_eq!(classify_by(&shown), ContractClassification::Canonical(directive));
            assert_eq!(ContractDirective::new(directive.form()), Ok(directive));
            assert_eq!(directive.into_owned().as_directive(), directive);
            assert!(shown == text || C::NAME != ContractName::V0_5, "{text:?}");
        }
        ContractClassification::Invalid(invalid) => {
            let span = invalid.span();
            assert!(text.get(span.start..span.end).is_some(), "{text:?} {span:?}");
            assert_one_line(&invalid.to_string());
        }
    }
    if C::NAME == ContractName::V0_9 {
        // But for where a fault lies.
        let mut moved = verdict;
        if let Verdict::Invalid { span, .. } = &mut moved {
            *span = (span.0 + 3, span.1 + 3);
        }
        let padded = format!("\t\r\n{text}\u{b}\u{c} ");
        assert_eq!(record_of(&padded), moved.record(), "{text:?}");
    }
}

/// To a contract without directives, every text is ordinary.
fn check_free_text(contract: ContractName, text: &str) {
    assert_eq!(record(contract, text), Verdict::NoDirective.record());
}
