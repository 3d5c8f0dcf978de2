//! A state against a simple model under random operations; export, import and diff as laws.

mod support;

use std::collections::BTreeMap;

use cc_state::{Identity, Policy, Premise, State, StateDiff};
use proptest::prelude::*;
use support::{config, lively, naive};

#[derive(Clone, Debug)]
enum Operation {
    Premise(Option<String>),
    Insert(String, Policy),
    Remove(String),
    Clear,
}

/// Few items in many spellings, so that operations meet.
const SPELLED: [&str; 15] = [
    "tea",
    "TEA",
    " Tea ",
    "ｔｅａ",
    "oat milk",
    "OAT\u{3000}MILK",
    "straße",
    "STRASSE",
    "café",
    "cafe\u{301}",
    "J\u{30c}\u{316}",
    "\u{1f0}\u{316}",
    "\u{1f600}",
    "te",
    "teapot",
];

fn items() -> impl Strategy<Value = String> {
    prop_oneof![4 => prop::sample::select(&SPELLED).prop_map(str::to_owned), 1 => lively()]
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let policy = prop_oneof![Just(Policy::Use), Just(Policy::Prohibit)];
    let operation = prop_oneof![
        8 => (items(), policy).prop_map(|(item, policy)| Operation::Insert(item, policy)),
        4 => items().prop_map(Operation::Remove),
        2 => prop::option::of(lively()).prop_map(Operation::Premise),
        1 => Just(Operation::Clear),
    ];
    prop::collection::vec(operation, 0..24)
}

/// Keys and premise as the naive steps give them.
#[derive(Clone, Debug, Default, PartialEq)]
struct Model {
    premise: Option<String>,
    policies: BTreeMap<String, Policy>,
}

fn run(operations: &[Operation]) -> (State, Model) {
    let (mut state, mut model) = (State::new(), Model::default());
    for operation in operations {
        match operation {
            Operation::Premise(text) => {
                state.set_premise(text.as_deref().and_then(Premise::of));
                model.premise =
                    text.as_deref().map(|t| naive(t, false)).filter(|premise| !premise.is_empty());
            }
            Operation::Insert(item, policy) => {
                let key = naive(item, true);
                match Identity::new(item) {
                    Some(identity) => {
                        let before = state.insert(identity, *policy);
                        assert_eq!(before, model.policies.insert(key, *policy));
                    }
                    None => assert_eq!(key, ""),
                }
            }
            Operation::Remove(item) => {
                if let Some(identity) = Identity::new(item) {
                    let removed = state.remove(&identity);
                    assert_eq!(removed, model.policies.remove(&naive(item, true)));
                    assert_eq!(state.policy(&identity), None);
                }
            }
            Operation::Clear => {
                state.clear_policies();
                model.policies.clear();
            }
        }
    }
    (state, model)
}

/// The state `before` with a diff applied by hand.
fn apply(before: &State, diff: &StateDiff) -> Model {
    let mut after = Model {
        premise: before.premise().map(str::to_owned),
        policies: before.policies().map(|(item, policy)| (item.to_owned(), policy)).collect(),
    };
    assert_eq!(after.premise.as_deref(), diff.premise_before.as_deref());
    after.premise = diff.premise_after.as_deref().map(str::to_owned);
    for (item, policy) in &diff.policies.added {
        assert_eq!(after.policies.insert(item.to_string(), *policy), None);
    }
    for (item, policy) in &diff.policies.removed {
        assert_eq!(after.policies.remove(&**item), Some(*policy));
    }
    for (item, (one, other)) in &diff.policies.changed {
        assert_ne!(one, other);
        assert_eq!(after.policies.insert(item.to_string(), *other), Some(*one));
    }
    after
}

fn model(state: &State) -> Model {
    apply(state, &state.diff(state))
}

