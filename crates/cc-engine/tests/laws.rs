//! Laws of the engine over random conversations whose directives are made to collide.

use cc_engine::{Classification, Decision, Engine, State, classify};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Few items in many spellings: case, width, composition, white space, apostrophes, folding.
const ITEMS: [&str; 22] = [
    "tea",
    "TEA",
    "Ｔea",
    "te\u{200d}a",
    "oat milk",
    "Oat\u{a0} MILK",
    "oat\u{b}milk",
    "café",
    "CAFE\u{301}",
    "cafe",
    "straße",
    "STRASSE",
    "Stra\u{1e9e}e",
    "J\u{30c}\u{316}",
    "\u{1f0}\u{316}",
    "chef's",
    "CHEF\u{2019}S",
    "ﬁg",
    "fig",
    "instead of",
    "\u{1f468}\u{200d}\u{1f466}",
    "the tea",
];

const PREMISES: [&str; 6] =
    ["brief", "Brief", "brief\u{3000} replies", "ｂrief replies", "to the point", "don`t"];

/// An input: mostly a directive over the shared items, sometimes one that is invalid or none.
fn inputs() -> impl Strategy<Value = String> {
    let item = || prop::sample::select(&ITEMS);
    let premise = || prop::sample::select(&PREMISES);
    let literal = prop::sample::select(&["clear premise", "reset policies", "CLEAR  state\n"]);
    let invalid =
        ["use", "use tea and use fig", "set premise to x", "use a\nb", "hello", "", "use "];
    prop_oneof![
        8 => item().prop_map(|item| format!("use {item}")),
        8 => item().prop_map(|item| format!(" Prohibit\t{item} ")),
        4 => item().prop_map(|item| format!("remove  policy {item}")),
        8 => (item(), item()).prop_map(|(new, old)| format!("USE {new} Instead  of {old}")),
        3 => premise().prop_map(|value| format!("set premise {value}")),
        3 => premise().prop_map(|value| format!("change premise to {value}")),
        1 => literal.prop_map(str::to_owned),
        1 => prop::sample::select(invalid.to_vec()).prop_map(str::to_owned),
        1 => any::<String>(),
        1 => any::<String>().prop_map(|item| format!("use {item}")),
    ]
}

fn conversations() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(inputs(), 0..30)
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 400,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0x5eed_0601),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn step_is_classification_and_then_evaluation_of_what_is_canonical(
        conversation in conversations(),
    ) {
        let (mut stepped, mut applied) = (Engine::new(), Engine::new());
        for input in &conversation {
            let expected = match classify(input) {
                Classification::Canonical(directive) => applied.apply_directive(directive).into(),
                Classification::NoDirective | Classification::Invalid(_) => Decision::Ordinary,
            };
            prop_assert_eq!(stepped.step(input), expected, "{:?}", input);
            prop_assert_eq!(&stepped, &applied);
        }
    }

    #[test]
    fn preview_is_the_step_without_its_commit(conversation in conversations()) {
        let mut engine = Engine::new();
        for input in &conversation {
            let before = engine.clone();
            let preview = engine.preview(input);
            prop_assert_eq!(&engine, &before, "{:?}", input);
            prop_assert_eq!(engine.step(input), preview.decision, "{:?}", input);
            prop_assert_eq!(before.state().diff(engine.state()), preview.diff, "{:?}", input);
        }
    }

    #[test]
    fn the_state_changes_exactly_when_the_decision_says_so(conversation in conversations()) {
        let mut engine = Engine::new();
        for input in &conversation {
            let before = engine.export_json();
            let changed = match engine.step(input) {
                Decision::Update(update) => update.changed(),
                Decision::Ordinary | Decision::Refused(_) => false,
            };
            prop_assert_eq!(engine.export_json() != before, changed, "{:?}", input);
        }
    }

    #[test]
    fn the_same_directive_again_changes_nothing_more(conversation in conversations()) {
        let mut engine = Engine::new();
        for input in &conversation {
            if let Decision::Update(_) = engine.step(input) {
                let after = engine.export_json();
                let again = engine.step(input);
                let unchanged = !matches!(again, Decision::Update(update) if update.changed());
                prop_assert!(unchanged, "{:?}", input);
                prop_assert_eq!(engine.export_json(), after, "{:?}", input);
            }
        }
    }

    #[test]
    fn every_reachable_state_is_restored_from_its_export(conversation in conversations()) {
        let mut engine = Engine::new();
        for input in &conversation {
            engine.step(input);
            let text = engine.export_json();
            let mut restored = Engine::new();
            prop_assert_eq!(restored.import_json(&text), Ok(()));
            prop_assert_eq!(restored.export_json(), text);
            prop_assert_eq!(&restored, &engine);
        }
    }

    #[test]
    fn a_restored_engine_goes_on_as_the_first_would(
        past in conversations(),
        future in conversations(),
    ) {
        let mut engine = Engine::new();
        for input in &past {
            engine.step(input);
        }
        let mut restored = Engine::new();
        prop_assert_eq!(restored.import_json(&engine.export_json()), Ok(()));
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
            if let (Decision::Refused(first), Decision::Refused(second)) = (first, second) {
                prop_assert_eq!(first.message(), second.message());
                prop_assert!(first.repairs().eq(second.repairs()));
            }
            prop_assert_eq!(one.export_json(), other.export_json());
        }
    }

    #[test]
    fn repairs_are_canonical_and_all_but_a_replacement_of_an_absent_item_are_accepted(
        conversation in conversations(),
    ) {
        let mut engine = Engine::new();
        for input in &conversation {
            if let Decision::Refused(refusal) = engine.step(input) {
                let mut repaired = engine.clone();
                for repair in refusal.repairs() {
                    let text = repair.to_string();
                    prop_assert_eq!(classify(&text), Classification::Canonical(repair));
                    if let Decision::Refused(next) = repaired.step(&text) {
                        prop_assert_eq!(next.failure().as_str(), "replacement_source_missing");
                        prop_assert_eq!(refusal.failure().as_str(), "replacement_target_prohibited");
                    }
                }
            }
        }
    }
}

#[test]
fn random_conversations_meet_every_decision_and_failure() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    use std::collections::BTreeSet;

    let mut runner = TestRunner::deterministic();
    let mut met = BTreeSet::new();
    for _ in 0..100 {
        let conversation = conversations().new_tree(&mut runner).expect("a conversation").current();
        let mut engine = Engine::new();
        for input in &conversation {
            met.insert(match engine.step(input) {
                Decision::Ordinary => "no_directive",
                Decision::Update(update) if update.changed() => "changed",
                Decision::Update(_) => "unchanged",
                Decision::Refused(refusal) => refusal.failure().as_str(),
            });
        }
    }
    assert_eq!(met.len(), 3 + cc_engine::Failure::ALL.len(), "{met:?}");
}
