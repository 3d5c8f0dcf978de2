//! The contract of the first milestone: its fixtures, and what they are replayed on.

mod api;
mod cli;
mod fixture;
mod replay;
mod subject;
#[cfg(test)]
mod tests;

use self::api::Api;
use self::cli::Cli;
use self::fixture::Fixture;
use self::subject::Subject;
use super::Via;
use super::comparison::{Mismatch, Stop};
use super::contract::{Contract, Single, Version};
use super::program::Program;
use super::strict;
use crate::error::Error;

/// The contract of the first milestone.
#[derive(Debug)]
pub(super) struct M1;

impl Contract for M1 {
    const VERSION: Version = Version::M1;
    const FAMILIES: &'static [&'static str] = &["step", "state-json", "migrate"];
    const HAS_STRUCTURED: bool = false;
    type Case = Fixture;
    type Subject = dyn Subject;

    fn subject(via: Via) -> Result<Box<dyn Subject>, Error> {
        Ok(match via {
            Via::Api => Box::new(Api),
            Via::Cli => Box::new(Cli::new(Program::build()?)),
        })
    }

    fn single(text: &str) -> Result<Single<Fixture>, String> {
        let fixture: Fixture = strict::read(text)?;
        let (family, id) = (fixture.family(), fixture.id().to_owned());
        Ok(Single { family, id, case: fixture })
    }

    fn structured(_: &str, _: &str) -> Result<(String, Fixture), String> {
        Err("this contract has no fixtures of two files".to_owned())
    }

    fn replay(subject: &dyn Subject, case: &Fixture) -> Result<Vec<Mismatch>, Stop> {
        replay::replay(subject, case)
    }
}
