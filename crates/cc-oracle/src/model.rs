//! A state as a sorted map, and the contracts' table of directives over it.

use std::collections::BTreeMap;

use serde_json::json;

use crate::asked::{Asked, Verdict, row};
use crate::{Oracle, canonical};

/// The name here for the refusal of an item without identity.
pub const NO_IDENTITY: &str = "no identity";

/// `use` or `prohibit` by identity.
type Policies = BTreeMap<String, &'static str>;

/// A state: normal forms alone, and policies by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Model {
    /// The premise.
    pub premise: Option<String>,
    /// `use` or `prohibit` by identity.
    pub policies: Policies,
}

impl Model {
    /// The state after a directive, or the name of the failure, by the table.
    ///
    /// # Errors
    ///
    /// The first failure that holds.
    pub fn after<C: Oracle>(&self, asked: Asked<'_>) -> Result<Model, &'static str> {
        self.failure::<C>(asked).map_or_else(|| Ok(self.as_asked::<C>(asked)), Err)
    }

    /// The failure of a directive, if any.
    fn failure<C: Oracle>(&self, asked: Asked<'_>) -> Option<&'static str> {
        let keys = asked.keys::<C>();
        let policies: Vec<_> = keys.iter().map(|key| self.policy(key)).collect();
        match (asked.kind, &policies[..]) {
            ("set_premise", _) => self.premise.as_ref().map(|_| "premise_already_set"),
            ("change_premise", _) => self.premise.is_none().then_some("premise_not_set"),
            _ if keys.iter().any(String::is_empty) => Some(NO_IDENTITY),
            ("use_item", [Some("prohibit")]) => Some("item_prohibited"),
            ("prohibit_item", [Some("use")]) => Some("item_already_in_use"),
            ("replace_use", [target, source]) if keys[0] != keys[1] => {
                C::REPLACEMENT.into_iter().find(|failure| match *failure {
                    "replacement_source_missing" => source.is_none(),
                    "replacement_source_prohibited" => *source == Some("prohibit"),
                    _ => *target == Some("prohibit"),
                })
            }
            _ => None,
        }
    }

    /// The policy under a key.
    #[must_use]
    pub fn policy(&self, key: &str) -> Option<&'static str> {
        self.policies.get(key).copied()
    }

    /// The state after a directive that is not refused, whatever this state says against it.
    #[must_use]
    pub fn as_asked<C: Oracle>(&self, asked: Asked<'_>) -> Model {
        let mut after = self.clone();
        let mut set = |item: &str, policy| {
            after.policies.insert(item.to_owned(), policy);
        };
        match (asked.kind, &asked.keys::<C>()[..]) {
            ("set_premise" | "change_premise", _) => {
                after.premise = asked.operands[0].map(C::naive_premise);
            }
            ("use_item", [item]) => set(item, "use"),
            ("prohibit_item", [item]) => set(item, "prohibit"),
            ("remove_policy", [item]) => drop(after.policies.remove(item)),
            ("replace_use", [new, old]) if new == old => {}
            ("replace_use", [new, old]) => {
                set(new, "use");
                after.policies.remove(old);
            }
            ("clear_premise", _) => after.premise = None,
            ("reset_policies", _) => after.policies.clear(),
            _ => after = Model::default(),
        }
        after
    }

    /// The state as canonical JSON text.
    #[must_use]
    pub fn export(&self) -> String {
        canonical(&json!({"policies": self.policies, "premise": self.premise, "version": 2}))
    }

    /// The record of what differs between this state and one after it.
    #[must_use]
    pub fn diff(&self, after: &Model) -> String {
        let only_in = |one: &Policies, other: &Policies| {
            let mut only = one.clone();
            only.retain(|key, _| !other.contains_key(key));
            only
        };
        let changed = self.policies.iter().filter_map(|(key, before)| {
            let after = after.policies.get(key).filter(|after| *after != before)?;
            Some((key, json!({"after": after, "before": before})))
        });
        canonical(&json!({
            "changed": self != after,
            "policies": {
                "added": only_in(&after.policies, &self.policies),
                "changed": changed.collect::<BTreeMap<_, _>>(),
                "removed": only_in(&self.policies, &after.policies),
            },
            "premise": {
                "after": after.premise,
                "before": self.premise,
                "changed": self.premise != after.premise,
            },
        }))
    }
}

impl Asked<'_> {
    /// The identities of the operands.
    fn keys<C: Oracle>(&self) -> Vec<String> {
        self.operands.into_iter().flatten().map(C::naive_identity).collect()
    }

    /// The message of a refusal of this directive, by the contracts' list.
    #[must_use]
    pub fn message<C: Oracle>(&self, failure: &str) -> String {
        const SUBMIT: &str = "is currently prohibited.\n\
            Submit explicit directive(s) to remove it or use a different item.";
        let [one, two] = self.operands.map(Option::unwrap_or_default);
        let key = C::naive_identity(one);
        let (item, rest) = match failure {
            "premise_already_set" => {
                return "Premise already set.\nUse 'change premise to <value>' to modify it."
                    .into();
            }
            "premise_not_set" => {
                return "No premise is set.\nUse 'set premise <value>' to define one.".into();
            }
            NO_IDENTITY => return empty_prompt(self.kind),
            "item_prohibited" => {
                (&*key, "is currently prohibited.\nRemove or replace it before using it.")
            }
            "item_already_in_use" => {
                (&*key, "is currently in use.\nRemove or replace it before prohibiting it.")
            }
            "replacement_target_prohibited" => (one, SUBMIT),
            "replacement_source_prohibited" => (two, SUBMIT),
            "replacement_source_missing" => {
                (two, "is not currently in use.\nReplacement requires an active 'use' policy.")
            }
            other => panic!("{other:?} of {self:?}"),
        };
        format!("\"{item}\" {rest}")
    }

    /// The repairs of a refusal of this directive, by the table of contract 0.9: those that are
    /// canonical (R4).
    #[must_use]
    pub fn repairs<C: Oracle>(&self, failure: &str) -> Vec<String> {
        let remove = || {
            let item = self.operands[0].unwrap_or_default();
            let item = item.trim_end_matches([' ', '\t', '\n', '\u{b}', '\u{c}', '\r']);
            Asked::new("remove_policy", [item, ""]).text()
        };
        let repairs = match failure {
            "premise_already_set" => vec![Asked { kind: "change_premise", ..*self }.text()],
            "premise_not_set" => vec![Asked { kind: "set_premise", ..*self }.text()],
            "item_prohibited" | "item_already_in_use" | "replacement_target_prohibited" => {
                vec![remove(), self.text()]
            }
            _ => Vec::new(),
        };
        let is_canonical = |text: &String| matches!(C::naive_class(text), Verdict::Canonical(_));
        repairs.into_iter().filter(is_canonical).collect()
    }
}

/// The prompt of contract 0.5 for a directive without content.
fn empty_prompt(kind: &str) -> String {
    let (words, names) = row(kind);
    let (subject, name) = match *names {
        ["value"] => ("Premise value", "value"),
        ["item"] => ("Policy item", "item"),
        _ => {
            return "Replacement requires both new and old items.\n\
                    Use 'use <new item> instead of <old item>' with non-empty values."
                .to_owned();
        }
    };
    format!("{subject} cannot be empty.\nUse '{words} <{name}>' with a non-empty value.")
}
