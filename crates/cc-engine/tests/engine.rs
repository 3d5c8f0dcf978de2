//! The engine by example: step, preview, apply, export and import, what leaves the state alone, and
//! what leaves the engine.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail by panicking, as tests do"
)]

mod support;

use std::error::Error;

use cc_engine::{
    Answers, ContractClassification, ContractDecision, ContractDirective, ContractEngine,
    ContractState, Decision, Directive, Engine, Failure, ImportErrorKind, Kind, OwnedDecision,
    Policy, StateDiff, SyntaxFailure, Update, classify_by,
};
use cc_oracle::{V0_5, V0_9};
use support::{after, changed, failure};

const EMPTY: &str = r#"{"policies":{},"premise":null,"version":2}"#;

/// A premise, an item in use and one prohibited.
const FULL: [&str; 3] = ["set premise x", "use tea", "prohibit coffee"];

fn a_new_engine_is_empty<C: Answers>() {
    let engine = ContractEngine::<C>::new();
    assert_eq!(engine, ContractEngine::default());
    assert_eq!(engine.premise(), None);
    assert_eq!(engine.policies().len(), 0);
    assert_eq!(engine.policy("tea"), None);
    assert_eq!(engine.state(), &ContractState::new());
    assert_eq!(engine.export_json(), EMPTY);
}

fn an_engine_can_be_cloned_and_moved_and_shared_between_threads<C: Answers>() {
    fn holds<T: Clone + Send + Sync + 'static>() {}
    holds::<ContractEngine<C>>();
    holds::<ContractDecision<'static, C>>();
    holds::<ContractState<C>>();
}

fn an_engine_tells_its_premise_and_its_policies<C: Answers>() {
    let engine = after::<C>(&["set premise brief", "prohibit Oat\u{a0} MILK", "use tea"]);
    assert_eq!(engine.premise(), Some("brief"));
    assert!(engine.policies().eq([("oat milk", Policy::Prohibit), ("tea", Policy::Use)]));
    for item in ["oat milk", "OAT milk", " Oat\tMilk ", "oat\u{3000}milk"] {
        assert_eq!(engine.policy(item), Some(Policy::Prohibit), "{item:?}");
    }
    assert_eq!(engine.policy("ＴＥＡ"), Some(Policy::Use));
    for item in ["oat", "milk", "", " \u{3000}", "te\u{200d}a"] {
        assert_eq!(engine.policy(item), None, "{item:?}");
    }
}

fn a_refusal_leaves_the_export_byte_identical_and_the_engine_ready<C: Answers>() {
    let mut engine = after::<C>(&["set premise É ", "use café", "prohibit ＣＯＦＦＥＥ"]);
    let before = engine.export_json();
    for input in [
        "set premise y",
        "prohibit CAFE\u{301}",
        "use coffee",
        "use coffee instead of café",
        "use café instead of coffee",
        "use cocoa instead of mate",
    ] {
        let decision = engine.step(input);
        assert!(failure(&decision).is_some(), "{input:?}");
        assert_eq!(decision.kind(), C::REFUSED);
        assert_eq!(engine.export_json(), before, "{input:?}");
    }
    assert_eq!(changed(&engine.step("use cocoa")), Some(true));
}

fn apply_directive_does_what_step_does_with_its_text<C: Answers>() {
    let inputs = ["use tea", "prohibit TEA", "set premise x", "set premise y", "clear state"];
    let (mut stepped, mut applied) = (ContractEngine::<C>::new(), ContractEngine::new());
    for input in inputs {
        let ContractClassification::Canonical(directive) = classify_by::<C>(input) else {
            panic!("{input:?} is canonical");
        };
        let result: Result<Update, _> = applied.apply_directive(directive);
        assert_eq!(ContractDecision::from(result), stepped.step(input), "{input:?}");
        assert_eq!(applied, stepped, "{input:?}");
    }
}

