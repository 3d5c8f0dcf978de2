//! What import accepts, and the exact message of every refusal.

use cc_state::{ImportErrorKind, State};

/// The payload with these three values.
fn payload(policies: &str, premise: &str, version: &str) -> String {
    format!(r#"{{"policies":{policies},"premise":{premise},"version":{version}}}"#)
}

/// Imports each payload and reports all that are not refused with the message beside them.
fn assert_refused(cases: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (payload, message) in cases {
        match State::import_json(payload) {
            Err(error) if error.to_string() == *message => {}
            other => wrong.push(format!("{payload}\n  expected {message}\n  actual   {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Imports a payload with one field as given and the others good.
fn assert_field_refused(field: &str, cases: &[(&str, &str)]) {
    let whole: Vec<(String, &str)> = cases
        .iter()
        .map(|(value, message)| {
            let text = match field {
                "policies" => payload(value, "null", "2"),
                "premise" => payload("{}", value, "2"),
                _ => payload("{}", "null", value),
            };
            (text, *message)
        })
        .collect();
    let borrowed: Vec<(&str, &str)> = whole.iter().map(|(text, m)| (text.as_str(), *m)).collect();
    assert_refused(&borrowed);
}

fn assert_accepted(cases: &[(&str, &str)]) {
    for (payload, export) in cases {
        let state = State::import_json(payload);
        assert_eq!(state.map(|state| state.export_json()).as_deref(), Ok(*export), "{payload}");
    }
}

#[test]
fn states_are_accepted_in_any_order_and_layout() {
    let empty = r#"{"policies":{},"premise":null,"version":2}"#;
    assert_accepted(&[
        (empty, empty),
        (" \t\r\n{ \"version\" : 2 ,\n\"premise\" : null , \"policies\" : { } }\n ", empty),
        (r#"{"\u0076ersion":2,"premis\u0065":null,"policies":{}}"#, empty),
        (
            r#"{"premise":"x","version":2,"policies":{"b":"use","a":"prohibit"}}"#,
            r#"{"policies":{"a":"prohibit","b":"use"},"premise":"x","version":2}"#,
        ),
        (
            r#"{"policies":{"a":"\u0075se"},"premise":null,"version":2}"#,
            r#"{"policies":{"a":"use"},"premise":null,"version":2}"#,
        ),
    ]);
}

#[test]
fn keys_and_premise_are_normalized() {
    assert_accepted(&[
        (
            "{\"policies\":{\" ＲＡＷ\u{3000}SQL\":\"use\"},\"premise\":\" A\\nb \",\"version\":2}",
            r#"{"policies":{"raw sql":"use"},"premise":"A b","version":2}"#,
        ),
        (
            r#"{"policies":{"STRA\u00dfE":"prohibit"},"premise":"\ud83d\ude00","version":2}"#,
            r#"{"policies":{"strasse":"prohibit"},"premise":"\ud83d\ude00","version":2}"#,
        ),
        (
            r#"{"policies":{"\u0000":"use","\u200b":"use"},"premise":"\/","version":2}"#,
            r#"{"policies":{"\u0000":"use","\u200b":"use"},"premise":"/","version":2}"#,
        ),
    ]);
}

#[test]
fn text_that_is_not_json_is_refused_with_its_place() {
    let good = payload("{}", "null", "2");
    assert_refused(&[
        ("", "Invalid JSON payload: EOF while parsing a value at line 1 column 0"),
        ("x", "Invalid JSON payload: expected value at line 1 column 1"),
        (&format!("\u{feff}{good}"), "Invalid JSON payload: expected value at line 1 column 1"),
        (&format!("\u{a0}{good}"), "Invalid JSON payload: expected value at line 1 column 1"),
        (&format!("{good}\0"), "Invalid JSON payload: trailing characters at line 1 column 43"),
        (
            &format!("{good}\n{good}"),
            "Invalid JSON payload: trailing characters at line 2 column 1",
        ),
        (
            r#"{"policies":{},"premise":null,"version":2,}"#,
            "Invalid JSON payload: trailing comma at line 1 column 43",
        ),
        ("{'premise':1}", "Invalid JSON payload: key must be a string at line 1 column 2"),
    ]);
    assert_field_refused(
        "premise",
        &[
            ("NaN", "Invalid JSON payload: expected value at line 1 column 26 in field `premise`"),
            (
                "1e400",
                "Invalid JSON payload: number out of range at line 1 column 30 in field `premise`",
            ),
        ],
    );
    assert_field_refused(
        "version",
        &[
            ("02", "Invalid JSON payload: invalid number at line 1 column 42 in field `version`"),
            ("", "Invalid JSON payload: expected value at line 1 column 41 in field `version`"),
        ],
    );
}

#[test]
fn lone_surrogates_are_refused() {
    let high = "Invalid JSON payload: unexpected end of hex escape at line 1 column 33 \
                in field `premise`";
    let low = "Invalid JSON payload: lone leading surrogate in hex escape at line 1 column 32 \
               in field `premise`";
    assert_field_refused("premise", &[(r#""\ud800""#, high), (r#""\udc00""#, low)]);
    let key = "Invalid JSON payload: unexpected end of hex escape at line 1 column 21 \
               in field `policies`";
    assert_field_refused("policies", &[(r#"{"\ud800":"use"}"#, key)]);
}

#[test]
fn a_payload_that_is_no_object_is_refused() {
    assert_refused(&[
        ("[]", "Invalid state payload: the payload must be an object, not an array"),
        ("[{},null,2]", "Invalid state payload: the payload must be an object, not an array"),
        ("null", "Invalid state payload: the payload must be an object, not null"),
        ("true", "Invalid state payload: the payload must be an object, not true"),
        ("-1", "Invalid state payload: the payload must be an object, not -1"),
        ("2.5", "Invalid state payload: the payload must be an object, not 2.5"),
        (
            "\"a\u{200b}\"",
            "Invalid state payload: the payload must be an object, not \"a\\u{200b}\"",
        ),
    ]);
}

#[test]
fn duplicate_fields_are_refused_even_with_equal_values() {
    let cases = ["\"policies\":{}", "\"premise\":null", "\"version\":2"];
    for (field, name) in cases.into_iter().zip(["policies", "premise", "version"]) {
        let text = payload("{}", "null", "2").replace(field, &format!("{field},{field}"));
        let message = format!("Invalid state payload: field `{name}` appears twice");
        assert_refused(&[(&text, &message)]);
    }
    assert_refused(&[(
        r#"{"policies":{},"premise":null,"\u0070remise":"x","version":2}"#,
        "Invalid state payload: field `premise` appears twice",
    )]);
}

#[test]
fn unknown_fields_are_refused() {
    assert_refused(&[
        (
            r#"{"policies":{},"premise":null,"version":2,"x":[{"y":1}]}"#,
            "Invalid state payload: unknown field `x`",
        ),
        (
            r#"{"Policies":{},"premise":null,"version":2}"#,
            "Invalid state payload: unknown field `Policies`",
        ),
        (
            r#"{"policies":{},"premise":null,"version":2,"a\u001b\u200b":1}"#,
            r"Invalid state payload: unknown field `a\u{1b}\u{200b}`",
        ),
        (
            r#"{"policies":{},"premise":null,"version":2,"":1}"#,
            "Invalid state payload: unknown field ``",
        ),
    ]);
}

#[test]
fn missing_fields_are_refused() {
    assert_refused(&[
        ("{}", "Invalid state payload: field `policies` is missing"),
        (r#"{"premise":null,"version":2}"#, "Invalid state payload: field `policies` is missing"),
        (r#"{"policies":{},"version":2}"#, "Invalid state payload: field `premise` is missing"),
        (r#"{"policies":{},"premise":null}"#, "Invalid state payload: field `version` is missing"),
    ]);
}

#[test]
fn any_version_but_the_integer_2_is_unsupported() {
    let versions = [
        "1",
        "3",
        "0",
        "-2",
        "20",
        "22",
        "2.0",
        "2e0",
        "2E+0",
        "0.2e1",
        "1e400",
        "true",
        "null",
        "\"2\"",
        "[2]",
        "{}",
        "18446744073709551618",
    ];
    for version in versions {
        let message = format!(
            "Unsupported state version: field `version` must be the integer 2, not `{version}`"
        );
        assert_field_refused("version", &[(version, &message)]);
        let error = State::import_json(&payload("{}", "null", version)).expect_err("refused");
        assert_eq!(error.kind(), ImportErrorKind::UnsupportedVersion);
    }
}

#[test]
fn a_long_version_is_shown_by_its_first_forty_characters() {
    let long = "1".repeat(41);
    let message = format!(
        "Unsupported state version: field `version` must be the integer 2, not `{}...`",
        "1".repeat(40)
    );
    assert_field_refused("version", &[(&long, &message)]);
    let hidden = "Unsupported state version: field `version` must be the integer 2, \
                  not `\"\\u{200b}\"`";
    assert_field_refused("version", &[("\"\u{200b}\"", hidden)]);
}

#[test]
fn a_premise_is_a_string_with_content_or_null() {
    let of_type = |found: &str| {
        format!("Invalid state payload: field `premise` must be a string or null, not {found}")
    };
    for (value, found) in [
        ("1", "1"),
        ("-0.5", "-0.5"),
        ("false", "false"),
        ("[]", "an array"),
        ("{\"a\":\"b\"}", "an object"),
    ] {
        assert_field_refused("premise", &[(value, &of_type(found))]);
    }
    let empty = "Invalid state payload: field `premise` is empty or only white space";
    for value in [r#""""#, r#"" ""#, "\"\u{3000}\\u00a0\\n\"", r#""\u001c""#] {
        assert_field_refused("premise", &[(value, empty)]);
    }
}

#[test]
fn policies_are_an_object_of_use_and_prohibit() {
    for (value, found) in [("null", "null"), ("[]", "an array"), ("\"use\"", "\"use\""), ("0", "0")]
    {
        let message =
            format!("Invalid state payload: field `policies` must be an object, not {found}");
        assert_field_refused("policies", &[(value, &message)]);
    }
    for (value, found) in [
        ("null", "null"),
        ("true", "true"),
        ("1", "1"),
        ("[\"use\"]", "an array"),
        ("{\"use\":null}", "an object"),
        ("\"\"", "\"\""),
        ("\"Use\"", "\"Use\""),
        ("\"use \"", "\"use \""),
        ("\"ｕse\"", "\"ｕse\""),
        ("\"use\\u200b\"", "\"use\\u{200b}\""),
    ] {
        let policies = format!("{{\"tea\":{value}}}");
        let message = format!(
            "Invalid state payload: the policy of `tea` must be \"use\" or \"prohibit\", not {found}"
        );
        assert_field_refused("policies", &[(&policies, &message)]);
    }
}

#[test]
fn a_policy_key_with_no_content_is_refused() {
    for (key, shown) in [("", ""), (" ", " "), ("\\u2003", "\\u{2003}"), ("\\u001f", "\\u{1f}")] {
        let policies = format!("{{\"{key}\":\"use\"}}");
        let message =
            format!("Invalid state payload: the policy key `{shown}` is empty or only white space");
        assert_field_refused("policies", &[(&policies, &message)]);
    }
}

#[test]
fn two_keys_of_one_identity_are_refused_even_with_equal_values() {
    for (policies, shown) in [
        (r#"{"a":"use","a":"use"}"#, "a"),
        (r#"{"a":"use","A":"prohibit"}"#, "A"),
        (r#"{"a":"use","b":"use","\u0061":"use"}"#, "a"),
        ("{\"stra\u{df}e\":\"use\",\"STRASSE\":\"use\"}", "STRASSE"),
        ("{\"a b\":\"use\",\"a\u{3000}b\":\"use\"}", "a\\u{3000}b"),
    ] {
        let message = format!("Invalid state payload: two policies have the identity of `{shown}`");
        assert_field_refused("policies", &[(policies, &message)]);
    }
}

/// Every order of at most five keys of three items: in a row, out of it, and twice.
#[test]
fn policies_are_taken_in_any_order_and_the_first_second_one_of_an_identity_is_named() {
    let keys = ["a", "B", "c"];
    let (mut taken, mut refused) = (0, 0);
    for number in 0..4_usize.pow(5) {
        let digits = (0..5).map(|place| number / 4_usize.pow(place) % 4);
        let order: Vec<&str> =
            digits.take_while(|digit| *digit < 3).map(|digit| keys[digit]).collect();
        let entries: Vec<String> = order.iter().map(|key| format!("\"{key}\":\"use\"")).collect();
        let text = payload(&format!("{{{}}}", entries.join(",")), "null", "2");
        let twice = order.iter().enumerate().find(|(at, key)| order[..*at].contains(key));
        match (State::import_json(&text), twice) {
            (Err(error), Some((_, key))) => {
                let detail = format!("two policies have the identity of `{key}`");
                assert_eq!(error.to_string(), format!("Invalid state payload: {detail}"));
                refused += 1;
            }
            (Ok(state), None) => {
                let mut sorted: Vec<String> = order.iter().map(|key| key.to_lowercase()).collect();
                sorted.sort();
                assert!(state.policies().map(|(item, _)| item).eq(sorted.iter()), "{text}");
                taken += 1;
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(taken > 16 && refused > 300);
}

#[test]
fn the_first_faulty_policy_is_named() {
    let first = "Invalid state payload: the policy of `a` must be \"use\" or \"prohibit\", not 1";
    assert_field_refused(
        "policies",
        &[
            (r#"{"a":1,"b":2,"":"use"}"#, first),
            (r#"{"c":"use","a":1,"C":"use"}"#, first),
            (r#"{"a":1,"a":"use"}"#, first),
        ],
    );
}

#[test]
fn nesting_is_refused_at_any_depth_without_exhausting_the_stack() {
    for depth in [100, 127, 128, 129, 100_000] {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let inner = if open == "[" { "" } else { "1" };
            let deep = format!("{}{inner}{}", open.repeat(depth), close.repeat(depth));
            for text in [
                deep.clone(),
                payload(&deep, "null", "2"),
                payload(&format!("{{\"a\":{deep}}}"), "null", "2"),
                payload("{}", &deep, "2"),
                payload("{}", "null", &deep),
                payload("{}", "null", &format!("2,\"x\":{deep}")),
            ] {
                assert!(State::import_json(&text).is_err());
                assert!(serde_json::from_str::<State>(&text).is_err());
            }
        }
    }
}

#[test]
fn error_kinds_have_the_words_of_the_reference() {
    assert_eq!(ImportErrorKind::InvalidJson.to_string(), "Invalid JSON payload");
    assert_eq!(ImportErrorKind::InvalidState.to_string(), "Invalid state payload");
    assert_eq!(ImportErrorKind::UnsupportedVersion.to_string(), "Unsupported state version");
}
