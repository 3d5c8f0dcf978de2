//! `waivers.json`: known exceptions, each with its reason. Nothing is excepted in code.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::contract::Version;
use super::strict;
use crate::error::Error;

/// The exceptions.
#[derive(Debug, Default)]
pub(crate) struct Waivers {
    /// The file that lists them.
    pub(crate) path: PathBuf,
    /// The contract whose runs are excepted; the others' exceptions are only checked.
    contract: Version,
    skipped_families: BTreeMap<(Version, String), String>,
    waivers: BTreeMap<(Version, String, Check), String>,
}

/// What a waiver excepts a fixture from.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Check {
    /// That the id equals the file name.
    Id,
    /// That the result is the expected one.
    Result,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WaiversFile {
    skipped_families: Vec<SkippedFamily>,
    waivers: Vec<Waiver>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SkippedFamily {
    contract: Version,
    family: String,
    reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Waiver {
    contract: Version,
    fixture: String,
    check: Check,
    reason: String,
}

impl Waivers {
    /// Reads the waivers of a contract from a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, holds an unknown field, excepts something twice or gives no
    /// reason for something.
    pub(crate) fn read(path: &Path, contract: Version) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path).map_err(Error::access(path))?;
        strict::read(&text)
            .and_then(|file| Waivers::of(path, contract, file))
            .map_err(|fault| Error::Waivers { path: path.to_owned(), fault })
    }

    fn of(path: &Path, contract: Version, file: WaiversFile) -> Result<Self, String> {
        let mut all = Waivers { path: path.to_owned(), contract, ..Waivers::default() };
        for SkippedFamily { contract, family, reason } in file.skipped_families {
            if reason.trim().is_empty() {
                return Err(format!("the skipped family `{family}` has no reason"));
            }
            if let Some((_, family)) = twice(&mut all.skipped_families, (contract, family), reason)
            {
                return Err(format!("the family `{family}` is skipped twice"));
            }
        }
        for Waiver { contract, fixture, check, reason } in file.waivers {
            if reason.trim().is_empty() {
                return Err(format!("the waiver for `{fixture}` has no reason"));
            }
            if let Some((_, fixture, _)) =
                twice(&mut all.waivers, (contract, fixture, check), reason)
            {
                return Err(format!("the same check of `{fixture}` is waived twice"));
            }
        }
        Ok(all)
    }

    /// Why a family is not replayed, if it is not.
    pub(crate) fn skipped_family(&self, family: &str) -> Option<&str> {
        self.skipped_families.get(&(self.contract, family.to_owned())).map(String::as_str)
    }

    /// Why a check of a fixture, named `family/file name`, is waived, if it is.
    pub(crate) fn waived(&self, fixture: &str, check: Check) -> Option<&str> {
        self.waivers.get(&(self.contract, fixture.to_owned(), check)).map(String::as_str)
    }
}

/// Inserts an entry, and gives the key back if it was there already.
fn twice<K: Ord + Clone, V>(map: &mut BTreeMap<K, V>, key: K, value: V) -> Option<K> {
    map.insert(key.clone(), value).map(|_| key)
}
