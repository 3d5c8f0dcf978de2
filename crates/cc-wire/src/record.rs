//! The records of conversations: replies to inputs, previews, states and errors.
//!
//! The fields of each type are declared in code point order, which is what makes its text
//! canonical (R8). Types of decisions and states are parameters, so that a record can be written
//! from what an engine gives and read back as what a host wants.

use cc_contract::{ContractName, V0_5, V0_9};
use cc_engine::{Answers, ContractDecision, StateDiff};
use cc_state::{ContractState, Normalize};
use cc_text::json::Raw;
use serde::{Deserialize, Serialize, Serializer};

use crate::names::{Command, ErrorCode, ErrorMode, PreviewMode, StateMode, StepMode};
use crate::write::push;

/// The version of the shape of a contract's records, which every record carries but the replies of
/// m1.
#[must_use]
pub const fn output_version(contract: ContractName) -> u32 {
    match contract {
        ContractName::V0_9 => 2,
        ContractName::V0_5 | ContractName::M1 => 1,
    }
}

/// The reply to an input: the decision `D`, and the state `S` after it.
///
/// ```
/// use cc_wire::{StepRecord, v0_9};
///
/// let line = r#"{"command":"input","decision":{"changed":true,"kind":"update","message":null},"mode":"step","output_version":2,"state":{"policies":{"tea":"use"},"premise":null,"version":2}}"#;
/// let record: StepRecord<v0_9::DecisionRecord, cc_state::State> = serde_json::from_str(line)?;
/// assert_eq!(record.decision.changed, Some(true));
/// assert_eq!(record.state.policies().len(), 1);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct StepRecord<D, S> {
    /// The command that was answered.
    pub command: Command,
    /// What came of the input.
    pub decision: D,
    /// `step`.
    pub mode: StepMode,
    /// See [`output_version`].
    pub output_version: u32,
    /// The state after it.
    pub state: S,
}

/// The reply to the command `state`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct StateRecord<S> {
    /// `state`.
    pub command: Command,
    /// `state`.
    pub mode: StateMode,
    /// See [`output_version`].
    pub output_version: u32,
    /// The state.
    pub state: S,
}

/// The reply to a preview, in contract 0.5: what an input would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PreviewRecord<D, S> {
    /// `preview`.
    pub command: Command,
    /// The decision that a step would give.
    pub decision: D,
    /// What would differ.
    pub diff: StateDiff,
    /// `preview`.
    pub mode: PreviewMode,
    /// See [`output_version`].
    pub output_version: u32,
    /// The state that there would be.
    pub state_after: S,
    /// The state that there is.
    pub state_before: S,
    /// Whether the two differ.
    pub would_mutate: bool,
}

/// What takes the place of a reply to a line that could not be taken.
///
/// ```
/// use cc_contract::ContractName;
/// use cc_wire::{Command, ErrorCode, ErrorRecord, push};
///
/// let error = ErrorRecord::new(
///     ContractName::V0_9,
///     Command::Input,
///     ErrorCode::InvalidUtf8,
///     "not UTF-8 at byte 3",
/// );
/// let mut line = String::new();
/// push(&mut line, &error);
/// assert_eq!(
///     line,
///     r#"{"command":"input","error":{"code":"invalid_utf8","message":"not UTF-8 at byte 3"},"mode":"error","output_version":2}"#,
/// );
/// assert_eq!(serde_json::from_str::<ErrorRecord>(&line)?, error);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ErrorRecord {
    /// The command that failed.
    pub command: Command,
    /// Why.
    pub error: ErrorDetail,
    /// `error`.
    pub mode: ErrorMode,
    /// See [`output_version`].
    pub output_version: u32,
}

/// Why a line could not be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ErrorDetail {
    /// The reason, for programs.
    pub code: ErrorCode,
    /// The reason, for people.
    pub message: String,
}

impl ErrorRecord {
    /// The error record of a contract.
    #[must_use]
    pub fn new(
        contract: ContractName,
        command: Command,
        code: ErrorCode,
        message: impl Into<String>,
    ) -> Self {
        ErrorRecord {
            command,
            error: ErrorDetail { code, message: message.into() },
            mode: ErrorMode::Is,
            output_version: output_version(contract),
        }
    }
}

/// The JSON text of a state, kept so that it is written once for each change of the state and not
/// once for each record.
///
/// ```
/// use cc_engine::State;
///
/// assert_eq!(cc_wire::StateText::new(&State::new()).as_str(), State::new().export_json());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateText(String);

impl StateText {
    /// The text of `state`. Takes time linear in the state.
    #[must_use]
    pub fn new<C: Normalize>(state: &ContractState<C>) -> Self {
        StateText(state.export_json())
    }

    /// Makes this the text of `state`, reusing its memory.
    pub fn refresh<C: Normalize>(&mut self, state: &ContractState<C>) {
        self.0.clear();
        state.push_json(&mut self.0);
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn raw(&self) -> Raw<'_> {
        Raw(&self.0)
    }
}

/// A decision with the state after it, which the records of contract 0.5 hold inside it too.
pub(crate) struct Decided<'d, C: Answers>(
    pub(crate) &'d ContractDecision<'d, C>,
    pub(crate) Raw<'d>,
);

impl<C: Answers> Serialize for Decided<'_, C> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        C::serialize(self.0, Some(&self.1), serializer)
    }
}

