//! The command line: what it accepts, and its help.

use std::env;
use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use cc_contract::ContractName;
use cc_text::visible;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::contract::inputs_help;

/// Reads the arguments of this process.
///
/// # Errors
///
/// What is to be shown instead: what is wrong with them, or the help that they ask for. Text of the
/// user's in it is safe to show.
pub(crate) fn read() -> clap::error::Result<Options> {
    let arguments: Vec<OsString> = env::args_os().collect();
    Options::try_parse_from(&arguments).map_err(|error| {
        // An error shows arguments as they are, so it is made again of ones that can be shown.
        let shown = arguments.iter().map(|argument| shown(argument));
        match Options::try_parse_from(shown) {
            Err(error) => error,
            // Nothing was wrong but bytes that are not text.
            Ok(_) => not_utf8(&arguments).unwrap_or(error),
        }
    })
}

/// The error for the first argument that is no text.
fn not_utf8(arguments: &[OsString]) -> Option<clap::Error> {
    let argument = arguments.iter().find(|argument| argument.to_str().is_none())?;
    let message = format!("the argument `{}` is not UTF-8", shown(argument));
    Some(Options::command().error(ErrorKind::InvalidUtf8, message))
}

/// An argument as it may be shown to people.
fn shown(argument: &OsStr) -> String {
    visible(&argument.to_string_lossy()).to_string()
}

/// A deterministic authority over the standing instructions of a language model application.
#[derive(Debug, Parser)]
#[command(
    name = "context-compiler",
    version,
    args_conflicts_with_subcommands = true,
    after_help = after_help()
)]
pub(crate) struct Options {
    /// The contract to speak
    #[arg(long, value_parser = contracts(), value_name = "VERSION", default_value_t)]
    pub(crate) contract: ContractName,

    /// Answer with one JSON record a line (not at a terminal)
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) preload: PreloadOptions,

    #[command(flatten)]
    pub(crate) lines: LineOptions,

    #[command(flatten)]
    pub(crate) repl: ReplOptions,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

fn after_help() -> String {
    format!(
        "Each input line is a directive or ordinary text.\n\n{}\n\
At a terminal this is a REPL; type `help` there. Otherwise it reads standard input, one input a
line, until the end or a line `exit` or `quit`. A line `state` prints the state, and `step TEXT` is
the input TEXT. Under contract 0.5, `preview TEXT` shows what an input would do;
under m1 with --json there are no commands but `exit` and `quit`.

Exit status: 0 success, 1 failure at run time, 2 wrong usage.",
        inputs_help(ContractName::V0_9)
    )
}

/// Where the state at the start comes from.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(crate) struct PreloadOptions {
    /// Start from the state in this exported JSON text
    #[arg(long, value_name = "JSON", allow_hyphen_values = true)]
    pub(crate) initial_state_json: Option<String>,

    /// Start from the state in this file of exported JSON text
    #[arg(long, value_name = "PATH")]
    pub(crate) initial_state_file: Option<PathBuf>,

    /// Start from this checkpoint, as JSON text (contract 0.5)
    #[arg(long, value_name = "JSON", allow_hyphen_values = true)]
    pub(crate) initial_checkpoint_json: Option<String>,

    /// Start from the checkpoint in this file of JSON text (contract 0.5)
    #[arg(long, value_name = "PATH")]
    pub(crate) initial_checkpoint_file: Option<PathBuf>,
}

impl PreloadOptions {
    /// Whether the state is to come from a checkpoint.
    pub(crate) fn names_checkpoint(&self) -> bool {
        self.initial_checkpoint_json.is_some() || self.initial_checkpoint_file.is_some()
    }
}

/// Reads the name of a contract, one of those that the command can speak.
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
        ContractName::V0_5 => {
            "The specification 0.5: clarifications, checkpoints, `preview TEXT` in every mode"
        }
        ContractName::M1 => "The first milestone: one fact and prohibitions",
    }
}

