//! The engine: the one owner of a state.

use cc_semantics::{ContractTransition, Refusal, Transition, evaluate};
use cc_state::{Contract, ContractState, ImportError, Policies, Policy, State};
use cc_syntax::{Classification, Directive, classify};

use crate::decision::{Decision, Preview, Update};

/// Owns a state, and changes it only by accepted directives and by import.
///
/// One engine is one scope, such as a conversation. It is a plain value: clone it to branch, move
/// it between threads, drop it to forget.
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

    /// Takes one input: evaluates it if it is a canonical directive, and commits what comes of it.
    ///
    /// A refusal leaves the state as it was, byte for byte, and reserves nothing of the next
    /// input. Costs the length of the input plus the logarithm of the number of policies; ordinary
    /// text costs its first word.
    ///
    /// ```
    /// use cc_engine::{Decision, Engine};
    ///
    /// let mut engine = Engine::new();
    /// assert_eq!(engine.step("What should I cook?"), Decision::NoDirective);
    /// let Decision::Update(update) = engine.step("prohibit walnuts") else { unreachable!() };
    /// assert!(update.changed());
    /// ```
    pub fn step<'a>(&mut self, text: &'a str) -> Decision<'a> {
        match classify(text) {
            Classification::Canonical(directive) => self.apply_directive(directive).into(),
            Classification::NoDirective | Classification::Invalid(_) => Decision::NoDirective,
        }
    }

    /// Takes one canonical directive: evaluates it, and commits what comes of it.
    ///
    /// # Errors
    ///
    /// A [`Refusal`], which leaves the state as it was.
    ///
    /// ```
    /// use cc_engine::{Directive, Engine, Failure};
    ///
    /// let mut engine = Engine::new();
    /// let premise = Directive::set_premise("replies in formal German")?;
    /// assert!(engine.apply_directive(premise).is_ok());
    /// let refusal = engine.apply_directive(premise).unwrap_err();
    /// assert_eq!(refusal.failure(), Failure::PremiseAlreadySet);
    /// # Ok::<(), cc_engine::OperandError>(())
    /// ```
    pub fn apply_directive<'a>(&mut self, directive: Directive<'a>) -> Result<Update, Refusal<'a>> {
        let transition = evaluate(&self.state, directive)?;
        let changed = transition.changed();
        commit(&mut self.state, transition);
        Ok(Update { changed })
    }

    /// What [`Engine::step`] would decide and change, without changing anything.
    ///
    /// Costs what the step would, plus the policies that would differ.
    ///
    /// ```
    /// use cc_engine::{Engine, Policy};
    ///
    /// let engine = Engine::new();
    /// let preview = engine.preview("use ripgrep");
    /// assert_eq!(preview.diff.policies.added["ripgrep"], Policy::Use);
    /// assert_eq!(engine, Engine::new());
    /// ```
    #[must_use]
    pub fn preview<'a>(&self, text: &'a str) -> Preview<'a> {
        let transition = match classify(text) {
            Classification::Canonical(directive) => Some(evaluate(&self.state, directive)),
            Classification::NoDirective | Classification::Invalid(_) => None,
        };
        let (decision, transition) = match transition {
            None => (Decision::NoDirective, Transition::Unchanged),
            Some(Err(refusal)) => (Decision::Error(refusal), Transition::Unchanged),
            Some(Ok(transition)) => {
                (Decision::Update(Update { changed: transition.changed() }), transition)
            }
        };
        Preview { decision, diff: transition.diff(&self.state) }
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

    /// The state as canonical JSON text; see [`State::export_json`].
    #[must_use]
    pub fn export_json(&self) -> String {
        self.state.export_json()
    }

    /// Replaces the state by one read from JSON text; see [`State::import_json`].
    ///
    /// # Errors
    ///
    /// An [`ImportError`] that names the fault. The state is then as it was.
    ///
    /// ```
    /// use cc_engine::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.step("use ripgrep");
    /// assert!(engine.import_json("{}").is_err());
    /// assert_eq!(engine.policies().len(), 1);
    /// ```
    pub fn import_json(&mut self, payload: &str) -> Result<(), ImportError> {
        self.state = State::import_json(payload)?;
        Ok(())
    }
}

/// Makes the change that evaluating against this very state gave.
pub(crate) fn commit<C: Contract>(
    state: &mut ContractState<C>,
    transition: ContractTransition<'_, C>,
) {
    match transition {
        ContractTransition::Unchanged => {}
        ContractTransition::SetPremise(premise) => state.set_premise(Some(premise)),
        ContractTransition::ClearPremise => state.set_premise(None),
        ContractTransition::Insert(item, policy) => {
            state.insert(item, policy);
        }
        ContractTransition::Remove(item) => {
            state.remove(&item);
        }
        ContractTransition::Replace { new, old } => {
            state.remove(&old);
            state.insert(new, Policy::Use);
        }
        ContractTransition::ClearPolicies => state.clear_policies(),
        ContractTransition::ClearState => *state = ContractState::new(),
    }
}

impl From<State> for Engine {
    fn from(state: State) -> Self {
        Engine { state }
    }
}

impl From<Engine> for State {
    fn from(engine: Engine) -> Self {
        engine.state
    }
}
