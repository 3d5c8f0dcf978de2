//! What keeps a run from beginning; a fixture that fails is not one of these.

use std::io;
use std::path::Path;

/// Why no fixture can be replayed.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

/// The kinds of [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A path names no folder of fixtures.
    NotAFolder,
    /// A file or folder could not be read.
    Access,
    /// The waivers are not what they must be.
    Waivers,
    /// A program could not be started.
    Start,
}

impl Error {
    /// What kind of error this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    pub(crate) fn new(kind: ErrorKind, message: String) -> Self {
        Error { kind, message }
    }

    /// Wraps what the system said about a path.
    pub(crate) fn access(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
        move |source| {
            let message = format!("cannot access `{}`: {source}", path.display());
            Error::new(ErrorKind::Access, message)
        }
    }
}
