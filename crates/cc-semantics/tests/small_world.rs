//! A whole small world: every state of three items and two premises against every directive over
//! them, in differing spellings, with an oracle written from the contract's table.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail by panicking, as tests do"
)]

mod support;
#[path = "support/world.rs"]
mod world;

use std::collections::VecDeque;

use cc_semantics::{Refusal, evaluate};
use cc_state::State;
use support::{commit, directive};
use world::{Action, EMPTY, Order, V0_9, World, worlds};

fn state(world: World) -> State {
    State::import_json(&V0_9.export(world)).expect("a state")
}

/// Submits one text.
fn submit(state: &State, text: &str) -> Result<State, String> {
    match evaluate(state, directive(text)) {
        Ok(transition) => Ok(commit(state, transition)),
        Err(refusal) => Err(refusal.failure().as_str().to_owned()),
    }
}

#[test]
fn every_state_is_reached_by_directives_from_the_empty_one() {
    let known = V0_9.by_export();
    let mut reached = vec![EMPTY];
    let mut open = VecDeque::from([EMPTY]);
    while let Some(world) = open.pop_front() {
        for action in V0_9.canonical_actions() {
            if let Ok(after) = submit(&state(world), &V0_9.text(action)) {
                let after = *known.get(&after.export_json()).expect("a known state");
                if !reached.contains(&after) {
                    reached.push(after);
                    open.push_back(after);
                }
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
fn every_directive_does_to_every_state_what_the_table_says() {
    let (mut unchanged, mut changed, mut refused) = (0, 0, 0);
    for world in worlds() {
        let state = state(world);
        for action in V0_9.canonical_actions() {
            let text = V0_9.text(action);
            let context = format!("{text:?} on {world:?}");
            match (evaluate(&state, directive(&text)), world.after(action, Order::V0_9)) {
                (Ok(transition), Ok(after)) => {
                    assert_eq!(transition.changed(), after != world, "{context}");
                    let diff = V0_9.diff(world, after);
                    assert_eq!(transition.diff(&state), diff, "{context}");
                    let committed = commit(&state, transition);
                    assert_eq!(state.diff(&committed), diff, "{context}");
                    assert_eq!(committed.export_json(), V0_9.export(after), "{context}");
                    if after == world { unchanged += 1 } else { changed += 1 }
                }
                (Err(refusal), Err(failure)) => {
                    assert_refusal(&refusal, failure, action);
                    refused += 1;
                }
                (actual, expected) => panic!("{context}: {actual:?}, not {expected:?}"),
            }
        }
    }
    assert!(unchanged > 1_000 && changed > 1_000 && refused > 1_000);
}

fn assert_refusal(refusal: &Refusal<'_>, failure: &str, action: Action) {
    assert_eq!(refusal.failure().as_str(), failure, "{action:?}");
    assert_eq!(refusal.message(), V0_9.message(failure, action));
    let shown: Vec<String> = refusal.repairs().map(|repair| repair.to_string()).collect();
    assert_eq!(shown, V0_9.repairs(failure, action));
    assert_eq!(refusal.repairs().len(), shown.len());
    for (repair, text) in refusal.repairs().zip(&shown) {
        assert_eq!(directive(text), repair, "a repair is canonical");
    }
}

#[test]
fn repairs_submitted_in_order_do_what_was_asked() {
    let mut resolved = 0;
    for world in worlds() {
        for action in V0_9.canonical_actions() {
            let text = V0_9.text(action);
            let mut state = state(world);
            let Err(refusal) = evaluate(&state, directive(&text)) else {
                continue;
            };
            let texts: Vec<String> = refusal.repairs().map(|repair| repair.to_string()).collect();
            let Some((last, first)) = texts.split_last() else {
                continue;
            };
            for text in first {
                state = submit(&state, text).expect("a repair is accepted");
            }
            let after = submit(&state, last);
            // Nothing but the prohibition is repaired: an absent source is refused next.
            if let Action::Replace(_, (old, _)) = action
                && world.policies.get(old) == Some(&None)
            {
                assert_eq!(after, Err("replacement_source_missing".to_owned()));
                continue;
            }
            let after = after.expect("the last repair is accepted");
            let asked = V0_9.export(world.as_asked(action));
            assert_eq!(after.export_json(), asked, "{text:?} on {world:?}");
            resolved += 1;
        }
    }
    assert!(resolved > 500, "{resolved}");
}
