//! The engine in a whole small world: every state that directives over three items and two premises
//! reach, under every one of these directives and under texts that are none; and a world in
//! spellings that both contracts read alike, in which their engines do the same.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail by panicking, as tests do"
)]

mod support;

use std::collections::BTreeMap;

use cc_engine::v0_5::Checkpoint;
use cc_engine::{
    Answers, Classification, ContractClassification, ContractDecision, ContractEngine,
    ContractPreview, Decision, Engine, Failure, StateDiff, classify, classify_by, v0_5 as of_0_5,
};
use cc_oracle::{Asked, Model, Oracle, SHARED, SmallWorld, V0_5, V0_9};
use support::failure;

/// Every engine that directives reach from a new one, by its export.
fn reached<C: Oracle + Answers>(
    world: &SmallWorld,
) -> BTreeMap<String, (Model, ContractEngine<C>)> {
    let known = world.by_export();
    let mut reached = BTreeMap::new();
    let mut open = vec![ContractEngine::<C>::new()];
    while let Some(engine) = open.pop() {
        let export = engine.export_json();
        if reached.contains_key(&export) {
            continue;
        }
        for asked in world.directives() {
            let mut next = engine.clone();
            next.step(&asked.text());
            open.push(next);
        }
        let model = known.get(&export).expect("a state of the small world");
        reached.insert(export, (model.clone(), engine));
    }
    reached
}

/// Steps, and checks that nothing but the step changes the engine and that all ways to take the
/// directive are the same.
fn step_in_every_way<'a, C: Answers>(
    engine: &ContractEngine<C>,
    text: &'a str,
) -> (ContractPreview<'a, C>, ContractEngine<C>) {
    let before = engine.export_json();
    let preview = engine.preview(text);
    assert_eq!(engine.export_json(), before, "a preview changes nothing");
    let mut stepped = engine.clone();
    let decision = stepped.step(text);
    assert_eq!(preview.decision, decision, "{text:?} on {before}");
    assert_eq!(engine.export_json(), before, "a copy is another engine");

    let mut applied = engine.clone();
    let expected = match classify_by(text) {
        ContractClassification::Canonical(directive) => applied.apply_directive(directive).into(),
        ContractClassification::Invalid(invalid) => ContractDecision::Invalid(invalid),
        ContractClassification::NoDirective => ContractDecision::Ordinary,
    };
    assert_eq!(decision, expected, "{text:?} on {before}");
    assert_eq!(applied, stepped, "{text:?} on {before}");
    assert_eq!(applied.export_json(), stepped.export_json(), "{text:?} on {before}");
    assert_eq!(preview.would_mutate(), stepped.export_json() != before, "{text:?} on {before}");
    assert_eq!(decision.message().is_some(), decision.kind() == C::REFUSED, "{text:?}");
    (preview, stepped)
}

fn record(diff: &StateDiff) -> String {
    cc_text::json::to_string(diff).expect("a record")
}

fn directives_reach_every_state_of_the_world<C: Oracle + Answers>() {
    for world in [C::WORLD, SHARED] {
        let reached: Vec<String> = reached::<C>(&world).into_keys().collect();
        let all: Vec<String> = world.by_export().into_keys().collect();
        assert_eq!(reached, all);
        assert_eq!(all.len(), 81);
    }
}

fn every_directive_in_every_state_is_decided_and_committed_as_the_table_says<C>()
where
    C: Oracle + Answers,
{
    let (mut unchanged, mut changed, mut refused) = (0, 0, 0);
    let directives = C::WORLD.canonical::<C>();
    for (before, (model, engine)) in reached::<C>(&C::WORLD) {
        for asked in &directives {
            let text = asked.text();
            let context = format!("{text:?} on {before}");
            let (preview, stepped) = step_in_every_way(&engine, &text);
            match (preview.decision, model.after::<C>(*asked)) {
                (ContractDecision::Update(update), Ok(after)) => {
                    assert_eq!(update.changed(), after != model, "{context}");
                    assert_eq!(record(&preview.diff), model.diff(&after), "{context}");
                    assert_eq!(stepped.export_json(), after.export(), "{context}");
                    if update.changed() { changed += 1 } else { unchanged += 1 }
                }
                (decision @ ContractDecision::Refused(refusal), Err(expected)) => {
                    let found = failure(&decision).map(Failure::as_str);
                    assert_eq!(found, Some(expected), "{context}");
                    let message = asked.message::<C>(expected);
                    assert_eq!(refusal.message(), message, "{context}");
                    assert_eq!(decision.message(), Some(message), "{context}");
                    assert_eq!(record(&preview.diff), model.diff(&model), "{context}");
                    assert_eq!(stepped.export_json(), before, "{context}");
                    refused += 1;
                }
                (actual, expected) => panic!("{context}: {actual:?}, not {expected:?}"),
            }
        }
    }
    assert_eq!(unchanged + changed + refused, 81 * directives.len());
    assert!(unchanged > 1_000 && changed > 1_000 && refused > 1_000);
}

/// A text, and the beginning of what it is answered with if it is not ordinary.
type Answered<'a> = (&'a str, Option<&'a str>);

