//! The engine of contract 0.5 in a whole small world: every state that directives over three items
//! and two premises reach, under every one of these directives and under texts that are none; and
//! a world in spellings that both contracts read alike, in which their engines do the same.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail by panicking, as tests do"
)]

#[path = "../../cc-semantics/tests/support/world.rs"]
mod world;

use std::collections::BTreeMap;

use cc_engine::v0_5::{
    Checkpoint, Clarification, Classification, Decision, Engine, Preview, classify,
};
use world::{Order, SHARED, V0_5, Words, World};

/// Texts that are passed through.
const NO_DIRECTIVES: [&str; 8] = [
    "",
    " use tea",
    "Use tea",
    "use\ttea",
    "set  premise brief",
    "change premise brief",
    "clear state now",
    "tea, please",
];

/// Texts that are asked about for their form or for an item without identity, and the beginning
/// of the prompt.
const ASKED_ABOUT: [(&str, &str); 9] = [
    ("use tea and prohibit tea", "Multiple directives are not supported in one input.\n"),
    ("clear state, clear premise", "Multiple directives are not supported in one input.\n"),
    ("use", "Policy item cannot be empty.\n"),
    ("remove policy \n", "Policy item cannot be empty.\n"),
    ("prohibit the", "Policy item cannot be empty.\n"),
    ("set premise \u{3000}", "Premise value cannot be empty.\n"),
    ("change premise to", "Premise value cannot be empty.\n"),
    ("use tea instead of", "Replacement requires both new and old items.\n"),
    ("use an instead of tea", "Replacement requires both new and old items.\n"),
];

/// Every engine that directives reach from a new one, by its export.
fn reached(words: &Words) -> BTreeMap<String, (World, Engine)> {
    let known = words.by_export();
    let mut reached = BTreeMap::new();
    let mut open = vec![Engine::new()];
    while let Some(engine) = open.pop() {
        let export = engine.export_json();
        if reached.contains_key(&export) {
            continue;
        }
        for action in words.actions() {
            let mut next = engine.clone();
            next.step(&words.text(action));
            open.push(next);
        }
        let world = *known.get(&export).expect("a state of the small world");
        reached.insert(export, (world, engine));
    }
    reached
}

/// The checkpoint of the state that is exported as `export`.
fn checkpoint(export: &str) -> String {
    format!(r#"{{"authoritative_state":{export},"checkpoint_version":1,"pending":null}}"#)
}

/// Steps, and checks that nothing but the step changes the engine and that all ways to take the
/// directive are the same.
fn step_in_every_way<'a>(engine: &Engine, text: &'a str) -> (Preview<'a>, Engine) {
    let before = engine.export_json();
    let preview = engine.preview(text);
    assert_eq!(engine.export_json(), before, "a preview changes nothing");
    let mut stepped = engine.clone();
    let decision = stepped.step(text);
    assert_eq!(preview.decision, decision, "{text:?} on {before}");
    assert_eq!(engine.export_json(), before, "a copy is another engine");

    let mut applied = engine.clone();
    let expected = match classify(text) {
        Classification::Canonical(directive) => match applied.apply_directive(directive) {
            Ok(update) => Decision::Update(update),
            Err(refusal) => Decision::Clarify(Clarification::Refused(refusal)),
        },
        Classification::Invalid(invalid) => Decision::Clarify(Clarification::Form(invalid)),
        Classification::NoDirective => Decision::Passthrough,
    };
    assert_eq!(decision, expected, "{text:?} on {before}");
    assert_eq!(applied, stepped, "{text:?} on {before}");
    assert_eq!(applied.export_json(), stepped.export_json(), "{text:?} on {before}");

    let changed = stepped.export_json() != before;
    assert_eq!(preview.would_mutate(), changed, "{text:?} on {before}");
    assert_eq!(decision.prompt_to_user().is_some(), decision.kind() == "clarify");
    assert!(!stepped.has_pending_clarification());
    assert_eq!(stepped.export_checkpoint_json(), checkpoint(&stepped.export_json()));
    (preview, stepped)
}

#[test]
fn directives_reach_every_state_of_the_world() {
    for words in [V0_5, SHARED] {
        let reached: Vec<String> = reached(&words).into_keys().collect();
        let all: Vec<String> = words.by_export().into_keys().collect();
        assert_eq!(reached, all);
        assert_eq!(all.len(), 81);
    }
}

#[test]
fn every_directive_in_every_state_is_decided_and_committed_as_the_contract_says() {
    let (mut unchanged, mut changed, mut refused) = (0, 0, 0);
    for (before, (world, engine)) in reached(&V0_5) {
        for action in V0_5.actions() {
            let text = V0_5.text(action);
            let context = format!("{text:?} on {before}");
            let (preview, stepped) = step_in_every_way(&engine, &text);
            match (preview.decision, world.after(action, Order::V0_5)) {
                (Decision::Update(update), Ok(after)) => {
                    assert_eq!(update.changed(), after != world, "{context}");
                    assert_eq!(preview.diff, V0_5.diff(world, after), "{context}");
                    assert_eq!(stepped.export_json(), V0_5.export(after), "{context}");
                    if update.changed() { changed += 1 } else { unchanged += 1 }
                }
                (Decision::Clarify(Clarification::Refused(refusal)), Err(failure)) => {
                    assert_eq!(refusal.failure().map(|f| f.as_str()), Some(failure), "{context}");
                    let prompt = V0_5.message(failure, action);
                    assert_eq!(preview.decision.prompt_to_user(), Some(prompt), "{context}");
                    assert_eq!(preview.diff, V0_5.diff(world, world), "{context}");
                    assert_eq!(stepped.export_json(), before, "{context}");
                    refused += 1;
                }
                (actual, expected) => panic!("{context}: {actual:?}, not {expected:?}"),
            }
        }
    }
    assert_eq!(unchanged + changed + refused, 81 * V0_5.actions().len());
    assert!(unchanged > 1_000 && changed > 1_000 && refused > 1_000);
}

