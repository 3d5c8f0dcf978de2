//! An engine of a contract that is chosen at run time.

use std::fmt::Write;

use cc_contract::{ContractName, with_contract};
use cc_engine::{
    Answers, ContextBlock, ContractDecision, ContractEngine, Engine, Policy, State, StateDiff, v0_5,
};
use cc_migrate::{FocusDevice, MigrateError};

use crate::any_reply::{AnyDecision, AnyDiff, AnyImportError, AnyPreview};
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

    /// What a model is told of the state.
    ///
    /// ```
    /// use cc_contract::ContractName;
    ///
    /// let mut engine = cc_wire::AnyEngine::new(ContractName::M1);
    /// engine.step("use my laptop");
    /// assert_eq!(
    ///     engine.context_block().to_json().as_deref(),
    ///     Some(r#"{"focus.device":"my laptop","prohibit":[]}"#),
    /// );
    /// ```
    #[must_use]
    pub fn context_block(&self) -> ContextBlock<'_> {
        each!(
            &self.0,
            recorder => recorder.engine.state().context_block(),
            m1 => m1.state().context_block()
        )
    }

    /// Appends the state for people, on several lines, the last with a line feed too.
    pub fn push_state_lines(&self, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = each!(
            &self.0,
            recorder => writeln!(out, "{}", recorder.engine.state()),
            m1 => writeln!(out, "{}", m1.state())
        );
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
        each!(
            &mut self.0,
            recorder => recorder.push_state(out),
            m1 => out.push_str(&m1.state().export_json())
        );
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
        let (before, after) = (before.raw(), after.raw());
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

    fn step<'a>(&mut self, text: &'a str) -> ContractDecision<'a, C> {
        let decision = self.engine.step(text);
        self.note(&decision);
        decision
    }

    /// Keeps the text of the state right.
    #[inline]
    fn note(&mut self, decision: &ContractDecision<'_, C>) {
        if let ContractDecision::Update(update) = decision
            && update.changed()
            && let Some(text) = &mut self.text
        {
            text.refresh(self.engine.state());
        }
    }

    fn text(&mut self) -> &StateText {
        self.text.get_or_insert_with(|| StateText::new(self.engine.state()))
    }

    fn push_step(&mut self, out: &mut String, command: Command, text: &str) {
        let decision = self.engine.step(text);
        self.note(&decision);
        push_step(out, command, &decision, self.text());
    }

    fn push_state(&mut self, out: &mut String) {
        push_state::<C>(out, self.text());
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
