//! Laws of the contract over random conversations whose items and patterns are made to collide.

use std::collections::BTreeSet;

use cc_m1::{Decision, Engine, Prompt, State};
use cc_oracle::{ToldToModel, read_block, read_block_json};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Few items in many spellings, so that inputs meet. None is a list.
const ITEMS: [&str; 17] = [
    "tea",
    "The TEA",
    "a tea",
    "Ｔea ",
    "oat milk",
    "an Oat\u{a0} MILK",
    "oat\tmilk",
    "stra\u{df}e",
    "STRA\u{1e9e}E",
    "dont",
    "don't",
    "DON\u{2019}T",
    "\u{39f}\u{394}\u{39f}\u{3a3}",
    "\u{1f375}",
    "the",
    "the a tea",
    "\u{130}\u{7f}\"\\",
];

const VALUES: [&str; 7] =
    ["desk", "The Desk", "a  Desk", "O\u{2019}Brien`s", "x or y", "\u{1f4bb}", "sand"];

const PROHIBITS: [&str; 9] = [
    "please don't ",
    "don\u{2019}t use ",
    "dont ",
    "Do Not ",
    "do not use ",
    "NEVER ",
    "never use ",
    "never\u{a0}use\t",
    "ｎever ",
];

const FACTS: [&str; 7] =
    ["use ", "SET ", "I am using ", "i'm using ", "I\u{2019}m  using ", "u\u{17f}e ", " set\t"];

/// Introducers of an input that is passthrough unless a question is open.
const NEAR_MISSES: [&str; 16] = [
    "avoid ",
    "refrain from ",
    "please use ",
    "please set ",
    "please do not ",
    "please never ",
    "i`m using ",
    "using ",
    "user ",
    "we use ",
    "prohibit ",
    "disallow ",
    "you cannot ",
    "no ",
    "donot ",
    "i  meant ",
];

const ANSWERS: [&str; 5] = ["yes", "YES ", "no", " No", "ye\u{17f}"];

fn item() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&ITEMS)
}

fn value() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&VALUES)
}

/// An input that sets the fact.
fn fact() -> impl Strategy<Value = String> {
    (prop::sample::select(&FACTS), value())
        .prop_map(|(introducer, value)| introducer.to_owned() + value)
}

/// An input that prohibits one item.
fn prohibition() -> impl Strategy<Value = String> {
    (prop::sample::select(&PROHIBITS), item())
        .prop_map(|(introducer, item)| introducer.to_owned() + item)
}

/// An input that is passthrough unless a question is open.
fn near_miss() -> impl Strategy<Value = String> {
    (prop::sample::select(&NEAR_MISSES), item())
        .prop_map(|(introducer, item)| introducer.to_owned() + item)
}

/// A list of items, with every separator.
fn list() -> impl Strategy<Value = String> {
    let separator = prop::sample::select(&[",", ", ", " and ", " AND\u{3000}", " ,", ", and "]);
    prop::collection::vec((item(), separator), 0..4).prop_map(|pairs| {
        pairs.into_iter().flat_map(|(item, separator)| [item, separator]).collect()
    })
}

fn input() -> impl Strategy<Value = String> {
    let fixed = [
        "don use J\u{30c}",
        "no use the \u{3aa}\u{301}",
        "never ,",
        "reset policies",
        "Clear constraints",
        "clear state",
        "allow  ",
        "use",
        "use and",
        "no,",
        "hello",
        "",
    ];
    prop_oneof![
        6 => prohibition(),
        5 => fact(),
        3 => near_miss(),
        4 => prop::sample::select(&ANSWERS).prop_map(str::to_owned),
        4 => item().prop_map(|item| format!("allow {item}")),
        2 => item().prop_map(|item| format!("{item} is fine")),
        3 => value().prop_map(|value| format!("actually {value}")),
        2 => value().prop_map(|value| format!("No,{value}")),
        5 => item().prop_map(|item| format!("don use {item}")),
        3 => list().prop_map(|list| format!("never use {list}")),
        2 => list().prop_map(|list| format!("you can {list}")),
        2 => list().prop_map(|list| format!("no use {list}")),
        1 => list().prop_map(|list| format!("set {list}")),
        1 => list().prop_map(|list| format!("correction:{list}")),
        3 => prop::sample::select(fixed.to_vec()).prop_map(str::to_owned),
        1 => any::<String>(),
        1 => any::<String>().prop_map(|text| format!("never use {text}")),
        1 => any::<String>().prop_map(|text| format!("use {text}")),
        1 => any::<String>().prop_map(|text| format!("{text} is fine")),
    ]
}

