//! A state as a sorted map, and the contracts' table of directives over it.

use std::collections::BTreeMap;

use cc_state::json::{push_optional_string, push_string};
use cc_syntax::Form;

use crate::support::naive;

/// What comes of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Nothing,
    Changed,
    Unchanged,
    Refused(&'static str),
}

/// The refusal of an item without identity.
pub(crate) const NO_IDENTITY: &str = "no identity";

/// Whether a replacement is refused, given whether the old item and the new one are in use
/// (`Some(true)`), prohibited, or neither.
type Refuses = fn(Option<bool>, Option<bool>) -> bool;

/// The refusals of a replacement in the order of contract 0.9.
pub(crate) const REFUSES_0_9: [(Refuses, &str); 3] =
    [SOURCE_PROHIBITED, TARGET_PROHIBITED, SOURCE_MISSING];

/// The refusals of a replacement in the order of contract 0.5.
pub(crate) const REFUSES_0_5: [(Refuses, &str); 3] =
    [SOURCE_MISSING, SOURCE_PROHIBITED, TARGET_PROHIBITED];

const SOURCE_PROHIBITED: (Refuses, &str) =
    (|old, _| old == Some(false), "replacement_source_prohibited");
const TARGET_PROHIBITED: (Refuses, &str) =
    (|_, new| new == Some(false), "replacement_target_prohibited");
const SOURCE_MISSING: (Refuses, &str) = (|old, _| old.is_none(), "replacement_source_missing");

/// A state, and what contracts differ in.
pub(crate) struct Model {
    premise: Option<String>,
    /// Whether an item is in use; if it is not, it is prohibited.
    policies: BTreeMap<String, bool>,
    identity: fn(&str) -> String,
    refuses: [(Refuses, &'static str); 3],
}

impl Model {
    pub(crate) fn new(identity: fn(&str) -> String, refuses: [(Refuses, &'static str); 3]) -> Self {
        Model { premise: None, policies: BTreeMap::new(), identity, refuses }
    }

    /// Takes a directive: what comes of it by the table.
    pub(crate) fn take(&mut self, form: Form<'_>) -> Outcome {
        let before = (self.premise.clone(), self.policies.clone());
        if let Err(failure) = self.change(form) {
            return Outcome::Refused(failure);
        }
        if before == (self.premise.clone(), self.policies.clone()) {
            Outcome::Unchanged
        } else {
            Outcome::Changed
        }
    }

    fn change(&mut self, form: Form<'_>) -> Result<(), &'static str> {
        match form {
            Form::SetPremise { value } => {
                if self.premise.is_some() {
                    return Err("premise_already_set");
                }
                self.premise = Some(naive(value, false));
            }
            Form::ChangePremise { value } => {
                if self.premise.is_none() {
                    return Err("premise_not_set");
                }
                self.premise = Some(naive(value, false));
            }
            Form::ClearPremise => self.premise = None,
            Form::UseItem { item } => {
                let key = self.key(item)?;
                if !*self.policies.entry(key).or_insert(true) {
                    return Err("item_prohibited");
                }
            }
            Form::ProhibitItem { item } => {
                let key = self.key(item)?;
                if *self.policies.entry(key).or_insert(false) {
                    return Err("item_already_in_use");
                }
            }
            Form::RemovePolicy { item } => {
                let key = self.key(item)?;
                self.policies.remove(&key);
            }
            Form::ReplaceUse { new_item, old_item } => {
                let (new, old) = (self.key(new_item)?, self.key(old_item)?);
                if new == old {
                    return Ok(());
                }
                let held = |key| self.policies.get(key).copied();
                let (of_old, of_new) = (held(&old), held(&new));
                let refusal = self.refuses.iter().find(|(refuses, _)| refuses(of_old, of_new));
                if let Some((_, failure)) = refusal {
                    return Err(failure);
                }
                self.policies.remove(&old);
                self.policies.insert(new, true);
            }
            Form::ResetPolicies => self.policies.clear(),
            Form::ClearState => {
                self.premise = None;
                self.policies.clear();
            }
        }
        Ok(())
    }

    fn key(&self, item: &str) -> Result<String, &'static str> {
        let key = (self.identity)(item);
        if key.is_empty() { Err(NO_IDENTITY) } else { Ok(key) }
    }

    /// The state as canonical JSON text.
    pub(crate) fn export(&self) -> String {
        let mut out = String::from("{\"policies\":{");
        for (index, (item, in_use)) in self.policies.iter().enumerate() {
            out.push_str(if index > 0 { "," } else { "" });
            push_string(&mut out, item);
            out.push_str(if *in_use { ":\"use\"" } else { ":\"prohibit\"" });
        }
        out.push_str("},\"premise\":");
        push_optional_string(&mut out, self.premise.as_deref());
        out.push_str(",\"version\":2}");
        out
    }
}
