//! Contract 0.5 in a whole small world: every state of three items and two premises against every
//! directive over them, in differing spellings, with an oracle written from the contract's text;
//! and a world in spellings that both contracts read alike, in which they agree.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail by panicking, as tests do"
)]

#[path = "support/v0_5.rs"]
mod support;
#[path = "support/world.rs"]
mod world;

use std::collections::VecDeque;

use cc_semantics::ContractTransition;
use cc_semantics::v0_5::evaluate;
use cc_state::Contract;
use cc_state::v0_5::State;
use support::{commit, directive};
use world::{EMPTY, Order, SHARED, V0_5, Words, World, worlds};

fn state(words: &Words, world: World) -> State {
    State::import_json(&words.export(world)).expect("a state")
}

#[test]
fn every_directive_does_to_every_state_what_the_contract_says() {
    let (mut unchanged, mut changed, mut refused) = (0, 0, 0);
    for world in worlds() {
        let state = state(&V0_5, world);
        let before = state.export_json();
        for action in V0_5.actions() {
            let text = V0_5.text(action);
            let context = format!("{text:?} on {world:?}");
            match (evaluate(&state, directive(&text)), world.after(action, Order::V0_5)) {
                (Ok(transition), Ok(after)) => {
                    assert_eq!(transition.changed(), after != world, "{context}");
                    let diff = V0_5.diff(world, after);
                    assert_eq!(transition.diff(&state), diff, "{context}");
                    let committed = commit(&state, transition);
                    assert_eq!(state.diff(&committed), diff, "{context}");
                    assert_eq!(committed.export_json(), V0_5.export(after), "{context}");
                    if after == world { unchanged += 1 } else { changed += 1 }
                }
                (Err(refusal), Err(failure)) => {
                    assert_eq!(refusal.failure().map(|f| f.as_str()), Some(failure), "{context}");
                    let prompt = V0_5.message(failure, action);
                    assert_eq!(refusal.to_string(), prompt, "{context}");
                    assert_eq!(refusal.directive(), directive(&text));
                    refused += 1;
                }
                (actual, expected) => panic!("{context}: {actual:?}, not {expected:?}"),
            }
        }
        assert_eq!(state.export_json(), before);
    }
    assert!(unchanged > 1_000 && changed > 1_000 && refused > 1_000);
}

#[test]
fn every_state_is_reached_by_directives_from_the_empty_one() {
    let known = V0_5.by_export();
    let mut reached = vec![EMPTY];
    let mut open = VecDeque::from([EMPTY]);
    while let Some(world) = open.pop_front() {
        for action in V0_5.actions() {
            let state = state(&V0_5, world);
            let text = V0_5.text(action);
            let Ok(transition) = evaluate(&state, directive(&text)) else {
                continue;
            };
            let after = commit(&state, transition);
            let found = *known.get(&after.export_json()).expect("a known state");
            if !reached.contains(&found) {
                reached.push(found);
                open.push_back(found);
            }
        }
    }
    reached.sort();
    let mut all = worlds();
    all.sort();
    assert_eq!(reached, all);
    assert_eq!(all.len(), 81);
}

#[test]
fn content_is_checked_before_the_state_whatever_the_state_is() {
    for world in worlds() {
        let state = state(&V0_5, world);
        for other in V0_5.item_operands().map(|operand| V0_5.item(operand)) {
            for text in [
                format!("use the instead of {other}"),
                format!("use {other} instead of an a"),
                "use THE".to_owned(),
                "prohibit a".to_owned(),
                "remove policy the the".to_owned(),
            ] {
                let refusal = evaluate(&state, directive(&text)).expect_err("refused");
                assert_eq!(refusal.failure(), None, "{text:?}");
            }
        }
    }
}

/// What a transition of either contract says, without its type.
fn content<C: Contract>(transition: &ContractTransition<'_, C>) -> Vec<String> {
    let words: &[&str] = match transition {
        ContractTransition::Unchanged => &["unchanged"],
        ContractTransition::SetPremise(premise) => &["premise", premise.as_str()],
        ContractTransition::ClearPremise => &["no premise"],
        ContractTransition::Insert(item, policy) => &["insert", item.as_str(), policy.as_str()],
        ContractTransition::Remove(item) => &["remove", item.as_str()],
        ContractTransition::Replace { new, old } => &["replace", new.as_str(), old.as_str()],
        ContractTransition::ClearPolicies => &["no policies"],
        ContractTransition::ClearState => &["nothing"],
    };
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn both_contracts_agree_where_their_rules_do() {
    let (mut accepted, mut refused, mut reordered) = (0, 0, 0);
    for world in worlds() {
        let state = state(&SHARED, world);
        let other_state = cc_state::State::import_json(&SHARED.export(world)).expect("a state");
        for action in SHARED.actions() {
            let text = SHARED.text(action);
            let cc_syntax::Classification::Canonical(other) = cc_syntax::classify(&text) else {
                panic!("{text:?} is canonical in 0.9");
            };
            assert_eq!(other.form(), directive(&text).form());
            let one = evaluate(&state, directive(&text));
            match (one, cc_semantics::evaluate(&other_state, other)) {
                (Ok(one), Ok(other)) => {
                    assert_eq!(one.changed(), other.changed(), "{text:?} on {world:?}");
                    assert_eq!(one.diff(&state), other.diff(&other_state));
                    assert_eq!(content(&one), content(&other), "{text:?} on {world:?}");
                    accepted += 1;
                }
                (Err(one), Err(other)) if one.failure() == Some(other.failure()) => {
                    assert_eq!(one.to_string(), other.message(), "{text:?} on {world:?}");
                    refused += 1;
                }
                // The order of a replacement's refusals is what they do not share (R6).
                (Err(one), Err(other)) => {
                    let failures = (one.failure().map(|f| f.as_str()), other.failure().as_str());
                    let expected = ("replacement_source_missing", "replacement_target_prohibited");
                    assert_eq!(failures, (Some(expected.0), expected.1), "{text:?} on {world:?}");
                    reordered += 1;
                }
                (one, other) => panic!("{text:?} on {world:?}: {one:?} and {other:?}"),
            }
        }
    }
    // Of six ordered pairs of items, each is reordered where the old one has no policy and the new
    // one is prohibited: in three states of the third item, with each of three premises, in nine
    // spellings.
    assert_eq!(reordered, 6 * 3 * 3 * 9);
    assert!(accepted > 5_000 && refused > 3_000, "{accepted} {refused}");
}
