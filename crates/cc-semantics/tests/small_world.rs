//! A whole small world: every state of three items and two premises against every directive over
//! them, in differing spellings, with an oracle written from the contract's table.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of tests fail by panicking, as tests do"
)]

mod support;

use std::collections::{BTreeMap, VecDeque};

use cc_semantics::{Refusal, evaluate};
use cc_state::{Identity, Policy, Premise, State};
use support::{commit, directive};

/// Each item as it may be submitted; the identity comes last.
const ITEMS: [[&str; 3]; 3] = [
    ["Tea", "ＴＥＡ", "tea"],
    ["CAFÉ", "cafe\u{301}", "café"],
    ["straße", "Stra\u{1e9e}e", "strasse"],
];

/// Each premise as it may be submitted; the normal form comes last.
const PREMISES: [[&str; 3]; 2] = [
    ["Brief  replies", "Brief\u{3000}replies", "Brief replies"],
    ["to don\u{2019}t", "to don`t", "to don't"],
];

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

/// A state of the small world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct World {
    premise: Option<usize>,
    policies: [Option<Policy>; 3],
}

const EMPTY: World = World { premise: None, policies: [None; 3] };

fn item((which, spelling): Operand) -> &'static str {
    ITEMS[which][spelling]
}

fn premise((which, spelling): Operand) -> &'static str {
    PREMISES[which][spelling]
}

fn operands(count: usize) -> impl Iterator<Item = Operand> {
    (0..count).flat_map(|which| (0..3).map(move |spelling| (which, spelling)))
}

/// Every action that is canonical: `set premise to ...` is not.
fn actions() -> Vec<Action> {
    let mut actions = vec![Action::ClearPremise, Action::ResetPolicies, Action::ClearState];
    actions.extend(operands(1).map(Action::SetPremise));
    actions.extend(operands(2).map(Action::ChangePremise));
    for one in operands(3) {
        actions.extend([Action::Use(one), Action::Prohibit(one), Action::Remove(one)]);
        actions.extend(operands(3).map(|other| Action::Replace(one, other)));
    }
    actions
}

impl Action {
    fn text(self) -> String {
        match self {
            Action::SetPremise(value) => format!("set premise {}", premise(value)),
            Action::ChangePremise(value) => format!("change premise to {}", premise(value)),
            Action::Use(one) => format!("use {}", item(one)),
            Action::Prohibit(one) => format!("prohibit {}", item(one)),
            Action::Remove(one) => format!("remove policy {}", item(one)),
            Action::Replace(new, old) => format!("use {} instead of {}", item(new), item(old)),
            Action::ClearPremise => "clear premise".to_owned(),
            Action::ResetPolicies => "reset policies".to_owned(),
            Action::ClearState => "clear state".to_owned(),
        }
    }
}

impl World {
    fn state(&self) -> State {
        let mut state = State::new();
        state.set_premise(self.premise.and_then(|which| Premise::of(PREMISES[which][2])));
        for (spelled, policy) in ITEMS.iter().zip(self.policies) {
            if let Some(policy) = policy {
                state.insert(Identity::of(spelled[2]).expect("an identity"), policy);
            }
        }
        state
    }

    /// The world that a state stands for.
    fn of(state: &State) -> World {
        let held: BTreeMap<&str, Policy> = state.policies().collect();
        let world = World {
            premise: state
                .premise()
                .map(|text| PREMISES.iter().position(|p| p[2] == text).expect("a known premise")),
            policies: ITEMS.map(|spelled| held.get(spelled[2]).copied()),
        };
        assert_eq!(&world.state(), state);
        world
    }

    /// The world after an action, or the name of the failure, by the contract's table.
    fn after(mut self, action: Action) -> Result<World, &'static str> {
        let with = |mut world: World, (which, _): Operand, policy| {
            world.policies[which] = policy;
            Ok(world)
        };
        match action {
            Action::SetPremise(_) if self.premise.is_some() => Err("premise_already_set"),
            Action::ChangePremise(_) if self.premise.is_none() => Err("premise_not_set"),
            Action::SetPremise((which, _)) | Action::ChangePremise((which, _)) => {
                self.premise = Some(which);
                Ok(self)
            }
            Action::Use(one) if self.policies[one.0] == Some(Policy::Prohibit) => {
                Err("item_prohibited")
            }
            Action::Use(one) => with(self, one, Some(Policy::Use)),
            Action::Prohibit(one) if self.policies[one.0] == Some(Policy::Use) => {
                Err("item_already_in_use")
            }
            Action::Prohibit(one) => with(self, one, Some(Policy::Prohibit)),
            Action::Remove(one) => with(self, one, None),
            Action::Replace((new, _), (old, _)) if new == old => Ok(self),
            Action::Replace(new, old) => {
                let (source, target) = (self.policies[old.0], self.policies[new.0]);
                if source == Some(Policy::Prohibit) {
                    Err("replacement_source_prohibited")
                } else if target == Some(Policy::Prohibit) {
                    Err("replacement_target_prohibited")
                } else if source.is_none() {
                    Err("replacement_source_missing")
                } else {
                    self.policies[old.0] = None;
                    with(self, new, Some(Policy::Use))
                }
            }
            Action::ClearPremise => Ok(World { premise: None, ..self }),
            Action::ResetPolicies => Ok(World { policies: [None; 3], ..self }),
            Action::ClearState => Ok(EMPTY),
        }
    }
}

