//! Contract 0.5: an engine that clarifies instead of refusing, and checkpoints.
//!
//! | What | 0.9 | 0.5 |
//! | --- | --- | --- |
//! | Grammar | [`crate::classify`] | [`classify`] |
//! | Identities | [`crate::Identity`] | [`Identity`] |
//! | Decisions | no directive, update, error | passthrough, update, clarify |
//! | Compound or empty directives | no directive | clarify |
//! | Repairs | advisory directives | none; the prompt says what to do |
//! | Transport | state | state, and checkpoints |
//!
//! ```
//! use cc_engine::v0_5::{Decision, Engine};
//!
//! let mut engine = Engine::new();
//! engine.step("prohibit the walnuts");
//! let decision = engine.step("use walnuts");
//! assert_eq!(
//!     decision.prompt_to_user().as_deref(),
//!     Some("\"walnuts\" is currently prohibited.\nRemove or replace it before using it."),
//! );
//! assert_eq!(engine.step("use them and prohibit nothing").kind(), "clarify");
//! assert_eq!(engine.step("walnuts, please"), Decision::Passthrough);
//! ```
//!
//! A pending clarification is a reserved boundary of this contract: no directive creates one, so
//! [`Engine::has_pending_clarification`] is false and a checkpoint's `pending` is null.

use std::fmt;

use cc_semantics::v0_5::{Transition, empty_prompt, evaluate};
use cc_state::{ImportError, Policies, StateDiff};
use cc_syntax::{Invalid, Kind, SyntaxFailure};

pub use cc_semantics::v0_5::Refusal;
pub use cc_state::v0_5::{CHECKPOINT_VERSION, Checkpoint, Identity, State};
pub use cc_syntax::v0_5::{Classification, Directive, classify};

use crate::decision::Update;
use crate::engine::commit;

/// What came of one input. Matching is exhaustive on purpose: there are exactly three answers.
///
/// The state that belongs to an update is [`Engine::state`] after it: a decision does not copy it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision<'a> {
    /// The input is no directive.
    Passthrough,
    /// The directive was accepted.
    Update(Update),
    /// The directive was not accepted, and the state is as it was.
    Clarify(Clarification<'a>),
}

impl Decision<'_> {
    /// The name of this decision in JSON records: `passthrough`, `update` or `clarify`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Decision::Passthrough => "passthrough",
            Decision::Update(_) => "update",
            Decision::Clarify(_) => "clarify",
        }
    }

    /// What to ask the user, for a clarification only.
    #[must_use]
    pub fn prompt_to_user(&self) -> Option<String> {
        match self {
            Decision::Clarify(clarification) => Some(clarification.to_string()),
            Decision::Passthrough | Decision::Update(_) => None,
        }
    }
}

/// Why a directive was not accepted. Its [`Display`](fmt::Display) form is the prompt: two
/// sentences with one line feed between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clarification<'a> {
    /// It is compound, or an operand is missing.
    Form(Invalid),
    /// The state speaks against it, or an item has no identity.
    Refused(Refusal<'a>),
}

impl fmt::Display for Clarification<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clarification::Refused(refusal) => refusal.fmt(f),
            Clarification::Form(invalid) => f.write_str(match invalid.failure() {
                SyntaxFailure::MissingRequiredOperand => {
                    // INVARIANT: in this grammar a missing operand always names its kind.
                    empty_prompt(invalid.directive_kind().unwrap_or(Kind::UseItem))
                }
                SyntaxFailure::CompoundDirective | SyntaxFailure::MalformedDirective => {
                    "Multiple directives are not supported in one input.\n\
                     Submit each directive separately."
                }
            }),
        }
    }
}

impl std::error::Error for Clarification<'_> {}

/// What would come of one input. Made by [`Engine::preview`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview<'a> {
    /// The decision that [`Engine::step`] would give.
    pub decision: Decision<'a>,
    /// What would differ in the state.
    pub diff: StateDiff,
}

impl Preview<'_> {
    /// Whether the state would be another one.
    #[must_use]
    pub fn would_mutate(&self) -> bool {
        !self.diff.is_empty()
    }
}

/// Owns a state of contract 0.5, and changes it only by accepted directives and by import.
///
/// It is a plain value like [`crate::Engine`], and its operations cost the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Engine {
    state: State,
}

impl Engine {
    /// An engine with the empty state.
    #[must_use]
    pub const fn new() -> Self {
        Engine { state: State::new() }
    }

