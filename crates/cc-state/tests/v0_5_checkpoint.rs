//! Checkpoints of contract 0.5: what is accepted, the exact message of every refusal, which of
//! several faults is reported, and that serde makes the same checks.

mod support;

use cc_oracle::config;
use cc_state::v0_5::{CHECKPOINT_VERSION, Checkpoint, Identity, State};
use cc_state::{ImportErrorKind, Policy, v0_5::Premise};
use proptest::prelude::*;
use support::states;

const EMPTY: &str = r#"{"policies":{},"premise":null,"version":2}"#;

/// The payload with these three values.
fn payload(state: &str, version: &str, pending: &str) -> String {
    format!(
        r#"{{"authoritative_state":{state},"checkpoint_version":{version},"pending":{pending}}}"#
    )
}

/// Reads each payload and reports all that are not refused with the message beside them, or that
/// serde takes.
fn assert_refused(cases: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (payload, message) in cases {
        match Checkpoint::from_json(payload) {
            Err(error) if error.to_string() == *message => {}
            other => wrong.push(format!("{payload}\n  expected {message}\n  actual   {other:?}")),
        }
        if let Ok(checkpoint) = serde_json::from_str::<Checkpoint>(payload) {
            wrong.push(format!("{payload}\n  serde took {checkpoint:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Reads a payload, through serde too, and expects this state.
fn assert_accepted(payload: &str, state: &str) {
    let checkpoint = Checkpoint::from_json(payload);
    let export = checkpoint.as_ref().map(|c| c.authoritative_state().export_json());
    assert_eq!(export.as_deref(), Ok(state), "{payload}");
    let through_serde = serde_json::from_str::<Checkpoint>(payload);
    assert_eq!(through_serde.ok(), checkpoint.ok(), "{payload}");
}

#[test]
fn a_checkpoint_is_written_with_its_keys_in_order_and_without_spaces() {
    assert_eq!(CHECKPOINT_VERSION, 1);
    let mut state = State::new();
    assert_eq!(
        Checkpoint::from(state.clone()).to_json(),
        r#"{"authoritative_state":{"policies":{},"premise":null,"version":2},"checkpoint_version":1,"pending":null}"#
    );
    state.set_premise(Premise::new("Brief \u{e9}\u{7f}"));
    state.insert(Identity::new("The Tea").expect("an item"), Policy::Use);
    state.insert(Identity::new("dont").expect("an item"), Policy::Prohibit);
    let checkpoint = Checkpoint::from(state.clone());
    let text = r#"{"authoritative_state":{"policies":{"don't":"prohibit","tea":"use"},"premise":"Brief \u00e9\u007f","version":2},"checkpoint_version":1,"pending":null}"#;
    assert_eq!(checkpoint.to_json(), text);
    assert_eq!(checkpoint.authoritative_state(), &state);
    assert_eq!(State::from(checkpoint.clone()), state);
    assert_eq!(Checkpoint::from_json(text), Ok(checkpoint));
    assert_eq!(Checkpoint::default(), Checkpoint::from(State::new()));
}

#[test]
fn checkpoints_are_accepted_in_any_order_and_layout_and_without_pending() {
    let absent = format!(r#"{{"authoritative_state":{EMPTY},"checkpoint_version":1}}"#);
    for text in [
        &payload(EMPTY, "1", "null"),
        &absent,
        &format!(r#"{{"pending":null,"checkpoint_version":1,"authoritative_state":{EMPTY}}}"#),
        &format!(r#"{{"checkpoint_version":1,"authoritative_state":{EMPTY}}}"#),
        &payload(&format!("\t{EMPTY}\r\n"), " 1 ", " null ").replace(',', " ,\n "),
        &format!(" \n{}\t\n", payload(EMPTY, "1", "null")),
        &absent.replace("checkpoint_", r"ch\u0065ckpoint\u005f"),
        &payload(r#"{"version":2,"premise":null,"policies":{}}"#, "1", "null"),
    ] {
        assert_accepted(text, EMPTY);
    }
    assert_accepted(
        &payload(
            r#"{"policies":{"The Dont List":"use"},"premise":" A\nb ","version":2}"#,
            "1",
            "null",
        ),
        r#"{"policies":{"don't list":"use"},"premise":"A b","version":2}"#,
    );
}

#[test]
fn text_that_is_not_json_is_refused_with_its_place() {
    let good = payload(EMPTY, "1", "null");
    assert_refused(&[
        ("", "Invalid JSON payload: EOF while parsing a value at line 1 column 0"),
        ("x", "Invalid JSON payload: expected value at line 1 column 1"),
        (&format!("\u{feff}{good}"), "Invalid JSON payload: expected value at line 1 column 1"),
        (&format!("{good}\n1"), "Invalid JSON payload: trailing characters at line 2 column 1"),
        (
            r#"{"authoritative_state":x}"#,
            "Invalid JSON payload: expected value at line 1 column 24 in field `authoritative_state`",
        ),
        (
            r#"{"checkpoint_version":01}"#,
            "Invalid JSON payload: invalid number at line 1 column 24 in field `checkpoint_version`",
        ),
        (
            r#"{"pending":nul}"#,
            "Invalid JSON payload: expected ident at line 1 column 15 in field `pending`",
        ),
        (
            r#"{"authoritative_state":{"premise":x}}"#,
            "Invalid JSON payload: expected value at line 1 column 35 in field `premise`",
        ),
        (
            r#"{"authoritative_state":{"policies":{"\ud800":"use"}}}"#,
            "Invalid JSON payload: unexpected end of hex escape at line 1 column 44 \
             in field `policies`",
        ),
    ]);
}

#[test]
fn a_fault_of_syntax_after_a_field_is_still_placed_in_the_field_around_it() {
    for inner in
        ["\"premise\":null,x", "\"policies\":{},x", "\"version\":2,x", "\"extra\":0,x", "x"]
    {
        let text = format!("{{\"authoritative_state\":{{{inner}}}}}");
        let error = Checkpoint::from_json(&text).expect_err("refused");
        assert!(error.to_string().ends_with(" in field `authoritative_state`"), "{text}: {error}");
    }
    let text = format!("{{\"authoritative_state\":{EMPTY},x}}");
    let error = Checkpoint::from_json(&text).expect_err("refused").to_string();
    assert_eq!(error, "Invalid JSON payload: key must be a string at line 1 column 67");
}

#[test]
fn a_payload_that_is_no_object_is_refused() {
    let array = format!("[{EMPTY},1,null]");
    let refused =
        |found| format!("Invalid checkpoint payload: the payload must be an object, not {found}");
    for (text, found) in [
        ("[]", "an array"),
        (&array, "an array"),
        ("null", "null"),
        ("true", "true"),
        ("1", "1"),
        ("1.5", "1.5"),
        ("\"a\u{200b}\"", "\"a\\u{200b}\""),
    ] {
        assert_refused(&[(text, &refused(found))]);
    }
}

#[test]
fn serde_takes_no_other_shape_of_value_either() {
    let value =
        serde_json::json!([serde_json::from_str::<serde_json::Value>(EMPTY).unwrap(), 1, null]);
    assert!(serde_json::from_value::<Checkpoint>(value).is_err());
    let nested = payload("[{},null,2]", "1", "null");
    assert!(serde_json::from_str::<Checkpoint>(&nested).is_err());
}

#[test]
fn duplicate_unknown_and_missing_fields_are_refused() {
    let good = payload(EMPTY, "1", "null");
    for (field, name) in [
        (format!("\"authoritative_state\":{EMPTY}"), "authoritative_state"),
        ("\"checkpoint_version\":1".to_owned(), "checkpoint_version"),
        ("\"pending\":null".to_owned(), "pending"),
    ] {
        let twice = good.replace(&field, &format!("{field},{field}"));
        let message = format!("Invalid checkpoint payload: field `{name}` appears twice");
        assert_refused(&[(&twice, &message)]);
    }
    let unknown = |field: &str| good.replacen('{', &format!("{{\"{field}\":[{{}}],"), 1);
    let message = |shown: &str| format!("Invalid checkpoint payload: unknown field `{shown}`");
    for (field, shown) in [
        ("x", "x"),
        ("", ""),
        ("Pending", "Pending"),
        ("version", "version"),
        ("\u{200b}", r"\u{200b}"),
    ] {
        assert_refused(&[(&unknown(field), &message(shown))]);
    }
    assert_refused(&[
        ("{}", "Invalid checkpoint payload: field `authoritative_state` is missing"),
        (
            r#"{"checkpoint_version":1,"pending":null}"#,
            "Invalid checkpoint payload: field `authoritative_state` is missing",
        ),
        (
            &format!(r#"{{"authoritative_state":{EMPTY},"pending":null}}"#),
            "Invalid checkpoint payload: field `checkpoint_version` is missing",
        ),
        // A state by itself is no checkpoint.
        (EMPTY, "Invalid checkpoint payload: unknown field `policies`"),
    ]);
}

#[test]
fn any_version_but_the_integer_1_is_unsupported() {
    for version in [
        "0",
        "2",
        "-1",
        "11",
        "1.0",
        "1e0",
        "0.1e1",
        "true",
        "null",
        "\"1\"",
        "[1]",
        "{}",
        "18446744073709551617",
    ] {
        let message = format!(
            "Unsupported checkpoint version: field `checkpoint_version` must be the integer 1, \
             not `{version}`"
        );
        let text = payload(EMPTY, version, "null");
        assert_refused(&[(&text, &message)]);
        let error = Checkpoint::from_json(&text).expect_err("refused");
        assert_eq!(error.kind(), ImportErrorKind::UnsupportedCheckpointVersion);
    }
    // It is independent of the version of the state.
    let state = EMPTY.replace('2', "1");
    assert_refused(&[(
        &payload(&state, "1", "null"),
        "Unsupported state version: field `version` must be the integer 2, not `1`",
    )]);
}

#[test]
fn pending_is_null_or_absent() {
    for (value, found) in [
        ("false", "false"),
        ("0", "0"),
        ("\"\"", "\"\""),
        ("\"yes\\u200b\"", "\"yes\\u{200b}\""),
        ("[]", "an array"),
        ("[null]", "an array"),
        ("{}", "an object"),
        (r#"{"kind":"use","a":[1]}"#, "an object"),
    ] {
        let message = format!(
            "Invalid checkpoint payload: field `pending` must be null or absent, not {found}"
        );
        assert_refused(&[(&payload(EMPTY, "1", value), &message)]);
    }
}

#[test]
fn a_bad_state_is_refused_with_the_words_for_states() {
    let state =
        |policies, premise| format!(r#"{{"policies":{policies},"premise":{premise},"version":2}}"#);
    for (bad, message) in [
        ("null".to_owned(), "the payload must be an object, not null"),
        ("[]".to_owned(), "the payload must be an object, not an array"),
        ("{}".to_owned(), "field `policies` is missing"),
        (EMPTY.replace('2', "2,\"x\":1"), "unknown field `x`"),
        (EMPTY.replace('2', "2,\"version\":2"), "field `version` appears twice"),
        (state("[]", "null"), "field `policies` must be an object, not an array"),
        (state("{}", "1"), "field `premise` must be a string or null, not 1"),
        (state("{}", "\" \""), "field `premise` is empty or only white space"),
        (
            state(r#"{"tea":"maybe"}"#, "null"),
            "the policy of `tea` must be \"use\" or \"prohibit\", not \"maybe\"",
        ),
        (
            state(r#"{"tea":"use","the tea":"use"}"#, "null"),
            "two policies have the identity of `the tea`",
        ),
    ] {
        let message = format!("Invalid state payload: {message}");
        assert_refused(&[(&payload(&bad, "1", "null"), &message)]);
    }
    // A key that is only an article has no identity.
    let article = payload(&state(r#"{"the":"use"}"#, "null"), "1", "null");
    let error = Checkpoint::from_json(&article).expect_err("refused");
    assert_eq!(error.kind(), ImportErrorKind::InvalidState);
    assert!(serde_json::from_str::<Checkpoint>(&article).is_err());
}

/// The faults in the order that `Checkpoint::from_json` documents, with how each is reported.
const ORDER: [(ImportErrorKind, &str); 7] = [
    (ImportErrorKind::InvalidJson, "line 1 column"),
    (ImportErrorKind::InvalidCheckpoint, "appears twice"),
    (ImportErrorKind::InvalidCheckpoint, "unknown field `extra`"),
    (ImportErrorKind::InvalidCheckpoint, "is missing"),
    (ImportErrorKind::UnsupportedCheckpointVersion, "the integer 1, not `2`"),
    (ImportErrorKind::InvalidState, "`premise` must be a string"),
    (ImportErrorKind::InvalidCheckpoint, "`pending` must be null"),
];

#[test]
fn the_fault_that_comes_first_in_the_documented_order_is_reported() {
    let mut tried = 0;
    for chosen in 1_u32..1 << ORDER.len() {
        let has = |fault: usize| chosen & (1 << fault) != 0;
        let (missing, version, state, pending) = (has(3), has(4), has(5), has(6));
        let bad_state = EMPTY.replace("null", "1");
        let state_field = if state { &bad_state } else { EMPTY };
        let mut fields = vec![format!("\"pending\":{}", if pending { "0" } else { "null" })];
        // One of the two required fields can be missing, the one without another fault.
        let (no_version, no_state) = (missing && state, missing && !state);
        if no_version && version {
            continue;
        }
        if !no_state {
            fields.push(format!("\"authoritative_state\":{state_field}"));
        }
        if !no_version {
            fields.push(format!("\"checkpoint_version\":{}", if version { "2" } else { "1" }));
        }
        if has(1) {
            fields.extend(fields.last().cloned());
        }
        if has(2) {
            fields.push("\"extra\":null".to_owned());
        }
        let (kind, words) =
            ORDER.into_iter().enumerate().find(|(fault, _)| has(*fault)).expect("a fault").1;
        for _ in 0..2 {
            for _ in 0..fields.len() {
                fields.rotate_left(1);
                let syntax = if has(0) { " x" } else { "" };
                let text = format!("{{{}}}{syntax}", fields.join(","));
                let error = Checkpoint::from_json(&text).expect_err("refused");
                assert_eq!(error.kind(), kind, "{text}: {error}");
                assert!(error.to_string().contains(words), "{text}: {error}");
                assert!(serde_json::from_str::<Checkpoint>(&text).is_err(), "{text}");
                tried += 1;
            }
            fields.reverse();
        }
    }
    assert!(tried > 500, "{tried}");
}

#[test]
fn a_fault_of_syntax_comes_before_a_payload_that_is_no_object() {
    for text in ["[] x", "null,", "1 2", "[1,}"] {
        let error = Checkpoint::from_json(text).expect_err("refused");
        assert_eq!(error.kind(), ImportErrorKind::InvalidJson, "{text}: {error}");
    }
}

#[test]
fn nesting_is_refused_at_any_depth_without_exhausting_the_stack() {
    for depth in [100, 128, 100_000] {
        let deep = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        for text in [
            deep.clone(),
            payload(&deep, "1", "null"),
            payload(EMPTY, &deep, "null"),
            payload(EMPTY, "1", &deep),
            payload(&EMPTY.replace("{}", &deep), "1", "null"),
        ] {
            assert!(Checkpoint::from_json(&text).is_err());
            assert!(serde_json::from_str::<Checkpoint>(&text).is_err());
        }
    }
}

/// Values for each field, good and bad.
const STATES: [&str; 11] = [
    EMPTY,
    r#"{"version":2,"premise":"x","policies":{"The Tea":"use"}}"#,
    r#"{"policies":{"a b":"use","c":"prohibit"},"premise":" x ","version":2}"#,
    r#"{"policies":{"a":"use"},"premise":null,"version":2}"#,
    r#"{"policies":{"tea":"use","an tea":"use"},"premise":null,"version":2}"#,
    r#"{"policies":{"tea":{"use":null}},"premise":null,"version":2}"#,
    r#"{"policies":{},"premise":"","version":2}"#,
    r#"{"policies":{},"premise":null,"version":2.0}"#,
    "{}",
    "[{},null,2]",
    "null",
];
const VERSIONS: [&str; 11] =
    ["1", " 1", "2", "1.0", "1e0", "-1", "\"1\"", "null", "true", "[1]", "18446744073709551617"];
const PENDING: [&str; 7] = ["null", " null", "0", "\"\"", "[]", "{}", "false"];

#[test]
fn serde_agrees_on_every_pairing_of_values_and_on_every_left_out_field() {
    let (mut accepted, mut refused) = (0, 0);
    let mut compare = |text: &str| match (
        Checkpoint::from_json(text),
        serde_json::from_str::<Checkpoint>(text),
    ) {
        (Ok(one), Ok(other)) => {
            assert_eq!(one, other, "{text}");
            accepted += 1;
        }
        (Err(_), Err(_)) => refused += 1,
        differ => panic!("{text}: {differ:?}"),
    };
    for state in STATES {
        for version in VERSIONS {
            for pending in PENDING {
                compare(&payload(state, version, pending));
                let array = format!("[{state},{version},{pending}]");
                compare(&array);
            }
            compare(&format!(
                r#"{{"authoritative_state":{state},"checkpoint_version":{version}}}"#
            ));
            compare(&format!("[{state},{version}]"));
        }
        compare(&format!(r#"{{"authoritative_state":{state},"pending":null}}"#));
        compare(&format!(r#"{{"checkpoint_version":1,"checkpoint_version":1,"x":{state}}}"#));
    }
    assert!(accepted == 18 && refused > 800, "{accepted} {refused}");
}

proptest! {
    #![proptest_config(config(500, 0x5eed_0504))]

    #[test]
    fn reading_what_was_written_gives_the_same_checkpoint_and_the_same_bytes(state in states()) {
        let checkpoint = Checkpoint::from(state.clone());
        let text = checkpoint.to_json();
        prop_assert!(text.is_ascii());
        let again = Checkpoint::from_json(&text).expect("a checkpoint");
        prop_assert_eq!(again.to_json(), text.clone());
        prop_assert_eq!(again.authoritative_state(), &state);
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        prop_assert_eq!(serde_json::to_value(&checkpoint).expect("serializes"), value);
        let written = serde_json::to_string(&checkpoint).expect("serializes");
        let read: Checkpoint = serde_json::from_str(&written).expect("a checkpoint");
        prop_assert_eq!(read, checkpoint);
    }
}
