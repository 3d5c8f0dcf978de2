//! Reads a folder of fixtures, and finds everything that is wrong with it before anything runs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::contract::{Contract, Single};
use super::waivers::{Check, Waivers};
use crate::error::Error;

/// The family whose fixtures are two files each.
const STRUCTURED: &str = "structured";

/// Everything in a folder of fixtures.
#[derive(Debug)]
pub(crate) struct Corpus<K: Contract> {
    /// The fixtures, in the order of their families and file names.
    pub(crate) entries: Vec<Entry<K::Case>>,
    /// Faults that belong to no fixture: where, and what.
    pub(crate) faults: Vec<(String, String)>,
    /// Families that are not replayed.
    pub(crate) skipped: Vec<SkippedFamily>,
    /// Waivers that were needed: what for, and why.
    pub(crate) waived: Vec<(String, String)>,
}

/// One fixture.
#[derive(Debug)]
pub(crate) struct Entry<C> {
    /// Its family.
    pub(crate) family: String,
    /// `family/id`, or `family/file name` where there is no id to go by.
    pub(crate) name: String,
    /// `family/file name`, which is what waivers go by.
    pub(crate) file: String,
    /// What it says, or why it says nothing.
    pub(crate) content: Result<C, String>,
}

/// A family that is not replayed.
#[derive(Debug)]
pub(crate) struct SkippedFamily {
    /// Its name.
    pub(crate) family: String,
    /// Why.
    pub(crate) reason: String,
    /// How many files it has.
    pub(crate) files: usize,
}

impl<K: Contract> Corpus<K> {
    /// Reads every family under `folder`.
    ///
    /// # Errors
    ///
    /// If `folder` is no folder, or something in it cannot be read. What is read and found wrong
    /// is no error here: it becomes part of the corpus, to be reported with the other failures.
    pub(crate) fn read(folder: &Path, waivers: &Waivers) -> Result<Self, Error> {
        if !folder.is_dir() {
            return Err(Error::NotAFolder(folder.to_owned()));
        }
        let mut corpus = Corpus {
            entries: Vec::new(),
            faults: Vec::new(),
            skipped: Vec::new(),
            waived: Vec::new(),
        };
        for item in Item::list(folder)? {
            if !item.is_folder {
                corpus.fault(&item.name, "is not a family folder");
            } else if let Some(reason) = waivers.skipped_family(&item.name) {
                let files = Item::list(&item.path)?.len();
                let reason = reason.to_owned();
                corpus.skipped.push(SkippedFamily { family: item.name, reason, files });
            } else if K::HAS_STRUCTURED && item.name == STRUCTURED {
                corpus.read_structured(&item.path)?;
            } else if K::FAMILIES.contains(&item.name.as_str()) {
                for (stem, text) in corpus.read_files(&item.name, &item.path)? {
                    corpus.add_single(&item.name, &stem, &text);
                }
            } else {
                corpus.fault(&item.name, "is not a family of this contract");
            }
        }
        corpus.check_ids(waivers);
        Ok(corpus)
    }

    fn fault(&mut self, place: &str, fault: &str) {
        self.faults.push((place.to_owned(), fault.to_owned()));
    }

    /// Reads the fixture files of one folder, as file name without `.json` and text.
    fn read_files(&mut self, place: &str, folder: &Path) -> Result<Vec<(String, String)>, Error> {
        let mut files = Vec::new();
        for item in Item::list(folder)? {
            let place = format!("{place}/{}", item.name);
            match item.name.strip_suffix(".json") {
                Some(stem) if !item.is_folder => match fs::read(&item.path) {
                    Ok(bytes) => match String::from_utf8(bytes) {
                        Ok(text) => files.push((stem.to_owned(), text)),
                        Err(_) => self.fault(&place, "is not UTF-8"),
                    },
                    Err(error) => return Err(Error::access(&item.path)(error)),
                },
                _ => self.fault(&place, "is not a .json file"),
            }
        }
        Ok(files)
    }

