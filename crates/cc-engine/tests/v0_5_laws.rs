//! Laws of the engine of contract 0.5 over random conversations whose directives are made to collide.

use std::collections::BTreeSet;

use cc_engine::Failure;
use cc_engine::v0_5::{Clarification, Decision, Engine, State};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Few items in many spellings, so that directives meet.
const ITEMS: [&str; 20] = [
    "tea",
    "The TEA",
    "a tea",
    "Ｔea ",
    "te\u{200d}a",
    "oat milk",
    "an Oat\u{a0} MILK",
    "oat\nmilk",
    "straße",
    "STRASSE",
    "STRA\u{1e9e}E",
    "dont",
    "don't",
    "DON\u{2019}T",
    "ΟΔΟΣ",
    "οδος",
    "the",
    "a-team",
    "J\u{30c}\u{316}",
    "\u{1f0}\u{316}",
];

const PREMISES: [&str; 5] = ["brief", "Brief", " brief\u{3000} replies", "to the point", "don`t"];

/// An input: mostly a directive over the shared items, sometimes one that is invalid or none.
fn inputs() -> impl Strategy<Value = String> {
    let item = || prop::sample::select(&ITEMS);
    let premise = || prop::sample::select(&PREMISES);
    let fixed = [
        "clear premise",
        "reset policies",
        "clear state",
        "use",
        "set premise ",
        "use  instead of x",
        "use tea and use salt",
        "hello",
        "Use tea",
        "change premise x",
        "",
    ];
    prop_oneof![
        8 => item().prop_map(|item| format!("use {item}")),
        8 => item().prop_map(|item| format!("prohibit {item}")),
        4 => item().prop_map(|item| format!("remove policy {item}")),
        8 => (item(), item()).prop_map(|(new, old)| format!("use {new} instead of {old}")),
        3 => premise().prop_map(|value| format!("set premise {value}")),
        3 => premise().prop_map(|value| format!("change premise to {value}")),
        3 => prop::sample::select(fixed.to_vec()).prop_map(str::to_owned),
        1 => any::<String>(),
        1 => any::<String>().prop_map(|item| format!("use {item}")),
    ]
}

fn conversations() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(inputs(), 0..24)
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 200,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0x5eed_0505),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn preview_is_the_step_without_its_commit(conversation in conversations()) {
        let mut engine = Engine::new();
        for input in &conversation {
            let before = engine.clone();
            let preview = engine.preview(input);
            prop_assert_eq!(&engine, &before, "{:?}", input);
            prop_assert_eq!(engine.step(input), preview.decision, "{:?}", input);
            prop_assert_eq!(preview.would_mutate(), engine != before, "{:?}", input);
            prop_assert_eq!(before.state().diff(engine.state()), preview.diff, "{:?}", input);
        }
    }

    #[test]
    fn only_an_update_changes_the_state_and_only_a_clarification_prompts(
        conversation in conversations(),
    ) {
        let mut engine = Engine::new();
        for input in &conversation {
            let before = engine.export_checkpoint_json();
            let decision = engine.step(input);
            let changed = matches!(decision, Decision::Update(update) if update.changed());
            prop_assert_eq!(engine.export_checkpoint_json() != before, changed, "{:?}", input);
            prop_assert!(!engine.has_pending_clarification());
            let prompt = decision.prompt_to_user();
            prop_assert_eq!(prompt.is_some(), decision.kind() == "clarify", "{:?}", input);
            if let (Some(prompt), Decision::Clarify(why)) = (prompt, decision) {
                prop_assert_eq!(why.to_string(), prompt.clone());
                let (first, second) = prompt.rsplit_once('\n').expect("two sentences");
                prop_assert!(first.ends_with('.') && second.ends_with('.'), "{:?}", prompt);
            }
        }
    }

    #[test]
    fn every_reachable_state_is_restored_from_its_export_and_its_checkpoint(
        past in conversations(),
        future in conversations(),
    ) {
        let mut engine = Engine::new();
        for input in &past {
            engine.step(input);
            let mut restored = Engine::new();
            prop_assert_eq!(restored.import_json(&engine.export_json()), Ok(()));
            prop_assert_eq!(&restored, &engine);
            let text = engine.export_checkpoint_json();
            let mut restored = Engine::new();
            prop_assert_eq!(restored.import_checkpoint_json(&text), Ok(()));
            prop_assert_eq!(restored.export_checkpoint_json(), text);
            prop_assert_eq!(&restored, &engine);
        }
        let mut restored = Engine::from(engine.export_checkpoint());
        for input in &future {
            prop_assert_eq!(restored.step(input), engine.step(input), "{:?}", input);
        }
        prop_assert_eq!(restored.export_json(), engine.export_json());
    }

    #[test]
    fn the_same_conversation_gives_the_same_decisions_and_bytes(conversation in conversations()) {
        let (mut one, mut other) = (Engine::new(), Engine::from(State::new()));
        for input in &conversation {
            let (first, second) = (one.step(input), other.step(input));
            prop_assert_eq!(first, second);
            prop_assert_eq!(first.prompt_to_user(), second.prompt_to_user());
            prop_assert_eq!(one.export_json(), other.export_json());
        }
    }
}

#[test]
fn random_conversations_meet_every_decision_and_every_reason_to_clarify() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    let mut runner = TestRunner::deterministic();
    let mut met = BTreeSet::new();
    for _ in 0..100 {
        let conversation = conversations().new_tree(&mut runner).expect("a conversation").current();
        let mut engine = Engine::new();
        for input in &conversation {
            met.insert(match engine.step(input) {
                Decision::Passthrough => "passthrough",
                Decision::Update(update) if update.changed() => "changed",
                Decision::Update(_) => "unchanged",
                Decision::Clarify(Clarification::Form(invalid)) => invalid.failure().as_str(),
                Decision::Clarify(Clarification::Refused(refusal)) => {
                    refusal.failure().map_or("no identity", Failure::as_str)
                }
            });
        }
    }
    // Two failures of form, and an item without identity, besides the failures of the state.
    assert_eq!(met.len(), 3 + 2 + 1 + Failure::ALL.len(), "{met:?}");
}
