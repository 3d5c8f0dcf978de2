//! A state as a sorted map, and the contracts' table of directives over it.

use std::collections::BTreeMap;

use crate::{Asked, Oracle, Verdict, quoted};

/// The name here for the refusal of an item without identity.
pub const NO_IDENTITY: &str = "no identity";

/// A state: normal forms alone, and policies by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Model {
    /// The premise.
    pub premise: Option<String>,
    /// `use` or `prohibit` by identity.
    pub policies: BTreeMap<String, &'static str>,
}

impl Model {
    /// The state after a directive, or the name of the failure, by the table.
    ///
    /// # Errors
    ///
    /// The first failure that holds.
    pub fn after<C: Oracle>(&self, asked: Asked<'_>) -> Result<Model, &'static str> {
        match self.failure::<C>(asked) {
            Some(failure) => Err(failure),
            None => Ok(self.as_asked::<C>(asked)),
        }
    }

    /// The failure of a directive, if any.
    fn failure<C: Oracle>(&self, asked: Asked<'_>) -> Option<&'static str> {
        match asked.kind {
            "set_premise" => self.premise.as_ref().map(|_| "premise_already_set"),
            "change_premise" if self.premise.is_none() => Some("premise_not_set"),
            "change_premise" | "clear_premise" | "reset_policies" | "clear_state" => None,
            kind => {
                let mut keys = asked.operands.into_iter().flatten().map(C::naive_identity);
                let (one, other) = (keys.next()?, keys.next());
                if one.is_empty() || other.as_deref() == Some("") {
                    return Some(NO_IDENTITY);
                }
                match (kind, self.policy(&one), other) {
                    ("use_item", Some("prohibit"), _) => Some("item_prohibited"),
                    ("prohibit_item", Some("use"), _) => Some("item_already_in_use"),
                    ("replace_use", target, Some(old)) if one != old => {
                        let source = self.policy(&old);
                        C::REPLACEMENT.into_iter().find(|failure| match *failure {
                            "replacement_source_missing" => source.is_none(),
                            "replacement_source_prohibited" => source == Some("prohibit"),
                            _ => target == Some("prohibit"),
                        })
                    }
                    _ => None,
                }
            }
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
        let key = || C::naive_identity(asked.first());
        match asked.kind {
            "set_premise" | "change_premise" => {
                after.premise = Some(C::naive_premise(asked.first()));
            }
            "use_item" => drop(after.policies.insert(key(), "use")),
            "prohibit_item" => drop(after.policies.insert(key(), "prohibit")),
            "remove_policy" => drop(after.policies.remove(&key())),
            "replace_use" => {
                let old = C::naive_identity(asked.operands[1].expect("two operands"));
                if key() != old {
                    after.policies.remove(&old);
                    after.policies.insert(key(), "use");
                }
            }
            "clear_premise" => after.premise = None,
            "reset_policies" => after.policies.clear(),
            _ => after = Model::default(),
        }
        after
    }

    /// The state as canonical JSON text.
    #[must_use]
    pub fn export(&self) -> String {
        let policies = self.policies.iter();
        let policies: Vec<String> =
            policies.map(|(item, policy)| format!("{}:\"{policy}\"", quoted(item))).collect();
        format!(
            r#"{{"policies":{{{}}},"premise":{},"version":2}}"#,
            policies.join(","),
            optional(self.premise.as_deref())
        )
    }

    /// The record of what differs between this state and one after it.
    #[must_use]
    pub fn diff(&self, after: &Model) -> String {
        let fields = |difference: &dyn Fn(&str) -> Option<String>| {
            let keys = self.policies.keys().chain(after.policies.keys());
            let sorted: BTreeMap<_, _> =
                keys.filter_map(|key| Some((key, difference(key)?))).collect();
            let fields: Vec<String> =
                sorted.into_iter().map(|(key, value)| format!("{}:{value}", quoted(key))).collect();
            format!("{{{}}}", fields.join(","))
        };
        let pair = |key: &str| (self.policy(key), after.policy(key));
        let added = fields(&|key| match pair(key) {
            (None, Some(policy)) => Some(quoted(policy)),
            _ => None,
        });
        let removed = fields(&|key| match pair(key) {
            (Some(policy), None) => Some(quoted(policy)),
            _ => None,
        });
        let changed = fields(&|key| match pair(key) {
            (Some(before), Some(after)) if before != after => {
                Some(format!(r#"{{"after":"{after}","before":"{before}"}}"#))
            }
            _ => None,
        });
        format!(
            r#"{{"changed":{},"policies":{{"added":{added},"changed":{changed},"removed":{removed}}},"premise":{{"after":{},"before":{},"changed":{}}}}}"#,
            self != after,
            optional(after.premise.as_deref()),
            optional(self.premise.as_deref()),
            self.premise != after.premise
        )
    }
}

fn optional(text: Option<&str>) -> String {
    text.map_or_else(|| "null".to_owned(), quoted)
}

impl Asked<'_> {
    /// The message of a refusal of this directive, by the contracts' list.
    #[must_use]
    pub fn message<C: Oracle>(&self, failure: &str) -> String {
        const SUBMIT: &str = "Submit explicit directive(s) to remove it or use a different item.";
        let old = || self.operands[1].expect("two operands");
        let key = || C::naive_identity(self.first());
        match failure {
            "premise_already_set" => {
                "Premise already set.\nUse 'change premise to <value>' to modify it.".to_owned()
            }
            "premise_not_set" => {
                "No premise is set.\nUse 'set premise <value>' to define one.".to_owned()
            }
            "item_prohibited" => {
                format!(
                    "\"{}\" is currently prohibited.\nRemove or replace it before using it.",
                    key()
                )
            }
            "item_already_in_use" => format!(
                "\"{}\" is currently in use.\nRemove or replace it before prohibiting it.",
                key()
            ),
            "replacement_source_prohibited" => {
                format!("\"{}\" is currently prohibited.\n{SUBMIT}", old())
            }
            "replacement_target_prohibited" => {
                format!("\"{}\" is currently prohibited.\n{SUBMIT}", self.first())
            }
            "replacement_source_missing" => format!(
                "\"{}\" is not currently in use.\nReplacement requires an active 'use' policy.",
                old()
            ),
            NO_IDENTITY => empty_prompt(self.kind),
            other => panic!("{other:?} of {self:?}"),
        }
    }

    /// The repairs of a refusal of this directive, by the table of contract 0.9: those that are
    /// canonical (R4).
    #[must_use]
    pub fn repairs<C: Oracle>(&self, failure: &str) -> Vec<String> {
        let item = || self.first().trim_end_matches([' ', '\t', '\n', '\u{b}', '\u{c}', '\r']);
        let repairs = match failure {
            "premise_already_set" => vec![Asked { kind: "change_premise", ..*self }.text()],
            "premise_not_set" => vec![Asked { kind: "set_premise", ..*self }.text()],
            "item_prohibited" | "item_already_in_use" | "replacement_target_prohibited" => {
                vec![Asked::new("remove_policy", [item(), ""]).text(), self.text()]
            }
            _ => Vec::new(),
        };
        let is_canonical = |text: &String| matches!(C::naive_class(text), Verdict::Canonical(_));
        repairs.into_iter().filter(is_canonical).collect()
    }
}

/// The prompt of contract 0.5 for a directive without content.
#[must_use]
pub fn empty_prompt(kind: &str) -> String {
    let (subject, usage) = match kind {
        "set_premise" => ("Premise value", "set premise <value>"),
        "change_premise" => ("Premise value", "change premise to <value>"),
        "use_item" => ("Policy item", "use <item>"),
        "prohibit_item" => ("Policy item", "prohibit <item>"),
        "remove_policy" => ("Policy item", "remove policy <item>"),
        _ => {
            return "Replacement requires both new and old items.\n\
                    Use 'use <new item> instead of <old item>' with non-empty values."
                .to_owned();
        }
    };
    format!("{subject} cannot be empty.\nUse '{usage}' with a non-empty value.")
}