    /// Takes one input: checks that it is one directive, that it has content, and then the state,
    /// and commits what comes of it.
    ///
    /// A clarification changes nothing and reserves nothing of the next input.
    ///
    /// ```
    /// use cc_engine::v0_5::Engine;
    ///
    /// let mut engine = Engine::new();
    /// assert_eq!(engine.step("set premise").kind(), "clarify");
    /// assert_eq!(engine.step("set premise brief").kind(), "update");
    /// assert_eq!(engine.premise(), Some("brief"));
    /// ```
    pub fn step<'a>(&mut self, text: &'a str) -> Decision<'a> {
        let (decision, transition) = self.decide(text);
        commit(&mut self.state, transition);
        decision
    }

    /// Takes one canonical directive: evaluates it, and commits what comes of it.
    ///
    /// # Errors
    ///
    /// A [`Refusal`], which leaves the state as it was.
    pub fn apply_directive<'a>(&mut self, directive: Directive<'a>) -> Result<Update, Refusal<'a>> {
        let transition = evaluate(&self.state, directive)?;
        let changed = transition.changed();
        commit(&mut self.state, transition);
        Ok(Update { changed })
    }

    /// What [`Engine::step`] would decide and change, without changing anything.
    ///
    /// ```
    /// use cc_engine::v0_5::Engine;
    ///
    /// let engine = Engine::new();
    /// assert!(engine.preview("use ripgrep").would_mutate());
    /// assert_eq!(engine, Engine::new());
    /// ```
    #[must_use]
    pub fn preview<'a>(&self, text: &'a str) -> Preview<'a> {
        let (decision, transition) = self.decide(text);
        Preview { decision, diff: transition.diff(&self.state) }
    }

    /// The decision on an input, and the change that belongs to it.
    fn decide<'a>(&self, text: &'a str) -> (Decision<'a>, Transition<'a>) {
        let clarify = |why| (Decision::Clarify(why), Transition::Unchanged);
        match classify(text) {
            Classification::NoDirective => (Decision::Passthrough, Transition::Unchanged),
            Classification::Invalid(invalid) => clarify(Clarification::Form(invalid)),
            Classification::Canonical(directive) => match evaluate(&self.state, directive) {
                Ok(transition) => {
                    let update = Update { changed: transition.changed() };
                    (Decision::Update(update), transition)
                }
                Err(refusal) => clarify(Clarification::Refused(refusal)),
            },
        }
    }

    /// The premise, if one is set.
    #[must_use]
    pub fn premise(&self) -> Option<&str> {
        self.state.premise()
    }

    /// The policies as pairs of identity and policy, sorted by identity.
    #[must_use]
    pub fn policies(&self) -> Policies<'_> {
        self.state.policies()
    }

    /// The state, to read.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Whether a clarification waits for an answer. No directive of this contract makes one wait,
    /// so this is false.
    #[must_use]
    pub const fn has_pending_clarification(&self) -> bool {
        false
    }

    /// The state as canonical JSON text.
    #[must_use]
    pub fn export_json(&self) -> String {
        self.state.export_json()
    }

    /// Replaces the state by one read from JSON text.
    ///
    /// # Errors
    ///
    /// An [`ImportError`] that names the fault. The state is then as it was.
    pub fn import_json(&mut self, payload: &str) -> Result<(), ImportError> {
        self.state = State::import_json(payload)?;
        Ok(())
    }

    /// All that this engine holds. Takes time linear in the state.
    #[must_use]
    pub fn export_checkpoint(&self) -> Checkpoint {
        Checkpoint::from(self.state.clone())
    }

    /// All that this engine holds, as canonical JSON text.
    #[must_use]
    pub fn export_checkpoint_json(&self) -> String {
        self.export_checkpoint().to_json()
    }

    /// Replaces all that this engine holds.
    pub fn import_checkpoint(&mut self, checkpoint: Checkpoint) {
        self.state = checkpoint.into();
    }

    /// Replaces all that this engine holds by a checkpoint read from JSON text.
    ///
    /// # Errors
    ///
    /// An [`ImportError`] that names the fault. Everything is then as it was.
    ///
    /// ```
    /// use cc_engine::v0_5::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.step("use ripgrep");
    /// let checkpoint = engine.export_checkpoint_json();
    /// engine.step("clear state");
    /// engine.import_checkpoint_json(&checkpoint)?;
    /// assert_eq!(engine.policies().len(), 1);
    /// # Ok::<(), cc_engine::ImportError>(())
    /// ```
    pub fn import_checkpoint_json(&mut self, payload: &str) -> Result<(), ImportError> {
        self.import_checkpoint(Checkpoint::from_json(payload)?);
        Ok(())
    }
}

impl From<State> for Engine {
    fn from(state: State) -> Self {
        Engine { state }
    }
}

impl From<Checkpoint> for Engine {
    fn from(checkpoint: Checkpoint) -> Self {
        Engine { state: checkpoint.into() }
    }
}

/// An answer to a question that can be answered by yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Confirmation {
    /// Yes.
    Yes,
    /// No.
    No,
}

/// Reads an answer as this contract fixes it, or none if the text is no answer.
///
/// White space is trimmed and collapsed, case does not count, and `.`, `,`, `!` and `?` at the end
/// are dropped. Then `yes`, `yes please`, `yep`, `yeah`, `sure`, `ok` and `okay` mean yes; `no`,
/// `nope` and `no thanks` mean no.
///
/// ```
/// use cc_engine::v0_5::{Confirmation, read_confirmation};
///
/// assert_eq!(read_confirmation("  YES,  please!! "), None);
/// assert_eq!(read_confirmation("  YES  please!! "), Some(Confirmation::Yes));
/// assert_eq!(read_confirmation("No thanks."), Some(Confirmation::No));
/// assert_eq!(read_confirmation("maybe"), None);
/// ```
#[must_use]
pub fn read_confirmation(text: &str) -> Option<Confirmation> {
    let text = text.trim_end_matches(cc_state::is_white_space);
    let words = text.trim_end_matches(['.', ',', '!', '?']).split(cc_state::is_white_space);
    let answer: Vec<String> = words.filter(|word| !word.is_empty()).map(lowercase).collect();
    match answer.join(" ").as_str() {
        "yes" | "yes please" | "yep" | "yeah" | "sure" | "ok" | "okay" => Some(Confirmation::Yes),
        "no" | "nope" | "no thanks" => Some(Confirmation::No),
        _ => None,
    }
}

/// A word in lowercase, as far as the answers need it: the only character beyond ASCII whose
/// lowercase is an ASCII letter by itself is the Kelvin sign.
fn lowercase(word: &str) -> String {
    word.replace('\u{212a}', "k").to_ascii_lowercase()
}
