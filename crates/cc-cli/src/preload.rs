//! The state at the start, and reading a state from a file.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;

use crate::contract::ReadState;
use crate::options::PreloadOptions;
use crate::stored::StoredState;

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
    format!("`{}`", cc_engine::visible(&path.to_string_lossy()))
}

/// The state that the options name, or the empty one. A contract without checkpoints reads none.
pub(crate) fn state<S: StoredState>(
    options: &PreloadOptions,
    read_checkpoint: Option<ReadState<S>>,
) -> Result<S, PreloadError> {
    let read_state: ReadState<S> = S::from_json;
    let sources = [
        (&options.initial_state_json, &options.initial_state_file, Some(read_state)),
        (&options.initial_checkpoint_json, &options.initial_checkpoint_file, read_checkpoint),
    ];
    for (text, file, read) in sources {
        let Some(read) = read else { continue };
        match (text, file) {
            (Some(text), _) => return read(text).map_err(PreloadError::Import),
            (None, Some(path)) => return read_file(path, read),
            (None, None) => {}
        }
    }
    Ok(S::default())
}

/// Reads a state from a file of exported JSON text.
pub(crate) fn read_file<S>(path: &Path, read: ReadState<S>) -> Result<S, PreloadError> {
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
