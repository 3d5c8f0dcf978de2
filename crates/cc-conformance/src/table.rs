//! The tables in `conformance/tables.json`, which say what fields fixtures have, and values checked
//! against them.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::json::{fields, text};
use crate::rules;

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    // A link to `conformance/tables.json`, so that a package of this crate holds the file. A test
    // holds that it is in order; without contracts, nothing runs.
    serde_json::from_str(include_str!("../tables.json")).unwrap_or_default()
});

#[derive(Default, Deserialize)]
struct Tables {
    types: Map<String, Value>,
    contracts: Vec<Contract>,
}

/// A contract that has a corpus of fixtures, described by a table.
#[derive(Debug, Deserialize)]
pub struct Contract {
    name: String,
    types: Map<String, Value>,
    families: Vec<Family>,
}

/// The table of a family. One without a `kind` has two files for each fixture; `rule` names what no
/// type says.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Family {
    name: String,
    pub(crate) kind: Option<String>,
    pub(crate) rule: String,
    pub(crate) given: Value,
    pub(crate) cases: Vec<Case>,
}

/// What a fixture with this `action.fn` does, its types, and what is known of every reply.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Case {
    #[serde(rename = "fn")]
    pub(crate) function: Option<String>,
    pub(crate) op: String,
    pub(crate) action: Value,
    pub(crate) expected: Vec<Value>,
    pub(crate) also: Map<String, Value>,
}

impl Contract {
    /// Every contract that has a corpus.
    ///
    /// ```
    /// let names: Vec<&str> = cc_conformance::Contract::all().map(|it| it.name()).collect();
    /// assert_eq!(names, ["0.9", "0.5", "m1", "toolcall", "sessions"]);
    /// ```
    pub fn all() -> impl Iterator<Item = &'static Contract> {
        TABLES.contracts.iter()
    }

    /// The contract with this name, if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Contract> {
        Contract::all().find(|contract| contract.name() == name)
    }

    /// Its name, which is also that of its folder.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The table of a family.
    pub(crate) fn family(&self, name: &str) -> Option<&Family> {
        self.families.iter().find(|family| family.name == name)
    }

    /// The definition of a type.
    pub(crate) fn definition(&self, name: &str) -> Option<&Value> {
        self.types.get(name).or_else(|| TABLES.types.get(name))
    }

    /// The type that `of` names, or the one that it is.
    pub(crate) fn resolve<'t>(&'t self, of: &'t Value) -> &'t Value {
        of.as_str().and_then(|name| self.definition(name)).unwrap_or(of)
    }

    /// The fields of a type.
    pub(crate) fn fields(&self, of: &Value) -> Map<String, Value> {
        self.resolve(of).as_object().cloned().unwrap_or_default()
    }

    /// Says what is wrong with `value`, which stands at `path` and must be `of` this type.
    ///
    /// A type is an array of the values that there are, an object of fields (one whose name ends
    /// with `?` may be left out), an object with one field `|NAME` of which the field NAME of the
    /// value chooses another type, or text: `any`, `text`, `flag`, `count` or a name, with `?`
    /// behind it if the value may be null, `*` for an array, `+` for an array that is not empty, in
    /// braces for an object of these, and with `|` between two. What precedes the last space is
    /// about comparison.
    pub(crate) fn check(&self, of: &Value, value: &Value, path: &str) -> Result<(), String> {
        let types = match of {
            Value::Object(types) => types,
            Value::Array(known) => {
                let words: Vec<_> = known.iter().map(Value::to_string).collect();
                return must(known.contains(value), value, path, &words.join(" or "));
            }
            _ => {
                let name = of.as_str().and_then(|notation| notation.rsplit(' ').next());
                return self.check_name(name.unwrap_or_default(), value, path);
            }
        };
        must(value.is_object(), value, path, "an object")?;
        let chosen = types.iter().find_map(|(name, of)| Some((name.strip_prefix('|')?, of)));
        let Some((tag, variants)) = chosen else {
            return self.check_fields(types, value, "", path);
        };
        let word = text(value, tag);
        match (variants.get(word).and_then(Value::as_object), variants.get("*")) {
            (Some(types), _) => self.check_fields(types, value, tag, path),
            (None, Some(other)) => self.check(other, value, path),
            (None, None) => {
                let known: Vec<_> = fields(variants, "").map(|(name, _)| &**name).collect();
                Err(format!("`{path}.{tag}` is `{word}`, and must be {}", known.join(" or ")))
            }
        }
    }

    /// Checks a value against a type in text, without what that says about comparison.
    fn check_name(&self, notation: &str, value: &Value, path: &str) -> Result<(), String> {
        let must = |holds, what| must(holds, value, path, what);
        if let Some((one, other)) = notation.split_once('|') {
            let is_one = self.check_name(one, value, path);
            return is_one.or_else(|_| self.check_name(other, value, path));
        }
        let name = notation.trim_start_matches('{').trim_end_matches(['?', '*', '+', '}']);
        let elements = value.as_array().map_or(&[][..], Vec::as_slice);
        match notation.chars().next_back() {
            Some('?') if value.is_null() => return Ok(()),
            Some('?') => return self.check_name(name, value, path),
            Some('*') => must(value.is_array(), "an array")?,
            Some('+') => must(!elements.is_empty(), "an array that is not empty")?,
            Some('}') => must(value.is_object(), "an object")?,
            _ => {
                return match name {
                    "any" => Ok(()),
                    "text" => must(value.is_string(), "a text"),
                    "flag" => must(value.is_boolean(), "true or false"),
                    "count" => must(value.is_u64(), "an integer from 0 on"),
                    _ => {
                        let of = self.definition(name);
                        self.check(of.ok_or("there is no such type")?, value, path)?;
                        rules::of_type(name, value).map_err(|fault| format!("`{path}`: {fault}"))
                    }
                };
            }
        }
        let numbered = elements.iter().enumerate().map(|(at, it)| (format!("{path}[{at}]"), it));
        let named = fields(value, "").map(|(name, it)| (format!("{path}.{name}"), it));
        numbered.chain(named).try_for_each(|(path, it)| self.check_name(name, it, &path))
    }

    /// Checks the fields of an object; the one named `tag` has been looked at already.
    fn check_fields(
        &self,
        types: &Map<String, Value>,
        object: &Value,
        tag: &str,
        path: &str,
    ) -> Result<(), String> {
        let path =
            |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        for (name, value) in fields(object, "").filter(|(name, _)| *name != tag) {
            let of = types.get(name).or_else(|| types.get(&format!("{name}?")));
            let of = of.ok_or_else(|| format!("`{}` is an unknown field", path(name)))?;
            self.check(of, value, &path(name))?;
        }
        let mut required = types.keys().filter(|name| !name.ends_with('?'));
        match required.find(|name| object.get(name).is_none()) {
            Some(name) => Err(format!("`{}` is missing", path(name))),
            None => Ok(()),
        }
    }
}

fn must(holds: bool, value: &Value, path: &str, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(format!("`{path}` is {value}, and must be {what}")) }
}

/// How an expected field is compared: where its counterpart in the reply is, and in which way.
pub(crate) fn comparison<'t>(name: &'t str, of: &'t Value) -> (&'t str, &'t str) {
    let notation = of.as_str().unwrap_or_default();
    let (from, rest) = notation.split_once(": ").unwrap_or((name, notation));
    (from, rest.split_once(' ').map_or("same", |(way, _)| way))
}
