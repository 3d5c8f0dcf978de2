//! The contracts that the command speaks, behind one interface.
//!
//! This is all that the rest of the command knows of their differences.

use std::fmt;

use cc_engine::{Classification, Decision, Engine, Form, Invalid, StateDiff, classify, v0_5};
use cc_state::{Contract, ContractState, ImportError, V0_9};
use cc_wire::{Command, ErrorCode, StateText};

/// An engine of one contract.
pub(crate) trait Compiler: 'static {
    /// The contract, as a type.
    type Contract: Contract;

    /// The contract, as users know it.
    const NAME: &'static str;

    /// What ordinary text is answered with.
    const ORDINARY: &'static str;

    /// Appends the record of a preview, if the contract has one. Where it has, `preview TEXT` is a
    /// command in every mode.
    const PREVIEW: Option<PreviewRecord<Self>>;

    /// An engine that holds a state.
    fn new(state: ContractState<Self::Contract>) -> Self;

    /// The state.
    fn state(&self) -> &ContractState<Self::Contract>;

    /// Takes one input.
    fn step(&mut self, text: &str) -> Outcome;

    /// What an input would do.
    fn preview(&self, text: &str) -> (Outcome, StateDiff);

    /// What a text is by its form alone.
    fn read(text: &str) -> Reading<'_>;

    /// Takes one input, and appends the record of the reply. `state` is the text of the state, and
    /// is kept so.
    fn step_record(
        &mut self,
        out: &mut String,
        command: Command,
        text: &str,
        state: &mut StateText,
    );

    /// Appends the record of the state.
    fn state_record(out: &mut String, state: &StateText);

    /// Appends the record of an error.
    fn error_record(out: &mut String, command: Command, code: ErrorCode, message: &str);

    /// Appends the record of a classification.
    fn classification_record(out: &mut String, text: &str);
}

/// Appends the record of what an input would do. The text is that of the state as it is.
pub(crate) type PreviewRecord<C> = fn(&C, &mut String, &str, &StateText);

/// What came of an input.
pub(crate) enum Outcome {
    /// It is ordinary text.
    Ordinary,
    /// It was accepted.
    Updated,
    /// It was not.
    Refused {
        /// Why, for the user.
        message: String,
        /// The directives that would help, if the contract has such.
        repairs: Vec<String>,
    },
}

impl Outcome {
    fn refused(why: &dyn fmt::Display, repairs: Vec<String>) -> Self {
        Outcome::Refused { message: why.to_string(), repairs }
    }
}

/// What a text is by its form alone.
pub(crate) enum Reading<'a> {
    Ordinary,
    Invalid(Invalid),
    Canonical(Form<'a>),
}

impl Compiler for Engine {
    type Contract = V0_9;

    const NAME: &'static str = "0.9";
    const ORDINARY: &'static str = "no_directive";
    const PREVIEW: Option<PreviewRecord<Self>> = None;

    fn new(state: ContractState<V0_9>) -> Self {
        Engine::from(state)
    }

    fn state(&self) -> &ContractState<V0_9> {
        self.state()
    }

    fn step(&mut self, text: &str) -> Outcome {
        outcome(self.step(text))
    }

    fn preview(&self, text: &str) -> (Outcome, StateDiff) {
        let preview = self.preview(text);
        (outcome(preview.decision), preview.diff)
    }

    fn read(text: &str) -> Reading<'_> {
        match classify(text) {
            Classification::NoDirective => Reading::Ordinary,
            Classification::Invalid(invalid) => Reading::Invalid(invalid),
            Classification::Canonical(directive) => Reading::Canonical(directive.form()),
        }
    }

    fn step_record(
        &mut self,
        out: &mut String,
        command: Command,
        text: &str,
        state: &mut StateText,
    ) {
        let decision = self.step(text);
        if let Decision::Update(update) = decision
            && update.changed()
        {
            state.refresh(self.state());
        }
        cc_wire::push_step(out, command, &decision, state);
    }

    fn state_record(out: &mut String, state: &StateText) {
        cc_wire::push_state(out, state);
    }

    fn error_record(out: &mut String, command: Command, code: ErrorCode, message: &str) {
        cc_wire::push_error(out, command, code, message);
    }

    fn classification_record(out: &mut String, text: &str) {
        cc_wire::push_classification(out, classify(text));
    }
}

fn outcome(decision: Decision<'_>) -> Outcome {
    match decision {
        Decision::NoDirective => Outcome::Ordinary,
        Decision::Update(_) => Outcome::Updated,
        Decision::Error(refusal) => {
            let repairs = refusal.repairs().map(|repair| repair.to_string()).collect();
            Outcome::refused(&refusal, repairs)
        }
    }
}

impl Compiler for v0_5::Engine {
    type Contract = cc_state::v0_5::V0_5;

    const NAME: &'static str = "0.5";
    const ORDINARY: &'static str = "passthrough";
    const PREVIEW: Option<PreviewRecord<Self>> = Some(|engine, out, text, before| {
        let preview = engine.preview(text);
        let mut after = engine.clone();
        after.step(text);
        let after = StateText::of(after.state());
        cc_wire::v0_5::push_preview(out, &preview.decision, &preview.diff, before, &after);
    });

    fn new(state: v0_5::State) -> Self {
        v0_5::Engine::from(state)
    }

    fn state(&self) -> &v0_5::State {
        self.state()
    }

    fn step(&mut self, text: &str) -> Outcome {
        outcome_0_5(self.step(text))
    }

    fn preview(&self, text: &str) -> (Outcome, StateDiff) {
        let preview = self.preview(text);
        (outcome_0_5(preview.decision), preview.diff)
    }

    fn read(text: &str) -> Reading<'_> {
        match v0_5::classify(text) {
            v0_5::Classification::NoDirective => Reading::Ordinary,
            v0_5::Classification::Invalid(invalid) => Reading::Invalid(invalid),
            v0_5::Classification::Canonical(directive) => Reading::Canonical(directive.form()),
        }
    }

    fn step_record(
        &mut self,
        out: &mut String,
        command: Command,
        text: &str,
        state: &mut StateText,
    ) {
        let decision = self.step(text);
        if let v0_5::Decision::Update(update) = decision
            && update.changed()
        {
            state.refresh(self.state());
        }
        cc_wire::v0_5::push_step(out, command, &decision, state);
    }

    fn state_record(out: &mut String, state: &StateText) {
        cc_wire::v0_5::push_state(out, state);
    }

    fn error_record(out: &mut String, command: Command, code: ErrorCode, message: &str) {
        cc_wire::v0_5::push_error(out, command, code, message);
    }

    fn classification_record(out: &mut String, text: &str) {
        cc_wire::v0_5::push_classification(out, v0_5::classify(text));
    }
}

fn outcome_0_5(decision: v0_5::Decision<'_>) -> Outcome {
    match decision {
        v0_5::Decision::Passthrough => Outcome::Ordinary,
        v0_5::Decision::Update(_) => Outcome::Updated,
        v0_5::Decision::Clarify(why) => Outcome::refused(&why, Vec::new()),
    }
}

/// Reads the state that a text holds, in one of the forms of a contract.
pub(crate) type ReadState<C> = fn(&str) -> Result<ContractState<C>, ImportError>;
