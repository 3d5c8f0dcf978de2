//! The engine: the one owner of a state.

use std::ops::Deref;

use cc_contract::V0_9;
use cc_semantics::{ContractRefusal, ContractTransition, evaluate};
use cc_state::{ContractIdentity, ContractState, ImportError, Normalize, Policies, Policy};
use cc_syntax::{ContractClassification, ContractDirective, classify_by};

use crate::decision::{Answers, ContractDecision, ContractPreview, Update};

/// Owns a state of a contract, and changes it only by accepted directives and by import.
///
/// [`Engine`] is that of contract 0.9. One engine is one scope, such as a conversation. It is a
/// plain value: clone it to branch, move it between threads, drop it to forget.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContractEngine<C> {
    pub(crate) state: ContractState<C>,
}

/// An engine of contract 0.9.
pub type Engine = ContractEngine<V0_9>;

impl<C: Answers> ContractEngine<C> {
    /// An engine with the empty state.
    #[must_use]
    pub const fn new() -> Self {
        ContractEngine { state: ContractState::new() }
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
    /// assert_eq!(engine.step("What should I cook?"), Decision::Ordinary);
    /// let Decision::Update(update) = engine.step("prohibit walnuts") else { unreachable!() };
    /// assert!(update.changed());
    /// ```
    pub fn step<'a>(&mut self, text: &'a str) -> ContractDecision<'a, C> {
        decide(&mut self.state, text, commit)
    }

    /// Takes one canonical directive: evaluates it, and commits what comes of it.
    ///
    /// # Errors
    ///
    /// A refusal, which leaves the state as it was.
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
    pub fn apply_directive<'a>(
        &mut self,
        directive: ContractDirective<'a, C>,
    ) -> Result<Update, ContractRefusal<'a, C>> {
        decide_directive(&mut self.state, directive, commit)
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
    pub fn preview<'a>(&self, text: &'a str) -> ContractPreview<'a, C> {
        let mut diff = None;
        let decision =
            decide(&self.state, text, |state, transition| diff = Some(transition.diff(state)));
        let unchanged = || ContractTransition::Unchanged.diff(&self.state);
        ContractPreview { decision, diff: diff.unwrap_or_else(unchanged) }
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

    /// The policy of an item, if the text has an identity and that has a policy.
    ///
    /// ```
    /// use cc_engine::{Engine, Policy};
    ///
    /// let mut engine = Engine::new();
    /// engine.step("prohibit raw SQL");
    /// assert_eq!(engine.policy("Raw SQL"), Some(Policy::Prohibit));
    /// ```
    #[must_use]
    pub fn policy(&self, item: &str) -> Option<Policy> {
        self.state.policy(&ContractIdentity::new(item)?)
    }

    /// The state, to read.
    #[must_use]
    pub const fn state(&self) -> &ContractState<C> {
        &self.state
    }

    /// The state as canonical JSON text; see [`ContractState::export_json`].
    #[must_use]
    pub fn export_json(&self) -> String {
        self.state.export_json()
    }

    /// Replaces the state by one read from JSON text; see [`ContractState::import_json`].
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
        self.state = ContractState::import_json(payload)?;
        Ok(())
    }
}

/// The decision on an input. The change that belongs to an update goes to `then`, with the state.
fn decide<'a, C: Answers, S: Deref<Target = ContractState<C>>>(
    state: S,
    text: &'a str,
    then: impl FnOnce(S, ContractTransition<'a, C>),
) -> ContractDecision<'a, C> {
    match classify_by(text) {
        ContractClassification::NoDirective => ContractDecision::Ordinary,
        ContractClassification::Invalid(invalid) => ContractDecision::Invalid(invalid),
        ContractClassification::Canonical(directive) => {
            decide_directive(state, directive, then).into()
        }
    }
}

/// The decision on a directive. Apart, so that ordinary text, which most inputs are, pays nothing
/// for it.
#[inline(never)]
fn decide_directive<'a, C: Answers, S: Deref<Target = ContractState<C>>>(
    state: S,
    directive: ContractDirective<'a, C>,
    then: impl FnOnce(S, ContractTransition<'a, C>),
) -> Result<Update, ContractRefusal<'a, C>> {
    let transition = evaluate(&*state, directive)?;
    let update = Update { changed: transition.changed() };
    then(state, transition);
    Ok(update)
}

/// Makes the change that evaluating against this very state gave.
fn commit<C: Normalize>(state: &mut ContractState<C>, transition: ContractTransition<'_, C>) {
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

impl<C> From<ContractState<C>> for ContractEngine<C> {
    fn from(state: ContractState<C>) -> Self {
        ContractEngine { state }
    }
}

impl<C> From<ContractEngine<C>> for ContractState<C> {
    fn from(engine: ContractEngine<C>) -> Self {
        engine.state
    }
}
