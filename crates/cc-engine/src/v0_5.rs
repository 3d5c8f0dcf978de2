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
//!     decision.message().as_deref(),
//!     Some("\"walnuts\" is currently prohibited.\nRemove or replace it before using it."),
//! );
//! assert_eq!(engine.step("use them and prohibit nothing").kind(), "clarify");
//! assert_eq!(engine.step("walnuts, please"), Decision::Ordinary);
//! ```
//!
//! A pending clarification is a reserved boundary of this contract: no directive creates one, so
//! [`Engine::has_pending_clarification`] is false and a checkpoint's `pending` is null.

use cc_contract::V0_5;
use cc_semantics::v0_5::empty_prompt;
use cc_state::ImportError;
use cc_syntax::{Invalid, Kind, SyntaxFailure};
use cc_text::json::{self, Name};
use serde::ser::{Serialize, SerializeStruct, Serializer};

pub use cc_semantics::v0_5::{OwnedRefusal, Refusal};
pub use cc_state::v0_5::{CHECKPOINT_VERSION, Checkpoint, Identity, Premise, State};
pub use cc_syntax::v0_5::{Classification, Directive, OwnedDirective, classify};

use crate::decision::{
    Answers, ContractDecision, ContractPreview, OwnedDecision as ContractOwnedDecision,
};
use crate::engine::ContractEngine;
use crate::record::Displayed;

/// What came of one input under contract 0.5.
pub type Decision<'a> = ContractDecision<'a, V0_5>;

/// A decision of contract 0.5 that owns what it holds.
pub type OwnedDecision = ContractOwnedDecision<V0_5>;

/// What would come of one input under contract 0.5.
pub type Preview<'a> = ContractPreview<'a, V0_5>;

/// An engine of contract 0.5.
///
/// An input is checked to be one directive, then to have content, and then against the state. A
/// clarification changes nothing and reserves nothing of the next input.
///
/// ```
/// use cc_engine::v0_5::Engine;
///
/// let mut engine = Engine::new();
/// assert_eq!(engine.step("set premise").kind(), "clarify");
/// assert_eq!(engine.step("set premise brief").kind(), "update");
/// assert_eq!(engine.premise(), Some("brief"));
/// ```
pub type Engine = ContractEngine<V0_5>;

impl Answers for V0_5 {
    const ORDINARY: &'static str = "passthrough";
    const INVALID: &'static str = "clarify";
    const REFUSED: &'static str = "clarify";

    fn invalid_message(invalid: &Invalid) -> Option<String> {
        Some(match invalid.failure() {
            SyntaxFailure::MissingRequiredOperand => {
                // INVARIANT: in this grammar a missing operand always names its kind.
                empty_prompt(invalid.directive_kind().unwrap_or(Kind::UseItem)).to_string()
            }
            SyntaxFailure::CompoundDirective | SyntaxFailure::MalformedDirective => {
                "Multiple directives are not supported in one input.\n\
                 Submit each directive separately."
                    .to_owned()
            }
        })
    }

    fn serialize<S: Serializer>(
        decision: &Decision<'_>,
        state: Option<&impl Serialize>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Decision", 3)?;
        fields.serialize_field("kind", &Name(decision.kind()))?;
        match decision {
            Decision::Ordinary | Decision::Update(_) => {
                fields.serialize_field("prompt_to_user", &())?;
            }
            Decision::Invalid(invalid) => {
                fields.serialize_field("prompt_to_user", &V0_5::invalid_message(invalid))?;
            }
            Decision::Refused(refusal) => {
                fields.serialize_field("prompt_to_user", &Displayed(refusal))?;
            }
        }
        if let Some(state) = state {
            let updated = matches!(decision, Decision::Update(_));
            fields.serialize_field("state", &updated.then_some(state))?;
        }
        fields.end()
    }

    fn push_refusal(out: &mut String, refusal: &Refusal<'_>) {
        out.push_str("{\"kind\":\"clarify\",\"prompt_to_user\":");
        json::push_display(out, refusal);
        out.push_str(",\"state\":null}");
    }
}

impl Engine {
    /// Whether a clarification waits for an answer. No directive of this contract makes one wait,
    /// so this is false.
    #[must_use]
    pub const fn has_pending_clarification(&self) -> bool {
        false
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
    let text = text.trim_end_matches(cc_text::is_white_space);
    let words = text.trim_end_matches(['.', ',', '!', '?']).split(cc_text::is_white_space);
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
