//! A state against a simple model under random operations; export, import and diff as laws.

#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking, as tests do")]

mod support;

use std::collections::BTreeMap;

use cc_oracle::{ContractName, Model, Oracle, ToldToModel, check, read_block, read_block_json};
use cc_state::{
    ContractIdentity, ContractPremise, ContractState, Identity, Normalize, Policy, Premise, State,
    StateDiff,
};
use proptest::prelude::*;
use support::{lively, policies};

const SEED: u64 = 0x5eed_0401;

/// What differs between the contracts is the identity, which has laws of its own.
fn cases<C: Normalize>() -> u32 {
    if C::NAME == ContractName::V0_9 { 1_500 } else { 500 }
}

#[derive(Clone, Debug)]
enum Operation {
    Premise(Option<String>),
    Insert(String, Policy),
    Remove(String),
    Clear,
}

/// Few items in many spellings, so that operations meet.
const SPELLED: [&str; 18] = [
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
    "The Tea",
    "dont",
    "don\u{2019}t",
];

fn items() -> impl Strategy<Value = String> {
    prop_oneof![4 => prop::sample::select(&SPELLED).prop_map(str::to_owned), 1 => lively()]
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let operation = prop_oneof![
        8 => (items(), policies()).prop_map(|(item, policy)| Operation::Insert(item, policy)),
        4 => items().prop_map(Operation::Remove),
        2 => prop::option::of(lively()).prop_map(Operation::Premise),
        1 => Just(Operation::Clear),
    ];
    prop::collection::vec(operation, 0..24)
}

