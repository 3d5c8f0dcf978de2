//! Which of several faults of a payload is reported: the order that `State::import_json` documents.

#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking, as tests do")]

use cc_state::{ContractState, ImportErrorKind, Normalize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    Syntax,
    Duplicate,
    Unknown,
    Missing,
    Version,
    PremiseType,
    PoliciesType,
    EmptyPremise,
    Policy,
}

/// In the documented order, with how each is reported. That a payload is no object goes with none
/// of the faults of fields.
const ORDER: [(Fault, ImportErrorKind, &str); 9] = [
    (Fault::Syntax, ImportErrorKind::InvalidJson, "line 1 column"),
    (Fault::Duplicate, ImportErrorKind::InvalidState, "appears twice"),
    (Fault::Unknown, ImportErrorKind::InvalidState, "unknown field `extra`"),
    (Fault::Missing, ImportErrorKind::InvalidState, "is missing"),
    (Fault::Version, ImportErrorKind::UnsupportedVersion, "the integer 2, not `1`"),
    (Fault::PremiseType, ImportErrorKind::InvalidState, "`premise` must be a string"),
    (Fault::PoliciesType, ImportErrorKind::InvalidState, "`policies` must be an object"),
    (Fault::EmptyPremise, ImportErrorKind::InvalidState, "`premise` is empty"),
    (Fault::Policy, ImportErrorKind::InvalidState, "the policy of `b`"),
];

/// The fields of a payload with these faults, or none if it cannot have them all.
fn fields(faults: &[Fault]) -> Option<Vec<String>> {
    let has = |fault| faults.contains(&fault);
    if has(Fault::PremiseType) && has(Fault::EmptyPremise)
        || has(Fault::PoliciesType) && has(Fault::Policy)
    {
        return None;
    }
    let premise = match () {
        () if has(Fault::PremiseType) => "1",
        () if has(Fault::EmptyPremise) => "\" \"",
        () => "null",
    };
    let policies = match () {
        () if has(Fault::PoliciesType) => "[]",
        () if has(Fault::Policy) => "{\"b\":\"maybe\"}",
        () => "{}",
    };
    let version = if has(Fault::Version) { "1" } else { "2" };
    let premise_free = !has(Fault::PremiseType) && !has(Fault::EmptyPremise);
    let policies_free = !has(Fault::PoliciesType) && !has(Fault::Policy);
    let mut fields = vec![
        ("premise", premise, premise_free),
        ("policies", policies, policies_free),
        ("version", version, !has(Fault::Version)),
    ];
    if has(Fault::Missing) {
        let free = fields.iter().position(|(.., free)| *free)?;
        fields.remove(free);
    }
    if has(Fault::Duplicate) {
        fields.extend(fields.last().copied());
    }
    let mut texts: Vec<String> =
        fields.iter().map(|(name, value, _)| format!("\"{name}\":{value}")).collect();
    if has(Fault::Unknown) {
        texts.push("\"extra\":null".to_owned());
    }
    Some(texts)
}

/// The payload of these fields.
fn payload(fields: &[String], syntax_fault: bool) -> String {
    format!("{{{}}}{}", fields.join(","), if syntax_fault { " x" } else { "" })
}

fn the_fault_that_comes_first_in_the_documented_order_is_reported<C: Normalize>() {
    let mut tried = 0;
    for chosen in 1_u32..1 << ORDER.len() {
        let faults: Vec<Fault> = ORDER
            .iter()
            .enumerate()
            .filter(|(bit, _)| chosen & (1 << bit) != 0)
            .map(|(_, (fault, ..))| *fault)
            .collect();
        let Some(mut fields) = fields(&faults) else {
            continue;
        };
        let first = ORDER.iter().find(|(fault, ..)| faults.contains(fault)).expect("a fault");
        for _ in 0..2 {
            for _ in 0..fields.len() {
                fields.rotate_left(1);
                let text = payload(&fields, faults.contains(&Fault::Syntax));
                let error = ContractState::<C>::import_json(&text).expect_err("refused");
                assert_eq!(error.kind(), first.1, "{text} has {faults:?}: {error}");
                assert!(error.to_string().contains(first.2), "{text} has {faults:?}: {error}");
                tried += 1;
            }
            fields.reverse();
        }
    }
    assert!(tried > 1_000, "{tried}");
}

fn a_fault_of_syntax_comes_before_a_payload_that_is_no_object<C: Normalize>() {
    for text in ["[] x", "null,", "1 2", "[1,}", "\"a\"\"b\""] {
        let error = ContractState::<C>::import_json(text).expect_err("refused");
        assert_eq!(error.kind(), ImportErrorKind::InvalidJson, "{text}: {error}");
    }
}

fn a_payload_without_a_fault_is_accepted<C: Normalize>() {
    let fields = fields(&[]).expect("possible");
    assert_eq!(ContractState::<C>::import_json(&payload(&fields, false)), Ok(ContractState::new()));
}

cc_oracle::laws!(
    the_fault_that_comes_first_in_the_documented_order_is_reported,
    a_fault_of_syntax_comes_before_a_payload_that_is_no_object,
    a_payload_without_a_fault_is_accepted,
);
