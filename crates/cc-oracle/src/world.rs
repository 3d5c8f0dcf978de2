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
    /// Every state there is, by its export: a premise or none, and a policy or none for each item.
    #[must_use]
    pub fn by_export(&self) -> BTreeMap<String, Model> {
        let mut states = vec![Model::default()];
        for [.., premise] in self.premises {
            states.push(Model { premise: Some(premise.to_owned()), ..Model::default() });
        }
        for [.., item] in self.items {
            for state in states.clone() {
                for policy in ["use", "prohibit"] {
                    let mut state = state.clone();
                    state.policies.insert(item.to_owned(), policy);
                    states.push(state);
                }
            }
        }
        states.into_iter().map(|state| (state.export(), state)).collect()
    }

    /// Every directive in every spelling, be it canonical or not.
    #[must_use]
    pub fn directives(&self) -> Vec<Asked<'static>> {
        let spellings = |operand: Option<&&str>| match operand {
            Some(&"value") => self.premises.concat(),
            Some(_) => self.items.concat(),
            None => vec![""],
        };
        let mut directives = Vec::new();
        for (kind, _, operands) in KINDS {
            for one in spellings(operands.first()) {
                for two in spellings(operands.get(1)) {
                    directives.push(Asked::new(kind, [one, two]));
                }
            }
        }
        directives
    }

    /// Every directive whose text is canonical in a contract.
    #[must_use]
    pub fn canonical<C: Oracle>(&self) -> Vec<Asked<'static>> {
        let mut all = self.directives();
        all.retain(|asked| matches!(C::naive_class(&asked.text()), Verdict::Canonical(_)));
        all
    }
}
