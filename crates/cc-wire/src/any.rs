//! An engine of a contract that is chosen at run time.

use std::fmt;

use cc_contract::{ContractName, with_contract};
use cc_engine::{
    Answers, ContractDecision, ContractEngine, Decision, Engine, Invalid, Policy, State, StateDiff,
    v0_5,
};
use cc_migrate::{FocusDevice, MigrateError};
use cc_text::json::Raw;

use crate::names::{Command, PreviewMode};
use crate::record::{Decided, PreviewRecord, StateText, output_version, push_state, push_step};
use crate::write::push;

/// An engine of any contract, whose replies can be had as records.
///
/// ```
/// use cc_contract::ContractName;
/// use cc_wire::{AnyEngine, Command};
///
/// let mut engine = AnyEngine::new(ContractName::V0_9);
/// assert_eq!(engine.step("prohibit npm").kind(), "update");
/// let mut line = String::new();
/// engine.push_step(&mut line, Command::Input, "hello");
/// assert_eq!(
///     line,
///     r#"{"command":"input","decision":{"kind":"no_directive","message":null},"mode":"step","output_version":2,"state":{"policies":{"npm":"prohibit"},"premise":null,"version":2}}"#,
/// );
/// ```
#[derive(Clone, Debug)]
pub struct AnyEngine(Inner);

#[derive(Clone, Debug)]
enum Inner {
    V0_9(Recorder<cc_contract::V0_9>),
    V0_5(Recorder<cc_contract::V0_5>),
    M1(cc_m1::Engine),
}

/// An engine, and the text of its state once a record has needed it.
#[derive(Clone, Debug)]
struct Recorder<C> {
    engine: ContractEngine<C>,
    text: Option<StateText>,
}

/// Evaluates an expression for the engine of contract 0.9 or 0.5, or another one for that of m1.
macro_rules! each {
    ($inner:expr, $recorder:ident => $body:expr, $m1:ident => $other:expr) => {
        match $inner {
            Inner::V0_9($recorder) => $body,
            Inner::V0_5($recorder) => $body,
            Inner::M1($m1) => $other,
        }
    };
}

impl AnyEngine {
    /// An engine with the empty state.
    #[must_use]
    pub const fn new(contract: ContractName) -> Self {
        AnyEngine(match contract {
            ContractName::V0_9 => Inner::V0_9(Recorder::new(Engine::new())),
            ContractName::V0_5 => Inner::V0_5(Recorder::new(v0_5::Engine::new())),
            ContractName::M1 => Inner::M1(cc_m1::Engine::new()),
        })
    }

    /// An engine that goes on from an exported state.
    ///
    /// # Errors
    ///
    /// [`AnyImportError`] names the fault.
    pub fn import_json(contract: ContractName, payload: &str) -> Result<Self, AnyImportError> {
        Ok(match contract {
            ContractName::V0_9 => State::import_json(payload)?.into(),
            ContractName::V0_5 => v0_5::State::import_json(payload)?.into(),
            ContractName::M1 => cc_m1::State::import_json(payload)?.into(),
        })
    }

    /// An engine of another contract that goes on from a state of m1; see [`cc_migrate::migrate`].
    ///
    /// # Errors
    ///
    /// As there.
    pub fn migrate(
        state: &cc_m1::State,
        to: ContractName,
        focus_device: Option<FocusDevice>,
    ) -> Result<Self, MigrateError> {
        with_contract!(
            to,
            C => cc_migrate::migrate::<C>(state, focus_device).map(AnyEngine::from),
            M1 => Ok(state.clone().into())
        )
    }

    /// The contract.
    #[must_use]
    pub const fn contract(&self) -> ContractName {
        match self.0 {
            Inner::V0_9(_) => ContractName::V0_9,
            Inner::V0_5(_) => ContractName::V0_5,
            Inner::M1(_) => ContractName::M1,
        }
    }

