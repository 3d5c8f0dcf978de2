//! `cargo xtask conformance`: the options of the harness, which is the crate `cc-conformance`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use cc_conformance::{Cli, Contract, Corpus, Library, Program, Report, Subject, Waivers};
use clap::builder::PossibleValuesParser;

use crate::error::Error;
use crate::process;
use crate::workspace;

/// The options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Replay the fixtures of one contract [default: those of all].
    #[arg(long, value_name = "NAME", value_parser = contracts())]
    contract: Option<String>,
    /// The folder that holds the family folders [default: the contract's own corpus].
    #[arg(long, value_name = "DIR", requires = "contract")]
    fixtures: Option<PathBuf>,
    /// Replay only the fixture with this `family/id`, or if there is none, those that contain it.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// What to replay the fixtures on.
    #[arg(long, value_enum, default_value_t = Via::Api)]
    via: Via,
    /// Replay on a program that answers requests on standard input; no shell looks at the command.
    #[arg(long, value_name = "COMMAND", conflicts_with = "via")]
    program: Option<String>,
    /// How long the program may take for one reply.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, requires = "program")]
    timeout: f64,
}

/// What fixtures are replayed on, if it is not a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Via {
    /// The library.
    Api,
    /// The built binary, for what the command line can express.
    Cli,
}

fn contracts() -> PossibleValuesParser {
    PossibleValuesParser::new(Contract::all().map(Contract::name))
}

/// Runs the command. Gives whether every fixture passed.
///
/// # Errors
///
/// If there is no such folder, the waivers are not in order, or a program cannot be built or
/// started.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<bool, Error> {
    let own = workspace::root().join("conformance");
    let waivers = Waivers::read(&own.join("waivers.json"))?;
    let is_chosen = |contract: &&Contract| {
        options.contract.as_deref().is_none_or(|name| name == contract.name())
    };
    let corpora: Result<Vec<_>, _> = Contract::all()
        .filter(is_chosen)
        .map(|contract| {
            let folder = options.fixtures.clone();
            let folder = folder.unwrap_or_else(|| own.join(contract.name()));
            Corpus::read(contract, &folder, &waivers)
        })
        .collect();
    let corpora = corpora?;
    let mut subject = subject(options)?;
    let report = Report::new(&corpora, &waivers, &mut *subject, options.filter.as_deref());
    report.write(out, &|contract, name| repeat(options, contract, name))?;
    Ok(report.passed())
}

fn subject(options: &Options) -> Result<Box<dyn Subject>, Error> {
    Ok(match (&options.program, options.via) {
        (Some(command), _) => {
            let timeout = Duration::try_from_secs_f64(options.timeout)
                .map_err(|error| Error::Usage(format!("`--timeout`: {error}")))?;
            Box::new(Program::start(command, timeout)?)
        }
        (None, Via::Api) => Box::new(Library::default()),
        (None, Via::Cli) => Box::new(Cli::new(process::build_command()?)),
    })
}

/// The command line that replays one fixture.
fn repeat(options: &Options, contract: &str, name: &str) -> String {
    let mut command = format!("cargo xtask conformance --contract {contract}");
    if let Some(folder) = &options.fixtures {
        command.push_str(&format!(" --fixtures {}", quoted(&folder.to_string_lossy())));
    }
    command.push_str(&format!(" --filter {}", quoted(name)));
    match (&options.program, options.via) {
        (Some(program), _) => command + &format!(" --program {}", quoted(program)),
        (None, Via::Api) => command,
        (None, Via::Cli) => command + " --via cli",
    }
}

/// A word of a command line, in quotes if the shell would not take it as it is.
fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+=:,@%".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
