//! Every record is canonical JSON whatever was submitted: sorted keys, no spaces, ASCII only.

#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking, as tests do")]

use cc_engine::{Engine, classify};
use cc_wire::{
    Command, ErrorCode, StateText, push_classification, push_error, push_state, push_step,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::Value;

/// Writes a value canonically, by the contract's words.
fn canonical(value: &Value) -> String {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) => string(text),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(canonical).collect();
            format!("[{}]", values.join(","))
        }
        Value::Object(fields) => {
            let mut keys: Vec<&String> = fields.keys().collect();
            keys.sort_by(|one, other| one.chars().cmp(other.chars()));
            let fields: Vec<String> = keys
                .into_iter()
                .map(|key| format!("{}:{}", string(key), canonical(&fields[key])))
                .collect();
            format!("{{{}}}", fields.join(","))
        }
    }
}

fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for unit in text.encode_utf16() {
        let short = match unit {
            0x22 => "\\\"",
            0x5c => "\\\\",
            0x08 => "\\b",
            0x09 => "\\t",
            0x0a => "\\n",
            0x0c => "\\f",
            0x0d => "\\r",
            0x20..=0x7e => {
                out.extend(char::from_u32(unit.into()));
                continue;
            }
            _ => {
                out.push_str(&format!("\\u{unit:04x}"));
                continue;
            }
        };
        out.push_str(short);
    }
    out.push('"');
    out
}

fn assert_canonical(line: &str) -> Value {
    let value: Value = serde_json::from_str(line).expect("a record is JSON");
    assert_eq!(line, canonical(&value));
    assert!(line.bytes().all(|byte| matches!(byte, b' '..=b'~')));
    value
}

const PIECES: [&str; 20] = [
    "use ",
    "prohibit ",
    "remove policy ",
    " instead of ",
    "set premise ",
    "change premise to ",
    "clear state",
    "to",
    "tea",
    "TEA",
    "\"",
    "\\",
    "\n",
    "\u{7f}",
    "\u{1b}",
    "é",
    "\u{2028}",
    "\u{ffff}",
    "\u{1f600}",
    " ",
];

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (
            prop::sample::select(&PIECES[..7]),
            prop::collection::vec(prop::sample::select(&PIECES[7..]), 1..4),
        )
            .prop_map(|(opening, pieces)| format!("{opening}{}", pieces.concat())),
        2 => prop::collection::vec(prop::sample::select(&PIECES), 0..6).prop_map(|p| p.concat()),
        1 => any::<String>(),
    ]
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 400,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0x5eed_0701),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn replies_are_canonical_and_hold_the_exact_state(
        inputs in prop::collection::vec(texts(), 0..12),
    ) {
        let mut engine = Engine::new();
        let mut state = StateText::new(engine.state());
        let mut line = String::new();
        for input in &inputs {
            let decision = engine.step(input);
            state.refresh(engine.state());
            line.clear();
            push_step(&mut line, Command::Input, &decision, &state);
            let record = assert_canonical(&line);
            let exported: Value =
                serde_json::from_str(&engine.export_json()).expect("an export is JSON");
            prop_assert_eq!(&record["state"], &exported);
            if let cc_engine::Decision::Refused(refusal) = decision {
                let decision = &record["decision"];
                prop_assert_eq!(decision["message"].as_str(), Some(&*refusal.message()));
                let text = refusal.directive().to_string();
                prop_assert_eq!(decision["directive"]["text"].as_str(), Some(&*text));
                let repairs: Vec<String> = decision["repairs"]
                    .as_array()
                    .expect("repairs are an array")
                    .iter()
                    .map(|repair| repair["text"].as_str().unwrap_or_default().to_owned())
                    .collect();
                let expected: Vec<String> =
                    refusal.repairs().map(|repair| repair.to_string()).collect();
                prop_assert_eq!(repairs, expected);
            }
        }
        line.clear();
        push_state(&mut line, &state);
        assert_canonical(&line);
    }

    #[test]
    fn classifications_are_canonical_and_their_operands_exact(text in texts()) {
        let mut line = String::new();
        let class = classify(&text);
        push_classification(&mut line, class);
        let record = assert_canonical(&line);
        match class {
            cc_engine::Classification::NoDirective => {
                prop_assert_eq!(record["classification"].as_str(), Some("no_directive"));
            }
            cc_engine::Classification::Canonical(directive) => {
                prop_assert_eq!(record["classification"].as_str(), Some("canonical"));
                let operands = record["directive"]["operands"].as_object().expect("an object");
                prop_assert_eq!(operands.len(), directive.operands().len());
                for (name, operand) in directive.operands() {
                    let written = operands.get(name.as_str()).and_then(Value::as_str);
                    prop_assert_eq!(written, Some(operand));
                }
            }
            cc_engine::Classification::Invalid(invalid) => {
                prop_assert_eq!(record["classification"].as_str(), Some("invalid"));
                let span = invalid.span();
                prop_assert_eq!(record["span"][0].as_u64(), Some(span.start as u64));
                prop_assert_eq!(record["span"][1].as_u64(), Some(span.end as u64));
            }
        }
    }

    #[test]
    fn error_records_are_canonical_whatever_the_message(message in texts()) {
        let mut line = String::new();
        push_error(&mut line, Command::Input, ErrorCode::InvalidJson, &message);
        let record = assert_canonical(&line);
        prop_assert_eq!(record["error"]["message"].as_str(), Some(message.as_str()));
    }

    #[test]
    fn a_text_written_as_a_json_string_is_read_back(text in texts()) {
        let plain = serde_json::to_string(&text).expect("a string serializes");
        for json in [string(&text), plain] {
            let read = cc_wire::read_text(&json).expect("a JSON string");
            prop_assert_eq!(&*read, text.as_str());
        }
    }
}
