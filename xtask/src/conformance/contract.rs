//! What the runner asks of a contract: its families, its fixtures and how one is replayed.
//!
//! The rest of the runner is the same for every contract and knows none of them.

use std::fmt::Debug;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Via;
use super::comparison::{Mismatch, Stop};
use super::strict;
use crate::error::Error;

/// The contracts that have a corpus.
#[derive(
    Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum,
)]
pub(crate) enum Version {
    /// The current contract.
    #[default]
    #[value(name = "0.9")]
    #[serde(rename = "0.9")]
    V0_9,
    /// The contract of the "Directive Grammar Specification (0.5)".
    #[value(name = "0.5")]
    #[serde(rename = "0.5")]
    V0_5,
    /// The contract of the first milestone.
    #[value(name = "m1")]
    #[serde(rename = "m1")]
    M1,
    /// The tool-call grammar.
    #[value(name = "toolcall")]
    #[serde(rename = "toolcall")]
    Toolcall,
}

impl Version {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Version::V0_9 => "0.9",
            Version::V0_5 => "0.5",
            Version::M1 => "m1",
            Version::Toolcall => "toolcall",
        }
    }

    /// Whether the reference has fixtures of its own for it.
    pub(crate) const fn is_of_the_reference(self) -> bool {
        match self {
            Version::V0_9 | Version::V0_5 => true,
            Version::M1 | Version::Toolcall => false,
        }
    }
}

/// A contract, as far as the runner depends on it.
pub(crate) trait Contract {
    /// Its version.
    const VERSION: Version;
    /// The families whose fixtures are one file each.
    const FAMILIES: &'static [&'static str];
    /// Whether it has fixtures of two files.
    const HAS_STRUCTURED: bool = true;
    /// What a fixture says.
    type Case: Debug;
    /// Something that does what the contract says.
    type Subject: ?Sized;

    /// What fixtures are replayed on.
    ///
    /// # Errors
    ///
    /// If it has to be built and cannot be.
    fn subject(via: Via) -> Result<Box<Self::Subject>, Error>;

    /// Reads a fixture in one file.
    ///
    /// # Errors
    ///
    /// What is wrong with the file by itself.
    fn single(text: &str) -> Result<Single<Self::Case>, String>;

    /// Reads the two files of a structured fixture, and gives its id and what it says.
    ///
    /// # Errors
    ///
    /// What is wrong with either file, or why they do not fit each other.
    fn structured(scenario: &str, expected: &str) -> Result<(String, Self::Case), String>;

    /// Replays one fixture and gives every comparison that failed.
    ///
    /// # Errors
    ///
    /// [`Stop`], if there is nothing to compare.
    fn replay(subject: &Self::Subject, case: &Self::Case) -> Result<Vec<Mismatch>, Stop>;
}

/// A fixture in one file.
#[derive(Debug)]
pub(crate) struct Single<C> {
    /// The folder in which fixtures of its kind stand.
    pub(crate) family: &'static str,
    /// The name that the file gives itself.
    pub(crate) id: String,
    /// What it says.
    pub(crate) case: C,
}

/// One file of a structured fixture.
pub(crate) trait Half: DeserializeOwned {
    /// The name that the file gives itself.
    fn id(&self) -> &str;

    /// What is submitted, in order.
    fn inputs(&self) -> Vec<&str>;
}

/// Reads the two files of one structured fixture, which must fit each other.
pub(crate) fn pair<S: Half, T: Half>(scenario: &str, expected: &str) -> Result<(S, T), String> {
    let scenario: S = strict::read(scenario).map_err(|fault| format!("the scenario: {fault}"))?;
    let expected: T =
        strict::read(expected).map_err(|fault| format!("the expected file: {fault}"))?;
    if scenario.id() != expected.id() {
        Err(format!("its two files have the ids `{}` and `{}`", scenario.id(), expected.id()))
    } else if scenario.inputs().is_empty() {
        Err("`inputs` is empty".to_owned())
    } else if scenario.inputs() != expected.inputs() {
        Err("the inputs of the turns are not those of the scenario".to_owned())
    } else {
        Ok((scenario, expected))
    }
}
