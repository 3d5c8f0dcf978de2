//! What keeps a command from running at all; a check that fails is not one of these.

use std::io;
use std::path::{Path, PathBuf};

use cc_conformance::ErrorKind;

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// Fixtures cannot be replayed.
    #[error("{0}")]
    Conformance(#[from] cc_conformance::Error),
    /// Arguments that do not go together.
    #[error("{0}")]
    Usage(String),
    /// A file or folder could not be read or written.
    #[error("cannot access `{path}`: {source}")]
    Access { path: PathBuf, source: io::Error },
    /// A program could not be started.
    #[error("cannot run `{program}`: {source}")]
    Start { program: String, source: io::Error },
    /// A program that this command depends on failed.
    #[error("`{program}` failed: {said}")]
    Failed {
        program: String,
        /// What it wrote to standard error, or its status if it wrote nothing.
        said: String,
    },
    /// A program that this command depends on gave something unexpected.
    #[error("{0}")]
    Tool(String),
    /// The report could not be written.
    #[error("cannot write the report: {0}")]
    Report(#[from] io::Error),
}

impl Error {
    /// The status to exit with: 2 for a wrong command line, 1 for everything else.
    pub(crate) fn exit_status(&self) -> u8 {
        match self {
            Error::Usage(_) => 2,
            Error::Conformance(error) if error.kind() == ErrorKind::NotAFolder => 2,
            _ => 1,
        }
    }

    /// Wraps what the system said about a path.
    pub(crate) fn access(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
        move |source| Error::Access { path: path.to_owned(), source }
    }

    /// Wraps what the system said about starting a program.
    pub(crate) fn start(program: &str) -> impl FnOnce(io::Error) -> Error + '_ {
        move |source| Error::Start { program: program.to_owned(), source }
    }
}