/// A contract, with texts that change no state.
trait WithOthers: Oracle + Answers {
    /// Ordinary texts.
    const ORDINARY_TEXTS: &'static [&'static str];

    /// Each fault of form, and items without identity, with the beginning of the message if there
    /// is one.
    const NOT_ACCEPTED: &'static [Answered<'static>];
}

impl WithOthers for V0_9 {
    const ORDINARY_TEXTS: &'static [&'static str] =
        &["", " \t\n", "tea, please", "useful tea", "\"use tea\""];

    const NOT_ACCEPTED: &'static [Answered<'static>] = &[
        ("use", None),
        ("prohibit \u{3000}", None),
        ("set premise to be brief", None),
        ("change premise Brief replies", None),
        ("use tea instead of", None),
        ("use instead of tea", None),
        ("use tea and prohibit tea", None),
        ("use tea\nclear  state, please", None),
        ("clear state now", None),
        // What of the small world is not canonical.
        ("set premise to don\u{2019}t", None),
        ("set premise to don`t", None),
        ("set premise to don't", None),
    ];
}

impl WithOthers for V0_5 {
    const ORDINARY_TEXTS: &'static [&'static str] = &[
        "",
        " use tea",
        "Use tea",
        "use\ttea",
        "set  premise brief",
        "change premise brief",
        "clear state now",
        "tea, please",
    ];

    const NOT_ACCEPTED: &'static [Answered<'static>] = &[
        ("use tea and prohibit tea", Some("Multiple directives are not supported in one input.\n")),
        (
            "clear state, clear premise",
            Some("Multiple directives are not supported in one input.\n"),
        ),
        ("use", Some("Policy item cannot be empty.\n")),
        ("remove policy \n", Some("Policy item cannot be empty.\n")),
        ("prohibit the", Some("Policy item cannot be empty.\n")),
        ("set premise \u{3000}", Some("Premise value cannot be empty.\n")),
        ("change premise to", Some("Premise value cannot be empty.\n")),
        ("use tea instead of", Some("Replacement requires both new and old items.\n")),
        ("use an instead of tea", Some("Replacement requires both new and old items.\n")),
    ];
}

fn what_is_not_accepted_changes_no_state<C: WithOthers>() {
    for (before, (model, engine)) in reached::<C>(&C::WORLD) {
        for text in C::ORDINARY_TEXTS {
            let (preview, stepped) = step_in_every_way(&engine, text);
            assert_eq!(preview.decision, ContractDecision::Ordinary, "{text:?} on {before}");
            assert_eq!(preview.decision.kind(), C::ORDINARY);
            assert_eq!(record(&preview.diff), model.diff(&model), "{text:?} on {before}");
            assert!(preview.diff.is_empty());
            assert_eq!(stepped.export_json(), before, "{text:?}");
        }
        for (text, message) in C::NOT_ACCEPTED {
            let (preview, stepped) = step_in_every_way(&engine, text);
            // The decision keeps what is wrong with the text.
            match (preview.decision, classify_by::<C>(text)) {
                (ContractDecision::Invalid(kept), ContractClassification::Invalid(invalid)) => {
                    assert_eq!(kept, invalid, "{text:?}");
                    assert_eq!(preview.decision.kind(), C::INVALID);
                }
                (ContractDecision::Refused(_), ContractClassification::Canonical(_)) => {
                    assert_eq!(failure(&preview.decision), None, "{text:?}");
                }
                other => panic!("{text:?} on {before}: {other:?}"),
            }
            let shown = preview.decision.message();
            assert_eq!(shown.is_some(), message.is_some(), "{text:?}");
            assert!(shown.unwrap_or_default().starts_with(message.unwrap_or_default()), "{text:?}");
            assert_eq!(record(&preview.diff), model.diff(&model), "{text:?} on {before}");
            assert_eq!(stepped.export_json(), before, "{text:?}");
        }
    }
}

fn every_state_is_restored_from_its_export_in_any_engine<C: Oracle + Answers>() {
    let reached = reached::<C>(&C::WORLD);
    for (text, (_, engine)) in &reached {
        for (_, other) in reached.values() {
            let mut restored = other.clone();
            assert_eq!(restored.import_json(text), Ok(()));
            assert_eq!(&restored, engine);
            assert_eq!(&restored.export_json(), text);
        }
    }
}

fn a_refused_import_changes_no_state<C: Oracle + Answers>() {
    let faults = [
        "",
        "{}",
        "null",
        r#"{"policies":{},"premise":null,"version":3}"#,
        r#"{"policies":{},"premise":" ","version":2}"#,
        r#"{"policies":{"tea":"use","TEA":"use"},"premise":null,"version":2}"#,
        r#"{"policies":{"tea":"allow"},"premise":"Brief replies","version":2}"#,
    ];
    for (before, (_, engine)) in reached::<C>(&C::WORLD) {
        let checkpoint = checkpoint(&before);
        for payload in faults.into_iter().chain([checkpoint.as_str()]) {
            let mut engine = engine.clone();
            assert!(engine.import_json(payload).is_err(), "{payload}");
            assert_eq!(engine.export_json(), before, "{payload}");
        }
    }
}