    /// Takes one input.
    pub fn step<'a>(&mut self, text: &'a str) -> AnyDecision<'a> {
        each!(&mut self.0, recorder => recorder.step(text).into(), m1 => AnyDecision::M1(m1.step(text)))
    }

    /// What [`AnyEngine::step`] would decide and change, without changing anything. Under m1 this
    /// costs a copy of the state.
    #[must_use]
    pub fn preview<'a>(&self, text: &'a str) -> AnyPreview<'a> {
        each!(
            &self.0,
            recorder => {
                let preview = recorder.engine.preview(text);
                AnyPreview { decision: preview.decision.into(), diff: AnyDiff::State(preview.diff) }
            },
            m1 => {
                let mut after = m1.clone();
                let decision = AnyDecision::M1(after.step(text));
                AnyPreview { decision, diff: AnyDiff::M1(m1.state().diff(after.state())) }
            }
        )
    }

    /// What differs from the state of this engine to that of `after`, which is one of the same
    /// contract; nothing, if it is not.
    #[must_use]
    pub fn diff(&self, after: &AnyEngine) -> Option<AnyDiff> {
        Some(match (&self.0, &after.0) {
            (Inner::V0_9(one), Inner::V0_9(other)) => AnyDiff::State(one.diff(other)),
            (Inner::V0_5(one), Inner::V0_5(other)) => AnyDiff::State(one.diff(other)),
            (Inner::M1(one), Inner::M1(other)) => AnyDiff::M1(one.state().diff(other.state())),
            _ => return None,
        })
    }

    /// The state as canonical JSON text.
    #[must_use]
    pub fn export_json(&self) -> String {
        each!(&self.0, recorder => recorder.engine.export_json(), m1 => m1.state().export_json())
    }

    /// The state for people, on several lines.
    #[must_use]
    pub fn state_lines(&self) -> String {
        each!(&self.0, recorder => recorder.engine.state().to_string(), m1 => m1.state().to_string())
    }

    /// What the last clarification asked about, if it waits for an answer. Contract m1 alone asks.
    #[must_use]
    pub fn pending(&self) -> Option<&str> {
        match &self.0 {
            Inner::V0_9(_) | Inner::V0_5(_) => None,
            Inner::M1(m1) => m1.pending(),
        }
    }

    /// The items that begin like `typed`, at most `most` of them; those in use only, if that is
    /// asked for. Under m1 they are the prohibited ones.
    #[must_use]
    pub fn items(&self, typed: &str, in_use: bool, most: usize) -> Vec<String> {
        each!(
            &self.0,
            recorder => recorder.items(typed, in_use, most),
            m1 => {
                let items = m1.state().prohibited().filter(|item| item.starts_with(typed));
                items.take(most).map(str::to_owned).collect()
            }
        )
    }

    /// Takes one input, and appends the record of the reply.
    ///
    /// Takes time linear in the text that it writes.
    pub fn push_step(&mut self, out: &mut String, command: Command, text: &str) {
        each!(
            &mut self.0,
            recorder => recorder.push_step(out, command, text),
            m1 => {
                let decision = m1.step(text);
                push(out, &m1_record(&decision, m1.state()));
            }
        );
    }

    /// Appends the record of the state.
    pub fn push_state(&mut self, out: &mut String) {
        match &mut self.0 {
            Inner::V0_9(recorder) => {
                push_state::<cc_contract::V0_9>(out, recorder.text());
            }
            Inner::V0_5(recorder) => {
                push_state::<cc_contract::V0_5>(out, recorder.text());
            }
            Inner::M1(m1) => out.push_str(&m1.state().export_json()),
        }
    }

    /// Appends the record of what an input would do, if the contract has such a record: 0.5 alone.
    /// Gives whether it has.
    pub fn push_preview(&mut self, out: &mut String, text: &str) -> bool {
        let Inner::V0_5(recorder) = &mut self.0 else { return false };
        let preview = recorder.engine.preview(text);
        let mut after = recorder.engine.clone();
        after.step(text);
        let (before, after) = (recorder.text(), StateText::new(after.state()));
        let would_mutate = preview.would_mutate();
        let (before, after) = (Raw(before.as_str()), Raw(after.as_str()));
        push(
            out,
            &PreviewRecord {
                command: Command::Preview,
                decision: Decided(&preview.decision, after),
                diff: preview.diff,
                mode: PreviewMode::Is,
                output_version: output_version(ContractName::V0_5),
                state_after: after,
                state_before: before,
                would_mutate,
            },
        );
        true
    }
}

impl<C: Answers> Recorder<C> {
    const fn new(engine: ContractEngine<C>) -> Self {
        Recorder { engine, text: None }
    }

    /// Takes one input, and keeps the text of the state right.
    #[inline]
    fn step<'a>(&mut self, text: &'a str) -> ContractDecision<'a, C> {
        let decision = self.engine.step(text);
        if let ContractDecision::Update(update) = decision
            && update.changed()
            && let Some(text) = &mut self.text
        {
            text.refresh(self.engine.state());
        }
        decision
    }

    fn text(&mut self) -> &StateText {
        self.text.get_or_insert_with(|| StateText::new(self.engine.state()))
    }

    fn push_step(&mut self, out: &mut String, command: Command, text: &str) {
        let decision = self.step(text);
        push_step(out, command, &decision, self.text());
    }

    fn diff(&self, after: &Self) -> StateDiff {
        self.engine.state().diff(after.engine.state())
    }

    fn items(&self, typed: &str, in_use: bool, most: usize) -> Vec<String> {
        let identity = C::identity(typed);
        let items = self.engine.state().policies_from(&identity);
        let items = items.filter(|(_, policy)| !in_use || *policy == Policy::Use);
        items.take(most).map(|(item, _)| item.to_owned()).collect()
    }
}

