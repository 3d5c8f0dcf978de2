//! Reading the arguments, and what is said of those that cannot be taken.

use std::ffi::{OsStr, OsString};
use std::iter;

use cc_contract::ContractName;
use cc_text::visible;
use clap::builder::{PossibleValue, StyledStr};
use clap::error::{ContextKind, ContextValue, ErrorKind, Result};
use clap::parser::ValueSource;
use clap::{Arg, Command, CommandFactory, Error, FromArgMatches};

use crate::options::Options;

/// Reads the arguments of the command, the first of which is its name.
///
/// # Errors
///
/// What is to be shown instead: what is wrong with them, or the help that they ask for. Text of the
/// user's in it is safe to show.
pub(crate) fn read(arguments: &[OsString]) -> Result<Options> {
    parse(arguments).map_err(|error| {
        // An error shows arguments as they are, so it is made again of ones that can be shown.
        let shown: Vec<String> = arguments.iter().map(|argument| shown(argument)).collect();
        match parse(&shown) {
            Err(error) => advise(error, &shown),
            // Nothing was wrong but bytes that are not text.
            Ok(_) => not_utf8(arguments).unwrap_or(error),
        }
    })
}

fn parse(arguments: &[impl AsRef<OsStr>]) -> Result<Options> {
    let matches = Options::command().try_get_matches_from(arguments)?;
    let mut options = Options::from_arg_matches(&matches)?;
    options.names_contract = matches.value_source("contract") == Some(ValueSource::CommandLine);
    if options.session.is_some() && options.preload.is_given() {
        let message = "a session has its own state: `context-compiler session import` replaces it";
        return Err(Options::command().error(ErrorKind::ArgumentConflict, message));
    }
    if options.preload.names_checkpoint() && options.contract != ContractName::V0_5 {
        let message = "a checkpoint needs `--contract 0.5`";
        return Err(Options::command().error(ErrorKind::ArgumentConflict, message));
    }
    Ok(options)
}

/// The error for the first argument that is no text.
fn not_utf8(arguments: &[OsString]) -> Option<Error> {
    let argument = arguments.iter().find(|argument| argument.to_str().is_none())?;
    let message = format!("the argument `{}` is not UTF-8", shown(argument));
    Some(Options::command().error(ErrorKind::InvalidUtf8, message))
}

/// An argument as it may be shown to people: the beginning of a long one.
fn shown(argument: &OsStr) -> String {
    const MOST: usize = 200;
    let text = argument.to_string_lossy();
    match text.char_indices().nth(MOST).and_then(|(end, _)| text.get(..end)) {
        Some(beginning) => format!("{}...", visible(beginning)),
        None => visible(&text).to_string(),
    }
}

