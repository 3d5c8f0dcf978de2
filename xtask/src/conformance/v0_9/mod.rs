//! Contract 0.9: its fixtures, and what they are replayed on.

mod api;
mod cli;
mod fixture;
mod replay;
mod subject;
mod values;

use self::api::Api;
use self::cli::Cli;
use self::fixture::{Fixture, Scenario, Turns};
use self::subject::Subject;
use super::Via;
use super::comparison::{Mismatch, Stop};
use super::contract::{Contract, Half, Single, Version, pair};
use super::program::Program;
use super::strict;
use crate::error::Error;

/// Contract 0.9.
#[derive(Debug)]
pub(super) struct V0_9;

/// What a fixture says.
#[derive(Debug)]
pub(super) enum Case {
    Single(Box<Fixture>),
    Structured(Box<(Scenario, Turns)>),
}

impl Contract for V0_9 {
    const VERSION: Version = Version::V0_9;
    const FAMILIES: &'static [&'static str] =
        &["grammar", "step", "apply-directive", "state-json", "controller", "mutation-isolation"];
    type Case = Case;
    type Subject = dyn Subject;

    fn subject(via: Via) -> Result<Box<dyn Subject>, Error> {
        Ok(match via {
            Via::Api => Box::new(Api),
            Via::Cli => Box::new(Cli::new(Program::build()?)),
        })
    }

    fn single(text: &str) -> Result<Single<Case>, String> {
        let fixture: Fixture = strict::read(text)?;
        let (family, id) = (fixture.family(), fixture.id().to_owned());
        Ok(Single { family, id, case: Case::Single(Box::new(fixture)) })
    }

    fn structured(scenario: &str, expected: &str) -> Result<(String, Case), String> {
        let both: (Scenario, Turns) = pair(scenario, expected)?;
        Ok((both.0.id.clone(), Case::Structured(Box::new(both))))
    }

    fn replay(subject: &dyn Subject, case: &Case) -> Result<Vec<Mismatch>, Stop> {
        replay::replay(subject, case)
    }
}

impl Half for Scenario {
    fn id(&self) -> &str {
        &self.id
    }

    fn inputs(&self) -> Vec<&str> {
        self.inputs.iter().map(String::as_str).collect()
    }
}

impl Half for Turns {
    fn id(&self) -> &str {
        &self.id
    }

    fn inputs(&self) -> Vec<&str> {
        self.turns.iter().map(|turn| turn.input.as_str()).collect()
    }
}
