//! Every record is canonical JSON whatever was submitted, and is read back as it was written.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "helpers of tests fail by panicking, as tests do"
)]

use cc_contract::{ContractName, V0_5, V0_9};
use cc_engine::{
    Answers, ContractClassification, ContractDecision, ContractEngine, ContractState, classify_by,
};
use cc_wire::{
    AnyEngine, ClassificationRecord, Command, DirectiveRecord, ErrorCode, ErrorRecord, StateRecord,
    StateText, StepRecord, VerdictRecord, push, push_classification, push_state, push_step, v0_5,
    v0_9,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

fn assert_canonical(line: &str) -> Value {
    let value: Value = serde_json::from_str(line).expect("a record is JSON");
    assert_eq!(line, cc_oracle::canonical(&value));
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

/// Reads a record as a type, writes it again, and expects the same bytes.
fn assert_reads_back<T: Serialize + DeserializeOwned>(line: &str) -> T {
    let record: T = serde_json::from_str(line).expect("a record of this type");
    let mut again = String::new();
    push(&mut again, &record);
    assert_eq!(again, line);
    record
}

/// The decisions of a contract, as its records hold them.
trait Decisions: Answers {
    type Record: Serialize + DeserializeOwned;

    fn check(decision: &ContractDecision<'_, Self>, record: &Value);
}

impl Decisions for V0_9 {
    type Record = v0_9::DecisionRecord;

    fn check(decision: &ContractDecision<'_, Self>, record: &Value) {
        let ContractDecision::Refused(refusal) = decision else { return };
        assert_eq!(record["message"].as_str(), Some(&*refusal.message()));
        let text = refusal.directive().to_string();
        assert_eq!(record["directive"]["text"].as_str(), Some(&*text));
        let repairs: Vec<&str> = record["repairs"]
            .as_array()
            .expect("repairs are an array")
            .iter()
            .map(|repair| repair["text"].as_str().unwrap_or_default())
            .collect();
        let expected: Vec<String> = refusal.repairs().map(|repair| repair.to_string()).collect();
        assert_eq!(repairs, expected);
    }
}

impl Decisions for V0_5 {
    type Record = v0_5::DecisionRecord<ContractState<V0_5>>;

    fn check(decision: &ContractDecision<'_, Self>, record: &Value) {
        assert_eq!(record["prompt_to_user"].as_str(), decision.message().as_deref());
        let updated = matches!(decision, ContractDecision::Update(_));
        assert_eq!(record["state"].is_object(), updated);
    }
}

fn check_replies<C: Decisions>(inputs: &[String]) {
    let mut engine = ContractEngine::<C>::new();
    let mut any = AnyEngine::new(C::NAME);
    let mut state = StateText::new(engine.state());
    let (mut line, mut same) = (String::new(), String::new());
    for input in inputs {
        let decision = engine.step(input);
        state.refresh(engine.state());
        line.clear();
        push_step(&mut line, Command::Input, &decision, &state);
        let record = assert_canonical(&line);
        let exported: Value =
            serde_json::from_str(&engine.export_json()).expect("an export is JSON");
        assert_eq!(record["state"], exported);
        assert_eq!(record["decision"]["kind"].as_str(), Some(decision.kind()));
        // Without the state, a decision serializes by itself to what the record holds.
        let mut alone = record["decision"].clone();
        if let (Some(fields), ContractName::V0_5) = (alone.as_object_mut(), C::NAME) {
            fields.remove("state");
        }
        assert_eq!(serde_json::to_value(decision).expect("a decision is JSON"), alone);
        C::check(&decision, &record["decision"]);
        let back: StepRecord<C::Record, ContractState<C>> = assert_reads_back(&line);
        assert_eq!(back.state, *engine.state());
        same.clear();
        any.push_step(&mut same, Command::Input, input);
        assert_eq!(same, line);
    }
    line.clear();
    push_state::<C>(&mut line, &state);
    assert_canonical(&line);
    assert_reads_back::<StateRecord<ContractState<C>>>(&line);
    same.clear();
    any.push_state(&mut same);
    assert_eq!(same, line);
}

fn check_classification<C: Answers>(text: &str) {
    let mut line = String::new();
    push_classification(&mut line, C::NAME, text);
    assert_canonical(&line);
    let record: ClassificationRecord<DirectiveRecord> = assert_reads_back(&line);
    match (classify_by::<C>(text), record) {
        (ContractClassification::NoDirective, ClassificationRecord::NoDirective {}) => {}
        (
            ContractClassification::Canonical(directive),
            ClassificationRecord::Canonical { directive: record },
        ) => {
            assert_eq!(record.kind, directive.kind().as_str());
            assert_eq!(record.text, directive.to_string());
            assert_eq!(record.operands.len(), directive.operands().len());
            for (name, operand) in directive.operands() {
                assert_eq!(record.operands[name.as_str()], operand);
            }
        }
        (
            ContractClassification::Invalid(invalid),
            ClassificationRecord::Invalid { directive_kind, failure, missing_operand, span },
        ) => {
            let kind = invalid.directive_kind().map(|kind| kind.to_string());
            let operand = invalid.missing_operand().map(|operand| operand.to_string());
            assert_eq!((directive_kind, missing_operand), (kind, operand));
            assert_eq!(failure, invalid.failure().as_str());
            assert_eq!(span[0]..span[1], std::ops::Range::from(invalid.span()));
        }
        (class, record) => assert_eq!(format!("{class:?}"), format!("{record:?}")),
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn replies_are_canonical_and_hold_the_exact_state(
        inputs in prop::collection::vec(texts(), 0..12),
    ) {
        check_replies::<V0_9>(&inputs);
        check_replies::<V0_5>(&inputs);
    }

    #[test]
    fn replies_of_m1_are_canonical_and_read_back(
        inputs in prop::collection::vec(texts(), 0..12),
    ) {
        let mut engine = AnyEngine::new(ContractName::M1);
        for input in &inputs {
            let mut line = String::new();
            engine.push_step(&mut line, Command::Input, input);
            assert_canonical(&line);
            let record: v0_5::DecisionRecord<cc_m1::State> = assert_reads_back(&line);
            if let Some(state) = record.state {
                assert_eq!(state.export_json(), engine.export_json());
            }
        }
    }

    #[test]
    fn previews_are_canonical_and_read_back(
        inputs in prop::collection::vec(texts(), 0..6),
        text in texts(),
    ) {
        let mut engine = AnyEngine::new(ContractName::V0_5);
        for input in &inputs {
            engine.step(input);
        }
        let mut line = String::new();
        prop_assert!(engine.push_preview(&mut line, &text));
        assert_canonical(&line);
        let record: v0_5::PreviewRecord = assert_reads_back(&line);
        prop_assert_eq!(record.state_before.export_json(), engine.export_json());
        prop_assert_eq!(&record.state_before.diff(&record.state_after), &record.diff);
        prop_assert_eq!(record.would_mutate, !record.diff.is_empty());
        engine.step(&text);
        prop_assert_eq!(record.state_after.export_json(), engine.export_json());
    }

    #[test]
    fn classifications_are_canonical_and_their_operands_exact(text in texts()) {
        check_classification::<V0_9>(&text);
        check_classification::<V0_5>(&text);
    }

    #[test]
    fn error_records_are_canonical_whatever_the_message(message in texts()) {
        let mut line = String::new();
        let name = ContractName::V0_9;
        push(&mut line, &ErrorRecord::new(name, Command::Input, ErrorCode::InvalidJson, &*message));
        assert_canonical(&line);
        let record: ErrorRecord = assert_reads_back(&line);
        prop_assert_eq!(record.error.message, message);
    }

    #[test]
    fn a_text_written_as_a_json_string_is_read_back(text in texts()) {
        let plain = serde_json::to_string(&text).expect("a string serializes");
        for json in [cc_oracle::canonical(&Value::from(&*text)), plain] {
            let read = cc_wire::read_text(&json).expect("a JSON string");
            prop_assert_eq!(&*read, text.as_str());
        }
    }
}

#[test]
fn verdicts_are_canonical_and_read_back() {
    let mut tools = cc_toolcall::Tools::new();
    let grammar = cc_toolcall::Grammar::builder()
        .required("a", None)
        .required("b", None)
        .optional("c", None)
        .alias("x", "a")
        .alias("y", "a");
    tools.insert("t\u{e9}", grammar.build().expect("a grammar"));
    for (arguments, verdict) in [
        (r#"{"a":1,"b":2}"#, "defer"),
        (r#"{"x":1,"b":2}"#, "transform"),
        (r#"{"_positional":[1,2]}"#, "transform"),
        (r#""{\"_positional\":[1,2]}""#, "transform"),
        (r#"{"_positional":[1]}"#, "deny"),
        (r#"{"_positional":1}"#, "deny"),
        (r#"{"_positional":[1,2],"a":1}"#, "deny"),
        (r#"{"x":1,"y":2}"#, "deny"),
        (r#"{"b":1,"b":2}"#, "deny"),
        (r#"{"c":1}"#, "deny"),
        ("[1]", "deny"),
    ] {
        let request = format!(r#"{{"tool":"t\u00e9","arguments":{arguments}}}"#);
        let call = cc_wire::ToolCall::read(&request).expect("a request");
        let mut line = String::new();
        call.push_verdict(&mut line, &tools);
        assert_canonical(&line);
        let record: VerdictRecord<Value> = assert_reads_back(&line);
        assert_eq!((record.verdict.as_str(), record.tool.as_str()), (verdict, "t\u{e9}"));
        assert_eq!(record.issues.is_empty(), verdict != "deny", "{arguments}");
        let author = (verdict != "defer").then_some("grammar");
        assert_eq!(record.by.as_deref(), author, "{arguments}");
    }
    let prohibited = cc_toolcall::PolicyGate::allow_list(|_: &str| None);
    let call = cc_wire::ToolCall::read(r#"{"tool":"x"}"#).expect("a request");
    let mut line = String::new();
    call.push_verdict(&mut line, &prohibited);
    assert_canonical(&line);
    let record: VerdictRecord<Value> = assert_reads_back(&line);
    assert_eq!(
        (record.by.as_deref(), record.reason.as_deref()),
        (Some("policy"), Some("prohibited"))
    );
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn arguments_that_are_a_string_are_canonical_whatever_the_verdict_is(text in texts()) {
        let plain = serde_json::to_string(&text).expect("a string");
        let escaped = cc_oracle::canonical(&Value::from(&*text));
        for string in [plain, escaped] {
            let solidus = string.replace('/', "\\/");
            for string in [string, solidus] {
                let request = format!(r#"{{"tool":"t","arguments":{string}}}"#);
                let call = cc_wire::ToolCall::read(&request).expect("a request");
                let mut line = String::new();
                call.push_verdict(&mut line, &cc_toolcall::Tools::new());
                assert_canonical(&line);
                let record: VerdictRecord<String> = assert_reads_back(&line);
                prop_assert_eq!(record.arguments.as_deref(), Some(text.as_str()));
            }
        }
    }
}

#[test]
fn a_count_of_issues_that_are_not_listed_is_read_back() {
    let issues = vec![cc_toolcall::Issue::NotAnObject, cc_toolcall::Issue::More { count: 7 }];
    let deny = cc_toolcall::Deny::new("mine", cc_toolcall::Reason::Malformed, issues);
    let verdict = cc_toolcall::Verdict::Deny(deny);
    let mut line = String::new();
    push(&mut line, &VerdictRecord::<Value>::new("t", &verdict, None));
    assert_canonical(&line);
    let record: VerdictRecord<Value> = assert_reads_back(&line);
    assert_eq!(record.by.as_deref(), Some("mine"));
    assert_eq!(record.issues.iter().map(|issue| issue.count).collect::<Vec<_>>(), [None, Some(7)]);
}

#[test]
fn a_verdict_of_before_authors_were_named_is_read() {
    let line = r#"{"arguments":{"a":1},"certainty":null,"issues":[],"reason":null,"repairs":[],"tool":"t","verdict":"defer"}"#;
    let record: VerdictRecord<Value> = serde_json::from_str(line).expect("a record");
    assert_eq!((record.verdict.as_str(), record.by), ("defer", None));
}
