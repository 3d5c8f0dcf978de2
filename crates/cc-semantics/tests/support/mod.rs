//! What several tests share: directives and states by their text, and a commit of transitions.
#![allow(dead_code, reason = "each test uses its part")]
#![allow(
    clippy::panic,
    clippy::expect_used,
    reason = "helpers of tests fail by panicking, as tests do"
)]

use cc_semantics::{ContractTransition, Rules};
use cc_state::{ContractState, Policy};
use cc_syntax::{ContractClassification, ContractDirective, classify_by};

pub(crate) fn directive<C: Rules>(text: &str) -> ContractDirective<'_, C> {
    match classify_by(text) {
        ContractClassification::Canonical(directive) => directive,
        other => panic!("{text:?} is {other:?}"),
    }
}

/// The state with this premise and these policies, both in JSON.
pub(crate) fn state<C: Rules>(premise: &str, policies: &str) -> ContractState<C> {
    read(&format!(r#"{{"policies":{policies},"premise":{premise},"version":2}}"#))
}

pub(crate) fn read<C: Rules>(export: &str) -> ContractState<C> {
    ContractState::import_json(export).expect("a state")
}

/// Makes the change that a transition describes.
pub(crate) fn commit<C: Rules>(
    state: &ContractState<C>,
    transition: ContractTransition<'_, C>,
) -> ContractState<C> {
    let mut after = state.clone();
    match transition {
        ContractTransition::Unchanged => {}
        ContractTransition::SetPremise(premise) => after.set_premise(Some(premise)),
        ContractTransition::ClearPremise => after.set_premise(None),
        ContractTransition::Insert(item, policy) => {
            assert_eq!(after.insert(item, policy), None, "an inserted item is new");
        }
        ContractTransition::Remove(item) => {
            assert!(after.remove(&item).is_some(), "a removed item is there");
        }
        ContractTransition::Replace { new, old } => {
            assert_eq!(after.remove(&old), Some(Policy::Use), "what is replaced is in use");
            after.insert(new, Policy::Use);
        }
        ContractTransition::ClearPolicies => after.clear_policies(),
        ContractTransition::ClearState => after = ContractState::new(),
    }
    after
}