    fn add(
        &mut self,
        family: &str,
        stem: &str,
        id: Option<&str>,
        content: Result<K::Case, String>,
    ) {
        self.entries.push(Entry {
            family: family.to_owned(),
            name: format!("{family}/{}", id.unwrap_or(stem)),
            file: format!("{family}/{stem}"),
            content,
        });
    }

    fn add_single(&mut self, family: &str, stem: &str, text: &str) {
        let read = K::single(text).and_then(|single| {
            if single.family == family {
                Ok(single)
            } else {
                Err(format!("it belongs to the family `{}`", single.family))
            }
        });
        let (id, content) = match read {
            Ok(Single { id, case, .. }) => (Some(id), Ok(case)),
            Err(fault) => (None, Err(fault)),
        };
        self.add(family, stem, id.as_deref(), content);
    }

    fn read_structured(&mut self, folder: &Path) -> Result<(), Error> {
        let mut halves = [BTreeMap::new(), BTreeMap::new()];
        for item in Item::list(folder)? {
            let place = format!("{STRUCTURED}/{}", item.name);
            let [scenarios, expected] = &mut halves;
            match item.name.as_str() {
                "scenarios" if item.is_folder => {
                    scenarios.extend(self.read_files(&place, &item.path)?);
                }
                "expected" if item.is_folder => {
                    expected.extend(self.read_files(&place, &item.path)?);
                }
                _ => self.fault(&place, "is neither the folder `scenarios` nor `expected`"),
            }
        }
        let [scenarios, mut expected] = halves;
        for (stem, scenario) in scenarios {
            let read = match expected.remove(&stem) {
                Some(expected) => K::structured(&scenario, &expected),
                None => Err("the scenario has no expected file".to_owned()),
            };
            let (id, content) = match read {
                Ok((id, case)) => (Some(id), Ok(case)),
                Err(fault) => (None, Err(fault)),
            };
            self.add(STRUCTURED, &stem, id.as_deref(), content);
        }
        for stem in expected.into_keys() {
            let fault = "the expected file has no scenario".to_owned();
            self.add(STRUCTURED, &stem, None, Err(fault));
        }
        Ok(())
    }

    /// Refuses ids that stand twice or differ from their file names.
    fn check_ids(&mut self, waivers: &Waivers) {
        let mut seen = BTreeSet::new();
        for entry in &mut self.entries {
            if entry.content.is_err() {
                continue;
            }
            let id = entry.name.split_once('/').map_or("", |(_, id)| id);
            let waiver = waivers.waived(&entry.file, Check::Id);
            let fault = if !seen.insert(id.to_owned()) {
                Some(format!("another fixture has the id `{id}` too"))
            } else {
                match (entry.name == entry.file, waiver) {
                    (true, None) => None,
                    (true, Some(_)) => Some(outlived(waivers, "its id equals its file name")),
                    (false, None) => Some(format!("its id `{id}` differs from its file name")),
                    (false, Some(reason)) => {
                        self.waived.push((format!("the id of {}", entry.file), reason.to_owned()));
                        None
                    }
                }
            };
            if let Some(fault) = fault {
                entry.content = Err(fault);
                entry.name.clone_from(&entry.file);
            }
        }
    }
}

/// Says that a waiver is no longer needed.
pub(crate) fn outlived(waivers: &Waivers, fact: &str) -> String {
    format!("{fact}, so its waiver must go from `{}`", waivers.path.display())
}

/// A file or folder.
struct Item {
    name: String,
    path: PathBuf,
    is_folder: bool,
}

impl Item {
    /// What stands in `folder`, in the order of names.
    fn list(folder: &Path) -> Result<Vec<Item>, Error> {
        let mut items = Vec::new();
        for entry in fs::read_dir(folder).map_err(Error::access(folder))? {
            let path = entry.map_err(Error::access(folder))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            items.push(Item { name, is_folder: path.is_dir(), path });
        }
        items.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(items)
    }
}
