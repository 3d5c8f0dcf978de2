//! The engine by example: step, preview, apply, export and import, and what leaves the state alone.

#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking, as tests do")]

use cc_engine::{
    Decision, Directive, Engine, Failure, ImportErrorKind, Policy, State, StateDiff, Update,
};

const EMPTY: &str = r#"{"policies":{},"premise":null,"version":2}"#;

/// An engine after these inputs.
fn after(inputs: &[&str]) -> Engine {
    let mut engine = Engine::new();
    for input in inputs {
        engine.step(input);
    }
    engine
}

fn changed(decision: &Decision<'_>) -> Option<bool> {
    match decision {
        Decision::Update(update) => Some(update.changed()),
        Decision::Ordinary | Decision::Refused(_) => None,
    }
}

fn failure(decision: &Decision<'_>) -> Option<Failure> {
    match decision {
        Decision::Refused(refusal) => Some(refusal.failure()),
        Decision::Ordinary | Decision::Update(_) => None,
    }
}

#[test]
fn a_new_engine_is_empty() {
    let engine = Engine::new();
    assert_eq!(engine, Engine::default());
    assert_eq!(engine.premise(), None);
    assert_eq!(engine.policies().len(), 0);
    assert_eq!(engine.state(), &State::new());
    assert_eq!(engine.export_json(), EMPTY);
}

#[test]
fn an_engine_can_be_cloned_and_moved_and_shared_between_threads() {
    fn holds<T: Clone + Send + Sync + 'static>() {}
    holds::<Engine>();
    holds::<Decision<'static>>();
    holds::<State>();
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
    let mut engine = after(&["set premise x", "use tea", "prohibit coffee"]);
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
        assert_eq!(engine.step(input), Decision::Ordinary, "{input:?}");
        assert_eq!(engine.export_json(), before, "{input:?}");
    }
}

#[test]
fn a_refusal_leaves_the_export_byte_identical_and_the_engine_ready() {
    let mut engine = after(&["set premise É ", "use straße", "prohibit ＣＯＦＦＥＥ"]);
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

#[test]
fn a_refusal_carries_the_directive_the_message_and_the_repairs() {
    let mut engine = after(&["prohibit raw sql"]);
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
fn apply_directive_does_what_step_does_with_its_text() {
    let inputs = ["use tea", "prohibit TEA", "set premise x", "set premise y", "clear state"];
    let (mut stepped, mut applied) = (Engine::new(), Engine::new());
    for input in inputs {
        let cc_engine::Classification::Canonical(directive) = cc_engine::classify(input) else {
            panic!("{input:?} is canonical");
        };
        let result: Result<Update, _> = applied.apply_directive(directive);
        assert_eq!(Decision::from(result), stepped.step(input), "{input:?}");
        assert_eq!(applied, stepped, "{input:?}");
    }
}

#[test]
fn preview_tells_the_decision_and_the_diff_and_commits_nothing() {
    let engine = after(&["set premise x", "use tea", "prohibit coffee"]);
    let untouched = engine.clone();
    let preview = engine.preview("use cocoa instead of tea");
    assert_eq!(changed(&preview.decision), Some(true));
    assert_eq!(preview.diff.policies.added.get("cocoa"), Some(&Policy::Use));
    assert_eq!(preview.diff.policies.removed.get("tea"), Some(&Policy::Use));
    assert!(preview.diff.policies.changed.is_empty() && !preview.diff.premise_changed());
    let preview = engine.preview("clear state");
    assert_eq!(preview.diff, engine.state().diff(&State::new()));
    for (input, refusal) in
        [("use coffee", Some(Failure::ItemProhibited)), ("use TEA", None), ("hello", None)]
    {
        let preview = engine.preview(input);
        assert_eq!(failure(&preview.decision), refusal, "{input:?}");
        let same = StateDiff {
            premise_before: Some("x".into()),
            premise_after: Some("x".into()),
            ..StateDiff::default()
        };
        assert_eq!(preview.diff, same, "{input:?}");
    }
    assert_eq!(engine, untouched);
}

#[test]
fn import_replaces_the_state_and_an_export_restores_it() {
    let mut engine = after(&["set premise x", "use tea"]);
    let saved = engine.export_json();
    engine.step("clear state");
    engine.step("use something else");
    assert_eq!(engine.import_json(&saved), Ok(()));
    assert_eq!(engine.export_json(), saved);
    assert_eq!(engine.import_json(EMPTY), Ok(()));
    assert_eq!(engine, Engine::new());
}

#[test]
fn a_refused_import_leaves_the_state() {
    let mut engine = after(&["set premise x", "use tea"]);
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

#[test]
fn a_clone_goes_its_own_way() {
    let mut engine = after(&["use tea"]);
    let mut branch = engine.clone();
    branch.step("remove policy tea");
    engine.step("set premise x");
    assert!(engine.policies().eq([("tea", Policy::Use)]));
    assert_eq!(branch, Engine::new());
}

#[test]
fn an_engine_is_made_from_a_state_and_gives_it_back() {
    let state = State::import_json(r#"{"policies":{"tea":"use"},"premise":"x","version":2}"#)
        .expect("a state");
    let engine = Engine::from(state.clone());
    assert_eq!(engine.state(), &state);
    assert_eq!(State::from(engine), state);
}
