//! The command line: what it accepts, and its help.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use cc_contract::ContractName;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::help;

/// A deterministic authority over the standing instructions of a language model application.
#[derive(Debug, Parser)]
#[command(
    name = "context-compiler",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_value_name = "COMMAND",
    long_about = help::ABOUT,
    after_help = help::main()
)]
pub(crate) struct Options {
    /// The contract to use
    #[arg(long, value_parser = contracts(), value_name = "VERSION", default_value_t)]
    pub(crate) contract: ContractName,

    /// Answer with one JSON record per line (not at a terminal)
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) preload: PreloadOptions,

    /// Talk to the durable session of this name, instead of to a state that ends with the run
    #[arg(long, value_name = "NAME")]
    pub(crate) session: Option<String>,

    #[command(flatten)]
    pub(crate) store: StoreOptions,

    #[command(flatten)]
    pub(crate) lines: LineOptions,

    #[command(flatten)]
    pub(crate) repl: ReplOptions,

    /// Whether the contract was named, and is not the default
    #[arg(skip)]
    pub(crate) names_contract: bool,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Where sessions are kept.
#[derive(Clone, Debug, Args)]
pub(crate) struct StoreOptions {
    /// Where sessions are kept: `sqlite:PATH`, or `postgres://...` where that is built in
    /// [default: CONTEXT_COMPILER_STORE, or else a file in the user's data folder]
    #[arg(long, value_name = "URL")]
    pub(crate) store: Option<String>,

    /// Whose sessions they are
    ///
    /// Names in two namespaces never meet.
    #[arg(long, value_name = "NAME", default_value = "local")]
    pub(crate) namespace: String,
}

/// Where the state at the start comes from.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(crate) struct PreloadOptions {
    /// Start from this exported state
    #[arg(long, value_name = "JSON", allow_hyphen_values = true)]
    pub(crate) initial_state_json: Option<String>,

    /// Start from the exported state in this file
    #[arg(long, value_name = "PATH")]
    pub(crate) initial_state_file: Option<PathBuf>,

    /// Start from this exported checkpoint (contract 0.5)
    #[arg(long, value_name = "JSON", allow_hyphen_values = true)]
    pub(crate) initial_checkpoint_json: Option<String>,

    /// Start from the exported checkpoint in this file (contract 0.5)
    #[arg(long, value_name = "PATH")]
    pub(crate) initial_checkpoint_file: Option<PathBuf>,
}

impl PreloadOptions {
    /// Whether a state is given.
    pub(crate) fn is_given(&self) -> bool {
        let texts = [&self.initial_state_json, &self.initial_checkpoint_json];
        let files = [&self.initial_state_file, &self.initial_checkpoint_file];
        texts.iter().any(|it| it.is_some()) || files.iter().any(|it| it.is_some())
    }

    /// Whether the state is to come from a checkpoint.
    pub(crate) fn names_checkpoint(&self) -> bool {
        self.initial_checkpoint_json.is_some() || self.initial_checkpoint_file.is_some()
    }
}

/// Reads the name of a contract.
fn contracts() -> impl TypedValueParser<Value = ContractName> {
    names(|_| true)
}

/// Reads the name of a contract that has a grammar of its own.
fn grammars() -> impl TypedValueParser<Value = ContractName> {
    names(ContractName::has_directives)
}

fn names(chosen: fn(ContractName) -> bool) -> impl TypedValueParser<Value = ContractName> {
    let names = ContractName::ALL.iter().filter(move |name| chosen(**name));
    let possible = names.map(|name| PossibleValue::new(name.as_str()).help(summary(*name)));
    PossibleValuesParser::new(possible).try_map(|name| name.parse::<ContractName>())
}

/// A contract in a few words.
const fn summary(contract: ContractName) -> &'static str {
    match contract {
        ContractName::V0_9 => "The current contract",
        ContractName::V0_5 => "The 0.5 specification: clarifications and checkpoints",
        ContractName::M1 => "The first milestone: one fact and prohibited items",
    }
}

