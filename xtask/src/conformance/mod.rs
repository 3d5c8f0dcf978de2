//! `cargo xtask conformance`: replays fixtures and compares what comes of them.
//!
//! A run reads the whole folder first and checks it (`corpus`), replays each chosen fixture
//! (`replay`) on a subject, the library (`api`) or the built binary (`cli`), and reports all
//! failures together (`report`). Exceptions are data (`waivers`), never code.
//! The format is documented in `conformance/README.md`.

mod api;
mod canonical;
mod cli;
mod corpus;
mod difference;
mod fixture;
mod replay;
mod report;
mod strict;
mod subject;
#[cfg(test)]
mod tests;
mod values;
mod waivers;

use std::io::Write;
use std::path::PathBuf;

use self::corpus::Corpus;
use self::report::{Report, quoted};
use self::subject::Subject;
use self::waivers::Waivers;
use crate::error::Error;
use crate::workspace;

/// The options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The contract to replay.
    #[arg(long, value_name = "VERSION", value_parser = ["0.9"], default_value = "0.9")]
    contract: String,
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
    let own = workspace::root().join("conformance");
    let folder = options.fixtures.clone().unwrap_or_else(|| own.join(&options.contract));
    let waivers = Waivers::read(&own.join("waivers.json"))?;
    let corpus = Corpus::read(&folder, &waivers)?;
    let subject: Box<dyn Subject> = match options.via {
        Via::Api => Box::new(api::Api),
        Via::Cli => Box::new(cli::Cli::build()?),
    };
    let report = Report::of(corpus, &waivers, &*subject, options.filter.as_deref());
    report.write(out, &repeat(options), options.via.as_str())?;
    Ok(report.passed())
}

/// The command line that chooses the same fixtures.
fn repeat(options: &Options) -> String {
    let fixtures = options.fixtures.as_ref().map(|folder| folder.to_string_lossy());
    let fixtures =
        fixtures.map_or(String::new(), |folder| format!(" --fixtures {}", quoted(&folder)));
    format!("cargo xtask conformance{fixtures}")
}
