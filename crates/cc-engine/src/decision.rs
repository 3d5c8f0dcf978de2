//! What comes of an input.

use cc_semantics::Refusal;
use cc_state::StateDiff;

/// What came of one input. Matching is exhaustive on purpose: there are exactly three answers.
///
/// A decision is a plain value. It borrows the text of the input, not the engine, and changing a
/// copy of it changes nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision<'a> {
    /// The input is not a canonical directive. Invalid directive-shaped input counts here too;
    /// hosts that care [`classify`](cc_syntax::classify) first.
    NoDirective,
    /// The directive was accepted.
    Update(Update),
    /// The directive was refused, and the state is as it was.
    Error(Refusal<'a>),
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

impl<'a> From<Result<Update, Refusal<'a>>> for Decision<'a> {
    fn from(result: Result<Update, Refusal<'a>>) -> Self {
        match result {
            Ok(update) => Decision::Update(update),
            Err(refusal) => Decision::Error(refusal),
        }
    }
}

/// What would come of one input. Made by [`Engine::preview`](crate::Engine::preview).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview<'a> {
    /// The decision that [`Engine::step`](crate::Engine::step) would give.
    pub decision: Decision<'a>,
    /// What would differ in the state.
    pub diff: StateDiff,
}