fn preview_tells_the_decision_and_the_diff_and_commits_nothing<C: Answers>() {
    let engine = after::<C>(&FULL);
    let untouched = engine.clone();
    let preview = engine.preview("use cocoa instead of tea");
    assert_eq!(changed(&preview.decision), Some(true));
    assert_eq!(preview.decision.kind(), "update");
    assert!(preview.would_mutate());
    let mut expected = StateDiff::default();
    expected.premise_before = Some("x".into());
    expected.premise_after = Some("x".into());
    let same = expected.clone();
    expected.policies.added.insert("cocoa".into(), Policy::Use);
    expected.policies.removed.insert("tea".into(), Policy::Use);
    assert_eq!(preview.diff, expected);
    let preview = engine.preview("clear state");
    assert_eq!(preview.diff, engine.state().diff(&ContractState::new()));
    for (input, refusal) in
        [("use coffee", Some(Failure::ItemProhibited)), ("use TEA", None), ("hello", None)]
    {
        let preview = engine.preview(input);
        assert_eq!(failure(&preview.decision), refusal, "{input:?}");
        assert_eq!(preview.diff, same, "{input:?}");
        assert!(!preview.would_mutate(), "{input:?}");
    }
    assert_eq!(engine, untouched);
}

fn import_replaces_the_state_and_an_export_restores_it<C: Answers>() {
    let mut engine = after::<C>(&["set premise x", "use tea"]);
    let saved = engine.export_json();
    engine.step("clear state");
    engine.step("use something else");
    assert_eq!(engine.import_json(&saved), Ok(()));
    assert_eq!(engine.export_json(), saved);
    assert_eq!(engine.import_json(EMPTY), Ok(()));
    assert_eq!(engine, ContractEngine::new());
}

