//! Reads a folder of fixtures, and finds everything that is wrong with it before anything runs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::error::{Error, ErrorKind};
use crate::fixture::Fixture;
use crate::table::Contract;
use crate::waivers::Waivers;

/// Everything in a folder of fixtures of one contract, whether it is in order or not.
#[derive(Debug)]
pub struct Corpus {
    pub(crate) contract: Contract,
    /// The fixtures, in the order of their families and file names.
    pub(crate) entries: Vec<Entry>,
    /// Faults that belong to no fixture: where, and what.
    pub(crate) faults: Vec<(String, String)>,
    /// The files of each family that is not replayed.
    pub(crate) skipped: BTreeMap<String, usize>,
    /// Waivers that were needed: what for, and why.
    pub(crate) waived: Vec<(String, String)>,
}

/// One fixture.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) family: String,
    /// `family/id`, or `family/file name` where there is no id to go by.
    pub(crate) name: String,
    /// `family/file name`, which is what waivers go by.
    pub(crate) file: String,
    /// What it says, or why it says nothing.
    pub(crate) content: Result<Fixture, String>,
}

impl Corpus {
    /// Reads every file under `folder`.
    ///
    /// # Errors
    ///
    /// If `folder` is no folder, or something in it cannot be read. What is read and found wrong
    /// is no error here: it becomes part of the corpus, to be reported with the other failures.
    pub fn read(contract: Contract, folder: &Path, waivers: &Waivers) -> Result<Self, Error> {
        if !folder.is_dir() {
            let message = format!("`{}` is not a folder of fixtures", folder.display());
            return Err(Error::new(ErrorKind::NotAFolder, message));
        }
        let mut files = BTreeMap::new();
        collect(folder, "", &mut files)?;
        Ok(Corpus::of(contract, files, waivers))
    }

    /// Makes a corpus of files, each with its path below the folder of the contract.
    ///
    /// ```
    /// use cc_conformance::{Contract, Corpus, Library, Report, Waivers};
    ///
    /// let fixture = r#"{"id": "hello", "kind": "grammar",
    ///     "action": {"fn": "decompose_directive", "text": "hello"},
    ///     "expected": {"directive": null}}"#;
    /// let files = [("grammar/hello.json".to_owned(), fixture.as_bytes().to_vec())];
    /// let waivers = Waivers::default();
    /// let contract = Contract::named("0.9").ok_or("no such contract")?;
    /// let corpus = Corpus::of(contract, files.into(), &waivers);
    /// let report = Report::new(&[corpus], &waivers, &mut Library::default(), None);
    /// assert!(report.passed());
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn of(contract: Contract, files: BTreeMap<String, Vec<u8>>, waivers: &Waivers) -> Self {
        let mut corpus = Corpus {
            contract,
            entries: Vec::new(),
            faults: Vec::new(),
            skipped: BTreeMap::new(),
            waived: Vec::new(),
        };
        // Scenarios and what is expected of them, by family and file name.
        let mut pairs: BTreeMap<_, (_, [Option<String>; 2])> = BTreeMap::new();
        for (path, bytes) in files {
            let (folder, rest) = path.split_once('/').unwrap_or_default();
            if waivers.waived(contract.name(), folder, "family").is_some() {
                let files = corpus.skipped.entry(folder.to_owned()).or_default();
                *files = files.saturating_add(1);
                continue;
            }
            let text = String::from_utf8(bytes);
            let fault = match (contract.family(folder), rest.strip_suffix(".json"), text) {
                (None, ..) if folder.is_empty() => "stands in no family folder",
                (None, ..) => "stands in a folder that is not a family of this contract",
                (_, None, _) => "is not a .json file",
                (.., Err(_)) => "is not UTF-8",
                (Some(family), Some(stem), Ok(text)) => {
                    let is_pair = family.get("kind").is_none();
                    match stem.split_once('/') {
                        None if !is_pair => {
                            corpus.add(folder, stem, Fixture::read(contract, family, &text));
                            continue;
                        }
                        Some((part @ ("scenarios" | "expected"), stem)) if is_pair => {
                            let pair = pairs.entry([folder, stem].map(str::to_owned));
                            let (_, [scenario, expected]) = pair.or_insert((family, [None, None]));
                            *(if part == "expected" { expected } else { scenario }) = Some(text);
                            continue;
                        }
                        _ if is_pair => "stands in neither `scenarios` nor `expected`",
                        _ => "stands in a folder below its family",
                    }
                }
            };
            corpus.faults.push((path, fault.to_owned()));
        }
        for ([folder, stem], (family, pair)) in pairs {
            let read = match pair {
                [Some(one), Some(other)] => Fixture::read_pair(contract, family, &one, &other),
                [Some(_), None] => Err("the scenario has no expected file".to_owned()),
                [None, _] => Err("the expected file has no scenario".to_owned()),
            };
            corpus.add(&folder, &stem, read);
        }
        corpus.check_ids(waivers);
        corpus
    }

    fn add(&mut self, family: &str, stem: &str, content: Result<Fixture, String>) {
        let id = content.as_ref().map_or(stem, |fixture| &fixture.id);
        let [name, file] = [id, stem].map(|name| format!("{family}/{name}"));
        self.entries.push(Entry { family: family.to_owned(), name, file, content });
    }

    /// Refuses ids that stand twice or differ from their file names.
    fn check_ids(&mut self, waivers: &Waivers) {
        let mut seen = BTreeSet::new();
        for entry in &mut self.entries {
            let Ok(fixture) = &entry.content else {
                continue;
            };
            let id = &fixture.id;
            let waiver = waivers.waived(self.contract.name(), &entry.file, "id");
            let fault = match (entry.name == entry.file, waiver) {
                _ if !seen.insert(id.clone()) => {
                    format!("another fixture has the id `{id}` too")
                }
                (true, Some(_)) => waivers.outlived("its id equals its file name"),
                (false, None) => format!("its id `{id}` differs from its file name"),
                (false, Some(reason)) => {
                    self.waived.push((format!("the id of {}", entry.file), reason.to_owned()));
                    continue;
                }
                (true, None) => continue,
            };
            entry.content = Err(fault);
            entry.name.clone_from(&entry.file);
        }
    }
}

/// Reads all files below `folder`, and names them by their paths from there.
fn collect(
    folder: &Path,
    prefix: &str,
    files: &mut BTreeMap<String, Vec<u8>>,
) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(Error::access(folder))? {
        let path = entry.map_err(Error::access(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{prefix}{name}");
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files)?;
        } else {
            files.insert(name, fs::read(&path).map_err(Error::access(&path))?);
        }
    }
    Ok(())
}
