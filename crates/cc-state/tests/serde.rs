//! serde: it writes what export writes, and accepts and refuses what import does.

mod support;

use cc_state::{Identity, Policy, Premise, State};
use proptest::prelude::*;
use support::{config, lively};

fn assert_agrees(payload: &str) {
    let imported = State::import_json(payload);
    match serde_json::from_str::<State>(payload) {
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
            "[[\"a\",\"use\"]]",
            "\"use\"",
            r#"{"a":"use","B":"prohibit"}"#,
            r#"{"a":"use","A":"use"}"#,
            r#"{"a":"use","a":"use"}"#,
            r#"{"":"use"}"#,
            "{\"\u{3000}\":\"use\"}",
            r#"{"a":"Use"}"#,
            r#"{"a":{"use":null}}"#,
            r#"{"a":["use"]}"#,
            r#"{"a":0}"#,
            r#"{"a":null}"#,
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

#[test]
fn serde_agrees_with_import_on_every_pairing_of_values() {
    for policies in VALUES[0].1 {
        for premise in VALUES[1].1 {
            for version in VALUES[2].1 {
                assert_agrees(&format!(
                    r#"{{"policies":{policies},"premise":{premise},"version":{version}}}"#
                ));
            }
        }
    }
}

#[test]
fn serde_agrees_with_import_on_what_is_no_object_of_the_three_fields() {
    for payload in [
        "",
        "null",
        "2",
        "\"x\"",
        "[]",
        "[{},null,2]",
        r#"[{"a":"use"},"x",2]"#,
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
        assert_agrees(payload);
    }
}

#[test]
fn a_policy_is_its_name_and_nothing_else() {
    for policy in [Policy::Use, Policy::Prohibit] {
        let json = serde_json::to_string(&policy).expect("serializes");
        assert_eq!(json, format!("\"{}\"", policy.as_str()));
        assert_eq!(serde_json::from_str::<Policy>(&json).ok(), Some(policy));
        assert_eq!(Policy::from_name(policy.as_str()), Some(policy));
        assert_eq!(policy.to_string(), policy.as_str());
    }
    for bad in ["\"Use\"", "\"\"", "0", "null", "{\"use\":null}", "[\"use\"]", "{\"prohibit\":[]}"]
    {
        assert!(serde_json::from_str::<Policy>(bad).is_err(), "{bad}");
    }
}

#[test]
fn an_error_of_type_says_what_was_expected() {
    let error = |payload: &str| serde_json::from_str::<State>(payload).unwrap_err().to_string();
    assert!(error("[]").contains("expected a state"));
    let policies = error(r#"{"policies":[],"premise":null,"version":2}"#);
    assert!(policies.contains("expected an object from item to policy"), "{policies}");
    let policy = serde_json::from_str::<Policy>("0").unwrap_err().to_string();
    assert!(policy.contains(r#"expected "use" or "prohibit""#), "{policy}");
}

fn states() -> impl Strategy<Value = State> {
    let policy = prop_oneof![Just(Policy::Use), Just(Policy::Prohibit)];
    let policies = prop::collection::vec((lively(), policy), 0..6);
    (prop::option::of(lively()), policies).prop_map(|(premise, policies)| {
        let mut state = State::new();
        state.set_premise(premise.as_deref().and_then(Premise::of));
        for (item, policy) in &policies {
            if let Some(item) = Identity::new(item) {
                state.insert(item, *policy);
            }
        }
        state
    })
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

proptest! {
    #![proptest_config(config(2_000, 0x5eed_0301))]

    #[test]
    fn serde_writes_the_object_that_export_writes(state in states()) {
        let exported: serde_json::Value =
            serde_json::from_str(&state.export_json()).expect("an export is JSON");
        prop_assert_eq!(serde_json::to_value(&state).expect("serializes"), exported.clone());
        prop_assert_eq!(serde_json::from_value::<State>(exported).expect("reads back"), state);
    }

    #[test]
    fn what_serde_writes_it_reads_back(state in states()) {
        let text = serde_json::to_string(&state).expect("serializes");
        let read: State = serde_json::from_str(&text).expect("reads back");
        prop_assert_eq!(read.export_json(), state.export_json());
        prop_assert_eq!(State::import_json(&text), Ok(state));
    }

    #[test]
    fn serde_agrees_with_import_near_to_states(payload in payloads()) {
        assert_agrees(&payload);
    }
}
