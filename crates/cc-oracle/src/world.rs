//! A small world: three items and two premises, every state and every directive over them.

use std::collections::BTreeMap;

use crate::{Asked, KINDS, Model, Oracle, Verdict};

/// The words of a small world.
#[derive(Clone, Copy, Debug)]
pub struct SmallWorld {
    /// Each item as it may be submitted; the identity comes last.
    pub items: [[&'static str; 3]; 3],
    /// Each premise as it may be submitted; the normal form comes last.
    pub premises: [[&'static str; 3]; 2],
}

/// A world in spellings that both contracts read alike.
pub const SHARED: SmallWorld = SmallWorld {
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

impl SmallWorld {
    /// Every state there is: a premise or none, and a policy or none for each item.
    #[must_use]
    pub fn states(&self) -> Vec<Model> {
        let policies = [None, Some("use"), Some("prohibit")];
        let premises = [None, Some(self.premises[0][2]), Some(self.premises[1][2])];
        let mut states = Vec::new();
        for premise in premises {
            for number in 0..27 {
                let chosen = [number % 3, number / 3 % 3, number / 9].map(|which| policies[which]);
                let items = self.items.iter().zip(chosen);
                let policies =
                    items.filter_map(|(item, policy)| Some((item[2].to_owned(), policy?)));
                states.push(Model {
                    premise: premise.map(str::to_owned),
                    policies: policies.collect(),
                });
            }
        }
        states
    }

    /// Every state by its export.
    #[must_use]
    pub fn by_export(&self) -> BTreeMap<String, Model> {
        self.states().into_iter().map(|state| (state.export(), state)).collect()
    }

    /// Every item in every spelling.
    #[must_use]
    pub fn items(&self) -> Vec<&'static str> {
        self.items.concat()
    }

    /// Every directive in every spelling, be it canonical or not.
    #[must_use]
    pub fn directives(&self) -> Vec<Asked<'static>> {
        let mut directives = Vec::new();
        for (kind, _, operands) in KINDS {
            let (items, premises) = (self.items(), self.premises.concat());
            match operands {
                [] => directives.push(Asked::new(kind, ["", ""])),
                ["value"] => {
                    directives.extend(premises.iter().map(|value| Asked::new(kind, [value, ""])));
                }
                [_] => directives.extend(items.iter().map(|item| Asked::new(kind, [item, ""]))),
                _ => {
                    for one in &items {
                        directives.extend(items.iter().map(|two| Asked::new(kind, [one, two])));
                    }
                }
            }
        }
        directives
    }

    /// Every directive whose text is canonical in a contract.
    #[must_use]
    pub fn canonical<C: Oracle>(&self) -> Vec<Asked<'static>> {
        let all = self.directives().into_iter();
        all.filter(|asked| matches!(C::naive_class(&asked.text()), Verdict::Canonical(_))).collect()
    }
}
