//! A small world: three items and two premises, every state and every action over them, and what
//! the contracts' tables say about each. The tests of evaluation and those of the engine share it.
//!
//! Nothing in here asks the crates what is right: states are written as text, and the tables are
//! those of the contracts.

#![allow(dead_code, reason = "each test uses its part")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of tests fail by panicking, as tests do"
)]

use std::collections::BTreeMap;
use std::fmt::Write;

use cc_state::{Policy, StateDiff};

/// The words of a small world.
#[derive(Clone, Copy)]
pub(crate) struct Words {
    /// Each item as it may be submitted; the identity comes last.
    pub(crate) items: [[&'static str; 3]; 3],
    /// Each premise as it may be submitted; the normal form comes last.
    pub(crate) premises: [[&'static str; 3]; 2],
}

/// Words in the spellings of contract 0.9.
pub(crate) const V0_9: Words = Words {
    items: [
        ["Tea", "ＴＥＡ", "tea"],
        ["CAFÉ", "cafe\u{301}", "café"],
        ["straße", "Stra\u{1e9e}e", "strasse"],
    ],
    premises: [
        ["Brief  replies", "Brief\u{3000}replies", "Brief replies"],
        ["to don\u{2019}t", "to don`t", "to don't"],
    ],
};

/// Words in the spellings of contract 0.5.
pub(crate) const V0_5: Words = Words {
    items: [
        ["The Tea", "ＴＥＡ", "tea"],
        ["DONT  ask", "a don\u{2019}t\nask", "don't ask"],
        ["STRA\u{1e9e}E", "an the straße ", "straße"],
    ],
    premises: [
        ["the Brief  replies", "the Brief\u{3000}replies ", "the Brief replies"],
        ["to don\u{2019}t", "to\ndon`t", "to don't"],
    ],
};

/// Words in spellings that both contracts read alike.
pub(crate) const SHARED: Words = Words {
    items: [
        ["Tea", "ＴＥＡ", "tea"],
        ["oat\u{3000}MILK", "Oat  Milk", "oat milk"],
        ["ſalt", "SALT", "salt"],
    ],
    premises: [
        ["brief  replies", "brief\u{a0}replies", "brief replies"],
        ["don\u{2019}t ask", "don`t\task", "don't ask"],
    ],
};

/// An operand: which item or premise, and in which spelling.
pub(crate) type Operand = (usize, usize);

/// A directive over the words of a small world.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Action {
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
pub(crate) struct World {
    pub(crate) premise: Option<usize>,
    pub(crate) policies: [Option<Policy>; 3],
}

pub(crate) const EMPTY: World = World { premise: None, policies: [None; 3] };

/// Every world there is: a premise or none, and a policy or none for each item.
pub(crate) fn worlds() -> Vec<World> {
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

impl Words {
    pub(crate) fn item(&self, (which, spelling): Operand) -> &'static str {
        self.items[which][spelling]
    }

    pub(crate) fn premise(&self, (which, spelling): Operand) -> &'static str {
        self.premises[which][spelling]
    }

    fn operands(&self, count: usize) -> impl Iterator<Item = Operand> + use<> {
        (0..count).flat_map(|which| (0..3).map(move |spelling| (which, spelling)))
    }

    pub(crate) fn item_operands(&self) -> impl Iterator<Item = Operand> + use<> {
        self.operands(self.items.len())
    }

    /// Every action in every spelling.
    pub(crate) fn actions(&self) -> Vec<Action> {
        let mut actions = vec![Action::ClearPremise, Action::ResetPolicies, Action::ClearState];
        for value in self.operands(self.premises.len()) {
            actions.extend([Action::SetPremise(value), Action::ChangePremise(value)]);
        }
        for one in self.item_operands() {
            actions.extend([Action::Use(one), Action::Prohibit(one), Action::Remove(one)]);
            actions.extend(self.item_operands().map(|other| Action::Replace(one, other)));
        }
        actions
    }

    /// Whether an action is a canonical directive of contract 0.9, where no premise to be set
    /// begins with `to`. In 0.5 every action is one.
    pub(crate) fn is_canonical(&self, action: Action) -> bool {
        !matches!(action, Action::SetPremise(value) if self.premise(value).starts_with("to "))
    }

    /// Every action that is canonical in contract 0.9.
    pub(crate) fn canonical_actions(&self) -> Vec<Action> {
        self.actions().into_iter().filter(|action| self.is_canonical(*action)).collect()
    }

    pub(crate) fn text(&self, action: Action) -> String {
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

    /// The state that a world stands for, as it is exported.
    pub(crate) fn export(&self, world: World) -> String {
        let mut policies: Vec<(&str, Policy)> = (self.items.iter().zip(world.policies))
            .filter_map(|(item, policy)| Some((item[2], policy?)))
            .collect();
        policies.sort_unstable_by_key(|(item, _)| *item);
        let policies: Vec<String> = policies
            .into_iter()
            .map(|(item, policy)| format!("{}:\"{policy}\"", quoted(item)))
            .collect();
        let premise = world.premise.map(|which| quoted(self.premises[which][2]));
        format!(
            r#"{{"policies":{{{}}},"premise":{},"version":2}}"#,
            policies.join(","),
            premise.as_deref().unwrap_or("null")
        )
    }

    /// Every world by its export.
    pub(crate) fn by_export(&self) -> BTreeMap<String, World> {
        worlds().into_iter().map(|world| (self.export(world), world)).collect()
    }

    pub(crate) fn diff(&self, before: World, after: World) -> StateDiff {
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

    /// The message of a refusal, by the contracts' list; it is the prompt in 0.5.
    pub(crate) fn message(&self, failure: &str, action: Action) -> String {
        let submit = "Submit explicit directive(s) to remove it or use a different item.";
        match (failure, action) {
            ("premise_already_set", _) => {
                "Premise already set.\nUse 'change premise to <value>' to modify it.".to_owned()
            }
            ("premise_not_set", _) => {
                "No premise is set.\nUse 'set premise <value>' to define one.".to_owned()
            }
            ("item_prohibited", Action::Use((which, _))) => format!(
                "\"{}\" is currently prohibited.\nRemove or replace it before using it.",
                self.items[which][2]
            ),
            ("item_already_in_use", Action::Prohibit((which, _))) => format!(
                "\"{}\" is currently in use.\nRemove or replace it before prohibiting it.",
                self.items[which][2]
            ),
            ("replacement_source_prohibited", Action::Replace(_, one))
            | ("replacement_target_prohibited", Action::Replace(one, _)) => {
                format!("\"{}\" is currently prohibited.\n{submit}", self.item(one))
            }
            ("replacement_source_missing", Action::Replace(_, old)) => format!(
                "\"{}\" is not currently in use.\nReplacement requires an active 'use' policy.",
                self.item(old)
            ),
            other => panic!("{other:?} do not fit"),
        }
    }

    /// The repairs of a refusal, by the table of contract 0.9.
    pub(crate) fn repairs(&self, failure: &str, action: Action) -> Vec<String> {
        match (failure, action) {
            ("premise_already_set", Action::SetPremise(value)) => {
                vec![self.text(Action::ChangePremise(value))]
            }
            // `set premise to ...` would not be canonical (R4).
            ("premise_not_set", Action::ChangePremise(value)) => {
                let repair = Action::SetPremise(value);
                if self.is_canonical(repair) { vec![self.text(repair)] } else { Vec::new() }
            }
            (
                "item_prohibited" | "item_already_in_use",
                Action::Use(one) | Action::Prohibit(one),
            )
            | ("replacement_target_prohibited", Action::Replace(one, _)) => {
                vec![self.text(Action::Remove(one)), self.text(action)]
            }
            _ => Vec::new(),
        }
    }
}

/// A text as a JSON string: ASCII alone, as exports are.
fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for character in text.chars() {
        if character.is_ascii() {
            quoted.push(character);
        } else {
            write!(quoted, "\\u{:04x}", u32::from(character)).expect("a string takes text");
        }
    }
    quoted + "\""
}

/// In which order the refusals of a replacement are looked for (R6).
#[derive(Clone, Copy)]
pub(crate) enum Order {
    /// Source prohibited, target prohibited, source missing.
    V0_9,
    /// Source missing, source prohibited, target prohibited.
    V0_5,
}

impl World {
    fn with(mut self, (which, _): Operand, policy: Option<Policy>) -> World {
        self.policies[which] = policy;
        self
    }

    /// The world after an action that is not refused, whatever this world says against it.
    pub(crate) fn as_asked(self, action: Action) -> World {
        match action {
            Action::SetPremise((which, _)) | Action::ChangePremise((which, _)) => {
                World { premise: Some(which), ..self }
            }
            Action::Use(one) => self.with(one, Some(Policy::Use)),
            Action::Prohibit(one) => self.with(one, Some(Policy::Prohibit)),
            Action::Remove(one) => self.with(one, None),
            Action::Replace(new, old) if new.0 == old.0 => self,
            Action::Replace(new, old) => self.with(old, None).with(new, Some(Policy::Use)),
            Action::ClearPremise => World { premise: None, ..self },
            Action::ResetPolicies => World { policies: [None; 3], ..self },
            Action::ClearState => EMPTY,
        }
    }

    /// The world after an action, or the name of the failure, by the contract's table.
    pub(crate) fn after(self, action: Action, order: Order) -> Result<World, &'static str> {
        let failure = match action {
            Action::SetPremise(_) => self.premise.map(|_| "premise_already_set"),
            Action::ChangePremise(_) if self.premise.is_none() => Some("premise_not_set"),
            Action::Use((which, _)) if self.policies[which] == Some(Policy::Prohibit) => {
                Some("item_prohibited")
            }
            Action::Prohibit((which, _)) if self.policies[which] == Some(Policy::Use) => {
                Some("item_already_in_use")
            }
            Action::Replace((new, _), (old, _)) if new != old => {
                self.against_replacement(new, old, order)
            }
            _ => None,
        };
        failure.map_or_else(|| Ok(self.as_asked(action)), Err)
    }

    /// The first of the refusals of a replacement that holds.
    fn against_replacement(self, new: usize, old: usize, order: Order) -> Option<&'static str> {
        let source_missing = ("replacement_source_missing", self.policies[old].is_none());
        let prohibited = Some(Policy::Prohibit);
        let source = ("replacement_source_prohibited", self.policies[old] == prohibited);
        let target = ("replacement_target_prohibited", self.policies[new] == prohibited);
        let in_order = match order {
            Order::V0_9 => [source, target, source_missing],
            Order::V0_5 => [source_missing, source, target],
        };
        in_order.into_iter().find_map(|(failure, holds)| holds.then_some(failure))
    }
}
