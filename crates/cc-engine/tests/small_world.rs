//! The engine in a whole small world: every state that directives over three items and two premises
//! reach, under every one of these directives and under texts that are none.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail by panicking, as tests do"
)]

#[path = "../../cc-semantics/tests/support/world.rs"]
mod world;

use std::collections::BTreeMap;

use cc_engine::{Classification, Decision, Engine, Preview, StateDiff, classify};
use world::{Action, Order, V0_9, World};

/// Texts that change no state: ordinary ones, and each fault of form.
const NO_DIRECTIVES: [&str; 14] = [
    "",
    " \t\n",
    "tea, please",
    "useful tea",
    "\"use tea\"",
    "use",
    "prohibit \u{3000}",
    "set premise to be brief",
    "change premise Brief replies",
    "use tea instead of",
    "use instead of tea",
    "use tea and prohibit tea",
    "use tea\nclear  state, please",
    "clear state now",
];

/// Every engine that directives reach from a new one, by its export.
fn reached() -> BTreeMap<String, (World, Engine)> {
    let known = V0_9.by_export();
    let mut reached = BTreeMap::new();
    let mut open = vec![Engine::new()];
    while let Some(engine) = open.pop() {
        let export = engine.export_json();
        if reached.contains_key(&export) {
            continue;
        }
        for action in V0_9.actions() {
            let mut next = engine.clone();
            next.step(&V0_9.text(action));
            open.push(next);
        }
        let world = *known.get(&export).expect("a state of the small world");
        reached.insert(export, (world, engine));
    }
    reached
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
        Classification::Canonical(directive) => applied.apply_directive(directive).into(),
        Classification::NoDirective | Classification::Invalid(_) => Decision::Ordinary,
    };
    assert_eq!(decision, expected, "{text:?} on {before}");
    assert_eq!(applied, stepped, "{text:?} on {before}");
    assert_eq!(applied.export_json(), stepped.export_json(), "{text:?} on {before}");
    (preview, stepped)
}

#[test]
fn directives_reach_every_state_of_the_world() {
    let reached: Vec<String> = reached().into_keys().collect();
    let all: Vec<String> = V0_9.by_export().into_keys().collect();
    assert_eq!(reached, all);
    assert_eq!(all.len(), 81);
}

#[test]
fn every_directive_in_every_state_is_decided_and_committed_as_the_table_says() {
    let (mut unchanged, mut changed, mut refused) = (0, 0, 0);
    for (before, (world, engine)) in reached() {
        for action in V0_9.canonical_actions() {
            let text = V0_9.text(action);
            let context = format!("{text:?} on {before}");
            let (preview, stepped) = step_in_every_way(&engine, &text);
            match (preview.decision, world.after(action, Order::V0_9)) {
                (Decision::Update(update), Ok(after)) => {
                    assert_eq!(update.changed(), after != world, "{context}");
                    assert_eq!(preview.diff, V0_9.diff(world, after), "{context}");
                    assert_eq!(stepped.export_json(), V0_9.export(after), "{context}");
                    assert_eq!(stepped.export_json() != before, update.changed(), "{context}");
                    if update.changed() { changed += 1 } else { unchanged += 1 }
                }
                (Decision::Refused(refusal), Err(failure)) => {
                    assert_eq!(refusal.failure().as_str(), failure, "{context}");
                    assert_eq!(refusal.message(), V0_9.message(failure, action), "{context}");
                    assert_eq!(preview.diff, V0_9.diff(world, world), "{context}");
                    assert_eq!(stepped.export_json(), before, "{context}");
                    refused += 1;
                }
                (actual, expected) => panic!("{context}: {actual:?}, not {expected:?}"),
            }
        }
    }
    assert_eq!(unchanged + changed + refused, 81 * V0_9.canonical_actions().len());
    assert!(unchanged > 1_000 && changed > 1_000 && refused > 1_000);
}

#[test]
fn what_is_no_directive_changes_no_state() {
    for (before, (world, engine)) in reached() {
        let no_more = V0_9.actions().into_iter().filter(|action| !V0_9.is_canonical(*action));
        let no_more = no_more.map(|action| V0_9.text(action));
        for text in NO_DIRECTIVES.map(str::to_owned).into_iter().chain(no_more) {
            let (preview, stepped) = step_in_every_way(&engine, &text);
            assert_eq!(preview.decision, Decision::Ordinary, "{text:?} on {before}");
            let same: StateDiff = V0_9.diff(world, world);
            assert_eq!(preview.diff, same, "{text:?} on {before}");
            assert!(preview.diff.is_empty());
            assert_eq!(stepped.export_json(), before, "{text:?}");
        }
    }
}

