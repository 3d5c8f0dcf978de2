//! `waivers.json`: known exceptions, each with its reason. Nothing is excepted in code.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::error::{Error, ErrorKind};
use crate::json;
use crate::table::{Contract, check, fields, text};

/// The exceptions.
///
/// ```
/// let text = r#"{"skipped_families": [], "waivers": [{"contract": "0.9", "fixture": "step/one",
///     "check": "result", "reason": ""}]}"#;
/// let error = cc_conformance::Waivers::parse("waivers.json".as_ref(), text).unwrap_err();
/// assert_eq!(error.to_string(), "`waivers.json`: the fixture `step/one` has no reason");
/// ```
#[derive(Debug, Default)]
pub struct Waivers {
    pub(crate) path: PathBuf,
    /// From contract, `family` or `family/file name`, and what is waived, to the reason.
    reasons: BTreeMap<(String, String, String), String>,
}

impl Waivers {
    /// Reads the waivers from a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, holds an unknown field, excepts something twice or gives no
    /// reason for something.
    pub fn read(path: &Path) -> Result<Self, Error> {
        Waivers::parse(path, &std::fs::read_to_string(path).map_err(Error::access(path))?)
    }

    /// Reads the waivers from the text of the file at `path`.
    ///
    /// # Errors
    ///
    /// As [`Waivers::read`].
    pub fn parse(path: &Path, text: &str) -> Result<Self, Error> {
        let fault =
            |fault| Error::new(ErrorKind::Waivers, format!("`{}`: {fault}", path.display()));
        let reasons = json::read(text).and_then(|file| reasons(&file)).map_err(fault)?;
        Ok(Waivers { path: path.to_owned(), reasons })
    }

    /// Why the check `id` or `result` of a file, named `family/file name`, or all that is said by
    /// the `family` of that name, is waived, if it is.
    pub(crate) fn waived(&self, contract: &str, file: &str, check: &str) -> Option<&str> {
        let key = (contract.to_owned(), file.to_owned(), check.to_owned());
        self.reasons.get(&key).map(String::as_str)
    }

    /// Says that a waiver is no longer needed.
    pub(crate) fn outlived(&self, fact: &str) -> String {
        format!("{fact}, so its waiver must go from `{}`", self.path.display())
    }
}

fn reasons(file: &Value) -> Result<BTreeMap<(String, String, String), String>, String> {
    let lists = [("skipped_families", "family"), ("waivers", "fixture")];
    let mut known: Vec<_> = fields(file, "").map(|(name, _)| name.as_str()).collect();
    known.sort_unstable();
    if known != lists.map(|(list, _)| list) {
        return Err("it must have the fields `skipped_families` and `waivers`".to_owned());
    }
    let mut reasons = BTreeMap::new();
    for (name, target) in lists {
        let entries = file.get(name).and_then(Value::as_array);
        for entry in entries.ok_or_else(|| format!("`{name}` must be an array"))? {
            let contract = Contract::named(text(entry, "contract"));
            let contract = contract.ok_or_else(|| format!("there is no such contract: {entry}"))?;
            let shape = match target {
                "family" => json!({ "contract": "text", "family": "text", "reason": "text" }),
                _ => json!({
                    "contract": "text",
                    "fixture": "text",
                    "check": ["id", "result"],
                    "reason": "text",
                }),
            };
            check(contract, &shape, entry, name)?;
            let (what, reason) = (text(entry, target), text(entry, "reason"));
            if reason.trim().is_empty() {
                return Err(format!("the {target} `{what}` has no reason"));
            }
            let waived = entry.get("check").map_or("family", |_| text(entry, "check"));
            let key = (contract.name().to_owned(), what.to_owned(), waived.to_owned());
            if reasons.insert(key, reason.to_owned()).is_some() {
                return Err(format!("the {target} `{what}` is listed twice"));
            }
        }
    }
    Ok(reasons)
}
