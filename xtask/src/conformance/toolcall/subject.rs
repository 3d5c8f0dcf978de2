//! What is under test, whether it is reached through the library or through the binary.

use serde_json::Value;

use super::fixture::Fixture;
use crate::conformance::comparison::Stop;

/// Something that builds a grammar and judges a call. Its answers are in the shapes of fixtures.
pub(crate) trait Subject {
    /// Loads the grammar, if there is one, and judges the call. Gives why the grammar was refused
    /// otherwise.
    ///
    /// # Errors
    ///
    /// [`Stop`], if there is nothing to compare.
    fn judge(&self, fixture: &Fixture) -> Result<Result<Observed, String>, Stop>;
}

/// What came of one call.
#[derive(Debug)]
pub(crate) struct Observed {
    /// The verdict.
    pub(crate) verdict: Value,
    /// The verdict on the same arguments as a JSON object, where they can be given in this form.
    pub(crate) as_object: Option<Value>,
    /// The verdict on what a transform made, judged in its turn.
    pub(crate) again: Option<Value>,
    /// What only a library can tell.
    pub(crate) library: Option<Library>,
}

/// What a library tells beside the verdict.
#[derive(Debug)]
pub(crate) struct Library {
    /// Whether a call that is denied may be made again.
    pub(crate) retryable: Option<bool>,
    /// How many repairs and denials were counted.
    pub(crate) counted: (u64, u64),
}
