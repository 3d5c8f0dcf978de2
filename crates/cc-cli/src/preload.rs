//! The state at the start, and reading a state from a file.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;

use cc_contract::ContractName;
use cc_engine::v0_5::Checkpoint;
use cc_text::visible;
use cc_wire::AnyEngine;

use crate::options::PreloadOptions;

/// A state that cannot be loaded.
#[derive(Debug)]
pub(crate) enum PreloadError {
    /// The file cannot be read.
    Read(PathBuf, io::Error),
    /// The file is not UTF-8.
    Encoding(PathBuf, FromUtf8Error),
    /// The text is not a state.
    Import(String),
}

impl fmt::Display for PreloadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PreloadError::Read(path, error) => {
                write!(f, "cannot read {}: {error}", shown(path))
            }
            PreloadError::Encoding(path, error) => {
                write!(f, "{} is not UTF-8: {}", shown(path), error.utf8_error())
            }
            PreloadError::Import(error) => f.write_str(error),
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
    let read_state =
        |text: &str| AnyEngine::import_json(contract, text).map_err(|error| error.to_string());
    let read_checkpoint = |text: &str| {
        Checkpoint::from_json(text)
            .map(|checkpoint| cc_engine::v0_5::State::from(checkpoint).into())
            .map_err(|error| error.to_string())
    };
    let state = (&options.initial_state_json, &options.initial_state_file);
    let checkpoint = (&options.initial_checkpoint_json, &options.initial_checkpoint_file);
    match (state, checkpoint) {
        ((Some(text), _), _) => read_state(text).map_err(PreloadError::Import),
        ((None, Some(path)), _) => read_file(path, read_state),
        (_, (Some(text), _)) => read_checkpoint(text).map_err(PreloadError::Import),
        (_, (None, Some(path))) => read_file(path, read_checkpoint),
        ((None, None), (None, None)) => Ok(AnyEngine::new(contract)),
    }
}

/// Reads what a file of exported JSON text holds.
pub(crate) fn read_file<T>(
    path: &Path,
    read: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, PreloadError> {
    read(&read_text(path)?).map_err(PreloadError::Import)
}

/// How much of a file is read before it is looked at.
const BLOCK: u64 = 1 << 20;

/// Reads the JSON text of a file. A byte-order mark at its start is skipped.
///
/// What follows a fault that no JSON text has is not read, so a device that never ends is refused
/// like any other file of the kind.
pub(crate) fn read_text(path: &Path) -> Result<String, PreloadError> {
    let failed = |error| PreloadError::Read(path.into(), error);
    let mut file = File::open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    let mut sound = 0;
    while (&mut file).take(BLOCK).read_to_end(&mut bytes).map_err(failed)? > 0 {
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
    }
    let mut text =
        String::from_utf8(bytes).map_err(|error| PreloadError::Encoding(path.into(), error))?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

/// Whether a byte is a control character that JSON has neither in texts nor between them.
fn is_never_in_json(byte: &u8) -> bool {
    *byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r')
}
