//! Exports by example: their exact bytes, and the order of keys.

#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking, as tests do")]

use cc_state::{Identity, Policy, Premise, State};

fn state(premise: Option<&str>, policies: &[(&str, Policy)]) -> State {
    let mut state = State::new();
    state.set_premise(premise.and_then(Premise::new));
    for (item, policy) in policies {
        state.insert(Identity::new(item).expect("not only white space"), *policy);
    }
    state
}

#[test]
fn exports_have_exact_bytes() {
    let cases = [
        (state(None, &[]), r#"{"policies":{},"premise":null,"version":2}"#),
        (
            state(Some("Reply in \"formal\" German"), &[]),
            r#"{"policies":{},"premise":"Reply in \"formal\" German","version":2}"#,
        ),
        (
            state(Some("é"), &[("b", Policy::Prohibit), ("A", Policy::Use), ("a b", Policy::Use)]),
            r#"{"policies":{"a":"use","a b":"use","b":"prohibit"},"premise":"\u00e9","version":2}"#,
        ),
    ];
    for (state, json) in cases {
        assert_eq!(state.export_json(), json);
        let mut out = String::from("before");
        state.push_json(&mut out);
        assert_eq!(out, format!("before{json}"));
    }
}

#[test]
fn keys_are_sorted_by_code_point_not_by_utf16_unit() {
    let items = ["\u{1f600}", "\u{fffd}", "\u{ffff}", "\u{e000}", "z", "é", "\u{10ffff}", "\u{1}"];
    let state = state(None, &items.map(|item| (item, Policy::Use)));
    assert_eq!(
        state.export_json(),
        concat!(
            r#"{"policies":{"\u0001":"use","z":"use","\u00e9":"use","\ue000":"use","#,
            r#""\ufffd":"use","\uffff":"use","\ud83d\ude00":"use","\udbff\udfff":"use"},"#,
            r#""premise":null,"version":2}"#
        )
    );
}
