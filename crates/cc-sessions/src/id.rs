//! Whose session it is, and its name.

use std::fmt;
use std::sync::Arc;

use cc_text::visible;

use crate::error::{Error, ErrorKind};

/// The most bytes of a name or a request key.
pub const MAX_NAME_BYTES: usize = 255;

/// Identifies a session: its namespace, which is whose it is, and its name there. Cheap to clone.
///
/// ```
/// use cc_sessions::{ErrorKind, SessionId};
///
/// let id = SessionId::new("ann", "trip to 京都")?;
/// assert_eq!((id.namespace(), id.name()), ("ann", "trip to 京都"));
/// assert_eq!(SessionId::new("ann", "").unwrap_err().kind(), ErrorKind::InvalidName);
/// # Ok::<(), cc_sessions::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId {
    namespace: Arc<str>,
    name: Arc<str>,
}

impl SessionId {
    /// The session `name` of a namespace.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidName`] unless both have 1 to 255 bytes and no control characters.
    pub fn new(namespace: &str, name: &str) -> Result<Self, Error> {
        check_name("namespace", namespace)?;
        check_name("session", name)?;
        Ok(SessionId { namespace: namespace.into(), name: name.into() })
    }

    /// The namespace.
    #[must_use]
    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// The name in its namespace.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Another session of the same namespace.
    pub(crate) fn sibling(&self, name: &str) -> Result<Self, Error> {
        check_name("session", name)?;
        Ok(SessionId { namespace: Arc::clone(&self.namespace), name: name.into() })
    }
}

/// The name, with what would disturb a terminal escaped.
impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        visible(&self.name).fmt(f)
    }
}

/// Checks what a host names, for all kinds of names alike.
pub(crate) fn check_name(what: &str, name: &str) -> Result<(), Error> {
    let fault = match name.len() {
        0 => "is empty".to_owned(),
        length @ 1..=MAX_NAME_BYTES => {
            let Some((at, _)) = name.char_indices().find(|(_, it)| it.is_control()) else {
                return Ok(());
            };
            format!("of {length} bytes has a control character at byte {at}")
        }
        length => format!("has {length} bytes, and {MAX_NAME_BYTES} is the most"),
    };
    Err(Error::new(ErrorKind::InvalidName, format!("the name of the {what} {fault}")))
}
