//! Contract 0.5 in a whole small world: every state of three items and two premises against every
//! directive over them, in differing spellings, with an oracle written from the contract's text;
//! and the same world in plain words, in which the two contracts agree.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of tests fail by panicking, as tests do"
)]

#[path = "support/v0_5.rs"]
mod support;

use std::collections::VecDeque;

use cc_semantics::ContractTransition;
use cc_semantics::v0_5::evaluate;
use cc_state::v0_5::State;
use cc_state::{Contract, Policy, StateDiff};
use support::{commit, directive, state};

/// Each item as it may be submitted; the identity comes last.
const ITEMS: [[&str; 3]; 3] = [
    ["The Tea", "ＴＥＡ", "tea"],
    ["DONT  ask", "a don\u{2019}t\nask", "don't ask"],
    ["STRA\u{1e9e}E", "an the straße ", "straße"],
];

/// The same items in words that are their own identities in both contracts.
const PLAIN: [[&str; 3]; 3] = [["tea"; 3], ["oat milk"; 3], ["salt"; 3]];

/// Each premise as it may be submitted; the normal form comes last.
const PREMISES: [[&str; 3]; 2] = [
    ["the Brief  replies", "the Brief\u{3000}replies ", "the Brief replies"],
    ["to don\u{2019}t", "to\ndon`t", "to don't"],
];

const PLAIN_PREMISES: [[&str; 3]; 2] = [["brief replies"; 3], ["long replies"; 3]];