/// The reply of contract m1, with the state that belongs to an update.
#[must_use]
pub fn m1_record<'s>(
    decision: &cc_m1::Decision,
    state: &'s cc_m1::State,
) -> crate::v0_5::DecisionRecord<&'s cc_m1::State> {
    crate::v0_5::DecisionRecord {
        kind: decision.kind().to_owned(),
        prompt_to_user: decision.message(),
        state: matches!(decision, cc_m1::Decision::Update).then_some(state),
    }
}

impl From<State> for AnyEngine {
    fn from(state: State) -> Self {
        AnyEngine(Inner::V0_9(Recorder::new(state.into())))
    }
}

impl From<v0_5::State> for AnyEngine {
    fn from(state: v0_5::State) -> Self {
        AnyEngine(Inner::V0_5(Recorder::new(state.into())))
    }
}

impl From<cc_m1::State> for AnyEngine {
    fn from(state: cc_m1::State) -> Self {
        AnyEngine(Inner::M1(state.into()))
    }
}

/// A decision of any contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyDecision<'a> {
    /// One of contract 0.9.
    V0_9(Decision<'a>),
    /// One of contract 0.5.
    V0_5(v0_5::Decision<'a>),
    /// One of contract m1.
    M1(cc_m1::Decision),
}

impl<'a> From<Decision<'a>> for AnyDecision<'a> {
    fn from(decision: Decision<'a>) -> Self {
        AnyDecision::V0_9(decision)
    }
}

impl<'a> From<v0_5::Decision<'a>> for AnyDecision<'a> {
    fn from(decision: v0_5::Decision<'a>) -> Self {
        AnyDecision::V0_5(decision)
    }
}

impl AnyDecision<'_> {
    /// The contract's name of the decision.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            AnyDecision::V0_9(decision) => decision.kind(),
            AnyDecision::V0_5(decision) => decision.kind(),
            AnyDecision::M1(decision) => decision.kind(),
        }
    }

    /// What the contract tells the user, if anything.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        match self {
            AnyDecision::V0_9(decision) => decision.message(),
            AnyDecision::V0_5(decision) => decision.message(),
            AnyDecision::M1(decision) => decision.message(),
        }
    }

    /// Whether the input was accepted.
    #[must_use]
    pub const fn is_update(&self) -> bool {
        matches!(
            self,
            AnyDecision::V0_9(Decision::Update(_))
                | AnyDecision::V0_5(v0_5::Decision::Update(_))
                | AnyDecision::M1(cc_m1::Decision::Update)
        )
    }

    /// What is wrong with text that begins like a directive and is not canonical.
    #[must_use]
    pub const fn invalid(&self) -> Option<Invalid> {
        match self {
            AnyDecision::V0_9(Decision::Invalid(invalid))
            | AnyDecision::V0_5(v0_5::Decision::Invalid(invalid)) => Some(*invalid),
            _ => None,
        }
    }

    /// The directives that would help, as text to submit. Contract 0.9 alone has such.
    #[must_use]
    pub fn repairs(&self) -> Vec<String> {
        match self {
            AnyDecision::V0_9(Decision::Refused(refusal)) => {
                refusal.repairs().map(|repair| repair.to_string()).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// What would come of one input under any contract. Made by [`AnyEngine::preview`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnyPreview<'a> {
    /// The decision that a step would give.
    pub decision: AnyDecision<'a>,
    /// What would differ in the state.
    pub diff: AnyDiff,
}

/// What differs between two states of one contract. Its [`Display`](fmt::Display) form has a line
/// for each difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyDiff {
    /// Of contract 0.9 or 0.5.
    State(StateDiff),
    /// Of contract m1.
    M1(cc_m1::StateDiff),
}

impl AnyDiff {
    /// Whether nothing differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            AnyDiff::State(diff) => diff.is_empty(),
            AnyDiff::M1(diff) => diff.is_empty(),
        }
    }

    /// The difference in a few words on one line.
    #[must_use]
    pub fn summary(&self) -> String {
        match self {
            AnyDiff::State(diff) => diff.summary(),
            AnyDiff::M1(diff) => diff.summary(),
        }
    }
}

impl fmt::Display for AnyDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyDiff::State(diff) => diff.fmt(f),
            AnyDiff::M1(diff) => diff.fmt(f),
        }
    }
}

/// Text that is no state of the contract that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyImportError {
    /// Of contract 0.9 or 0.5.
    State(cc_state::ImportError),
    /// Of contract m1.
    M1(cc_m1::ImportError),
}

impl fmt::Display for AnyImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyImportError::State(error) => error.fmt(f),
            AnyImportError::M1(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AnyImportError {}

impl From<cc_state::ImportError> for AnyImportError {
    fn from(error: cc_state::ImportError) -> Self {
        AnyImportError::State(error)
    }
}

impl From<cc_m1::ImportError> for AnyImportError {
    fn from(error: cc_m1::ImportError) -> Self {
        AnyImportError::M1(error)
    }
}
