//! SHA-256 digests, which chain the events of a session (S7).

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

/// The digest of an event: that of the digest before it and its own canonical JSON (S7).
///
/// ```
/// use cc_sessions::Digest;
///
/// let first = Digest::ZERO.then(r#"{"kind":"turn"}"#);
/// assert_eq!(first, Digest::ZERO.then(r#"{"kind":"turn"}"#));
/// assert_ne!(first, first.then(r#"{"kind":"turn"}"#));
/// assert_eq!(first.to_string().parse(), Ok(first));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest before the first event.
    pub const ZERO: Digest = Digest([0; 32]);

    /// The digest of the event whose canonical JSON is `event`, after this one. Takes time linear in
    /// the text.
    #[must_use]
    pub fn then(&self, event: &str) -> Self {
        Digest(Sha256::new().chain_update(self.0).chain_update(event).finalize().into())
    }

    /// The digest of a text alone.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Digest(Sha256::digest(text).into())
    }

    /// The bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl From<[u8; 32]> for Digest {
    fn from(bytes: [u8; 32]) -> Self {
        Digest(bytes)
    }
}

/// 64 lower-case hexadecimal digits.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseDigestError(());

impl fmt::Display for ParseDigestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a digest is 64 lower-case hexadecimal digits")
    }
}

impl std::error::Error for ParseDigestError {}

impl FromStr for Digest {
    type Err = ParseDigestError;

    fn from_str(text: &str) -> Result<Self, ParseDigestError> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if text.len() != 64 || !text.bytes().all(is_digit) {
            return Err(ParseDigestError(()));
        }
        let mut bytes = [0; 32];
        for (at, byte) in bytes.iter_mut().enumerate() {
            let digits = text.get(2 * at..2 * at + 2).unwrap_or_default();
            *byte = u8::from_str_radix(digits, 16).map_err(|_| ParseDigestError(()))?;
        }
        Ok(Digest(bytes))
    }
}