proptest! {
    #![proptest_config(config(1_500, 0x5eed_0401))]

    #[test]
    fn a_state_behaves_like_a_sorted_map_of_identities(operations in operations()) {
        let (state, expected) = run(&operations);
        prop_assert_eq!(state.premise(), expected.premise.as_deref());
        let policies: Vec<_> = expected.policies.iter().map(|(k, p)| (k.as_str(), *p)).collect();
        prop_assert_eq!(state.policies().collect::<Vec<_>>(), policies.clone());
        prop_assert_eq!(state.policies().len(), policies.len());
        let backwards: Vec<_> = policies.iter().rev().copied().collect();
        prop_assert_eq!(state.policies().rev().collect::<Vec<_>>(), backwards);
        prop_assert_eq!(state.is_empty(), expected == Model::default());
        for (key, policy) in &policies {
            let identity = Identity::new(key).expect("a key is not empty");
            prop_assert_eq!(identity.as_str(), *key);
            prop_assert_eq!(state.policy(&identity), Some(*policy));
        }
    }

    #[test]
    fn policies_from_a_prefix_are_those_that_begin_with_it(
        operations in operations(),
        prefix in prop::sample::select(&["", "t", "tea", "teapots", "caf", "\u{1f600}", "zz"][..]),
    ) {
        let (state, _) = run(&operations);
        let expected: Vec<_> =
            state.policies().filter(|(item, _)| item.starts_with(prefix)).collect();
        prop_assert_eq!(state.policies_from(prefix).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn importing_an_export_gives_the_same_state_and_the_same_bytes(operations in operations()) {
        let (state, _) = run(&operations);
        let text = state.export_json();
        let again = State::import_json(&text);
        let again = again.expect("an export is a state");
        prop_assert_eq!(again.export_json(), text);
        prop_assert_eq!(again, state);
    }

    #[test]
    fn equal_states_and_no_others_have_equal_exports_and_an_empty_diff(
        one in operations(),
        other in operations(),
    ) {
        let ((one, _), (other, _)) = (run(&one), run(&other));
        prop_assert_eq!(one == other, one.export_json() == other.export_json());
        prop_assert_eq!(one == other, one.diff(&other).is_empty());
        prop_assert!(one.diff(&one.clone()).is_empty());
    }

    #[test]
    fn a_diff_applied_to_the_state_before_gives_the_state_after(
        one in operations(),
        other in operations(),
    ) {
        let ((before, _), (after, expected)) = (run(&one), run(&other));
        let diff = before.diff(&after);
        prop_assert_eq!(apply(&before, &diff), expected);
        prop_assert_eq!(diff.premise_changed(), before.premise() != after.premise());
        prop_assert_eq!(apply(&after, &after.diff(&before)), model(&before));
    }
}

#[test]
fn a_diff_sorts_what_it_notes_under_added_removed_and_changed() {
    let read = |policies: &str, premise: &str| {
        State::import_json(&format!(r#"{{"policies":{policies},"premise":{premise},"version":2}}"#))
            .expect("a state")
    };
    let before = read(r#"{"kept":"use","gone":"use","turned":"use","last":"prohibit"}"#, "\"x\"");
    let after =
        read(r#"{"kept":"use","new":"prohibit","turned":"prohibit","alpha":"use"}"#, "null");
    let diff = before.diff(&after);
    let added = BTreeMap::from([("alpha".into(), Policy::Use), ("new".into(), Policy::Prohibit)]);
    let removed = BTreeMap::from([("gone".into(), Policy::Use), ("last".into(), Policy::Prohibit)]);
    let changed = BTreeMap::from([("turned".into(), (Policy::Use, Policy::Prohibit))]);
    assert_eq!(diff.policies.added, added);
    assert_eq!(diff.policies.removed, removed);
    assert_eq!(diff.policies.changed, changed);
    assert_eq!((diff.premise_before.as_deref(), diff.premise_after.as_deref()), (Some("x"), None));
    assert!(diff.premise_changed() && !diff.is_empty() && !diff.policies.is_empty());
}

#[test]
fn a_premise_alone_makes_a_state_that_is_not_empty_and_a_diff_that_is_not() {
    let mut state = State::new();
    assert!(state.is_empty());
    state.set_premise(Premise::new("x"));
    assert!(!state.is_empty());
    let diff = State::new().diff(&state);
    assert!(diff.premise_changed() && !diff.is_empty() && diff.policies.is_empty());
    state.set_premise(None);
    assert_eq!(state, State::default());
}
