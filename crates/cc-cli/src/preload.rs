//! The state at the start, and reading a state from a file.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;

use cc_engine::{Engine, ImportError, State};

use crate::options::PreloadOptions;

/// A state that cannot be loaded.
#[derive(Debug)]
pub(crate) enum PreloadError {
    /// The file cannot be read.
    Read(PathBuf, io::Error),
    /// The file is not UTF-8.
    Encoding(PathBuf, FromUtf8Error),
    /// The text is not a state.
    Import(ImportError),
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
            PreloadError::Import(error) => error.fmt(f),
        }
    }
}

/// A path as it may be shown to people.
pub(crate) fn shown(path: &Path) -> String {
    format!("`{}`", cc_engine::visible(&path.to_string_lossy()))
}

/// An engine with the state that the options name, or with the empty state.
pub(crate) fn engine(options: &PreloadOptions) -> Result<Engine, PreloadError> {
    let state = match (&options.initial_state_json, &options.initial_state_file) {
        (Some(text), _) => State::import_json(text).map_err(PreloadError::Import)?,
        (None, Some(path)) => read_state(path)?,
        (None, None) => State::new(),
    };
    Ok(Engine::from(state))
}

/// Reads a state from a file of exported JSON text. A byte-order mark at its start is skipped.
pub(crate) fn read_state(path: &Path) -> Result<State, PreloadError> {
    let bytes = fs::read(path).map_err(|error| PreloadError::Read(path.into(), error))?;
    let text =
        String::from_utf8(bytes).map_err(|error| PreloadError::Encoding(path.into(), error))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    State::import_json(text).map_err(PreloadError::Import)
}
