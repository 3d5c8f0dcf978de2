//! Fixtures, read and checked by the table of their family.

use serde_json::{Map, Value, json};

use crate::json::{self, fields, list, text};
use crate::rules;
use crate::table::{Contract, check};

/// A fixture whose fields are in order.
#[derive(Debug)]
pub(crate) struct Fixture {
    pub(crate) id: String,
    pub(crate) value: Value,
    /// The part of the family's table that is about what this fixture does.
    pub(crate) case: &'static Value,
    /// The type of `expected`, of those that the case has.
    pub(crate) expected: &'static Value,
}

impl Fixture {
    /// Reads a fixture in one file. Gives what is wrong with it otherwise.
    pub(crate) fn read(
        contract: Contract,
        family: &'static Value,
        text: &str,
    ) -> Result<Self, String> {
        Fixture::of(contract, family, json::read(text)?)
    }

    /// Reads a fixture in two files, which must fit each other.
    pub(crate) fn read_pair(
        contract: Contract,
        family: &'static Value,
        scenario: &str,
        expected: &str,
    ) -> Result<Self, String> {
        let read = |what, text| match json::read(text) {
            Ok(Value::Object(fields)) => Ok(fields),
            Ok(_) => Err(format!("{what} is not a JSON object")),
            Err(fault) => Err(format!("{what}: {fault}")),
        };
        let mut scenario: Map<String, Value> = read("the scenario", scenario)?;
        let mut expected: Map<String, Value> = read("the expected file", expected)?;
        let ids =
            [scenario.get("id").cloned(), expected.remove("id")].map(Option::unwrap_or_default);
        if let [one, other] = &ids
            && one != other
        {
            return Err(format!("its two files have the ids {one} and {other}"));
        }
        scenario.insert("expected".to_owned(), expected.into());
        Fixture::of(contract, family, scenario.into())
    }

    fn of(contract: Contract, family: &'static Value, value: Value) -> Result<Self, String> {
        let kind = family.get("kind");
        let own = value.get("kind");
        if let (Some(kind), Some(own)) = (kind, own)
            && own != kind
        {
            return Err(format!("its kind is {own}, and in this folder it must be {kind}"));
        }
        let function = value.pointer("/action/fn").cloned();
        let cases = list(family, "cases");
        let Some(case) = cases.iter().find(|case| case.get("fn") == function.as_ref()) else {
            let known: Vec<_> = cases.iter().filter_map(|case| case.get("fn")?.as_str()).collect();
            let known = if known.is_empty() { "left out".to_owned() } else { known.join(" or ") };
            return Err(format!("`action.fn` must be {known}"));
        };
        let mut types = copied(contract, family, "given");
        types.insert("id".to_owned(), "text".into());
        types.insert("expected".to_owned(), "any".into());
        types.extend(kind.map(|kind| ("kind".to_owned(), json!([kind]))));
        if let Some(function) = function {
            let mut action = copied(contract, case, "action");
            action.insert("fn".to_owned(), json!([function]));
            types.insert("action".to_owned(), action.into());
        }
        check(contract, &types.into(), &value, "")?;
        let written = value.get("expected").unwrap_or(&Value::Null);
        let sets: Vec<_> = list(case, "expected").iter().map(|set| contract.resolve(set)).collect();
        let is_meant = |set: &&&Value| fields(set, "").any(|(name, _)| written.get(name).is_some());
        let expected = sets.iter().find(is_meant).or(sets.first()).copied().unwrap_or(&Value::Null);
        check(contract, expected, written, "expected")?;
        rules::of_family(text(family, "rule"), &value)?;
        let id = text(&value, "id").to_owned();
        Ok(Fixture { id, value, case, expected })
    }
}

/// The fields of a type that a table names.
fn copied(contract: Contract, table: &Value, name: &str) -> Map<String, Value> {
    let of = table.get(name).map(|of| contract.resolve(of));
    of.and_then(Value::as_object).cloned().unwrap_or_default()
}