/// The words of a small world.
#[derive(Clone, Copy)]
struct Words {
    items: [[&'static str; 3]; 3],
    premises: [[&'static str; 3]; 2],
}

const SPELLED: Words = Words { items: ITEMS, premises: PREMISES };
const IN_PLAIN: Words = Words { items: PLAIN, premises: PLAIN_PREMISES };

/// An operand: which item or premise, and in which spelling.
type Operand = (usize, usize);

#[derive(Clone, Copy, Debug)]
enum Action {
    SetPremise(Operand),
    ChangePremise(Operand),
    Use(Operand),
    Prohibit(Operand),
    Remove(Operand),
    Replace(Operand, Operand),
    ClearPremise,
    ResetPolicies,
    ClearState,
}

fn operands(count: usize, spellings: usize) -> impl Iterator<Item = Operand> {
    (0..count).flat_map(move |which| (0..spellings).map(move |spelling| (which, spelling)))
}

fn actions(spellings: usize) -> Vec<Action> {
    let mut actions = vec![Action::ClearPremise, Action::ResetPolicies, Action::ClearState];
    for value in operands(2, spellings) {
        actions.extend([Action::SetPremise(value), Action::ChangePremise(value)]);
    }
    for one in operands(3, spellings) {
        actions.extend([Action::Use(one), Action::Prohibit(one), Action::Remove(one)]);
        actions.extend(operands(3, spellings).map(|other| Action::Replace(one, other)));
    }
    actions
}

impl Words {
    fn item(&self, (which, spelling): Operand) -> &'static str {
        self.items[which][spelling]
    }

    fn premise(&self, (which, spelling): Operand) -> &'static str {
        self.premises[which][spelling]
    }

    fn text(&self, action: Action) -> String {
        match action {
            Action::SetPremise(value) => format!("set premise {}", self.premise(value)),
            Action::ChangePremise(value) => format!("change premise to {}", self.premise(value)),
            Action::Use(one) => format!("use {}", self.item(one)),
            Action::Prohibit(one) => format!("prohibit {}", self.item(one)),
            Action::Remove(one) => format!("remove policy {}", self.item(one)),
            Action::Replace(new, old) => {
                format!("use {} instead of {}", self.item(new), self.item(old))
            }
            Action::ClearPremise => "clear premise".to_owned(),
            Action::ResetPolicies => "reset policies".to_owned(),
            Action::ClearState => "clear state".to_owned(),
        }
    }

    /// The fields of the state that a world stands for, as JSON values of premise and policies.
    fn fields(&self, world: World) -> (String, String) {
        let premise = world
            .premise
            .map_or("null".to_owned(), |which| format!("\"{}\"", self.premises[which][2]));
        let policies: Vec<String> = self
            .items
            .iter()
            .zip(world.policies)
            .filter_map(|(item, policy)| Some(format!("\"{}\":\"{}\"", item[2], policy?)))
            .collect();
        (premise, format!("{{{}}}", policies.join(",")))
    }

    fn state(&self, world: World) -> State {
        let (premise, policies) = self.fields(world);
        state(&premise, &policies)
    }

    fn diff(&self, before: World, after: World) -> StateDiff {
        let premise = |world: World| world.premise.map(|which| self.premises[which][2].into());
        let mut diff = StateDiff {
            premise_before: premise(before),
            premise_after: premise(after),
            ..StateDiff::default()
        };
        for (which, item) in self.items.iter().enumerate() {
            let key = Box::from(item[2]);
            match (before.policies[which], after.policies[which]) {
                (None, Some(policy)) => drop(diff.policies.added.insert(key, policy)),
                (Some(policy), None) => drop(diff.policies.removed.insert(key, policy)),
                (Some(one), Some(other)) if one != other => {
                    diff.policies.changed.insert(key, (one, other));
                }
                _ => {}
            }
        }
        diff
    }

    /// The world after an action, or the failure and the prompt, by the contract's sixteen cases.
    fn after(&self, mut world: World, action: Action) -> Result<World, (&'static str, String)> {
        let submit = "Submit explicit directive(s) to remove it or use a different item.";
        let (failure, prompt) = match action {
            Action::SetPremise(_) if world.premise.is_some() => (
                "premise_already_set",
                "Premise already set.\nUse 'change premise to <value>' to modify it.".to_owned(),
            ),
            Action::ChangePremise(_) if world.premise.is_none() => (
                "premise_not_set",
                "No premise is set.\nUse 'set premise <value>' to define one.".to_owned(),
            ),
            Action::Use((which, _)) if world.policies[which] == Some(Policy::Prohibit) => (
                "item_prohibited",
                format!(
                    "\"{}\" is currently prohibited.\nRemove or replace it before using it.",
                    self.items[which][2]
                ),
            ),
            Action::Prohibit((which, _)) if world.policies[which] == Some(Policy::Use) => (
                "item_already_in_use",
                format!(
                    "\"{}\" is currently in use.\nRemove or replace it before prohibiting it.",
                    self.items[which][2]
                ),
            ),
            Action::Replace(new, old) if new.0 != old.0 => {
                match (world.policies[old.0], world.policies[new.0]) {
                    (None, _) => (
                        "replacement_source_missing",
                        format!(
                            "\"{}\" is not currently in use.\n\
                             Replacement requires an active 'use' policy.",
                            self.item(old)
                        ),
                    ),
                    (Some(Policy::Prohibit), _) => (
                        "replacement_source_prohibited",
                        format!("\"{}\" is currently prohibited.\n{submit}", self.item(old)),
                    ),
                    (_, Some(Policy::Prohibit)) => (
                        "replacement_target_prohibited",
                        format!("\"{}\" is currently prohibited.\n{submit}", self.item(new)),
                    ),
                    _ => {
                        world.policies[old.0] = None;
                        world.policies[new.0] = Some(Policy::Use);
                        return Ok(world);
                    }
                }
            }
            Action::Replace(..) => return Ok(world),
            Action::SetPremise((which, _)) | Action::ChangePremise((which, _)) => {
                return Ok(World { premise: Some(which), ..world });
            }
            Action::Use((which, _)) => return Ok(world.with(which, Some(Policy::Use))),
            Action::Prohibit((which, _)) => return Ok(world.with(which, Some(Policy::Prohibit))),
            Action::Remove((which, _)) => return Ok(world.with(which, None)),
            Action::ClearPremise => return Ok(World { premise: None, ..world }),
            Action::ResetPolicies => return Ok(World { policies: [None; 3], ..world }),
            Action::ClearState => return Ok(EMPTY),
        };
        Err((failure, prompt))
    }
}

/// A state of the small world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct World {
    premise: Option<usize>,
    policies: [Option<Policy>; 3],
}

const EMPTY: World = World { premise: None, policies: [None; 3] };

impl World {
    fn with(mut self, which: usize, policy: Option<Policy>) -> World {
        self.policies[which] = policy;
        self
    }
}

/// Every world there is: a premise or none, and a policy or none for each item.
fn worlds() -> Vec<World> {
    let policies = [None, Some(Policy::Use), Some(Policy::Prohibit)];
    let mut worlds = Vec::new();
    for premise in [None, Some(0), Some(1)] {
        for (first, second) in policies.iter().flat_map(|a| policies.iter().map(move |b| (a, b))) {
            let all = policies.iter().map(|third| [*first, *second, *third]);
            worlds.extend(all.map(|policies| World { premise, policies }));
        }
    }
    worlds
}

#[test]
fn every_directive_does_to_every_state_what_the_contract_says() {
    let (mut unchanged, mut changed, mut refused) = (0, 0, 0);
    let exports: Vec<(World, String)> =
        worlds().into_iter().map(|world| (world, SPELLED.state(world).export_json())).collect();
    for world in worlds() {
        let state = SPELLED.state(world);
        let before = state.export_json();
        for action in actions(3) {
            let text = SPELLED.text(action);
            let context = format!("{text:?} on {world:?}");
            match (evaluate(&state, directive(&text)), SPELLED.after(world, action)) {
                (Ok(transition), Ok(after)) => {
                    assert_eq!(transition.changed(), after != world, "{context}");
                    let diff = SPELLED.diff(world, after);
                    assert_eq!(transition.diff(&state), diff, "{context}");
                    let committed = commit(&state, transition);
                    assert_eq!(state.diff(&committed), diff, "{context}");
                    let export = exports.iter().find(|(world, _)| *world == after);
                    assert_eq!(Some(committed.export_json()), export.map(|(_, text)| text.clone()));
                    if after == world { unchanged += 1 } else { changed += 1 }
                }
                (Err(refusal), Err((failure, prompt))) => {
                    assert_eq!(refusal.failure().map(|f| f.as_str()), Some(failure), "{context}");
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
    let mut reached = vec![EMPTY];
    let mut open = VecDeque::from([EMPTY]);
    while let Some(world) = open.pop_front() {
        for action in actions(1) {
            let state = SPELLED.state(world);
            let text = SPELLED.text(action);
            let Ok(transition) = evaluate(&state, directive(&text)) else {
                continue;
            };
            let after = commit(&state, transition);
            let found = worlds().into_iter().find(|world| SPELLED.state(*world) == after);
            let found = found.expect("a state of the small world");
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
        let state = SPELLED.state(world);
        for other in operands(3, 3).map(|operand| SPELLED.item(operand)) {
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
        let (premise, policies) = IN_PLAIN.fields(world);
        let state = IN_PLAIN.state(world);
        let json = format!(r#"{{"policies":{policies},"premise":{premise},"version":2}}"#);
        let other_state = cc_state::State::import_json(&json).expect("a state");
        for action in actions(1) {
            let text = IN_PLAIN.text(action);
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
    // one is prohibited: in three states of the third item, with each of three premises.
    assert_eq!(reordered, 6 * 3 * 3);
    assert!(accepted > 500 && refused > 300, "{accepted} {refused}");
}
