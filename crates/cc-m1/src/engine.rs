//! The engine: one fact, prohibitions, and a question that may be open.

use std::fmt;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::input::{Input, begins_with_conjunction, is_list};
use crate::normalize;
use crate::state::State;

/// What came of an input. Matching is exhaustive on purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The input asks for nothing.
    Passthrough,
    /// The input was accepted. The state that belongs to it is [`Engine::state`] after it.
    Update,
    /// The input was not accepted, or is asked about.
    Clarify(Prompt),
}

impl Decision {
    /// The name of this decision in JSON records.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Decision::Passthrough => "passthrough",
            Decision::Update => "update",
            Decision::Clarify(_) => "clarify",
        }
    }

    /// What to ask the user, for a clarification only.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        match self {
            Decision::Clarify(prompt) => Some(prompt.to_string()),
            Decision::Passthrough | Decision::Update => None,
        }
    }
}

/// The kind, and the prompt if there is one.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())?;
        match self {
            Decision::Clarify(prompt) => write!(f, ": {prompt}"),
            Decision::Passthrough | Decision::Update => Ok(()),
        }
    }
}

/// The decision as records hold it, without the state that belongs to an update.
///
/// ```
/// let decision = cc_m1::Engine::new().step("never ,");
/// assert_eq!(
///     cc_text::json::to_string(&decision)?,
///     r#"{"kind":"clarify","prompt_to_user":"What should I prohibit?"}"#,
/// );
/// # Ok::<(), cc_text::json::WriteError>(())
/// ```
impl Serialize for Decision {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Decision", 2)?;
        fields.serialize_field("kind", self.kind())?;
        fields.serialize_field("prompt_to_user", &self.message())?;
        fields.end()
    }
}

/// What to ask the user. Its [`Display`](fmt::Display) form is the contract's text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Prompt {
    /// A correction, and no fact was set before.
    NothingToCorrect,
    /// A correction or a fact without a value.
    NoValue,
    /// A correction with more than one value, or an unclear one.
    SeveralCorrections,
    /// A prohibition of nothing.
    NothingToProhibit,
    /// A permission of nothing.
    NothingToAllow,
    /// A fact with more than one value.
    SeveralValues,
    /// A fact that begins with a conjunction.
    UnclearValue,
    /// Something unclear about several items.
    UnclearItems,
    /// Whether this item is to be prohibited.
    Confirm(String),
    /// The same again, after an answer that is none.
    ConfirmAgain(String),
}

impl fmt::Display for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Prompt::NothingToCorrect => {
                "I don't have a previous focus setting to correct. What should focus.device be?"
            }
            Prompt::NoValue => "What should focus.device be?",
            Prompt::SeveralCorrections => "Corrections for focus.device must contain one value.",
            Prompt::NothingToProhibit => "What should I prohibit?",
            Prompt::NothingToAllow => "What should I allow?",
            Prompt::SeveralValues => {
                "focus.device accepts one value. Please provide a single value."
            }
            Prompt::UnclearValue => "focus.device value is unclear. Please provide one value.",
            Prompt::UnclearItems => "Your directive was unclear. Please specify one item.",
            Prompt::Confirm(item) => return write!(f, "Did you mean to prohibit '{item}'?"),
            Prompt::ConfirmAgain(item) => {
                return write!(f, "Did you mean to prohibit '{item}'? Please answer yes or no.");
            }
        })
    }
}

/// Owns a state of this contract.
///
/// ```
/// use cc_m1::{Decision, Engine};
///
/// let mut engine = Engine::new();
/// assert_eq!(engine.step("use my laptop"), Decision::Update);
/// assert_eq!(engine.step("please don't use tea and coffee"), Decision::Update);
/// assert_eq!(engine.state().focus_device(), Some("my laptop"));
/// assert!(engine.state().prohibited().eq(["coffee", "tea"]));
/// assert!(matches!(engine.step("don use milk"), Decision::Clarify(_)));
/// assert_eq!(engine.step("yes"), Decision::Update);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Engine {
    state: State,
    /// The item that it was asked about.
    pending: Option<String>,
    /// Whether a fact was set since the start or a reset.
    corrects: bool,
}

impl Engine {
    /// An engine with the initial state.
    #[must_use]
    pub const fn new() -> Self {
        Engine { state: State::new(), pending: None, corrects: false }
    }

    /// The state.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The item that the last clarification asked about, if it waits for an answer.
    #[must_use]
    pub fn pending(&self) -> Option<&str> {
        self.pending.as_deref()
    }

    /// Takes one input. While a question is open, the input is its answer.
    pub fn step(&mut self, text: &str) -> Decision {
        if let Some(item) = self.pending.take() {
            return self.answer(item, text);
        }
        let clarify = |prompt| Decision::Clarify(prompt);
        match Input::read(text) {
            Input::Ordinary => Decision::Passthrough,
            Input::Reset => {
                *self = Engine::new();
                Decision::Update
            }
            Input::Correction(_) if !self.corrects => clarify(Prompt::NothingToCorrect),
            Input::Correction("") | Input::Fact("") => clarify(Prompt::NoValue),
            Input::Correction(value) if is_list(value) || begins_with_conjunction(value) => {
                clarify(Prompt::SeveralCorrections)
            }
            Input::Fact(value) if is_list(value) => clarify(Prompt::SeveralValues),
            Input::Fact(value) if begins_with_conjunction(value) => clarify(Prompt::UnclearValue),
            Input::Correction(value) | Input::Fact(value) => {
                self.state.focus_device = Some(normalize::value(value));
                self.corrects = true;
                Decision::Update
            }
            Input::Prohibit(items) if items.is_empty() => clarify(Prompt::NothingToProhibit),
            Input::Prohibit(items) => {
                self.state.prohibited.extend(items);
                Decision::Update
            }
            Input::Allow(items) if items.is_empty() => clarify(Prompt::NothingToAllow),
            Input::Allow(items) => {
                for item in &items {
                    self.state.prohibited.remove(item);
                }
                Decision::Update
            }
            Input::Unclear(items) => match <[String; 1]>::try_from(items) {
                Ok([item]) => {
                    self.pending = Some(item.clone());
                    clarify(Prompt::Confirm(item))
                }
                Err(_) => clarify(Prompt::UnclearItems),
            },
        }
    }

    /// Takes the answer to whether an item is to be prohibited.
    fn answer(&mut self, item: String, text: &str) -> Decision {
        match normalize::message(text).as_str() {
            "yes" => {
                self.state.prohibited.insert(item);
                Decision::Update
            }
            "no" => Decision::Passthrough,
            _ => {
                self.pending = Some(item.clone());
                Decision::Clarify(Prompt::ConfirmAgain(item))
            }
        }
    }
}

impl From<State> for Engine {
    /// An engine that goes on from a stored state, whose fact can be corrected if it is set.
    fn from(state: State) -> Self {
        let corrects = state.focus_device.is_some();
        Engine { state, pending: None, corrects }
    }
}
