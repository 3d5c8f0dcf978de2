//! A whole small world: every state of three items and two premises against every directive over
//! them, in differing spellings, with the model of the contracts' table to compare with; and a world
//! in spellings that both contracts read alike, in which they agree.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail by panicking, as tests do"
)]

mod support;

use std::collections::BTreeSet;

use cc_oracle::{Asked, Oracle, SHARED, V0_5, V0_9};
use cc_semantics::{ContractTransition, Failure, Rules, evaluate};
use cc_state::{ContractState, Normalize};
use support::{commit, directive, read};

fn diff_record(diff: &cc_state::StateDiff) -> String {
    cc_text::json::to_string(diff).expect("a record")
}

fn every_state_is_reached_by_directives_from_the_empty_one<C: Oracle + Rules>() {
    let all: BTreeSet<String> = C::WORLD.by_export().into_keys().collect();
    let mut reached = BTreeSet::new();
    let mut open = vec![ContractState::<C>::new()];
    while let Some(state) = open.pop() {
        let export = state.export_json();
        assert!(all.contains(&export), "{export}");
        if reached.insert(export) {
            for asked in C::WORLD.canonical::<C>() {
                if let Ok(transition) = evaluate(&state, directive(&asked.text())) {
                    open.push(commit(&state, transition));
                }
            }
        }
    }
    assert_eq!(reached, all);
    assert_eq!(all.len(), 81);
}

fn every_directive_does_to_every_state_what_the_table_says<C: Oracle + Rules>() {
    let (mut unchanged, mut changed, mut refused) = (0, 0, 0);
    for (export, model) in C::WORLD.by_export() {
        let state = read::<C>(&export);
        for asked in C::WORLD.canonical::<C>() {
            let text = asked.text();
            let context = format!("{text:?} on {export}");
            match (evaluate(&state, directive(&text)), model.after::<C>(asked)) {
                (Ok(transition), Ok(after)) => {
                    assert_eq!(transition.changed(), after != model, "{context}");
                    let diff = transition.diff(&state);
                    assert_eq!(diff_record(&diff), model.diff(&after), "{context}");
                    let committed = commit(&state, transition);
                    assert_eq!(state.diff(&committed), diff, "{context}");
                    assert_eq!(committed.export_json(), after.export(), "{context}");
                    if after == model { unchanged += 1 } else { changed += 1 }
                }
                (Err(refusal), Err(failure)) => {
                    let found: Option<Failure> = refusal.failure().into();
                    assert_eq!(found.map(Failure::as_str), Some(failure), "{context}");
                    let message = asked.message::<C>(failure);
                    assert_eq!(refusal.message(), message, "{context}");
                    assert_eq!(refusal.to_string(), message, "{context}");
                    assert_eq!(refusal.directive(), directive(&text));
                    let owned = refusal.into_owned();
                    assert_eq!(owned.as_refusal(), refusal);
                    assert_eq!(owned.to_string(), message);
                    refused += 1;
                }
                (actual, expected) => panic!("{context}: {actual:?}, not {expected:?}"),
            }
        }
        assert_eq!(state.export_json(), export);
    }
    assert!(unchanged > 1_000 && changed > 1_000 && refused > 1_000);
}

cc_oracle::laws!(
    every_state_is_reached_by_directives_from_the_empty_one,
    every_directive_does_to_every_state_what_the_table_says,
);

/// Submits one text under contract 0.9.
fn submit(state: &cc_state::State, text: &str) -> Result<cc_state::State, &'static str> {
    match evaluate(state, directive(text)) {
        Ok(transition) => Ok(commit(state, transition)),
        Err(refusal) => Err(refusal.failure().as_str()),
    }
}

#[test]
fn repairs_submitted_in_order_do_what_was_asked_unless_the_source_is_missing() {
    let mut resolved = 0;
    for (export, model) in V0_9::WORLD.by_export() {
        for asked in V0_9::WORLD.canonical::<V0_9>() {
            let text = asked.text();
            let mut state = read::<V0_9>(&export);
            let Err(refusal) = evaluate(&state, directive(&text)) else {
                continue;
            };
            let texts: Vec<String> = refusal.repairs().map(|repair| repair.to_string()).collect();
            assert_eq!(texts, asked.repairs::<V0_9>(refusal.failure().as_str()));
            assert_eq!(refusal.repairs().len(), texts.len());
            for (repair, text) in refusal.repairs().zip(&texts) {
                assert_eq!(directive(text), repair, "a repair is canonical");
            }
            let Some((last, first)) = texts.split_last() else {
                continue;
            };
            for text in first {
                state = submit(&state, text).expect("a repair is accepted");
            }
            let after = submit(&state, last);
            // Nothing but the prohibition is repaired: an absent source is refused next.
            if let Asked { kind: "replace_use", operands: [_, Some(old)] } = asked
                && model.policy(&V0_9::naive_identity(old)).is_none()
            {
                assert_eq!(after, Err("replacement_source_missing"));
                continue;
            }
            let after = after.expect("the last repair is accepted").export_json();
            let as_asked = model.as_asked::<V0_9>(asked).export();
            assert_eq!(after, as_asked, "{text:?} on {export}");
            resolved += 1;
        }
    }
    assert!(resolved > 500, "{resolved}");
}

#[test]
fn content_is_checked_before_the_state_whatever_the_state_is() {
    for export in V0_5::WORLD.by_export().into_keys() {
        let state = read::<V0_5>(&export);
        for other in V0_5::WORLD.items.concat() {
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
fn content<C: Normalize>(transition: &ContractTransition<'_, C>) -> Vec<String> {
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
    for export in SHARED.by_export().into_keys() {
        let (state, other_state) = (read::<V0_5>(&export), read::<V0_9>(&export));
        assert_eq!(SHARED.canonical::<V0_9>().len(), SHARED.directives().len());
        for asked in SHARED.directives() {
            let text = asked.text();
            let context = format!("{text:?} on {export}");
            let (submitted, other) = (directive::<V0_5>(&text), directive::<V0_9>(&text));
            assert_eq!(other.form(), submitted.form());
            match (evaluate(&state, submitted), evaluate(&other_state, other)) {
                (Ok(one), Ok(other)) => {
                    assert_eq!(one.changed(), other.changed(), "{context}");
                    assert_eq!(one.diff(&state), other.diff(&other_state));
                    assert_eq!(content(&one), content(&other), "{context}");
                    accepted += 1;
                }
                (Err(one), Err(other)) if one.failure() == Some(other.failure()) => {
                    assert_eq!(one.to_string(), other.message(), "{context}");
                    refused += 1;
                }
                // The order of a replacement's refusals is what they do not share (R6).
                (Err(one), Err(other)) => {
                    let failures = (one.failure().map(Failure::as_str), other.failure().as_str());
                    let expected = ("replacement_source_missing", "replacement_target_prohibited");
                    assert_eq!(failures, (Some(expected.0), expected.1), "{context}");
                    reordered += 1;
                }
                (one, other) => panic!("{context}: {one:?} and {other:?}"),
            }
        }
    }
    // Of six ordered pairs of items, each is reordered where the old one has no policy and the new
    // one is prohibited: in three states of the third item, with each of three premises, in nine
    // spellings.
    assert_eq!(reordered, 6 * 3 * 3 * 9);
    assert!(accepted > 5_000 && refused > 3_000, "{accepted} {refused}");
}
