//! `cargo xtask conformance`: replays fixtures and compares what comes of them.
//!
//! A run reads the whole folder first and checks it (`corpus`), replays each chosen fixture on the
//! library or on the built binary (`program`), and reports all failures together (`report`).
//! Exceptions are data (`waivers`), never code.
//!
//! What a contract's fixtures are and how they are replayed is its own (`v0_9`, `v0_5`, `m1`,
//! `toolcall`, each with `fixture`, `replay` and the subjects `api` and `cli`); the rest knows a contract only by
//! the trait in `contract`. The format is documented in `conformance/README.md`.

mod canonical;
mod comparison;
mod contract;
mod corpus;
mod difference;
mod form;
mod m1;
mod program;
mod report;
mod state_json;
mod strict;
#[cfg(test)]
mod tests;
mod toolcall;
mod v0_5;
mod v0_9;
mod values;
mod waivers;

use std::io::Write;
use std::path::PathBuf;

pub(crate) use self::canonical::canonical;
pub(crate) use self::contract::Version;

use self::contract::Contract;
use self::corpus::Corpus;
use self::m1::M1;
use self::report::{Report, quoted};
use self::toolcall::Toolcall;
use self::v0_5::V0_5;
use self::v0_9::V0_9;
use self::waivers::Waivers;
use crate::error::Error;
use crate::workspace;

/// The options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The contract to replay.
    #[arg(long, value_name = "VERSION", value_enum, default_value_t)]
    contract: Version,
    /// The folder that holds the family folders [default: the contract's own corpus].
    #[arg(long, value_name = "DIR")]
    fixtures: Option<PathBuf>,
    /// Replay only the fixture with this `family/id`, or if there is none, those that contain it.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// What to replay the fixtures through.
    #[arg(long, value_enum, default_value_t = Via::Api)]
    via: Via,
}

/// What fixtures are replayed through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Via {
    /// The library.
    Api,
    /// The built binary, for what the command line can express.
    Cli,
}

impl Via {
    const fn as_str(self) -> &'static str {
        match self {
            Via::Api => "api",
            Via::Cli => "cli",
        }
    }
}

/// Runs the command. Gives whether every fixture passed.
///
/// # Errors
///
/// If there is no such folder, the waivers are not in order, or the binary cannot be built.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<bool, Error> {
    match options.contract {
        Version::V0_9 => replay::<V0_9>(options, out),
        Version::V0_5 => replay::<V0_5>(options, out),
        Version::M1 => replay::<M1>(options, out),
        Version::Toolcall => replay::<Toolcall>(options, out),
    }
}

fn replay<K: Contract>(options: &Options, out: &mut dyn Write) -> Result<bool, Error> {
    let own = workspace::root().join("conformance");
    let folder = options.fixtures.clone().unwrap_or_else(|| own.join(K::VERSION.as_str()));
    let waivers = Waivers::read(&own.join("waivers.json"), K::VERSION)?;
    let corpus = Corpus::<K>::read(&folder, &waivers)?;
    let subject = K::subject(options.via)?;
    let report = Report::of(corpus, &waivers, &*subject, options.filter.as_deref());
    report.write(out, &repeat(options), options.via.as_str())?;
    Ok(report.passed())
}

/// The command line that chooses the same fixtures.
fn repeat(options: &Options) -> String {
    let mut command = "cargo xtask conformance".to_owned();
    if options.contract != Version::default() {
        command.push_str(&format!(" --contract {}", options.contract.as_str()));
    }
    if let Some(folder) = &options.fixtures {
        command.push_str(&format!(" --fixtures {}", quoted(&folder.to_string_lossy())));
    }
    command
}