/// How lines are read.
#[derive(Clone, Copy, Debug, Args)]
pub struct LineOptions {
    /// How to read an input line
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = InputFormat::Lines)]
    pub input: InputFormat,

    /// The longest line to read; a longer one is answered with an error
    #[arg(long, value_name = "N", default_value = "1048576", value_parser = line_limit)]
    #[arg(allow_negative_numbers = true)]
    pub max_line_bytes: NonZeroUsize,
}

/// Reads how long a line may be.
fn line_limit(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| format!("not a number from 1 to {}", usize::MAX))
}

/// How an input line is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputFormat {
    /// As text, or as a command
    Lines,
    /// As a JSON string, which may hold line feeds; commands are off
    Json,
}

/// How the REPL behaves.
#[derive(Debug, Args)]
pub(crate) struct ReplOptions {
    /// Keep the REPL's history in this file
    #[arg(long, value_name = "PATH", conflicts_with = "no_history")]
    pub(crate) history_file: Option<PathBuf>,

    /// Keep no REPL history
    #[arg(long)]
    pub(crate) no_history: bool,

    /// When the REPL uses colour
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,
}

/// When the REPL uses colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// Unless NO_COLOR is set or the terminal is dumb
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What to do with sessions.
#[derive(Debug, Args)]
#[command(subcommand_value_name = "COMMAND")]
pub(crate) struct SessionOptions {
    /// Where sessions are kept: `sqlite:PATH`, or `postgres://...` where that is built in
    /// [default: CONTEXT_COMPILER_STORE, or else a file in the user's data folder]
    #[arg(long, value_name = "URL", global = true)]
    pub(crate) store: Option<String>,

    /// Whose sessions they are
    ///
    /// Names in two namespaces never meet.
    #[arg(long, value_name = "NAME", default_value = "local", global = true)]
    pub(crate) namespace: String,

    /// Answer with JSON: one object, or one in a line
    #[arg(long, global = true)]
    pub(crate) json: bool,

    #[command(subcommand)]
    pub(crate) command: SessionCommand,
}

/// What to do with sessions.
#[derive(Debug, Subcommand)]
pub(crate) enum SessionCommand {
    /// List the sessions
    List {
        /// Print the names alone, as they are
        #[arg(long, conflicts_with = "json")]
        names: bool,
    },
    /// Show the state of a session
    Show {
        /// The session
        name: String,
    },
    /// Show what happened in a session
    Log {
        /// The session
        name: String,
        /// Begin after this revision
        #[arg(long, value_name = "REVISION", default_value_t = 0)]
        after: u64,
    },
    /// Show the last event that changed an item's policy, or the premise
    Why {
        /// The session
        name: String,
        /// The item
        #[arg(required_unless_present = "premise")]
        item: Option<String>,
        /// The premise, instead of an item
        #[arg(long, conflicts_with = "item")]
        premise: bool,
    },
    /// Replay a session, or all, and tell the first event that is not what it should be
    Verify {
        /// The session
        name: Option<String>,
    },
    /// Name the present revision of a session
    Snapshot {
        /// The session
        name: String,
        /// The name for its revision
        snapshot: String,
    },
    /// Replace the state of a session by that of a snapshot
    Recall {
        /// The session
        name: String,
        /// The snapshot
        snapshot: String,
        /// The session that has the snapshot, if it is another one
        #[arg(long, value_name = "SESSION")]
        from: Option<String>,
    },
    /// Begin a new session with a state of another
    Fork {
        /// The session
        name: String,
        /// The new session
        new: String,
        /// The revision to begin with, if not the present one
        #[arg(long, value_name = "REVISION")]
        at: Option<u64>,
    },
    /// Make one state out of several sessions, in order
    Compose {
        /// The sessions
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
    },
    /// Print the state of a session
    Export {
        /// The session
        name: String,
        /// Of this revision, if not of the present one
        #[arg(long, value_name = "REVISION")]
        at: Option<u64>,
        /// With what it takes to check it
        #[arg(long)]
        envelope: bool,
    },
    /// Replace the state of a session by an exported one
    Import {
        /// The session
        name: String,
        /// A file with an exported state, or an envelope; `-` for standard input
        file: PathBuf,
    },
    /// Delete a session with all that belongs to it
    Delete {
        /// The session
        name: String,
    },
}

