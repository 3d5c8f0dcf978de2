//! The exact bytes of the records of contract m1.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use cc_contract::ContractName;
use cc_wire::v0_5::DecisionRecord;
use cc_wire::{AnyEngine, Command};

#[test]
fn decisions_have_names_and_records() {
    let mut engine = AnyEngine::new(ContractName::M1);
    let mut record = |input: &str| {
        let mut line = String::new();
        engine.push_step(&mut line, Command::Input, input);
        let record: DecisionRecord<cc_m1::State> = serde_json::from_str(&line).unwrap();
        (record.kind, line)
    };
    let owned = |kind: &str, json: &str| (kind.to_owned(), json.to_owned());
    assert_eq!(
        record("hello"),
        owned("passthrough", r#"{"kind":"passthrough","prompt_to_user":null,"state":null}"#)
    );
    assert_eq!(
        record("use Caf\u{e9}"),
        owned(
            "update",
            r#"{"kind":"update","prompt_to_user":null,"state":{"facts":{"focus.device":"Caf\u00e9"},"policies":{"prohibit":[]},"version":1}}"#
        )
    );
    assert_eq!(
        record("use a, b"),
        owned(
            "clarify",
            r#"{"kind":"clarify","prompt_to_user":"focus.device accepts one value. Please provide a single value.","state":null}"#
        )
    );
    assert_eq!(
        record("no use \"\u{1f375}\\"),
        owned(
            "clarify",
            r#"{"kind":"clarify","prompt_to_user":"Did you mean to prohibit '\"\ud83c\udf75\\'?","state":null}"#
        )
    );
}