cc_oracle::laws!(
    directives_reach_every_state_of_the_world,
    every_directive_in_every_state_is_decided_and_committed_as_the_table_says,
    what_is_not_accepted_changes_no_state,
    every_state_is_restored_from_its_export_in_any_engine,
    a_refused_import_changes_no_state,
);

#[test]
fn repairs_are_those_of_the_table_and_do_what_was_asked_unless_the_source_is_missing() {
    let (mut resolved, mut without, mut next) = (0, 0, 0);
    for (before, (model, engine)) in reached::<V0_9>(&V0_9::WORLD) {
        for asked in V0_9::WORLD.canonical::<V0_9>() {
            let text = asked.text();
            let context = format!("{text:?} on {before}");
            let mut engine = engine.clone();
            let Decision::Refused(refusal) = engine.step(&text) else { continue };
            let repairs: Vec<String> = refusal.repairs().map(|repair| repair.to_string()).collect();
            assert_eq!(repairs, asked.repairs::<V0_9>(refusal.failure().as_str()), "{context}");
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
            match (engine.step(last), replaces_absent(&model, asked)) {
                (Decision::Update(_), false) => {
                    assert_eq!(engine.export_json(), model.as_asked::<V0_9>(asked).export());
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

fn replaces_absent(model: &Model, asked: Asked<'_>) -> bool {
    let [Some(new), Some(old)] = asked.operands.map(|item| item.map(V0_9::naive_identity)) else {
        return false;
    };
    new != old && model.policy(&old).is_none()
}

/// How many refusals are resolved by their repairs, have none, and are followed by another one.
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

/// The checkpoint of the state that is exported as `export`.
fn checkpoint(export: &str) -> String {
    format!(r#"{{"authoritative_state":{export},"checkpoint_version":1,"pending":null}}"#)
}

#[test]
fn every_state_is_restored_from_its_checkpoint_in_any_engine() {
    let reached = reached::<V0_5>(&V0_5::WORLD);
    for (text, (_, engine)) in &reached {
        let checkpoint = checkpoint(text);
        assert!(!engine.has_pending_clarification());
        assert_eq!(engine.export_checkpoint_json(), checkpoint);
        assert_eq!(engine.export_checkpoint().to_json(), checkpoint);
        assert_eq!(Checkpoint::from_json(&checkpoint), Ok(engine.export_checkpoint()));
        assert_eq!(&of_0_5::Engine::from(engine.export_checkpoint()), engine);
        for (_, other) in reached.values() {
            let mut restored = other.clone();
            assert_eq!(restored.import_checkpoint_json(&checkpoint), Ok(()));
            assert_eq!(&restored, engine);
            assert_eq!(restored.export_checkpoint_json(), checkpoint);
        }
    }
}

#[test]
fn a_refused_checkpoint_changes_no_state() {
    for (before, (_, engine)) in reached::<V0_5>(&V0_5::WORLD) {
        let state_alone = before.clone();
        let version = checkpoint(&before).replace(r#"_version":1"#, r#"_version":2"#);
        let pending = checkpoint(&before).replace("null}", "{}}");
        let two_keys = r#"{"policies":{"tea":"use","the tea":"use"},"premise":null,"version":2}"#;
        for payload in [&state_alone, &version, &pending, &checkpoint(two_keys)] {
            let mut engine = engine.clone();
            assert!(engine.import_checkpoint_json(payload).is_err(), "{payload}");
            assert!(engine.import_json(two_keys).is_err());
            assert_eq!(engine.export_json(), before, "{payload}");
        }
    }
}

#[test]
fn the_engines_of_both_contracts_do_the_same_where_their_rules_do() {
    let (mut accepted, mut refused, mut reordered) = (0, 0, 0);
    let directives = SHARED.directives();
    for (before, (model, engine)) in reached::<V0_5>(&SHARED) {
        let mut of_0_9 = Engine::new();
        assert_eq!(of_0_9.import_json(&before), Ok(()));
        assert_eq!(of_0_9.export_json(), before);
        for asked in &directives {
            let text = asked.text();
            let context = format!("{text:?} on {before}");
            let (mut one, mut other) = (engine.clone(), of_0_9.clone());
            let (one_preview, other_preview) = (one.preview(&text), other.preview(&text));
            assert_eq!(one_preview.diff, other_preview.diff, "{context}");
            match (one.step(&text), other.step(&text)) {
                (ContractDecision::Update(one), Decision::Update(other)) => {
                    assert_eq!(one, other, "{context}");
                    accepted += 1;
                }
                (ContractDecision::Refused(one), Decision::Refused(other)) => {
                    let failures = (one.failure().map(Failure::as_str), other.failure().as_str());
                    let in_0_5 = model.after::<V0_5>(*asked).err();
                    let in_0_9 = model.after::<V0_9>(*asked).err();
                    assert_eq!((failures.0, Some(failures.1)), (in_0_5, in_0_9), "{context}");
                    if in_0_5 == in_0_9 {
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
    assert_eq!(accepted + refused + reordered, 81 * directives.len());
    assert!(accepted > 5_000 && refused > 3_000, "{accepted} {refused}");
}