/// How lines are read.
#[derive(Clone, Copy, Debug, Args)]
pub struct LineOptions {
    /// What an input line is
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = InputFormat::Lines)]
    pub input: InputFormat,

    /// Answer a longer line with an error instead of reading it
    #[arg(long, value_name = "N", default_value = "1048576")]
    pub max_line_bytes: NonZeroUsize,
}

/// What an input line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputFormat {
    /// The text itself, or a command
    Lines,
    /// A JSON string, which may hold line feeds; there are no commands
    Json,
}

/// How the REPL behaves.
#[derive(Debug, Args)]
pub(crate) struct ReplOptions {
    /// Keep the history of the REPL in this file
    #[arg(long, value_name = "PATH", conflicts_with = "no_history")]
    pub(crate) history_file: Option<PathBuf>,

    /// Keep no history of the REPL
    #[arg(long)]
    pub(crate) no_history: bool,

    /// When the REPL uses colour; `auto` respects NO_COLOR
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

/// What to do instead of taking inputs.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Classify each line of standard input, and print a JSON record for it
    Classify {
        /// The contract whose grammar decides
        #[arg(long, value_parser = grammars(), value_name = "VERSION", default_value_t)]
        contract: ContractName,

        #[command(flatten)]
        lines: LineOptions,
    },
    /// Judge the arguments of tool calls: each line of standard input is a request, such as
    /// {"tool":"search","arguments":{"q":"tea"}}, and gets a JSON record
    Toolcall(ToolcallOptions),
    /// Turn a state of contract m1 into one of a later contract, and print it
    Migrate(MigrateOptions),
    /// Print a script that completes this command's options in a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
}

/// How tool calls are judged.
#[derive(Debug, Args)]
pub(crate) struct ToolcallOptions {
    /// A file with the JSON Schema of one tool's arguments; the tool is named like the file without
    /// its extension (may be given more than once)
    #[arg(long, value_name = "FILE", required_unless_present = "schemas")]
    pub(crate) schema: Vec<PathBuf>,

    /// A file with many tools: the result of an MCP `tools/list`, or the `tools` of a chat
    /// completion
    #[arg(long, value_name = "FILE")]
    pub(crate) schemas: Option<PathBuf>,

    /// A file with synonyms: an object from tool to an object from synonym to parameter
    #[arg(long, value_name = "FILE")]
    pub(crate) aliases: Option<PathBuf>,

    /// In which order parameters stand
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = ParameterOrder::Declared)]
    pub(crate) order: ParameterOrder,

    /// Deny repairs that are less certain than this
    #[arg(long, value_enum, value_name = "CERTAINTY", default_value_t = LeastCertainty::Conventional)]
    pub(crate) least_certainty: LeastCertainty,

    /// Answer a longer line with an error instead of reading it
    #[arg(long, value_name = "N", default_value = "1048576")]
    pub(crate) max_line_bytes: NonZeroUsize,
}

/// In which order parameters stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ParameterOrder {
    /// As the schema declares its properties
    Declared,
    /// By name
    Lexicographic,
}

/// How certain a repair must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LeastCertainty {
    /// The order of several values may decide
    Conventional,
    /// There was no other way
    Forced,
}

/// How a state of contract m1 is migrated.
#[derive(Debug, Args)]
pub(crate) struct MigrateOptions {
    /// The contract to migrate to
    #[arg(long, value_parser = grammars(), value_name = "VERSION")]
    pub(crate) to: ContractName,

    /// What becomes of the value of focus.device, if it is set
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) focus_device: Option<FocusDevice>,

    /// A file with a state of contract m1, as JSON text
    pub(crate) file: PathBuf,
}

/// What becomes of a fact that has no place in a later contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FocusDevice {
    /// It is lost
    Drop,
    /// It is the premise `focus.device: VALUE`
    Premise,
}
