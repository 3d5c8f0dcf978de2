//! One input offered to a session, and the reply.

use std::sync::Arc;

use cc_contract::ContractName;

use crate::event::Answer;

/// One input offered to a session.
///
/// ```
/// use cc_sessions::Turn;
///
/// let turn = Turn::new("use tea").key("request-17").expect(0).actor("ann");
/// # let _ = turn;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub(crate) input: Arc<str>,
    pub(crate) key: Option<Arc<str>>,
    pub(crate) expect: Option<u64>,
    pub(crate) actor: Option<String>,
    pub(crate) with_state: bool,
}

impl Turn {
    /// A turn with an input, and nothing else.
    #[must_use]
    pub fn new(input: &str) -> Self {
        Turn { input: input.into(), key: None, expect: None, actor: None, with_state: false }
    }

    /// With a request key, by which a repetition is recognised (S3). A key has 1 to 255 bytes and no
    /// control characters.
    #[must_use]
    pub fn key(self, key: &str) -> Self {
        Turn { key: Some(key.into()), ..self }
    }

    /// Only if the session is at this revision (S4).
    #[must_use]
    pub fn expect(self, revision: u64) -> Self {
        Turn { expect: Some(revision), ..self }
    }

    /// With the name of who caused it, for the log: at most 255 bytes without control characters.
    #[must_use]
    pub fn actor(self, actor: &str) -> Self {
        Turn { actor: Some(actor.to_owned()), ..self }
    }

    /// With the state in the reply, which costs its size.
    #[must_use]
    pub fn with_state(self) -> Self {
        Turn { with_state: true, ..self }
    }
}

/// What came of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TurnReply {
    /// The contract of the session.
    pub contract: ContractName,
    /// The revision after the turn: of its event, or of the last one if ordinary text made none.
    pub revision: u64,
    /// Whether this is the answer recorded for the request key, and nothing happened now.
    pub is_replayed: bool,
    /// The decision.
    pub decision: Answer,
    /// The exported state at that revision, if it was asked for.
    pub state: Option<String>,
}