/// The message of a refusal, by the contract's list.
fn message(failure: &str, action: Action) -> String {
    let submit = "Submit explicit directive(s) to remove it or use a different item.";
    match (failure, action) {
        ("premise_already_set", _) => {
            "Premise already set.\nUse 'change premise to <value>' to modify it.".to_owned()
        }
        ("premise_not_set", _) => {
            "No premise is set.\nUse 'set premise <value>' to define one.".to_owned()
        }
        ("item_prohibited", Action::Use((which, _))) => {
            let identity = ITEMS[which][2];
            format!(
                "\"{identity}\" is currently prohibited.\nRemove or replace it before using it."
            )
        }
        ("item_already_in_use", Action::Prohibit((which, _))) => {
            let identity = ITEMS[which][2];
            format!(
                "\"{identity}\" is currently in use.\nRemove or replace it before prohibiting it."
            )
        }
        ("replacement_source_prohibited", Action::Replace(_, old)) => {
            format!("\"{}\" is currently prohibited.\n{submit}", item(old))
        }
        ("replacement_target_prohibited", Action::Replace(new, _)) => {
            format!("\"{}\" is currently prohibited.\n{submit}", item(new))
        }
        ("replacement_source_missing", Action::Replace(_, old)) => {
            let old = item(old);
            format!(
                "\"{old}\" is not currently in use.\nReplacement requires an active 'use' policy."
            )
        }
        other => panic!("{other:?} do not fit"),
    }
}

/// The repairs of a refusal, by the contract's table.
fn repairs(failure: &str, action: Action) -> Vec<String> {
    match (failure, action) {
        ("premise_already_set", Action::SetPremise(value)) => {
            vec![format!("change premise to {}", premise(value))]
        }
        // `set premise to ...` would not be canonical (R4).
        ("premise_not_set", Action::ChangePremise((1, _))) => Vec::new(),
        ("premise_not_set", Action::ChangePremise(value)) => {
            vec![format!("set premise {}", premise(value))]
        }
        ("item_prohibited" | "item_already_in_use", Action::Use(one) | Action::Prohibit(one))
        | ("replacement_target_prohibited", Action::Replace(one, _)) => {
            vec![format!("remove policy {}", item(one)), action.text()]
        }
        _ => Vec::new(),
    }
}

/// Every world there is: a premise or none, and a policy or none for each item.
fn worlds() -> Vec<World> {
    let mut worlds = Vec::new();
    for premise in [None, Some(0), Some(1)] {
        let policies = [None, Some(Policy::Use), Some(Policy::Prohibit)];
        for (first, second) in policies.iter().flat_map(|a| policies.iter().map(move |b| (a, b))) {
            let all = policies.iter().map(|third| [*first, *second, *third]);
            worlds.extend(all.map(|policies| World { premise, policies }));
        }
    }
    worlds
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
    let mut reached = vec![EMPTY];
    let mut open = VecDeque::from([EMPTY]);
    while let Some(world) = open.pop_front() {
        for action in actions() {
            if let Ok(after) = submit(&world.state(), &action.text()) {
                let after = World::of(&after);
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
        let state = world.state();
        for action in actions() {
            let text = action.text();
            let context = format!("{text:?} on {world:?}");
            match (evaluate(&state, directive(&text)), world.after(action)) {
                (Ok(transition), Ok(after)) => {
                    assert_eq!(transition.changed(), after != world, "{context}");
                    assert_eq!(transition.diff(&state), state.diff(&after.state()), "{context}");
                    assert_eq!(World::of(&commit(&state, transition)), after, "{context}");
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
    assert_eq!(refusal.message(), message(failure, action));
    let shown: Vec<String> = refusal.repairs().map(|repair| repair.to_string()).collect();
    assert_eq!(shown, repairs(failure, action));
    assert_eq!(refusal.repairs().len(), shown.len());
    for (repair, text) in refusal.repairs().zip(&shown) {
        assert_eq!(directive(text), repair, "a repair is canonical");
    }
}

#[test]
fn repairs_submitted_in_order_do_what_was_asked() {
    let mut resolved = 0;
    for world in worlds() {
        for action in actions() {
            let text = action.text();
            let state = world.state();
            let Err(refusal) = evaluate(&state, directive(&text)) else {
                continue;
            };
            let texts: Vec<String> = refusal.repairs().map(|repair| repair.to_string()).collect();
            let Some((last, first)) = texts.split_last() else {
                continue;
            };
            let mut state = state.clone();
            for text in first {
                state = submit(&state, text).expect("a repair is accepted");
            }
            let asked = match action {
                Action::SetPremise((which, _)) | Action::ChangePremise((which, _)) => {
                    World { premise: Some(which), ..world }
                }
                Action::Use((which, _)) => with_policy(world, which, Policy::Use),
                Action::Prohibit((which, _)) => with_policy(world, which, Policy::Prohibit),
                // Nothing but the prohibition is repaired: an absent source is refused next.
                Action::Replace(_, (old, _)) if world.policies[old].is_none() => {
                    let next = submit(&state, last);
                    assert_eq!(next, Err("replacement_source_missing".to_owned()));
                    continue;
                }
                Action::Replace((new, _), (old, _)) => {
                    let mut after = with_policy(world, new, Policy::Use);
                    after.policies[old] = None;
                    after
                }
                _ => panic!("{action:?} cannot be refused"),
            };
            let after = submit(&state, last).expect("the last repair is accepted");
            assert_eq!(World::of(&after), asked, "{text:?} on {world:?}");
            resolved += 1;
        }
    }
    assert!(resolved > 500, "{resolved}");
}

fn with_policy(mut world: World, which: usize, policy: Policy) -> World {
    world.policies[which] = Some(policy);
    world
}