fn run<C: Oracle + Normalize>(operations: &[Operation]) -> (ContractState<C>, Model) {
    let (mut state, mut model) = (ContractState::<C>::new(), Model::default());
    for operation in operations {
        match operation {
            Operation::Premise(text) => {
                state.set_premise(text.as_deref().and_then(ContractPremise::new));
                let premise = text.as_deref().map(C::naive_premise);
                model.premise = premise.filter(|premise| !premise.is_empty());
            }
            Operation::Insert(item, policy) => {
                let key = C::naive_identity(item);
                match ContractIdentity::new(item) {
                    Some(identity) => {
                        let before = state.insert(identity, *policy).map(Policy::as_str);
                        assert_eq!(before, model.policies.insert(key, policy.as_str()));
                    }
                    None => assert_eq!(key, ""),
                }
            }
            Operation::Remove(item) => {
                if let Some(identity) = ContractIdentity::new(item) {
                    let removed = state.remove(&identity).map(Policy::as_str);
                    assert_eq!(removed, model.policies.remove(&C::naive_identity(item)));
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

/// What a state holds.
fn model<C: Normalize>(state: &ContractState<C>) -> Model {
    let policies = state.policies().map(|(item, policy)| (item.to_owned(), policy.as_str()));
    Model { premise: state.premise().map(str::to_owned), policies: policies.collect() }
}

/// The state `before` with a diff applied by hand.
fn apply<C: Normalize>(before: &ContractState<C>, diff: &StateDiff) -> Model {
    let mut after = model(before);
    assert_eq!(after.premise.as_deref(), diff.premise_before.as_deref());
    after.premise = diff.premise_after.as_deref().map(str::to_owned);
    for (item, policy) in &diff.policies.added {
        assert_eq!(after.policies.insert(item.to_string(), policy.as_str()), None);
    }
    for (item, policy) in &diff.policies.removed {
        assert_eq!(after.policies.remove(&**item), Some(policy.as_str()));
    }
    for (item, (one, other)) in &diff.policies.changed {
        assert_ne!(one, other);
        let held = after.policies.insert(item.to_string(), other.as_str());
        assert_eq!(held, Some(one.as_str()));
    }
    after
}

fn a_state_behaves_like_a_sorted_map_of_identities<C: Oracle + Normalize>() {
    check(cases::<C>(), SEED, &operations(), |operations| {
        let (state, expected) = run::<C>(&operations);
        prop_assert_eq!(state.premise(), expected.premise.as_deref());
        let policies: Vec<_> = expected.policies.iter().map(|(k, p)| (k.as_str(), *p)).collect();
        let held = || state.policies().map(|(item, policy)| (item, policy.as_str()));
        prop_assert_eq!(held().collect::<Vec<_>>(), policies.clone());
        prop_assert_eq!(state.policies().len(), policies.len());
        let backwards: Vec<_> = policies.iter().rev().copied().collect();
        prop_assert_eq!(held().rev().collect::<Vec<_>>(), backwards);
        prop_assert_eq!(state.is_empty(), expected == Model::default());
        for (key, policy) in &policies {
            let identity = ContractIdentity::new(key).expect("a key is not empty");
            prop_assert_eq!(identity.as_str(), *key);
            prop_assert_eq!(state.policy(&identity).map(Policy::as_str), Some(*policy));
        }
        prop_assert_eq!(state.export_json(), expected.export());
        Ok(())
    });
}

fn policies_from_a_prefix_are_those_that_begin_with_it<C: Oracle + Normalize>() {
    const PREFIXES: [&str; 8] = ["", "t", "tea", "teapots", "caf", "don't", "\u{1f600}", "zz"];
    let values = (operations(), prop::sample::select(&PREFIXES));
    check(cases::<C>(), SEED, &values, |(operations, prefix)| {
        let (state, _) = run::<C>(&operations);
        let expected: Vec<_> =
            state.policies().filter(|(item, _)| item.starts_with(prefix)).collect();
        prop_assert_eq!(state.policies_from(prefix).collect::<Vec<_>>(), expected);
        Ok(())
    });
}

fn importing_an_export_gives_the_same_state_and_the_same_bytes<C: Oracle + Normalize>() {
    check(cases::<C>(), SEED, &operations(), |operations| {
        let (state, _) = run::<C>(&operations);
        let text = state.export_json();
        let again = ContractState::<C>::import_json(&text).expect("an export is a state");
        prop_assert_eq!(again.export_json(), text.as_str());
        prop_assert_eq!(&again, &state);
        let through_serde: ContractState<C> = serde_json::from_str(&text).expect("a state");
        prop_assert_eq!(through_serde, state);
        Ok(())
    });
}

fn a_block_tells_the_state_and_has_the_same_structure_whatever_it_holds<C: Oracle + Normalize>() {
    check(cases::<C>(), SEED, &operations(), |operations| {
        let (state, _) = run::<C>(&operations);
        let items = |policy| -> Vec<String> {
            let held = state.policies().filter(|(_, held)| *held == policy);
            held.map(|(item, _)| item.to_owned()).collect()
        };
        let told = ToldToModel {
            stated: state.premise().map(str::to_owned),
            used: items(Policy::Use),
            prohibited: items(Policy::Prohibit),
        };
        let block = state.context_block();
        prop_assert_eq!(block.is_empty(), state.is_empty());
        let (text, json) = (block.to_text(), block.to_json());
        prop_assert_eq!(text.as_deref().map(read_block).unwrap_or_default(), told.clone());
        let read = json.as_deref().map(|json| read_block_json(json, false));
        prop_assert_eq!(read.unwrap_or_default(), told);
        Ok(())
    });
}

fn equal_states_and_no_others_have_equal_exports_and_an_empty_diff<C: Oracle + Normalize>() {
    check(cases::<C>(), SEED, &(operations(), operations()), |(one, other)| {
        let ((one, _), (other, _)) = (run::<C>(&one), run::<C>(&other));
        prop_assert_eq!(one == other, one.export_json() == other.export_json());
        prop_assert_eq!(one == other, one.diff(&other).is_empty());
        prop_assert!(one.diff(&one.clone()).is_empty());
        Ok(())
    });
}

fn a_diff_applied_to_the_state_before_gives_the_state_after<C: Oracle + Normalize>() {
    check(cases::<C>(), SEED, &(operations(), operations()), |(one, other)| {
        let ((before, of_before), (after, expected)) = (run::<C>(&one), run::<C>(&other));
        let diff = before.diff(&after);
        prop_assert_eq!(apply(&before, &diff), expected.clone());
        prop_assert_eq!(diff.premise_changed(), before.premise() != after.premise());
        prop_assert_eq!(apply(&after, &after.diff(&before)), model(&before));
        let record = of_before.diff(&expected);
        let written = cc_text::json::to_string(&diff);
        prop_assert_eq!(written.as_deref(), Ok(record.as_str()));
        let read: StateDiff = serde_json::from_str(&record).expect("a diff");
        prop_assert_eq!(read, diff);
        Ok(())
    });
}

cc_oracle::laws!(
    a_state_behaves_like_a_sorted_map_of_identities,
    policies_from_a_prefix_are_those_that_begin_with_it,
    a_block_tells_the_state_and_has_the_same_structure_whatever_it_holds,
    importing_an_export_gives_the_same_state_and_the_same_bytes,
    equal_states_and_no_others_have_equal_exports_and_an_empty_diff,
    a_diff_applied_to_the_state_before_gives_the_state_after,
);

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

fn state(premise: Option<&str>, policies: &[(&str, Policy)]) -> State {
    let mut state = State::new();
    state.set_premise(premise.and_then(Premise::new));
    for (item, policy) in policies {
        state.insert(Identity::new(item).expect("an item"), *policy);
    }
    state
}

#[test]
fn a_state_is_shown_on_lines_of_its_own_with_hidden_characters_escaped() {
    assert_eq!(State::new().to_string(), "premise: (none)\npolicies: (none)");
    let shown =
        state(Some("brief\u{200b}"), &[("b\u{202e}", Policy::Use), ("a", Policy::Prohibit)]);
    assert_eq!(
        shown.to_string(),
        "premise: brief\\u{200b}\npolicies:\n- prohibit a\n- use b\\u{202e}"
    );
}

#[test]
fn a_diff_is_shown_with_a_line_for_each_difference() {
    let before = state(
        Some("x"),
        &[("gone", Policy::Use), ("left", Policy::Prohibit), ("turned", Policy::Use)],
    );
    let after = state(None, &[("new\u{200b}", Policy::Use), ("turned", Policy::Prohibit)]);
    let diff = before.diff(&after);
    assert_eq!(
        diff.to_string(),
        "- premise: x -> (none)\n- + use new\\u{200b}\n- - use gone\n- - prohibit left\n\
         - ~ use turned -> prohibit turned"
    );
    assert_eq!(
        format!("{diff:#}"),
        "~ premise: x -> (none)\n+ use new\\u{200b}\n- use gone\n- prohibit left\n\
         ~ use turned -> prohibit turned"
    );
    assert_eq!(
        diff.summary(),
        "clears the premise, + use new\\u{200b}, - 2 policies, use -> prohibit turned"
    );
    assert_eq!(before.diff(&before).to_string(), "");
    assert_eq!(before.diff(&before).summary(), "");
    assert_eq!(State::new().diff(&state(Some("y"), &[])).summary(), "sets the premise");
    assert_eq!(before.diff(&state(Some("y"), &[])).summary(), "changes the premise, - 3 policies");
    let one = state(None, &[("tea", Policy::Use)]);
    assert_eq!(one.diff(&State::new()).summary(), "- use tea");
}

#[test]
fn a_diff_is_the_record_that_it_is_read_from() {
    let before = state(Some("x"), &[("gone", Policy::Use), ("turned", Policy::Use)]);
    let after = state(Some("x"), &[("é", Policy::Use), ("turned", Policy::Prohibit)]);
    let diff = before.diff(&after);
    let record = concat!(
        r#"{"changed":true,"policies":{"added":{"\u00e9":"use"},"#,
        r#""changed":{"turned":{"after":"prohibit","before":"use"}},"removed":{"gone":"use"}},"#,
        r#""premise":{"after":"x","before":"x","changed":false}}"#
    );
    assert_eq!(cc_text::json::to_string(&diff).as_deref(), Ok(record));
    assert_eq!(serde_json::from_str::<StateDiff>(record).expect("a diff"), diff);
    for bad in ["{}", &record.replacen('{', r#"{"x":1,"#, 1), &record.replace("use", "allow")] {
        assert!(serde_json::from_str::<StateDiff>(bad).is_err(), "{bad}");
    }
}