/// What to do instead of taking inputs.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Look at durable sessions, and change them
    #[command(after_help = help::SESSION)]
    Session(SessionOptions),
    /// Classify each line of standard input and print a JSON record for it
    #[command(after_help = help::CLASSIFY)]
    Classify {
        /// The contract whose grammar decides
        #[arg(long, value_parser = grammars(), value_name = "VERSION", default_value_t)]
        contract: ContractName,

        #[command(flatten)]
        lines: LineOptions,
    },
    /// Check tool calls: each line of standard input, such as
    /// {"tool":"search","arguments":{"q":"tea"}}, is answered with a JSON record
    #[command(after_help = help::TOOLCALL)]
    Toolcall(ToolcallOptions),
    /// Convert a state of contract m1 to a later contract and print it
    #[command(after_help = help::MIGRATE)]
    Migrate(MigrateOptions),
    /// Print a shell completion script
    #[command(after_help = help::COMPLETIONS)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, or write the whole manual
    #[command(after_help = help::MAN)]
    Man {
        /// Write a page for the command and one for each subcommand into this directory
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
}

/// How tool calls are judged.
#[derive(Debug, Args)]
pub(crate) struct ToolcallOptions {
    #[command(flatten)]
    pub(crate) tools: ToolFiles,

    /// A file with synonyms, such as {"search":{"query":"q"}}, which lets `query` stand for `q`
    #[arg(long, value_name = "FILE")]
    pub(crate) aliases: Option<PathBuf>,

    /// The order of parameters
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = ParameterOrder::Declared)]
    pub(crate) order: ParameterOrder,

    /// How certain a repair must be; a call that needs a less certain one is denied
    #[arg(long, value_enum, value_name = "CERTAINTY", default_value_t = LeastCertainty::Conventional)]
    pub(crate) least_certainty: LeastCertainty,

    /// Check values too: deny a call whose arguments, as they would go on, do not fit the whole
    /// schema
    #[arg(long)]
    pub(crate) values: bool,

    /// Refuse a schema that cannot be used for a check, instead of leaving the check out with a
    /// note
    #[arg(long)]
    pub(crate) strict: bool,

    /// The longest line to read; a longer one is answered with an error
    #[arg(long, value_name = "N", default_value = "1048576", value_parser = line_limit)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) max_line_bytes: NonZeroUsize,
}

/// The files that describe tools.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub(crate) struct ToolFiles {
    /// The JSON Schema of one tool's arguments, in a file named after the tool, such as search.json
    /// (may be repeated)
    #[arg(long, value_name = "FILE")]
    pub(crate) schema: Vec<PathBuf>,

    /// A file with many tools: an MCP `tools/list` result, or the `tools` of a request to a model
    #[arg(long, value_name = "FILE")]
    pub(crate) schemas: Option<PathBuf>,
}

/// The order of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ParameterOrder {
    /// As declared in the schema
    Declared,
    /// By name
    Lexicographic,
}

/// How certain a repair must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LeastCertainty {
    /// Accept repairs that rely on the order of several values
    Conventional,
    /// Accept only repairs that leave no choice
    Forced,
}

/// How a state of contract m1 is migrated.
#[derive(Debug, Args)]
pub(crate) struct MigrateOptions {
    /// The contract to migrate to
    #[arg(long, value_parser = grammars(), value_name = "VERSION")]
    pub(crate) to: ContractName,

    /// What to do with focus.device, if it is set
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) focus_device: Option<FocusDevice>,

    /// A file with an exported state of contract m1, or `-` for standard input
    pub(crate) file: PathBuf,
}

/// What to do with a fact that has no place in a later contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FocusDevice {
    /// Discard it
    Drop,
    /// Make it the premise `focus.device: VALUE`
    Premise,
}
