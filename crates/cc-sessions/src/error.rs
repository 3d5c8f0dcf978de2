//! Why an operation on a session failed.

use std::fmt;

use crate::store::StoreError;

/// What kind of fault an [`Error`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The session is at another revision than was expected (S4).
    Conflict,
    /// The request key was used with another input (S3).
    KeyReused,
    /// There is no such session, snapshot or revision.
    NotFound,
    /// There is a session of that name already.
    Exists,
    /// A name or key that is empty, too long, or has a control character.
    InvalidName,
    /// The session, or a state that is to go into it, has another contract.
    Contract,
    /// Text that is no state or envelope, or an input of more than [`MAX_INPUT_BYTES`].
    ///
    /// [`MAX_INPUT_BYTES`]: crate::MAX_INPUT_BYTES
    InvalidInput,
    /// The store failed. See [`Error::is_temporary`] and [`Error::is_outcome_unknown`].
    Store,
    /// What the store holds is not what was written to it.
    Damaged,
}

/// An operation that failed. Nothing was changed, unless [`Error::is_outcome_unknown`].
///
/// ```
/// # futures_executor::block_on(async {
/// use cc_sessions::{ErrorKind, MemoryStore, Sessions, Turn};
///
/// let session = Sessions::new(MemoryStore::new(), || 0).session("ann", "trip")?;
/// session.turn(Turn::new("use tea")).await?;
/// let error = session.turn(Turn::new("use milk").expect(7)).await.unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Conflict);
/// assert_eq!(error.to_string(), "session `trip` is at revision 1, and 7 was expected");
/// # Ok::<(), cc_sessions::Error>(())
/// # }).unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct Error(Box<Fault>);

#[derive(Clone, Debug)]
struct Fault {
    kind: ErrorKind,
    message: String,
    store: Option<StoreError>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        let message = message.into();
        Error(Box::new(Fault { kind, message, store: None }))
    }

    /// The kind of fault.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Whether the same call may succeed later, as after a lock or a full disk.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        self.0.store.as_ref().is_some_and(StoreError::is_temporary)
    }

    /// Whether a turn may have been recorded all the same, because the store went away before it
    /// could be asked. The same turn with the same request key finds out.
    #[must_use]
    pub fn is_outcome_unknown(&self) -> bool {
        self.0.store.as_ref().is_some_and(StoreError::is_outcome_unknown)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        if self.is_outcome_unknown() {
            f.write_str("; it is not known whether the turn was recorded")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.store.as_ref().and_then(std::error::Error::source)
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        let kind = if error.is_damaged() { ErrorKind::Damaged } else { ErrorKind::Store };
        let message = error.to_string();
        Error(Box::new(Fault { kind, message, store: Some(error) }))
    }
}
