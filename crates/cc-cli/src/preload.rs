//! The state at the start, and reading a state from a file.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::string::FromUtf8Error;

use cc_contract::ContractName;
use cc_engine::v0_5::Checkpoint;
use cc_text::visible;
use cc_wire::AnyEngine;
use serde::de::IgnoredAny;

use crate::options::PreloadOptions;

/// A state that cannot be loaded.
#[derive(Debug)]
pub(crate) enum PreloadError {
    /// The file of this name cannot be read.
    Read(String, io::Error),
    /// The file of this name is not UTF-8.
    Encoding(String, FromUtf8Error),
    /// The text, of the file of this name if there is one, is not a state.
    Import(Option<String>, String),
}

impl fmt::Display for PreloadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PreloadError::Read(name, error) => write!(f, "cannot read {name}: {error}"),
            PreloadError::Encoding(name, error) => {
                write!(f, "{name} is not UTF-8: {}", error.utf8_error())
            }
            // The error comes first, because hosts may look at its first words.
            PreloadError::Import(Some(name), error) => write!(f, "{error} (file {name})"),
            PreloadError::Import(None, error) => f.write_str(error),
        }
    }
}

/// A path as it may be shown to people.
pub(crate) fn shown(path: &Path) -> String {
    format!("`{}`", visible(&path.to_string_lossy()))
}

/// An engine with the state that the options name, or the empty one.
pub(crate) fn engine(
    contract: ContractName,
    options: &PreloadOptions,
) -> Result<AnyEngine, PreloadError> {
    let read_state = |text: &str| read_state(contract, text);
    let state = (&options.initial_state_json, &options.initial_state_file);
    let checkpoint = (&options.initial_checkpoint_json, &options.initial_checkpoint_file);
    match (state, checkpoint) {
        ((Some(text), _), _) => read_argument(text, "--initial-state-file", read_state),
        ((None, Some(path)), _) => read_file(path, read_state),
        (_, (Some(text), _)) => read_argument(text, "--initial-checkpoint-file", read_checkpoint),
        (_, (None, Some(path))) => read_file(path, read_checkpoint),
        ((None, None), (None, None)) => Ok(AnyEngine::new(contract)),
    }
}

/// Reads a state of a contract.
///
/// # Errors
///
/// What is wrong; and if the text is something else that can be exported, what to do with that.
pub(crate) fn read_state(contract: ContractName, text: &str) -> Result<AnyEngine, String> {
    let wanted = if contract.has_directives() { Export::State } else { Export::StateOfM1 };
    AnyEngine::import_json(contract, text).map_err(|error| wanted.explain(&error, text))
}

fn read_checkpoint(text: &str) -> Result<AnyEngine, String> {
    Checkpoint::from_json(text)
        .map(|checkpoint| cc_engine::v0_5::State::from(checkpoint).into())
        .map_err(|error| Export::Checkpoint.explain(&error, text))
}

/// Reads JSON text that is an argument. What cannot be JSON text of an object may be the name of a
/// file, for which there is another option.
fn read_argument(
    text: &str,
    for_file: &str,
    read: impl FnOnce(&str) -> Result<AnyEngine, String>,
) -> Result<AnyEngine, PreloadError> {
    read(text).map_err(|mut error| {
        if !text.is_empty() && !text.trim_start().starts_with(['{', '[']) {
            error += &format!("; to read a file, use `{for_file}`");
        }
        PreloadError::Import(None, error)
    })
}

/// Reads what a file of exported JSON text holds.
pub(crate) fn read_file<T>(
    path: &Path,
    read: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, PreloadError> {
    read(&read_text(path)?).map_err(|error| PreloadError::Import(Some(shown(path)), error))
}

/// What can be exported, as its fields tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Export {
    /// A state of contract 0.9 or 0.5.
    State,
    /// A state of contract m1.
    StateOfM1,
    /// A checkpoint of contract 0.5.
    Checkpoint,
    /// A reply with `--json`.
    Record,
}

impl Export {
    /// What a text is, whether or not it is sound.
    pub(crate) fn of(text: &str) -> Option<Export> {
        let fields: BTreeMap<String, IgnoredAny> = serde_json::from_str(text).ok()?;
        let kinds = [
            ("facts", Export::StateOfM1),
            ("checkpoint_version", Export::Checkpoint),
            ("state", Export::Record),
            ("premise", Export::State),
        ];
        kinds.into_iter().find(|(field, _)| fields.contains_key(*field)).map(|(_, kind)| kind)
    }

    /// An error of reading this kind, and what to do if the text is of another.
    pub(crate) fn explain(self, error: &dyn fmt::Display, text: &str) -> String {
        let advice = match Export::of(text) {
            Some(found) if found != self => found.advice(),
            _ => return error.to_string(),
        };
        format!("{error}; {advice}")
    }

    fn advice(self) -> &'static str {
        match self {
            Export::State => {
                "this is a state that `--initial-state-file` takes under contracts 0.9 and 0.5"
            }
            Export::StateOfM1 => {
                "this is a state of contract m1, which `context-compiler migrate` converts"
            }
            Export::Checkpoint => {
                "this is a checkpoint, which `--initial-checkpoint-file` takes under contract 0.5"
            }
            Export::Record => "this is a record, and the state is what its field `state` holds",
        }
    }
}

/// How much of a file is read before it is looked at.
const BLOCK: u64 = 1 << 20;

/// Reads the JSON text of a file.
pub(crate) fn read_text(path: &Path) -> Result<String, PreloadError> {
    let name = shown(path);
    match File::open(path) {
        Ok(file) => read_all(file, name),
        Err(error) => Err(PreloadError::Read(name, error)),
    }
}

/// Reads the JSON text of a source. A byte-order mark at its start is skipped.
///
/// What follows a fault that no JSON text has is not read, so a device that never ends is refused
/// like any other file of the kind.
pub(crate) fn read_all(mut source: impl Read, name: String) -> Result<String, PreloadError> {
    let mut bytes = Vec::new();
    let mut sound = 0;
    loop {
        let read = source.by_ref().take(BLOCK).read_to_end(&mut bytes);
        let read = read.map_err(|error| PreloadError::Read(name.clone(), error))?;
        let unseen = bytes.get(sound..).unwrap_or_default();
        if let Some(at) = unseen.iter().position(is_never_in_json) {
            bytes.truncate(sound + at + 1);
            break;
        }
        sound += match std::str::from_utf8(unseen) {
            Ok(text) => text.len(),
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Err(_) => break,
        };
        // Less than there is room for is the end, of which a terminal tells only once.
        if (read as u64) < BLOCK {
            break;
        }
    }
    let mut text = String::from_utf8(bytes).map_err(|error| PreloadError::Encoding(name, error))?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

/// Whether a byte is a control character that JSON has neither in texts nor between them.
fn is_never_in_json(byte: &u8) -> bool {
    *byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r')
}
