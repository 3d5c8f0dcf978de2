//! Reads a folder of fixtures, and finds everything that is wrong with it before anything runs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::error::{Error, ErrorKind};
use crate::fixture::Fixture;
use crate::json::{self, text};
use crate::replay::Stop;
use crate::table::Contract;
use crate::waivers::Waivers;

/// Everything in a folder of fixtures of one contract, whether it is in order or not.
#[derive(Debug)]
pub struct Corpus {
    pub(crate) contract: &'static Contract,
    /// The fixtures, in the order of their families and file names.
    pub(crate) entries: Vec<Entry>,
}

/// One fixture, or a file that is none.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) family: String,
    /// `family/file name`, which is also what waivers go by.
    pub(crate) name: String,
    /// What it says, or why it is not replayed.
    pub(crate) content: Result<Fixture, Stop>,
    /// What is waived about its id, if anything is.
    pub(crate) waived: Option<String>,
}

impl Corpus {
    /// Reads every file under the folder `root`.
    ///
    /// # Errors
    ///
    /// If `root` is no folder, or something in it cannot be read. What is read and found wrong
    /// is no error here: it becomes part of the corpus, to be reported with the other failures.
    pub fn read(
        contract: &'static Contract,
        root: &Path,
        waivers: &Waivers,
    ) -> Result<Self, Error> {
        if !root.is_dir() {
            let message = format!("`{}` is not a folder of fixtures", root.display());
            return Err(Error::new(ErrorKind::NotAFolder, message));
        }
        let (mut files, mut folders) = (BTreeMap::new(), vec![root.to_owned()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).map_err(Error::access(&folder))? {
                let path = entry.map_err(Error::access(&folder))?.path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let names = path.strip_prefix(root).unwrap_or(&path).iter();
                let names: Vec<_> = names.map(|name| name.to_string_lossy()).collect();
                files.insert(names.join("/"), fs::read(&path).map_err(Error::access(&path))?);
            }
        }
        Ok(Corpus::of(contract, files, waivers))
    }

    /// Makes a corpus of files, each with its path below the folder of the contract.
    #[must_use]
    pub fn of(
        contract: &'static Contract,
        files: BTreeMap<String, Vec<u8>>,
        waivers: &Waivers,
    ) -> Self {
        let (mut entries, mut seen) = (Vec::new(), BTreeSet::new());
        for path in files.keys() {
            let name = path.trim_end_matches(".json");
            let name = name.replace("/scenarios/", "/").replace("/expected/", "/");
            let (family, stem) = name.split_once('/').unwrap_or(("", &name));
            let skipped = waivers.waived(contract.name(), family, "family");
            let waiver = waivers.waived(contract.name(), &name, "id");
            let content = match (skipped, read(contract, &files, path)) {
                (Some(reason), _) => Err(Stop::Skip(reason.to_owned())),
                (None, Ok(None)) => continue,
                (None, Ok(Some(fixture))) => {
                    let id = text(&fixture.value, "id");
                    let fault = match (id == stem, waiver) {
                        _ if !seen.insert(id.to_owned()) => {
                            format!("another fixture has the id `{id}` too")
                        }
                        (true, Some(_)) => waivers.outlived("its id equals its file name"),
                        (false, None) => format!("its id `{id}` differs from its file name"),
                        _ => String::new(),
                    };
                    if fault.is_empty() { Ok(fixture) } else { Err(Stop::Fault(fault)) }
                }
                (None, Err(fault)) => Err(Stop::Fault(fault)),
            };
            let waived = waiver.map(|reason| format!("waived the id of {name}: {reason}"));
            entries.push(Entry { family: family.to_owned(), name, content, waived });
        }
        Corpus { contract, entries }
    }
}

/// Reads the fixture in the file at `path`; none, if this is the second file of one.
fn read(
    contract: &'static Contract,
    files: &BTreeMap<String, Vec<u8>>,
    path: &str,
) -> Result<Option<Fixture>, String> {
    let (folder, name) = path.split_once('/').ok_or("stands in no family folder")?;
    let family = contract.family(folder);
    let family = family.ok_or("stands in a folder that is not a family of this contract")?;
    name.strip_suffix(".json").ok_or("is not a .json file")?;
    let object = |path: &str| {
        let bytes = files.get(path).map_or(&[][..], Vec::as_slice);
        json::object(str::from_utf8(bytes).map_err(|_| "is not UTF-8")?)
    };
    let fixture = match (&family.kind, name.split_once('/')) {
        (Some(_), None) => object(path)?,
        (Some(_), Some(_)) => return Err("stands in a folder below its family".to_owned()),
        (None, Some(("scenarios", name))) => {
            let expected = format!("{folder}/expected/{name}");
            if !files.contains_key(&expected) {
                return Err("the scenario has no expected file".to_owned());
            }
            let expected = object(&expected).map_err(|fault| format!("its expected file: {fault}"));
            let (mut fixture, mut expected) = (object(path)?, expected?);
            if fixture.get("id") != expected.remove("id").as_ref() {
                return Err("its two files have different ids".to_owned());
            }
            fixture.insert("expected".to_owned(), expected.into());
            fixture
        }
        (None, Some(("expected", name))) => {
            let is_second = files.contains_key(&format!("{folder}/scenarios/{name}"));
            let fault = "the expected file has no scenario";
            return if is_second { Ok(None) } else { Err(fault.to_owned()) };
        }
        (None, _) => return Err("stands in neither `scenarios` nor `expected`".to_owned()),
    };
    Fixture::of(contract, family, fixture).map(Some)
}