/// The error with tips that lead on. A suggestion that only resembles what was given goes.
fn advise(mut error: Error, arguments: &[String]) -> Error {
    let mut root = Options::command();
    root.build();
    // No option stands before a subcommand.
    let called = arguments.get(1).and_then(|name| root.find_subcommand(name)).unwrap_or(&root);
    // A value that looks alike is another value, and all values are listed.
    error.remove(ContextKind::SuggestedValue);
    let tips = match error.kind() {
        ErrorKind::ArgumentConflict => {
            let Some(name) = texts(&error, ContextKind::InvalidSubcommand).pop() else {
                return error;
            };
            match root.find_subcommand(&name) {
                Some(subcommand) => places(subcommand, &texts(&error, ContextKind::PriorArg)),
                None => return without_options(error, &name, arguments),
            }
        }
        ErrorKind::InvalidSubcommand => {
            keep_alike(
                &mut error,
                ContextKind::SuggestedSubcommand,
                ContextKind::InvalidSubcommand,
            );
            let alike = error.get(ContextKind::SuggestedSubcommand).is_some();
            if alike || called.get_name() == "help" { Vec::new() } else { vec![reads_input(&root)] }
        }
        ErrorKind::UnknownArgument => unknown(&mut error, &root, called),
        ErrorKind::MissingRequiredArgument => {
            values(called, &texts(&error, ContextKind::InvalidArg))
        }
        _ => Vec::new(),
    };
    if !tips.is_empty() {
        let tips = tips.into_iter().map(StyledStr::from).collect();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
    error
}

/// The error for a word after options that is no subcommand: the one that it has without them.
fn without_options(error: Error, name: &str, arguments: &[String]) -> Error {
    let rest = arguments.iter().skip_while(|argument| *argument != name);
    let call: Vec<String> = arguments.iter().take(1).chain(rest).cloned().collect();
    match parse(&call) {
        Err(plain) if call.len() < arguments.len() => advise(plain, &call),
        _ => error,
    }
}

/// Where options belong that stand before a subcommand.
fn places(subcommand: &Command, options: &[String]) -> Vec<String> {
    let name = subcommand.get_name();
    let place = |option: &String| {
        if subcommand.get_arguments().any(|known| known.to_string() == *option) {
            format!("options of '{name}' come after it: `{} {option}`", call(subcommand))
        } else {
            format!("'{name}' has no option '{option}'")
        }
    };
    options.iter().map(place).collect()
}

/// What leads on from an argument that `called`, the command or a subcommand, does not have.
fn unknown(error: &mut Error, root: &Command, called: &Command) -> Vec<String> {
    let argument = texts(error, ContextKind::InvalidArg).pop().unwrap_or_default();
    if argument == "-" || !argument.starts_with('-') {
        let reads = matches!(called.get_name(), "classify" | "toolcall");
        return if reads { vec![reads_input(called)] } else { Vec::new() };
    }
    let Some(name) = argument.strip_prefix("--") else {
        let short = called.get_arguments().filter_map(Arg::get_short);
        let short: Vec<String> = short.map(|letter| format!("'-{letter}'")).collect();
        return vec![format!("options begin with '--', other than {}", short.join(" and "))];
    };
    // It was not meant as a value.
    error.remove(ContextKind::Suggested);
    keep_alike(error, ContextKind::SuggestedArg, ContextKind::InvalidArg);
    let has = |command: &&Command| command.get_arguments().any(|arg| arg.get_long() == Some(name));
    let owners: Vec<&str> =
        iter::once(root).chain(root.get_subcommands()).filter(has).map(call).collect();
    if !owners.is_empty() {
        error.remove(ContextKind::SuggestedArg);
    }
    if error.get(ContextKind::SuggestedArg).is_none() {
        let usage = called.clone().render_usage();
        error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    }
    owners.iter().map(|owner| format!("'{argument}' is an option of `{owner}`")).collect()
}

/// The values of required arguments that are missing, if there are only some.
fn values(called: &Command, missing: &[String]) -> Vec<String> {
    let arguments = called.get_arguments().filter(|known| missing.contains(&known.to_string()));
    let list = |argument: &Arg| {
        let values = argument.get_possible_values();
        let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
        (!names.is_empty()).then(|| format!("'{argument}' is one of: {}", names.join(", ")))
    };
    arguments.filter_map(list).collect()
}

/// How inputs are given.
fn reads_input(command: &Command) -> String {
    let example = match call(command) {
        "context-compiler" => "echo 'use npm' | context-compiler".to_owned(),
        call => format!("{call} < FILE"),
    };
    format!("inputs are read from standard input: `{example}`")
}

/// How a command is called.
fn call(command: &Command) -> &str {
    command.get_bin_name().unwrap_or(command.get_name())
}

/// Keeps those suggestions that at least begin like what was given.
fn keep_alike(error: &mut Error, suggested: ContextKind, given: ContextKind) {
    let first = |text: &String| {
        text.trim_start_matches('-').chars().next().map(|first| first.to_ascii_lowercase())
    };
    let given = texts(error, given);
    let wanted = given.first().and_then(first);
    // The name of a file is no word that was mistyped.
    let is_file = given.first().is_some_and(|text| text.contains('.'));
    let mut alike = texts(error, suggested);
    alike.retain(|text| !is_file && first(text) == wanted);
    error.remove(suggested);
    if !alike.is_empty() {
        error.insert(suggested, ContextValue::Strings(alike));
    }
}

/// What an error says about one thing.
fn texts(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}
