//! The contracts that the command speaks, behind one interface.
//!
//! This is all that the rest of the command knows of their differences.

use std::fmt;

use cc_engine::{Classification, Decision, Engine, Form, Invalid, StateDiff, classify, v0_5};
use cc_state::{ContractState, V0_9};
use cc_wire::{Command, ErrorCode, StateText};

use crate::stored::{M1Change, StoredState};

/// An engine of one contract.
pub(crate) trait Compiler: Clone + 'static {
    /// Its states.
    type State: StoredState;

    /// What is kept so that records are written fast.
    type Cache;

    /// The contract, as users know it.
    const NAME: &'static str;

    /// What ordinary text is answered with.
    const ORDINARY: &'static str;

    /// What inputs may begin with, for completion.
    const STARTS: &'static [&'static str];

    /// What inputs there are, for help.
    const HELP: &'static str;

    /// Whether `preview TEXT` is a command when not at a terminal too.
    const PREVIEWS: bool;

    /// Whether there are commands besides `exit` where replies are records.
    const JSON_COMMANDS: bool;

    /// Appends the record of a preview, if the contract has one.
    const PREVIEW: Option<PreviewRecord<Self>>;

    /// An engine that holds a state.
    fn new(state: Self::State) -> Self;

    /// The state.
    fn state(&self) -> &Self::State;

    /// What is to be kept for this engine.
    fn cache(&self) -> Self::Cache;

    /// Takes one input.
    fn step(&mut self, text: &str) -> Outcome;

    /// What an input would do.
    fn preview(&self, text: &str) -> (Outcome, <Self::State as StoredState>::Change);

    /// What a text is by its form alone.
    fn read(text: &str) -> Reading<'_>;

    /// Takes one input, and appends the record of the reply.
    fn step_record(
        &mut self,
        out: &mut String,
        command: Command,
        text: &str,
        cache: &mut Self::Cache,
    );

    /// Appends the record of the state.
    fn state_record(&self, out: &mut String, cache: &Self::Cache);

    /// Appends the record of an error.
    fn error_record(out: &mut String, command: Command, code: ErrorCode, message: &str);
}

/// A contract whose grammar stands by itself, apart from any state.
pub(crate) trait Classifier: Compiler {
    /// Appends the record of a classification.
    fn classification_record(out: &mut String, text: &str);
}

/// Appends the record of what an input would do.
pub(crate) type PreviewRecord<C> = fn(&C, &mut String, &str, &<C as Compiler>::Cache);

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
    type State = ContractState<V0_9>;
    type Cache = StateText;

    const NAME: &'static str = "0.9";
    const ORDINARY: &'static str = "no_directive";
    const STARTS: &'static [&'static str] = &STARTS;
    const HELP: &'static str = HELP;
    const PREVIEWS: bool = false;
    const JSON_COMMANDS: bool = true;
    const PREVIEW: Option<PreviewRecord<Self>> = None;

    fn new(state: ContractState<V0_9>) -> Self {
        Engine::from(state)
    }

    fn state(&self) -> &ContractState<V0_9> {
        self.state()
    }

    fn cache(&self) -> StateText {
        StateText::of(self.state())
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

    fn state_record(&self, out: &mut String, state: &StateText) {
        cc_wire::push_state(out, state);
    }

    fn error_record(out: &mut String, command: Command, code: ErrorCode, message: &str) {
        cc_wire::push_error(out, command, code, message);
    }
}

impl Classifier for Engine {
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
    type State = v0_5::State;
    type Cache = StateText;

    const NAME: &'static str = "0.5";
    const ORDINARY: &'static str = "passthrough";
    const STARTS: &'static [&'static str] = &STARTS;
    const HELP: &'static str = HELP;
    const PREVIEWS: bool = true;
    const JSON_COMMANDS: bool = true;
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

    fn cache(&self) -> StateText {
        StateText::of(self.state())
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

    fn state_record(&self, out: &mut String, state: &StateText) {
        cc_wire::v0_5::push_state(out, state);
    }

    fn error_record(out: &mut String, command: Command, code: ErrorCode, message: &str) {
        cc_wire::v0_5::push_error(out, command, code, message);
    }
}

impl Classifier for v0_5::Engine {
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

impl Compiler for cc_m1::Engine {
    type State = cc_m1::State;
    type Cache = ();

    const NAME: &'static str = "m1";
    const ORDINARY: &'static str = "passthrough";
    const STARTS: &'static [&'static str] = &[
        "use ",
        "set ",
        "I am using ",
        "don't use ",
        "never use ",
        "allow ",
        "actually ",
        "reset policies",
        "clear state",
    ];
    const HELP: &'static str = "\
Inputs, among others:
  use <value>, I am using <value>         set focus.device
  actually <value>, no, <value>           correct focus.device
  don't use <items>, never use <items>    prohibit items
  allow <items>, <items> is fine          allow them again
  reset policies, clear state             remove everything
";
    const PREVIEWS: bool = true;
    const JSON_COMMANDS: bool = false;
    const PREVIEW: Option<PreviewRecord<Self>> = None;

    fn new(state: cc_m1::State) -> Self {
        cc_m1::Engine::from(state)
    }

    fn state(&self) -> &cc_m1::State {
        self.state()
    }

    fn cache(&self) {}

    fn step(&mut self, text: &str) -> Outcome {
        match self.step(text) {
            cc_m1::Decision::Passthrough => Outcome::Ordinary,
            cc_m1::Decision::Update => Outcome::Updated,
            cc_m1::Decision::Clarify(prompt) => Outcome::refused(&prompt, Vec::new()),
        }
    }

    fn preview(&self, text: &str) -> (Outcome, M1Change) {
        let mut after = self.clone();
        let outcome = Compiler::step(&mut after, text);
        (outcome, self.state().change(after.state()))
    }

    fn read(_text: &str) -> Reading<'_> {
        Reading::Ordinary
    }

    fn step_record(&mut self, out: &mut String, _command: Command, text: &str, (): &mut ()) {
        let decision = self.step(text);
        out.push_str(&decision.to_json(self.state()));
    }

    fn state_record(&self, out: &mut String, (): &()) {
        out.push_str(&self.state().export_json());
    }

    fn error_record(out: &mut String, command: Command, code: ErrorCode, message: &str) {
        cc_wire::v0_5::push_error(out, command, code, message);
    }
}

/// What inputs of contracts 0.9 and 0.5 may begin with.
const STARTS: [&str; 8] = [
    "set premise ",
    "change premise to ",
    "clear premise",
    "clear state",
    "use ",
    "prohibit ",
    "remove policy ",
    "reset policies",
];

/// The directives of contracts 0.9 and 0.5.
const HELP: &str = "\
Directives:
  set premise <value>                     set the premise, if none is set
  change premise to <value>               change the premise
  clear premise                           remove the premise
  use <item>                              use an item
  prohibit <item>                         prohibit an item
  remove policy <item>                    remove the policy of an item
  use <new item> instead of <old item>    replace an item that is in use
  reset policies                          remove all policies
  clear state                             remove everything
";

/// Reads the state that a text holds, in one of the forms of a contract.
pub(crate) type ReadState<S> = fn(&str) -> Result<S, String>;
