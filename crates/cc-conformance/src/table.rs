//! The tables in `conformance/tables.json`, which say what fields fixtures have, and values checked
//! against them.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::json::{self, fields, list, text};
use crate::rules;

static TABLES: LazyLock<Value> = LazyLock::new(|| {
    // A link to `conformance/tables.json`, so that a package of this crate holds the file. A test
    // holds that it is in order; without contracts, nothing runs.
    json::read(include_str!("../tables.json")).unwrap_or_default()
});

/// A contract that has a corpus of fixtures, described by a table.
#[derive(Clone, Copy, Debug)]
pub struct Contract(&'static Value);

impl Contract {
    /// Every contract that has a corpus.
    ///
    /// ```
    /// let names: Vec<&str> = cc_conformance::Contract::all().map(|it| it.name()).collect();
    /// assert_eq!(names, ["0.9", "0.5", "m1", "toolcall"]);
    /// ```
    pub fn all() -> impl Iterator<Item = Contract> {
        list(&TABLES, "contracts").iter().map(Contract)
    }

    /// The contract with this name.
    ///
    /// ```
    /// assert!(cc_conformance::Contract::named("0.5").is_some());
    /// assert!(cc_conformance::Contract::named("0.7").is_none());
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Contract> {
        Contract::all().find(|contract| contract.name() == name)
    }

    /// Its name, which is also that of its folder.
    #[must_use]
    pub fn name(self) -> &'static str {
        text(self.0, "name")
    }

    /// The table of a family.
    pub(crate) fn family(self, name: &str) -> Option<&'static Value> {
        list(self.0, "families").iter().find(|family| text(family, "name") == name)
    }

    /// The definition of a type.
    pub(crate) fn definition(self, name: &str) -> Option<&'static Value> {
        let own = self.0.pointer(&format!("/types/{name}"));
        own.or_else(|| TABLES.pointer(&format!("/types/{name}")))
    }

    /// The type that `of` names, or the one that it is.
    pub(crate) fn resolve(self, of: &Value) -> &Value {
        of.as_str().and_then(|name| self.definition(name)).unwrap_or(of)
    }
}

/// How an expected field is compared: where its counterpart in the reply is, and in which way.
pub(crate) fn comparison<'t>(name: &'t str, of: &'t Value) -> (&'t str, &'t str) {
    let notation = of.as_str().unwrap_or_default();
    let (from, rest) = notation.split_once(": ").unwrap_or((name, notation));
    (from, rest.split_once(' ').map_or("same", |(way, _)| way))
}

/// Says what is wrong with `value`, which stands at `path` and must be `of` this type.
///
/// A type is an array of the values that there are, an object of fields (one whose name ends with
/// `?` may be left out), an object with one field `|NAME` of which the field NAME of the value
/// chooses another type, or text: `any`, `text`, `flag`, `count` or a name, with `?` behind it if
/// the value may be null, `*` for an array, `+` for an array that is not empty, in braces for an
/// object of these, and with `|` between two. What precedes the last space is about comparison.
pub(crate) fn check(
    contract: Contract,
    of: &Value,
    value: &Value,
    path: &str,
) -> Result<(), String> {
    match of {
        Value::Array(known) if known.contains(value) => Ok(()),
        Value::Array(known) => {
            let known: Vec<_> = known.iter().map(Value::to_string).collect();
            Err(format!("`{path}` is {value}, and must be {}", known.join(" or ")))
        }
        Value::Object(types) => {
            let Some(object) = value.as_object() else {
                return Err(match path {
                    "" => format!("it is {value}, and not a JSON object"),
                    _ => format!("`{path}` is {value}, and must be an object"),
                });
            };
            let Some((tag, variants)) =
                types.iter().find_map(|(name, of)| Some((name.strip_prefix('|')?, of)))
            else {
                return check_fields(contract, types, object, "", path);
            };
            let word = text(value, tag);
            match (variants.get(word).and_then(Value::as_object), variants.get("*")) {
                (Some(types), _) => check_fields(contract, types, object, tag, path),
                (None, Some(other)) => check(contract, other, value, path),
                (None, None) => {
                    let known: Vec<_> =
                        fields(variants, "").map(|(name, _)| name.as_str()).collect();
                    let known = known.join(" or ");
                    Err(format!("`{path}.{tag}` is `{word}`, and must be {known}"))
                }
            }
        }
        _ => {
            let notation = of.as_str().unwrap_or_default();
            let name = notation.rsplit(' ').next().unwrap_or_default();
            check_name(contract, name, value, path)
        }
    }
}

fn check_name(contract: Contract, notation: &str, value: &Value, path: &str) -> Result<(), String> {
    let must = |holds: bool, what: &str| {
        if holds { Ok(()) } else { Err(format!("`{path}` is {value}, and must be {what}")) }
    };
    if let Some((one, other)) = notation.split_once('|') {
        return check_name(contract, one, value, path)
            .or_else(|_| check_name(contract, other, value, path));
    }
    if let Some(name) = notation.strip_suffix('?') {
        return if value.is_null() { Ok(()) } else { check_name(contract, name, value, path) };
    }
    if let Some(name) = notation.strip_suffix(['*', '+']) {
        let full = notation.ends_with('+');
        let elements = value.as_array().map_or(&[][..], Vec::as_slice);
        must(
            value.is_array() && !(full && elements.is_empty()),
            if full { "an array that is not empty" } else { "an array" },
        )?;
        let mut elements = elements.iter().enumerate();
        return elements.try_for_each(|(at, value)| {
            check_name(contract, name, value, &format!("{path}[{at}]"))
        });
    }
    if let Some(name) = notation.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
        must(value.is_object(), "an object")?;
        return fields(value, "").try_for_each(|(at, value)| {
            check_name(contract, name, value, &format!("{path}.{at}"))
        });
    }
    match notation {
        "any" => Ok(()),
        "text" => must(value.is_string(), "a text"),
        "flag" => must(value.is_boolean(), "true or false"),
        "count" => must(value.is_u64(), "an integer from 0 on"),
        _ => {
            let of = contract.definition(notation);
            let of = of.ok_or_else(|| format!("there is no type `{notation}`"))?;
            check(contract, of, value, path)?;
            rules::of_type(notation, value).map_err(|fault| format!("`{path}`: {fault}"))
        }
    }
}

/// Checks the fields of an object; the one named `tag` has been looked at already.
fn check_fields(
    contract: Contract,
    types: &Map<String, Value>,
    object: &Map<String, Value>,
    tag: &str,
    path: &str,
) -> Result<(), String> {
    let dot = if path.is_empty() { "" } else { "." };
    for (name, value) in object.iter().filter(|(name, _)| *name != tag) {
        let of = types.get(name).or_else(|| types.get(&format!("{name}?")));
        let path = format!("{path}{dot}{name}");
        check(contract, of.ok_or_else(|| format!("`{path}` is an unknown field"))?, value, &path)?;
    }
    let mut required = types.keys().filter(|name| !name.ends_with('?'));
    match required.find(|name| !object.contains_key(*name)) {
        Some(name) => Err(format!("`{path}{dot}{name}` is missing")),
        None => Ok(()),
    }
}
