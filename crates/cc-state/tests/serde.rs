//! serde: it writes what export writes, and accepts and refuses what import does.

#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking, as tests do")]

mod support;

use cc_oracle::check;
use cc_state::{ContractState, Normalize, State};
use proptest::prelude::*;
use support::states;

fn assert_agrees<C: Normalize>(payload: &str) {
    let imported = ContractState::<C>::import_json(payload);
    match serde_json::from_str::<ContractState<C>>(payload) {
        Ok(state) => assert_eq!(imported, Ok(state), "{payload}"),
        Err(error) => assert!(imported.is_err(), "{payload}: {error}"),
    }
}

/// Values for each field, good and bad.
const VALUES: [(&str, &[&str]); 4] = [
    (
        "policies",
        &[
            "{}",
            "null",
            "[]",
            "[[\"b\",\"use\"]]",
            "\"use\"",
            r#"{"b":"use","C":"prohibit"}"#,
            r#"{"tea":"use","the tea":"use"}"#,
            r#"{"b":"use","B":"use"}"#,
            r#"{"b":"use","b":"use"}"#,
            r#"{"":"use"}"#,
            "{\"\u{3000}\":\"use\"}",
            r#"{"a":"use"}"#,
            r#"{"b":"Use"}"#,
            r#"{"b":{"use":null}}"#,
            r#"{"b":["use"]}"#,
            r#"{"b":0}"#,
            r#"{"b":null}"#,
            r#"{"\ud800":"use"}"#,
        ],
    ),
    (
        "premise",
        &["null", "\"x\"", "\" x\\ny \"", "\"\"", "\" \"", "\"\\ud800\"", "1", "[]", "{}", "true"],
    ),
    ("version", &["2", "1", "2.0", "2e0", "\"2\"", "null", "-2", "[2]", "18446744073709551618"]),
    ("extra", &["null", "1"]),
];

fn serde_agrees_with_import_on_every_pairing_of_values<C: Normalize>() {
    for policies in VALUES[0].1 {
        for premise in VALUES[1].1 {
            for version in VALUES[2].1 {
                assert_agrees::<C>(&format!(
                    r#"{{"policies":{policies},"premise":{premise},"version":{version}}}"#
                ));
            }
        }
    }
}

fn serde_agrees_with_import_on_what_is_no_object_of_the_three_fields<C: Normalize>() {
    for payload in [
        "",
        "null",
        "2",
        "\"x\"",
        "[]",
        "[{},null,2]",
        r#"[{"b":"use"},"x",2]"#,
        "{}",
        r#"{"policies":{},"premise":null}"#,
        r#"{"policies":{},"version":2}"#,
        r#"{"premise":null,"version":2}"#,
        r#"{"policies":{},"premise":null,"version":2,"x":1}"#,
        r#"{"policies":{},"premise":null,"version":2,"version":2}"#,
        r#"{"policies":{},"premise":null,"premise":null,"version":2}"#,
        r#"{"policies":{},"policies":{},"premise":null,"version":2}"#,
        r#"{"policies":{},"premise":null,"version":2} "#,
        r#"{"policies":{},"premise":null,"version":2} 1"#,
        "\u{feff}{\"policies\":{},\"premise\":null,\"version\":2}",
    ] {
        assert_agrees::<C>(payload);
    }
}

#[test]
fn an_error_of_type_says_what_was_expected() {
    let error = |payload: &str| serde_json::from_str::<State>(payload).unwrap_err().to_string();
    assert!(error("[]").contains("expected a state"));
    let policies = error(r#"{"policies":[],"premise":null,"version":2}"#);
    assert!(policies.contains("expected an object from item to policy"), "{policies}");
}

/// Payloads near to states: fields in any number and order, with good values likelier.
fn payloads() -> impl Strategy<Value = String> {
    let field = prop::sample::select(&VALUES).prop_flat_map(|(name, values)| {
        let good = values.first().copied().unwrap_or_default();
        prop_oneof![Just(good), prop::sample::select(values)]
            .prop_map(move |value| format!("\"{name}\":{value}"))
    });
    let whole = Just(["\"policies\":{}", "\"premise\":null", "\"version\":2"].map(str::to_owned));
    let fields = prop_oneof![
        prop::collection::vec(field, 0..5),
        whole.prop_map(|fields| fields.to_vec()).prop_shuffle(),
    ];
    fields.prop_map(|fields| format!("{{{}}}", fields.join(",")))
}

fn serde_writes_the_object_that_export_writes<C: Normalize>() {
    check(2_000, 0x5eed_0301, &states::<C>(), |state| {
        let exported: serde_json::Value =
            serde_json::from_str(&state.export_json()).expect("an export is JSON");
        prop_assert_eq!(serde_json::to_value(&state).expect("serializes"), exported.clone());
        let text = cc_text::json::to_string(&state);
        prop_assert_eq!(text, Ok(state.export_json()));
        let read: ContractState<C> = serde_json::from_value(exported).expect("reads back");
        prop_assert_eq!(read, state);
        Ok(())
    });
}

fn what_serde_writes_it_reads_back<C: Normalize>() {
    check(2_000, 0x5eed_0301, &states::<C>(), |state| {
        let text = serde_json::to_string(&state).expect("serializes");
        let read: ContractState<C> = serde_json::from_str(&text).expect("reads back");
        prop_assert_eq!(read.export_json(), state.export_json());
        prop_assert_eq!(ContractState::import_json(&text), Ok(state));
        Ok(())
    });
}

fn serde_agrees_with_import_near_to_states<C: Normalize>() {
    check(2_000, 0x5eed_0301, &payloads(), |payload| {
        assert_agrees::<C>(&payload);
        Ok(())
    });
}

cc_oracle::laws!(
    serde_agrees_with_import_on_every_pairing_of_values,
    serde_agrees_with_import_on_what_is_no_object_of_the_three_fields,
    serde_writes_the_object_that_export_writes,
    what_serde_writes_it_reads_back,
    serde_agrees_with_import_near_to_states,
);
