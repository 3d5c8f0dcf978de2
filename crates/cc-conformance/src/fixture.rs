//! Fixtures, read and checked by the table of their family.

use serde_json::{Map, Value, json};

use crate::json::{fields, remove};
use crate::rules;
use crate::table::{Case, Contract, Family};

/// A fixture whose fields are in order.
#[derive(Debug)]
pub(crate) struct Fixture {
    /// All fields but `expected`.
    pub(crate) value: Value,
    pub(crate) expected: Value,
    /// The part of the family's table that is about what this fixture does.
    pub(crate) case: &'static Case,
    /// The type of `expected`, of those that the case has.
    pub(crate) types: &'static Value,
}

impl Fixture {
    /// Checks the fields of a fixture. Gives what is wrong with them otherwise.
    pub(crate) fn of(
        contract: &'static Contract,
        family: &'static Family,
        fixture: Map<String, Value>,
    ) -> Result<Self, String> {
        if let (Some(kind), Some(own)) = (&family.kind, fixture.get("kind")) {
            contract.check(&json!([kind]), own, "kind")?;
        }
        let mut value = Value::Object(fixture);
        let function = value.pointer("/action/fn").and_then(Value::as_str);
        let Some(case) = family.cases.iter().find(|case| case.function.as_deref() == function)
        else {
            let known = family.cases.iter().map(|case| case.function.as_deref());
            let known: Vec<_> = known.map(|function| function.unwrap_or("left out")).collect();
            return Err(format!("`action.fn` must be {}", known.join(" or ")));
        };
        let mut types = contract.fields(&family.given);
        types.extend([("id".to_owned(), "text".into()), ("expected".to_owned(), "any".into())]);
        types.extend(family.kind.iter().map(|kind| ("kind".to_owned(), json!([kind]))));
        if let Some(function) = function {
            let mut action = contract.fields(&case.action);
            action.insert("fn".to_owned(), json!([function]));
            types.insert("action".to_owned(), action.into());
        }
        contract.check(&types.into(), &value, "")?;
        let expected = value.get("expected").unwrap_or(&Value::Null);
        let mut sets = case.expected.iter().map(|set| contract.resolve(set));
        let first = sets.clone().next().unwrap_or(&Value::Null);
        let is_meant = |set: &&Value| fields(set, "").any(|(name, _)| expected.get(name).is_some());
        let types = sets.find(is_meant).unwrap_or(first);
        contract.check(types, expected, "expected")?;
        rules::of_family(&family.rule, &value)?;
        let expected = remove(&mut value, "expected").unwrap_or_default();
        Ok(Fixture { value, expected, case, types })
    }
}
