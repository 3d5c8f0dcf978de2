//! What comes of an input.

use std::fmt;

use cc_contract::V0_9;
use cc_semantics::{ContractRefusal, OwnedRefusal, Rules};
use cc_state::StateDiff;
use cc_syntax::Invalid;
use serde::{Serialize, Serializer};

/// How a contract answers. This is all that contracts may differ in on this layer.
pub trait Answers: Rules {
    /// The name of the decision on ordinary text in JSON records.
    const ORDINARY: &'static str;

    /// The name of the decision on text that begins like a directive and is not canonical.
    const INVALID: &'static str;

    /// The name of the decision on a directive that the state refuses.
    const REFUSED: &'static str;

    /// What a user is told about text that begins like a directive and is not canonical, if
    /// anything.
    fn invalid_message(invalid: &Invalid) -> Option<String>;

    /// Serializes a decision as records hold it. `state` is the state after it, for a contract
    /// whose decisions hold that of an update.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    fn serialize<S: Serializer>(
        decision: &ContractDecision<'_, Self>,
        state: Option<&impl Serialize>,
        serializer: S,
    ) -> Result<S::Ok, S::Error>;

    /// Appends the canonical JSON of a refusal, as [`Answers::serialize`] with a state gives it, in
    /// a fraction of the time.
    fn push_refusal(out: &mut String, refusal: &ContractRefusal<'_, Self>);
}

/// What came of one input under a contract. Matching is exhaustive on purpose.
///
/// A decision is a plain value. It borrows the text of the input, not the engine, and changing a
/// copy of it changes nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContractDecision<'a, C: Answers> {
    /// The input is ordinary text.
    Ordinary,
    /// The input begins like a directive and is not canonical; here is where and why. Contract 0.9
    /// answers as for ordinary text (`no_directive`), contract 0.5 with a prompt.
    Invalid(Invalid),
    /// The directive was accepted.
    Update(Update),
    /// The directive was refused, and the state is as it was.
    Refused(ContractRefusal<'a, C>),
}

/// What came of one input under contract 0.9.
///
/// ```
/// use cc_engine::{Decision, Engine};
///
/// let mut engine = Engine::new();
/// assert_eq!(engine.step("What should I cook?"), Decision::Ordinary);
/// let Decision::Invalid(invalid) = engine.step("use tea and prohibit coffee") else {
///     unreachable!()
/// };
/// assert_eq!(invalid.to_string(), "a second directive begins here, and an input holds one");
/// assert_eq!(Decision::Invalid(invalid).kind(), "no_directive");
/// ```
pub type Decision<'a> = ContractDecision<'a, V0_9>;

impl<C: Answers> ContractDecision<'_, C> {
    /// The contract's name of this decision, as in JSON records: `no_directive`, `update` or
    /// `error` under 0.9; `passthrough`, `update` or `clarify` under 0.5.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            ContractDecision::Ordinary => C::ORDINARY,
            ContractDecision::Invalid(_) => C::INVALID,
            ContractDecision::Update(_) => "update",
            ContractDecision::Refused(_) => C::REFUSED,
        }
    }

    /// What the contract tells the user, if anything. Nothing in the text is escaped: use
    /// [`cc_text::visible_message()`] to show it.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        match self {
            ContractDecision::Ordinary | ContractDecision::Update(_) => None,
            ContractDecision::Invalid(invalid) => C::invalid_message(invalid),
            ContractDecision::Refused(refusal) => Some(refusal.message()),
        }
    }

    /// The same decision, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> OwnedDecision<C> {
        match self {
            ContractDecision::Ordinary => OwnedDecision::Ordinary,
            ContractDecision::Invalid(invalid) => OwnedDecision::Invalid(invalid),
            ContractDecision::Update(update) => OwnedDecision::Update(update),
            ContractDecision::Refused(refusal) => OwnedDecision::Refused(refusal.into_owned()),
        }
    }
}

/// The kind, and the message if there is one.
impl<C: Answers> fmt::Display for ContractDecision<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())?;
        match self.message() {
            Some(message) => write!(f, ": {message}"),
            None => Ok(()),
        }
    }
}

/// The decision as records hold it; of contract 0.5 without the state.
impl<C: Answers> Serialize for ContractDecision<'_, C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        C::serialize(self, None::<&()>, serializer)
    }
}

impl<'a, C: Answers> From<Result<Update, ContractRefusal<'a, C>>> for ContractDecision<'a, C> {
    fn from(result: Result<Update, ContractRefusal<'a, C>>) -> Self {
        match result {
            Ok(update) => ContractDecision::Update(update),
            Err(refusal) => ContractDecision::Refused(refusal),
        }
    }
}

/// A decision that owns what it holds. Made by [`ContractDecision::into_owned`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OwnedDecision<C: Answers> {
    /// As [`ContractDecision::Ordinary`].
    Ordinary,
    /// As [`ContractDecision::Invalid`].
    Invalid(Invalid),
    /// As [`ContractDecision::Update`].
    Update(Update),
    /// As [`ContractDecision::Refused`].
    Refused(OwnedRefusal<C>),
}

impl<C: Answers> OwnedDecision<C> {
    /// The decision, borrowing from this one.
    #[must_use]
    pub fn as_decision(&self) -> ContractDecision<'_, C> {
        match self {
            OwnedDecision::Ordinary => ContractDecision::Ordinary,
            OwnedDecision::Invalid(invalid) => ContractDecision::Invalid(*invalid),
            OwnedDecision::Update(update) => ContractDecision::Update(*update),
            OwnedDecision::Refused(refusal) => ContractDecision::Refused(refusal.as_refusal()),
        }
    }
}

/// A directive that was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Update {
    pub(crate) changed: bool,
}

impl Update {
    /// Whether the state is another one than before. An accepted directive that asks for what
    /// already holds changes nothing.
    #[must_use]
    pub const fn changed(&self) -> bool {
        self.changed
    }
}

/// What would come of one input under a contract. Made by
/// [`Engine::preview`](crate::Engine::preview).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContractPreview<'a, C: Answers> {
    /// The decision that [`Engine::step`](crate::Engine::step) would give.
    pub decision: ContractDecision<'a, C>,
    /// What would differ in the state.
    pub diff: StateDiff,
}

/// What would come of one input under contract 0.9.
pub type Preview<'a> = ContractPreview<'a, V0_9>;

impl<C: Answers> ContractPreview<'_, C> {
    /// Whether the state would be another one.
    #[must_use]
    pub fn would_mutate(&self) -> bool {
        !self.diff.is_empty()
    }
}