fn conversation() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(input(), 0..24)
}

/// Text of the characters that the patterns are about.
fn dense_text() -> impl Strategy<Value = String> {
    let parts = [
        "use",
        "set",
        "don't",
        "dont",
        "don",
        "do not",
        "never",
        "please",
        "no",
        "no,",
        "actually",
        "i meant",
        "correction:",
        "allow",
        "you can",
        "is fine",
        "is",
        "fine",
        "and",
        "or",
        "a",
        "the",
        ",",
        " ",
        " ",
        " ",
        "  ",
        "\n",
        "\u{a0}",
        "\u{3000}",
        "\u{1c}",
        "'",
        "\u{2019}",
        "`",
        "\u{17f}",
        "\u{130}",
        "\u{131}",
        "\u{212a}",
        "\u{1e9e}",
        "\u{3a3}",
        "\u{301}",
        "\u{fb01}",
        "\u{1f375}",
        "\0",
    ];
    prop::collection::vec(prop::sample::select(parts.to_vec()), 0..10)
        .prop_map(|parts| parts.concat())
}

/// An engine after a conversation, without an open question.
fn settled(conversation: &[String]) -> Engine {
    let mut engine = Engine::new();
    for input in conversation {
        engine.step(input);
    }
    if engine.pending().is_some() {
        engine.step("no");
    }
    engine
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 200,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0x5eed_0001),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_same_conversation_gives_the_same_decisions_and_bytes(conversation in conversation()) {
        let (mut one, mut other) = (Engine::new(), Engine::from(State::new()));
        for input in &conversation {
            let (first, second) = (one.step(input), other.step(input));
            prop_assert_eq!(first.to_string(), second.to_string());
            prop_assert_eq!(first, second);
            prop_assert_eq!(one.state().export_json(), other.state().export_json());
        }
        prop_assert_eq!(one, other);
    }

    #[test]
    fn only_an_update_changes_the_state(conversation in conversation()) {
        let mut engine = Engine::new();
        for input in &conversation {
            let before = engine.state().clone();
            match engine.step(input) {
                Decision::Update => prop_assert_eq!(engine.pending(), None),
                Decision::Passthrough => {
                    prop_assert_eq!(engine.state(), &before, "{:?}", input);
                    prop_assert_eq!(engine.pending(), None);
                }
                Decision::Clarify(Prompt::Confirm(item) | Prompt::ConfirmAgain(item)) => {
                    prop_assert_eq!(engine.state(), &before, "{:?}", input);
                    prop_assert_eq!(engine.pending(), Some(item.as_str()));
                }
                Decision::Clarify(_) => {
                    prop_assert_eq!(engine.state(), &before, "{:?}", input);
                    prop_assert_eq!(engine.pending(), None);
                }
            }
        }
    }

    #[test]
    fn while_a_question_is_open_only_an_answer_counts(
        past in conversation(),
        item in item(),
        meanwhile in conversation(),
    ) {
        let mut engine = settled(&past);
        let unasked = engine.clone();
        engine.step(&format!("don use {item}"));
        let asked = engine.clone();
        prop_assert!(asked.pending().is_some());
        for input in &meanwhile {
            if !["yes", "no", "ye\u{17f}"].contains(&input.trim().to_lowercase().as_str()) {
                let again = matches!(engine.step(input), Decision::Clarify(Prompt::ConfirmAgain(_)));
                prop_assert!(again, "{:?}", input);
                prop_assert_eq!(&engine, &asked);
            }
        }
        let mut prohibited = unasked.clone();
        prohibited.step(&format!("never {item}"));
        prop_assert_eq!(engine.step("yes"), Decision::Update);
        prop_assert_eq!(engine, prohibited);
        let mut engine = asked;
        prop_assert_eq!(engine.step("no"), Decision::Passthrough);
        prop_assert_eq!(engine, unasked);
    }

    #[test]
    fn later_facts_replace_earlier_ones(past in conversation(), earlier in fact(), later in fact()) {
        let mut engine = settled(&past);
        let mut direct = engine.clone();
        prop_assert_eq!(engine.step(&earlier), Decision::Update);
        prop_assert_eq!(engine.step(&later), Decision::Update);
        prop_assert_eq!(direct.step(&later), Decision::Update);
        prop_assert_eq!(&engine, &direct);
        let value = engine.state().focus_device().map(str::to_owned);
        prop_assert_eq!(engine.step("actually x"), Decision::Update);
        prop_assert_eq!(engine.state().focus_device(), Some("x"));
        prop_assert!(engine.state().prohibited().eq(direct.state().prohibited()));
        engine.step(&later);
        prop_assert_eq!(engine.state().focus_device(), value.as_deref());
    }

    #[test]
    fn prohibitions_persist_until_they_are_allowed_or_reset(conversation in conversation()) {
        let mut engine = Engine::new();
        for input in &conversation {
            let before: BTreeSet<String> = engine.state().prohibited().map(str::to_owned).collect();
            engine.step(input);
            let after: BTreeSet<String> = engine.state().prohibited().map(str::to_owned).collect();
            if !before.is_subset(&after) {
                let text = input.trim().to_lowercase();
                let released = text.starts_with("allow ")
                    || text.starts_with("you can ")
                    || text.ends_with(" is fine");
                let reset = text.starts_with("reset ") || text.starts_with("clear ");
                prop_assert!(released || (reset && engine == Engine::new()), "{:?}", input);
            }
        }
    }

    #[test]
    fn duplicates_change_nothing(past in conversation(), item in item(), introducers in any::<[prop::sample::Index; 2]>()) {
        let [first, second] = introducers.map(|index| format!("{}{item}", index.get(&PROHIBITS)));
        let mut engine = settled(&past);
        prop_assert_eq!(engine.step(&first), Decision::Update);
        let once = engine.clone();
        prop_assert_eq!(engine.step(&second), Decision::Update);
        prop_assert_eq!(&engine, &once);
        prop_assert_eq!(engine.step(&format!("{first}, {item} and {item}")), Decision::Update);
        prop_assert_eq!(&engine, &once);
        // What is allowed twice is allowed.
        engine.step(&format!("allow {item}"));
        let allowed = engine.clone();
        prop_assert!(allowed != once);
        prop_assert_eq!(engine.step(&format!("{item}, {item} is fine")), Decision::Update);
        prop_assert_eq!(&engine, &allowed);
        engine.step(&first);
        prop_assert_eq!(&engine, &once);
    }

    #[test]
    fn near_misses_are_passthrough_and_change_nothing(past in conversation(), input in near_miss()) {
        let mut engine = settled(&past);
        let before = engine.clone();
        prop_assert_eq!(engine.step(&input), Decision::Passthrough, "{:?}", input);
        prop_assert_eq!(engine, before);
    }

    #[test]
    fn every_reachable_state_is_restored_from_its_export(
        past in conversation(),
        future in conversation(),
    ) {
        let mut engine = Engine::new();
        for input in &past {
            engine.step(input);
            let export = engine.state().export_json();
            prop_assert!(export.bytes().all(|byte| matches!(byte, b' '..=b'~')));
            prop_assert!(export.bytes().all(|byte| matches!(byte, b' '..=b'~')), "{}", export);
            let restored = State::import_json(&export);
            prop_assert_eq!(restored.as_ref(), Ok(engine.state()), "{}", export);
        }
        let mut engine = settled(&past);
        let mut restored = Engine::from(engine.state().clone());
        for input in &future {
            prop_assert_eq!(restored.step(input), engine.step(input), "{:?}", input);
        }
        prop_assert_eq!(restored, engine);
    }

    #[test]
    fn a_block_tells_the_state_and_has_the_same_structure_whatever_it_holds(
        inputs in conversation(),
    ) {
        let mut engine = Engine::new();
        for input in &inputs {
            engine.step(input);
            let state = engine.state();
            let told = ToldToModel {
                stated: state.focus_device().map(str::to_owned),
                used: vec![],
                prohibited: state.prohibited().map(str::to_owned).collect(),
            };
            let block = state.context_block();
            let (text, json) = (block.to_text(), block.to_json());
            prop_assert_eq!(text.as_deref().map(read_block).unwrap_or_default(), told.clone());
            let read = json.as_deref().map(|json| read_block_json(json, true));
            prop_assert_eq!(read.unwrap_or_default(), told);
        }
    }

    #[test]
    fn any_text_is_decided(texts in prop::collection::vec(prop_oneof![any::<String>(), dense_text()], 1..6)) {
        let mut engine = Engine::new();
        for text in &texts {
            let decision = engine.step(text);
            prop_assert_eq!(decision.message().is_some(), decision.kind() == "clarify");
            let export = engine.state().export_json();
            prop_assert!(export.bytes().all(|byte| matches!(byte, b' '..=b'~')), "{}", export);
            let restored = State::import_json(&export);
            prop_assert_eq!(restored.as_ref(), Ok(engine.state()), "{}", export);
        }
    }

    #[test]
    fn what_a_check_takes_has_an_operand_and_nothing_else_has(
        text in prop_oneof![any::<String>(), dense_text(), input()],
    ) {
        let operand = cc_m1::operand(&text);
        let decision = Engine::new().step(&text);
        prop_assert_eq!(operand.is_some(), decision != Decision::Passthrough);
        prop_assert!(operand.is_none_or(|operand| text.get(operand).is_some()), "{:?}", text);
    }

    #[test]
    fn the_same_keywords_do_the_same_with_another_operand(
        (text, before, after) in prop_oneof![
            prohibition().prop_map(|text| (text, "", "never use zzz")),
            fact().prop_map(|text| (text, "", "use zzz")),
            value().prop_map(|value| (format!(" Actually\t{value} "), "use x", "use zzz")),
            item().prop_map(|item| (format!("you\u{a0}CAN {item}\n"), "never zzz", "allow zzz")),
            item().prop_map(|item| (format!(" some {item} is  fine "), "never zzz", "allow zzz")),
            item().prop_map(|item| (format!("don use {item}"), "", "no use zzz")),
        ],
    ) {
        let mut engine = Engine::new();
        engine.step(before);
        let mut expected = engine.clone();
        let decision = expected.step(after);
        let mut other = text;
        other.replace_range(cc_m1::operand(&other).expect("a check takes it"), "zzz");
        prop_assert_eq!(engine.step(&other), decision, "{:?}", other);
        prop_assert_eq!(engine, expected, "{:?}", other);
    }

    #[test]
    fn text_that_is_no_state_is_refused(text in any::<String>()) {
        prop_assert!(State::import_json(&text).is_err());
    }

    #[test]
    fn what_is_imported_is_exported_in_one_form(
        device in prop::option::of(value()),
        items in prop::collection::vec(item(), 0..4),
    ) {
        let quoted = |text: &str| serde_json::to_string(text).expect("a string");
        let device = device.map_or("null".to_owned(), quoted);
        let items: Vec<String> = items.into_iter().map(quoted).collect();
        let items = items.join(",");
        let text = format!(
            r#"{{"facts":{{"focus.device":{device}}},"policies":{{"prohibit":[{items}]}},"version":1}}"#
        );
        if let Ok(state) = State::import_json(&text) {
            prop_assert_eq!(State::import_json(&state.export_json()), Ok(state));
        }
    }
}

#[test]
fn random_conversations_meet_every_decision_and_every_prompt() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    let mut runner = TestRunner::deterministic();
    let mut met = BTreeSet::new();
    for _ in 0..100 {
        let conversation = conversation().new_tree(&mut runner).expect("a conversation").current();
        let mut engine = Engine::new();
        for input in &conversation {
            met.insert(match engine.step(input) {
                Decision::Clarify(Prompt::Confirm(_)) => "confirm".to_owned(),
                Decision::Clarify(Prompt::ConfirmAgain(_)) => "confirm again".to_owned(),
                Decision::Clarify(prompt) => prompt.to_string(),
                other => other.kind().to_owned(),
            });
        }
    }
    // Passthrough, update, and ten prompts.
    assert_eq!(met.len(), 2 + 10, "{met:?}");
}