#[test]
fn what_is_not_accepted_for_its_form_changes_no_state() {
    let texts = NO_DIRECTIVES.map(|text| (text, None)).into_iter();
    let texts = texts.chain(ASKED_ABOUT.map(|(text, prompt)| (text, Some(prompt))));
    for (before, (world, engine)) in reached(&V0_5) {
        for (text, prompt) in texts.clone() {
            let (preview, stepped) = step_in_every_way(&engine, text);
            let shown = preview.decision.prompt_to_user();
            match prompt {
                None => assert_eq!(preview.decision, Decision::Passthrough, "{text:?}"),
                Some(prompt) => assert!(shown.is_some_and(|shown| shown.starts_with(prompt))),
            }
            assert_eq!(preview.diff, V0_5.diff(world, world), "{text:?} on {before}");
            assert_eq!(stepped.export_json(), before, "{text:?}");
        }
    }
}

#[test]
fn every_state_is_restored_from_its_export_and_its_checkpoint_in_any_engine() {
    let reached = reached(&V0_5);
    for (text, (_, engine)) in &reached {
        let checkpoint = checkpoint(text);
        assert_eq!(engine.export_checkpoint().to_json(), checkpoint);
        assert_eq!(Checkpoint::from_json(&checkpoint), Ok(engine.export_checkpoint()));
        assert_eq!(&Engine::from(engine.export_checkpoint()), engine);
        for (_, other) in reached.values() {
            let mut restored = other.clone();
            assert_eq!(restored.import_json(text), Ok(()));
            assert_eq!(&restored, engine);
            assert_eq!(&restored.export_json(), text);
            let mut restored = other.clone();
            assert_eq!(restored.import_checkpoint_json(&checkpoint), Ok(()));
            assert_eq!(&restored, engine);
            assert_eq!(restored.export_checkpoint_json(), checkpoint);
        }
    }
}

#[test]
fn a_refused_import_changes_no_state() {
    for (before, (_, engine)) in reached(&V0_5) {
        let state_alone = before.clone();
        let version = checkpoint(&before).replace(r#"_version":1"#, r#"_version":2"#);
        let pending = checkpoint(&before).replace("null}", "{}}");
        let two_keys = r#"{"policies":{"tea":"use","the tea":"use"},"premise":null,"version":2}"#;
        for payload in [&state_alone, &version, &pending, &checkpoint(two_keys)] {
            let mut engine = engine.clone();
            assert!(engine.import_checkpoint_json(payload).is_err(), "{payload}");
            assert_eq!(engine.export_json(), before, "{payload}");
        }
        for payload in ["", "{}", two_keys, &checkpoint(&before)] {
            let mut engine = engine.clone();
            assert!(engine.import_json(payload).is_err(), "{payload}");
            assert_eq!(engine.export_json(), before, "{payload}");
        }
    }
}

#[test]
fn the_engines_of_both_contracts_do_the_same_where_their_rules_do() {
    let (mut accepted, mut refused, mut reordered) = (0, 0, 0);
    for (before, (world, engine)) in reached(&SHARED) {
        let mut of_0_9 = cc_engine::Engine::new();
        assert_eq!(of_0_9.import_json(&before), Ok(()));
        assert_eq!(of_0_9.export_json(), before);
        for action in SHARED.actions() {
            let text = SHARED.text(action);
            let context = format!("{text:?} on {before}");
            let (mut one, mut other) = (engine.clone(), of_0_9.clone());
            let (one_preview, other_preview) = (one.preview(&text), other.preview(&text));
            assert_eq!(one_preview.diff, other_preview.diff, "{context}");
            match (one.step(&text), other.step(&text)) {
                (Decision::Update(one), cc_engine::Decision::Update(other)) => {
                    assert_eq!(one, other, "{context}");
                    accepted += 1;
                }
                (
                    Decision::Clarify(Clarification::Refused(one)),
                    cc_engine::Decision::Refused(other),
                ) => {
                    let failures = (one.failure().map(|f| f.as_str()), other.failure().as_str());
                    let of_0_5 = world.after(action, Order::V0_5).err();
                    let of_0_9 = world.after(action, Order::V0_9).err();
                    assert_eq!((failures.0, Some(failures.1)), (of_0_5, of_0_9), "{context}");
                    if of_0_5 == of_0_9 {
                        assert_eq!(one.to_string(), other.message(), "{context}");
                        refused += 1;
                    } else {
                        reordered += 1;
                    }
                }
                (one, other) => panic!("{context}: {one:?} and {other:?}"),
            }
            assert_eq!(one.export_json(), other.export_json(), "{context}");
            assert_eq!(one.premise(), other.premise(), "{context}");
            assert!(one.policies().eq(other.policies()), "{context}");
        }
    }
    // Of six ordered pairs of items, each is reordered where the old one has no policy and the new
    // one is prohibited: in three states of the third item, with each of three premises, in nine
    // spellings.
    assert_eq!(reordered, 6 * 3 * 3 * 9);
    assert_eq!(accepted + refused + reordered, 81 * SHARED.actions().len());
    assert!(accepted > 5_000 && refused > 3_000, "{accepted} {refused}");
}