fn a_refused_import_leaves_the_state<C: Answers>() {
    let mut engine = after::<C>(&["set premise x", "use tea"]);
    let before = engine.export_json();
    for (payload, kind) in [
        ("", ImportErrorKind::InvalidJson),
        (r#"{"policies":{"new":"use"},"premise":"y","version":2"#, ImportErrorKind::InvalidJson),
        (r#"{"policies":{"new":"use"},"premise":"","version":2}"#, ImportErrorKind::InvalidState),
        (
            r#"{"policies":{"new":"use","NEW":"use"},"premise":"y","version":2}"#,
            ImportErrorKind::InvalidState,
        ),
        (
            r#"{"policies":{"new":"use"},"premise":"y","version":3}"#,
            ImportErrorKind::UnsupportedVersion,
        ),
    ] {
        let error = engine.import_json(payload).expect_err("refused");
        assert_eq!(error.kind(), kind, "{payload}");
        assert_eq!(engine.export_json(), before, "{payload}");
    }
}

fn a_clone_goes_its_own_way<C: Answers>() {
    let mut engine = after::<C>(&["use tea"]);
    let mut branch = engine.clone();
    branch.step("remove policy tea");
    engine.step("set premise x");
    assert!(engine.policies().eq([("tea", Policy::Use)]));
    assert_eq!(branch, ContractEngine::new());
}

fn an_engine_is_made_from_a_state_and_gives_it_back<C: Answers>() {
    let text = r#"{"policies":{"tea":"use"},"premise":"x","version":2}"#;
    let state = ContractState::<C>::import_json(text).expect("a state");
    let engine = ContractEngine::from(state.clone());
    assert_eq!(engine.state(), &state);
    assert_eq!(ContractState::from(engine), state);
}

fn a_decision_keeps_the_fault_of_an_invalid_text<C: Answers>() {
    let mut engine = after::<C>(&FULL);
    for (input, fault, kind, shown) in [
        (
            "use cocoa and prohibit salt",
            SyntaxFailure::CompoundDirective,
            None,
            "a second directive begins here, and an input holds one",
        ),
        (
            "prohibit",
            SyntaxFailure::MissingRequiredOperand,
            Some(Kind::ProhibitItem),
            "the item is missing",
        ),
        (
            "use tea instead of",
            SyntaxFailure::MissingRequiredOperand,
            Some(Kind::ReplaceUse),
            "the item to be replaced is missing",
        ),
    ] {
        let ContractDecision::Invalid(invalid) = engine.step(input) else {
            panic!("{input:?} is invalid");
        };
        assert_eq!((invalid.failure(), invalid.directive_kind()), (fault, kind), "{input:?}");
        assert_eq!(invalid.to_string(), shown);
        let ContractClassification::Invalid(classified) = classify_by::<C>(input) else {
            panic!("{input:?} is invalid");
        };
        assert_eq!(invalid, classified);
    }
}

fn an_owned_refusal_goes_into_a_box<C: Answers>() {
    fn apply<C: Answers>(
        engine: &mut ContractEngine<C>,
        item: &str,
    ) -> Result<bool, Box<dyn Error + Send + Sync>> {
        let directive = ContractDirective::use_item(item)?;
        let applied = engine.apply_directive(directive);
        Ok(applied.map_err(|refusal| refusal.into_owned())?.changed())
    }
    let mut engine = after::<C>(&["prohibit salt"]);
    assert!(apply(&mut engine, &String::from("tea")).expect("accepted"));
    let refused = apply(&mut engine, &String::from("SALT")).expect_err("refused").to_string();
    assert!(refused.starts_with("\"salt\" is currently prohibited.\n"), "{refused}");
    let no_operand = apply(&mut engine, "").expect_err("no operand").to_string();
    assert!(no_operand.starts_with("operand `item` does not make"), "{no_operand}");
}

cc_oracle::laws!(
    a_new_engine_is_empty,
    an_engine_can_be_cloned_and_moved_and_shared_between_threads,
    an_engine_tells_its_premise_and_its_policies,
    a_refusal_leaves_the_export_byte_identical_and_the_engine_ready,
    apply_directive_does_what_step_does_with_its_text,
    preview_tells_the_decision_and_the_diff_and_commits_nothing,
    import_replaces_the_state_and_an_export_restores_it,
    a_refused_import_leaves_the_state,
    a_clone_goes_its_own_way,
    an_engine_is_made_from_a_state_and_gives_it_back,
    a_decision_keeps_the_fault_of_an_invalid_text,
    an_owned_refusal_goes_into_a_box,
);

/// Steps an engine with a premise and two policies, and gives kind, message and record.
fn told<C: Answers>(input: &str) -> (&'static str, Option<String>, String) {
    let mut engine = after::<C>(&FULL);
    let decision = engine.step(input);
    let record = cc_text::json::to_string(&decision).expect("a record");
    assert_eq!(serde_json::to_value(decision).ok(), serde_json::from_str(&record).ok());
    (decision.kind(), decision.message(), record)
}

#[test]
fn each_contract_has_its_own_name_message_and_record_of_a_decision() {
    let none = |kind, record: &str| (kind, None, record.to_owned());
    let text =
        |kind, message: &str, record: &str| (kind, Some(message.to_owned()), record.to_owned());
    let no_directive = || none("no_directive", r#"{"kind":"no_directive","message":null}"#);
    assert_eq!(told::<V0_9>("hello"), no_directive());
    assert_eq!(told::<V0_9>("use tea and use salt"), no_directive());
    assert_eq!(told::<V0_9>("use"), no_directive());
    let update = |changed| {
        none("update", &format!(r#"{{"changed":{changed},"kind":"update","message":null}}"#))
    };
    assert_eq!(told::<V0_9>("use TEA"), update(false));
    assert_eq!(told::<V0_9>("use salt"), update(true));
    let prohibited = "\"coffee\" is currently prohibited.\nRemove or replace it before using it.";
    let record = concat!(
        r#"{"directive":{"kind":"use_item","operands":{"item":"coffee"},"text":"use coffee"},"#,
        r#""failure":"item_prohibited","kind":"error","message":"\"coffee\" is currently "#,
        r#"prohibited.\nRemove or replace it before using it.","repairs":[{"kind":"remove_policy","#,
        r#""operands":{"item":"coffee"},"text":"remove policy coffee"},{"kind":"use_item","#,
        r#""operands":{"item":"coffee"},"text":"use coffee"}]}"#
    );
    assert_eq!(told::<V0_9>("use coffee"), text("error", prohibited, record));

    let passthrough = r#"{"kind":"passthrough","prompt_to_user":null}"#;
    assert_eq!(told::<V0_5>("hello"), none("passthrough", passthrough));
    let update = r#"{"kind":"update","prompt_to_user":null}"#;
    assert_eq!(told::<V0_5>("use TEA"), none("update", update));
    assert_eq!(told::<V0_5>("use salt"), none("update", update));
    for (input, message) in [
        ("use coffee", prohibited),
        (
            "use tea and use salt",
            "Multiple directives are not supported in one input.\nSubmit each directive separately.",
        ),
        ("use", "Policy item cannot be empty.\nUse 'use <item>' with a non-empty value."),
        ("use the", "Policy item cannot be empty.\nUse 'use <item>' with a non-empty value."),
    ] {
        let prompt = cc_oracle::quoted(message);
        let record = format!(r#"{{"kind":"clarify","prompt_to_user":{prompt}}}"#);
        assert_eq!(told::<V0_5>(input), text("clarify", message, &record), "{input:?}");
    }
}

#[test]
fn a_decision_is_shown_by_its_kind_and_message() {
    fn shown<C: Answers>(input: &str) -> String {
        after::<C>(&FULL).step(input).to_string()
    }
    assert_eq!(shown::<V0_9>("hello"), "no_directive");
    assert_eq!(shown::<V0_9>("use"), "no_directive");
    assert_eq!(shown::<V0_9>("use salt"), "update");
    let refused = "\"coffee\" is currently prohibited.\nRemove or replace it before using it.";
    assert_eq!(shown::<V0_9>("use coffee"), format!("error: {refused}"));
    assert_eq!(shown::<V0_5>("hello"), "passthrough");
    assert_eq!(shown::<V0_5>("use coffee"), format!("clarify: {refused}"));
    let compound =
        "Multiple directives are not supported in one input.\nSubmit each directive separately.";
    assert_eq!(shown::<V0_5>("use a, use b"), format!("clarify: {compound}"));
}

#[test]
fn a_decision_that_is_kept_is_any_of_four() {
    let keep = |input: &str| after::<V0_9>(&FULL).step(input).into_owned();
    assert_eq!(keep("hello"), OwnedDecision::Ordinary);
    assert!(matches!(keep("use"), OwnedDecision::Invalid(_)));
    assert!(matches!(keep("use tea"), OwnedDecision::Update(update) if !update.changed()));
    let OwnedDecision::Refused(refusal) = keep("use  COFFEE ") else { panic!("refused") };
    assert_eq!(refusal.as_refusal().failure(), Failure::ItemProhibited);
    let repairs: Vec<String> =
        refusal.as_refusal().repairs().map(|repair| repair.to_string()).collect();
    assert_eq!(repairs, ["remove policy COFFEE", "use COFFEE"]);
}

#[test]
fn a_conversation_decides_each_input_by_the_state_before_it() {
    let mut engine = Engine::new();
    let turns: [(&str, Option<bool>, Option<Failure>); 12] = [
        ("What should I cook?", None, None),
        ("set premise Vegan cooking", Some(true), None),
        ("SET PREMISE vegan", None, Some(Failure::PremiseAlreadySet)),
        ("change premise to Vegetarian cooking", Some(true), None),
        ("use butter", Some(true), None),
        ("use  BUTTER", Some(false), None),
        ("prohibit Butter", None, Some(Failure::ItemAlreadyInUse)),
        ("use margarine instead of butter", Some(true), None),
        ("use ghee instead of butter", None, Some(Failure::ReplacementSourceMissing)),
        ("prohibit ghee", Some(true), None),
        ("use ghee instead of margarine", None, Some(Failure::ReplacementTargetProhibited)),
        ("use butter and prohibit salt", None, None),
    ];
    for (input, changes, refusal) in turns {
        let decision = engine.step(input);
        assert_eq!((changed(&decision), failure(&decision)), (changes, refusal), "{input:?}");
    }
    assert_eq!(
        engine.export_json(),
        r#"{"policies":{"ghee":"prohibit","margarine":"use"},"premise":"Vegetarian cooking","version":2}"#
    );
    assert_eq!(engine.premise(), Some("Vegetarian cooking"));
    let policies = [("ghee", Policy::Prohibit), ("margarine", Policy::Use)];
    assert!(engine.policies().eq(policies));
}

#[test]
fn text_that_is_not_a_canonical_directive_is_no_directive_and_changes_nothing() {
    let mut engine = after::<V0_9>(&["set premise x", "use tea", "prohibit coffee"]);
    let before = engine.export_json();
    for input in [
        "",
        " \n",
        "hello",
        "please use coffee",
        "\"use coffee\"",
        "useful",
        "use",
        "use \u{3000}",
        "set premise",
        "set premise to y",
        "change premise y",
        "use instead of tea",
        "use cocoa instead of",
        "use a instead of tea instead of c",
        "use cocoa and remove policy tea",
        "clear state now",
        "clear state; clear state",
        "use a\nb",
        "remove policy\ntea",
    ] {
        let decision = engine.step(input);
        let is_none = matches!(decision, Decision::Ordinary | Decision::Invalid(_));
        assert!(is_none && decision.message().is_none(), "{input:?}");
        assert_eq!(decision.kind(), "no_directive", "{input:?}");
        assert_eq!(engine.export_json(), before, "{input:?}");
    }
}

#[test]
fn a_refusal_carries_the_directive_the_message_and_the_repairs() {
    let mut engine: Engine = after(&["prohibit raw sql"]);
    let Decision::Refused(refusal) = engine.step("  USE  Raw SQL\n") else {
        panic!("refused");
    };
    assert_eq!(refusal.failure(), Failure::ItemProhibited);
    assert_eq!(refusal.directive(), Directive::use_item("Raw SQL").expect("canonical"));
    assert_eq!(
        refusal.message(),
        "\"raw sql\" is currently prohibited.\nRemove or replace it before using it."
    );
    let repairs: Vec<String> = refusal.repairs().map(|repair| repair.to_string()).collect();
    assert_eq!(repairs, ["remove policy Raw SQL", "use Raw SQL"]);
    // Nothing applied them.
    assert!(engine.policies().eq([("raw sql", Policy::Prohibit)]));
    for repair in refusal.repairs() {
        assert!(engine.apply_directive(repair).expect("accepted").changed());
    }
    assert!(engine.policies().eq([("raw sql", Policy::Use)]));
}

#[test]
fn a_refusal_by_folded_identities_leaves_the_export_byte_identical() {
    let mut engine = after::<V0_9>(&["set premise É ", "use straße", "prohibit ＣＯＦＦＥＥ"]);
    let before = engine.export_json();
    for input in [
        "set premise y",
        "prohibit STRASSE",
        "use coffee",
        "use coffee instead of strasse",
        "use strasse instead of coffee",
        "use cocoa instead of mate",
    ] {
        assert!(failure(&engine.step(input)).is_some(), "{input:?}");
        assert_eq!(engine.export_json(), before, "{input:?}");
    }
    assert_eq!(changed(&engine.step("use cocoa")), Some(true));
}