/// Appends the reply to an input under contract 0.9 or 0.5: the decision, and the state after it.
///
/// ```
/// use cc_engine::v0_5::Engine;
/// use cc_wire::{Command, StateText, push_step};
///
/// let mut engine = Engine::new();
/// let decision = engine.step("use tea");
/// let mut line = String::new();
/// push_step(&mut line, Command::Input, &decision, &StateText::new(engine.state()));
/// assert_eq!(
///     line,
///     r#"{"command":"input","decision":{"kind":"update","prompt_to_user":null,"state":{"policies":{"tea":"use"},"premise":null,"version":2}},"mode":"step","output_version":1,"state":{"policies":{"tea":"use"},"premise":null,"version":2}}"#,
/// );
/// ```
pub fn push_step<C: Answers>(
    out: &mut String,
    command: Command,
    decision: &ContractDecision<'_, C>,
    state: &StateText,
) {
    // The record as `StepRecord` has it. A serializer would spend half of its time on names that are
    // always the same.
    out.push_str(match command {
        Command::Input => "{\"command\":\"input\",\"decision\":",
        Command::Step => "{\"command\":\"step\",\"decision\":",
        Command::Preview => "{\"command\":\"preview\",\"decision\":",
        Command::State => "{\"command\":\"state\",\"decision\":",
    });
    match (always_the_same(decision), decision) {
        (Some(text), _) => out.push_str(text),
        (None, ContractDecision::Refused(refusal)) => C::push_refusal(out, refusal),
        (None, _) => push(out, &Decided(decision, state.raw())),
    }
    out.push_str(match output_version(C::NAME) {
        1 => ",\"mode\":\"step\",\"output_version\":1,\"state\":",
        _ => ",\"mode\":\"step\",\"output_version\":2,\"state\":",
    });
    out.push_str(state.as_str());
    out.push('}');
}

/// The text of a decision that holds nothing of its input, which most do.
const fn always_the_same<C: Answers>(decision: &ContractDecision<'_, C>) -> Option<&'static str> {
    Some(match (C::NAME, decision) {
        (ContractName::V0_9, ContractDecision::Ordinary | ContractDecision::Invalid(_)) => {
            "{\"kind\":\"no_directive\",\"message\":null}"
        }
        (ContractName::V0_9, ContractDecision::Update(update)) => match update.changed() {
            true => "{\"changed\":true,\"kind\":\"update\",\"message\":null}",
            false => "{\"changed\":false,\"kind\":\"update\",\"message\":null}",
        },
        (ContractName::V0_5, ContractDecision::Ordinary) => {
            "{\"kind\":\"passthrough\",\"prompt_to_user\":null,\"state\":null}"
        }
        _ => return None,
    })
}

/// Appends the reply to the command `state` under contract 0.9 or 0.5.
///
/// ```
/// use cc_contract::V0_9;
/// use cc_engine::State;
/// use cc_wire::{StateText, push_state};
///
/// let mut line = String::new();
/// push_state::<V0_9>(&mut line, &StateText::new(&State::new()));
/// assert_eq!(
///     line,
///     r#"{"command":"state","mode":"state","output_version":2,"state":{"policies":{},"premise":null,"version":2}}"#,
/// );
/// ```
pub fn push_state<C: Answers>(out: &mut String, state: &StateText) {
    push(
        out,
        &StateRecord {
            command: Command::State,
            mode: StateMode::Is,
            output_version: output_version(C::NAME),
            state: state.raw(),
        },
    );
}

/// The decisions of contract 0.9, as records hold them.
pub mod v0_9 {
    use super::{Deserialize, Serialize, V0_9};
    use crate::classification::DirectiveRecord;

    /// A decision. Which fields there are follows from `kind`: `no_directive` has `message`,
    /// `update` also `changed`, and `error` all but `changed`.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct DecisionRecord {
        /// Whether the state is another one than before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub changed: Option<bool>,
        /// The directive that was refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub directive: Option<DirectiveRecord>,
        /// The name of the failure.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub failure: Option<String>,
        /// `no_directive`, `update` or `error`.
        pub kind: String,
        /// What the user is told, if anything.
        pub message: Option<String>,
        /// The directives that would remove the reason, in order.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub repairs: Option<Vec<DirectiveRecord>>,
    }

    /// A reply of contract 0.9.
    pub type StepRecord = super::StepRecord<DecisionRecord, cc_state::ContractState<V0_9>>;
}

/// The decisions of contract 0.5, as records hold them.
pub mod v0_5 {
    use super::{Deserialize, Serialize, V0_5};

    /// A decision, with the state after an update. It is also the whole reply of contract m1.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct DecisionRecord<S> {
        /// `passthrough`, `update` or `clarify`.
        pub kind: String,
        /// What to ask the user, for a clarification.
        pub prompt_to_user: Option<String>,
        /// The state after an update.
        pub state: Option<S>,
    }

    /// A reply of contract 0.5.
    pub type StepRecord = super::StepRecord<
        DecisionRecord<cc_state::ContractState<V0_5>>,
        cc_state::ContractState<V0_5>,
    >;

    /// A preview of contract 0.5.
    pub type PreviewRecord = super::PreviewRecord<
        DecisionRecord<cc_state::ContractState<V0_5>>,
        cc_state::ContractState<V0_5>,
    >;
}
