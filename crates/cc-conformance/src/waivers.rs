//! `waivers.json`: known exceptions, each with its reason. Nothing is excepted in code.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::error::{Error, ErrorKind};
use crate::json::{self, list, text};
use crate::table::Contract;

/// The exceptions.
#[derive(Debug, Default)]
pub struct Waivers {
    pub(crate) path: PathBuf,
    /// The reasons by contract, what is waived, and `family` or `family/file name`.
    reasons: BTreeMap<String, String>,
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
        self.reasons.get(&format!("{contract} {check} {file}")).map(String::as_str)
    }

    /// Says that a waiver is no longer needed.
    pub(crate) fn outlived(&self, fact: &str) -> String {
        format!("{fact}, so its waiver must go from `{}`", self.path.display())
    }
}

fn reasons(file: &Value) -> Result<BTreeMap<String, String>, String> {
    let contract = Contract::all().next().ok_or("the tables are not in order")?;
    contract.check(&"waivers_file".into(), file, "waivers")?;
    let mut reasons = BTreeMap::new();
    let families = list(file, "skipped_families").iter().map(|entry| ("family", entry));
    for (target, entry) in families.chain(list(file, "waivers").iter().map(|it| ("fixture", it))) {
        let [contract, name, reason] = ["contract", target, "reason"].map(|name| text(entry, name));
        if reason.trim().is_empty() {
            return Err(format!("the {target} `{name}` has no reason"));
        }
        let waived = entry.get("check").and_then(Value::as_str).unwrap_or(target);
        if reasons.insert(format!("{contract} {waived} {name}"), reason.to_owned()).is_some() {
            return Err(format!("the {target} `{name}` is listed twice"));
        }
    }
    Ok(reasons)
}
