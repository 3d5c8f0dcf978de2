//! Imports: states of each contract, and checkpoints of 0.5.

use std::collections::BTreeMap;

use cc_contract::{ContractName, V0_5, with_contract};
use cc_engine::{Answers, ContractEngine};
use cc_oracle::{Model, Oracle};
use cc_state::{ImportError, ImportErrorKind};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::support::{Entries, assert_canonical, assert_one_line};

/// A payload is accepted exactly where reading it naively gives a state, and then that state comes
/// of it, exports canonically, and comes back from its export. Otherwise nothing changes, and the
/// message begins with the contract's words.
pub fn import(data: &[u8]) {
    let payload = String::from_utf8_lossy(data);
    for contract in ContractName::ALL {
        with_contract!(
            *contract,
            C => {
                check(held::<C>(&payload), &payload, ContractEngine::<C>::import_json, &|engine| {
                    engine.export_json()
                });
            },
            M1 => state_m1(&payload)
        );
    }
    let checkpoint = held_by_checkpoint(&payload);
    check(checkpoint, &payload, ContractEngine::<V0_5>::import_checkpoint_json, &|engine| {
        engine.export_checkpoint_json()
    });
}

type Import<C> = fn(&mut ContractEngine<C>, &str) -> Result<(), ImportError>;

/// Imports a payload, which holds `expected` if it is read naively.
fn check<C: Oracle + Answers>(
    expected: Option<Model>,
    payload: &str,
    import: Import<C>,
    export: &dyn Fn(&ContractEngine<C>) -> String,
) {
    let mut engine = ContractEngine::new();
    engine.step("set premise as before");
    engine.step("prohibit what was there");
    let before = export(&engine);
    match import(&mut engine, payload) {
        Ok(()) => {
            let policies =
                engine.policies().map(|(item, policy)| (item.to_owned(), policy.as_str()));
            let premise = engine.premise().map(str::to_owned);
            let actual = Model { premise, policies: policies.collect() };
            assert!(Some(actual) == expected || !C::knows(payload), "{payload:?}: {expected:?}");
            let text = export(&engine);
            assert_canonical(&text);
            let mut again = ContractEngine::new();
            assert_eq!(import(&mut again, &text), Ok(()));
            assert_eq!(again, engine);
            assert_eq!(export(&again), text);
        }
        Err(error) => {
            assert!(expected.is_none() || !C::knows(payload), "{payload:?}: {error}");
            assert_eq!(export(&engine), before);
            assert_refusal(&error, payload);
            let of_checkpoint = matches!(
                error.kind(),
                ImportErrorKind::InvalidCheckpoint | ImportErrorKind::UnsupportedCheckpointVersion
            );
            assert!(!of_checkpoint || C::NAME == ContractName::V0_5, "{error}");
        }
    }
}

fn state_m1(payload: &str) {
    match cc_m1::State::import_json(payload) {
        Ok(state) => {
            let entries = Entries::read(payload).expect("an object");
            let fields = entries.exactly(["facts", "policies", "version"]);
            let [facts, policies, version] = fields.expect("the fields, each once");
            assert_eq!(version, "1");
            let facts = Entries::read(facts).expect("an object");
            let [fact] = facts.exactly(["focus.device"]).expect("the fact, once");
            let fact: Option<String> = serde_json::from_str(fact).expect("text or null");
            assert_eq!(state.focus_device().is_some(), fact.is_some());
            let policies = Entries::read(policies).expect("an object");
            let [items] = policies.exactly(["prohibit"]).expect("the items, once");
            let items: Vec<String> = serde_json::from_str(items).expect("texts");
            assert_eq!(state.prohibited().len(), items.len(), "no item is lost");
            let export = state.export_json();
            assert_canonical(&export);
            let again = cc_m1::State::import_json(&export);
            assert_eq!(again.as_ref(), Ok(&state), "{export}");
            let mut engine = cc_m1::Engine::from(state.clone());
            assert_eq!(engine.step("hello"), cc_m1::Decision::Passthrough);
            assert_eq!(engine.state(), &state);
        }
        Err(error) => {
            let message = error.to_string();
            assert!(message.starts_with("invalid state of contract m1: "), "{message:?}");
            assert_one_line(&message);
        }
    }
}

/// What a payload holds that is a state, by the rules one after the other.
fn held<C: Oracle>(payload: &str) -> Option<Model> {
    let fields = Entries::read(payload)?;
    let [policies, premise, version] = fields.exactly(["policies", "premise", "version"])?;
    if version != "2" {
        return None;
    }
    let premise: Option<String> = serde_json::from_str(premise).ok()?;
    let premise = premise.map(|premise| C::naive_premise(&premise));
    if premise.as_deref() == Some("") {
        return None;
    }
    let mut held = BTreeMap::new();
    for (item, policy) in Entries::read(policies)?.0 {
        let policy: String = serde_json::from_str(policy).ok()?;
        let policy = ["use", "prohibit"].into_iter().find(|name| *name == policy)?;
        let key = C::naive_identity(&item);
        if key.is_empty() || held.insert(key, policy).is_some() {
            return None;
        }
    }
    Some(Model { premise, policies: held })
}

fn held_by_checkpoint(payload: &str) -> Option<Model> {
    let fields = Entries::read(payload)?;
    let required = ["authoritative_state", "checkpoint_version"];
    let all = fields.exactly(["authoritative_state", "checkpoint_version", "pending"]);
    let all = all.map(|[state, version, pending]| (state, version, pending));
    let absent = || fields.exactly(required).map(|[state, version]| (state, version, "null"));
    match all.or_else(absent)? {
        (state, "1", "null") => held::<V0_5>(state),
        _ => None,
    }
}

/// Asserts that a message begins with the contract's words, and that it says of a text that is no
/// JSON, and of no other, that it is none.
#[track_caller]
fn assert_refusal(error: &ImportError, payload: &str) {
    let words = match error.kind() {
        ImportErrorKind::InvalidJson => "Invalid JSON payload: ",
        ImportErrorKind::InvalidState => "Invalid state payload: ",
        ImportErrorKind::UnsupportedVersion => "Unsupported state version: ",
        ImportErrorKind::InvalidCheckpoint => "Invalid checkpoint payload: ",
        ImportErrorKind::UnsupportedCheckpointVersion => "Unsupported checkpoint version: ",
        other => panic!("{other:?}"),
    };
    let message = error.to_string();
    assert!(message.starts_with(words), "{message:?}");
    assert_one_line(&message);
    // A reader that looks at the shape alone, and one that reads every number and every string: a
    // text between the two may be either, as the place of the number or string decides.
    let has_shape = serde_json::from_str::<&RawValue>(payload).is_ok();
    let is_read_whole = serde_json::from_str::<Value>(payload).is_ok();
    let says_no_json = error.kind() == ImportErrorKind::InvalidJson;
    assert!(has_shape || says_no_json, "{payload:?}: {message}");
    assert!(!(is_read_whole && says_no_json), "{payload:?}: {message}");
}
