//! What the tests of contract 0.5 share: directives and states by their text, and a commit.
#![allow(dead_code, reason = "each test uses its part")]
#![allow(
    clippy::panic,
    clippy::expect_used,
    reason = "helpers of tests fail by panicking, as tests do"
)]

use cc_semantics::v0_5::Transition;
use cc_state::Policy;
use cc_state::v0_5::State;
use cc_syntax::v0_5::{Classification, Directive, classify};

pub(crate) fn directive(text: &str) -> Directive<'_> {
    match classify(text) {
        Classification::Canonical(directive) => directive,
        other => panic!("{text:?} is {other:?}"),
    }
}

/// The state with this premise and these policies, both in JSON.
pub(crate) fn state(premise: &str, policies: &str) -> State {
    State::import_json(&format!(r#"{{"policies":{policies},"premise":{premise},"version":2}}"#))
        .expect("a state")
}

/// Makes the change that a transition describes.
pub(crate) fn commit(state: &State, transition: Transition<'_>) -> State {
    let mut after = state.clone();
    match transition {
        Transition::Unchanged => {}
        Transition::SetPremise(premise) => after.set_premise(Some(premise)),
        Transition::ClearPremise => after.set_premise(None),
        Transition::Insert(item, policy) => {
            assert_eq!(after.insert(item, policy), None, "an inserted item is new");
        }
        Transition::Remove(item) => {
            assert!(after.remove(&item).is_some(), "a removed item is there");
        }
        Transition::Replace { new, old } => {
            assert_eq!(after.remove(&old), Some(Policy::Use), "what is replaced is in use");
            after.insert(new, Policy::Use);
        }
        Transition::ClearPolicies => after.clear_policies(),
        Transition::ClearState => after = State::new(),
    }
    after
}
