//! What is under test, whether it is reached through the library or through the binary.

use serde_json::Value;

use super::fixture::{FocusDevice, Target};
use crate::conformance::comparison::Stop;

/// Something that does what the contract says. Its answers are in the shapes of fixtures.
pub(crate) trait Subject {
    /// Submits texts to one engine that begins with an exported state, or with the initial one, and
    /// gives what came of the last. Without texts, the decision is null.
    ///
    /// # Errors
    ///
    /// [`Stop`], if there is nothing to compare.
    fn run(&self, initial: Option<&str>, texts: &[&str]) -> Result<Observed, Stop>;

    /// Submits texts in the same way and then imports a payload. Gives the exported state
    /// afterwards, and why the payload was refused if it was; no state where it cannot be told.
    ///
    /// # Errors
    ///
    /// [`Stop`], if there is nothing to compare.
    fn import(
        &self,
        initial: Option<&str>,
        texts: &[&str],
        payload: &str,
    ) -> Result<Imported, Stop>;

    /// Turns an exported state into one of a later contract, or gives why that is refused.
    ///
    /// # Errors
    ///
    /// [`Stop`], if there is nothing to compare.
    fn migrate(
        &self,
        state: &str,
        to: Target,
        focus_device: Option<FocusDevice>,
    ) -> Result<Result<String, String>, Stop>;
}

/// What came of one step.
#[derive(Debug)]
pub(crate) struct Observed {
    /// The decision.
    pub(crate) decision: Value,
    /// The item that was asked about, if it is open.
    pub(crate) pending: Option<String>,
    /// The exported state.
    pub(crate) state: String,
}

/// What came of one import.
#[derive(Debug)]
pub(crate) struct Imported {
    /// The message of the refusal, if there was one.
    pub(crate) refused: Option<String>,
    /// The exported state afterwards, where it can be told.
    pub(crate) state: Option<String>,
}