#[test]
fn repairs_are_those_of_the_table_and_resolve_the_refusal_in_order() {
    let (mut resolved, mut without, mut next) = (0, 0, 0);
    for (before, (world, engine)) in reached() {
        for action in V0_9.canonical_actions() {
            let text = V0_9.text(action);
            let context = format!("{text:?} on {before}");
            let mut engine = engine.clone();
            let Decision::Refused(refusal) = engine.step(&text) else { continue };
            let repairs: Vec<String> = refusal.repairs().map(|repair| repair.to_string()).collect();
            assert_eq!(repairs, V0_9.repairs(refusal.failure().as_str(), action), "{context}");
            for (repair, text) in refusal.repairs().zip(&repairs) {
                assert_eq!(classify(text), Classification::Canonical(repair), "{context}");
            }
            let Some((last, first)) = repairs.split_last() else {
                without += 1;
                continue;
            };
            for text in first {
                assert!(matches!(engine.step(text), Decision::Update(_)), "{text:?} {context}");
            }
            match (engine.step(last), replaces_absent(world, action)) {
                (Decision::Update(_), false) => {
                    assert_eq!(engine.export_json(), V0_9.export(world.as_asked(action)));
                    resolved += 1;
                }
                // The prohibition of the new item is resolved. That the old one is absent is
                // another refusal, which has no repair.
                (Decision::Refused(other), true) => {
                    assert_eq!(refusal.failure().as_str(), "replacement_target_prohibited");
                    assert_eq!(other.failure().as_str(), "replacement_source_missing");
                    assert_eq!(other.repairs().len(), 0, "{context}");
                    next += 1;
                }
                (decision, _) => panic!("{context}: {decision:?}"),
            }
        }
    }
    assert_eq!((resolved, without, next), counted_by_hand());
}

fn replaces_absent(world: World, action: Action) -> bool {
    matches!(action, Action::Replace(new, old)
        if new.0 != old.0 && world.policies.get(old.0) == Some(&None))
}

/// How many refusals are resolved by their repairs, have none, and meet another one.
fn counted_by_hand() -> (usize, usize, usize) {
    let spellings = 3;
    // A premise is set in 54 states. In the other 27 there are repairs for one premise of two.
    let (premise_set, premise_not_set) = (54 * spellings, 27 * spellings);
    // Each of three items is prohibited in 27 states, and in use in as many.
    let assigned = 2 * 3 * 27 * spellings;
    // Of six ordered pairs, one policy each: nine states of the third item and the premise.
    let pair = 6 * 9 * spellings * spellings;
    let resolved = premise_set + premise_not_set + assigned + pair;
    // Source prohibited, whatever the target; source missing, and the target not prohibited.
    let without = premise_not_set + 3 * pair + 2 * pair;
    (resolved, without, pair)
}

#[test]
fn every_state_is_restored_from_its_export_in_any_engine() {
    let reached = reached();
    for (text, (_, engine)) in &reached {
        for (_, other) in reached.values() {
            let mut restored = other.clone();
            assert_eq!(restored.import_json(text), Ok(()));
            assert_eq!(&restored, engine);
            assert_eq!(&restored.export_json(), text);
        }
    }
}

#[test]
fn a_refused_import_changes_no_state() {
    let faults = [
        "",
        "{}",
        "null",
        r#"{"policies":{},"premise":null,"version":3}"#,
        r#"{"policies":{},"premise":" ","version":2}"#,
        r#"{"policies":{"tea":"use","TEA":"use"},"premise":null,"version":2}"#,
        r#"{"policies":{"tea":"allow"},"premise":"Brief replies","version":2}"#,
    ];
    for (before, (_, engine)) in reached() {
        for payload in faults {
            let mut engine = engine.clone();
            assert!(engine.import_json(payload).is_err(), "{payload}");
            assert_eq!(engine.export_json(), before, "{payload}");
        }
    }
}
