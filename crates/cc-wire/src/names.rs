//! The names that records carry.

use serde::{Deserialize, Serialize};

/// The command that a record answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// A line that is an input.
    Input,
    /// A line that is `step` and an input.
    Step,
    /// A line that is `preview` and an input (contract 0.5).
    Preview,
    /// A line that is `state`.
    State,
}

/// Why a line got an error record in the place of a reply. Hosts should treat a code they do not
/// know as a failed line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ErrorCode {
    /// `step` without an input.
    MissingStepInput,
    /// `preview` without an input (contract 0.5).
    MissingPreviewInput,
    /// The line is not UTF-8.
    InvalidUtf8,
    /// The line is not one JSON string.
    InvalidJson,
    /// The line is JSON, but not a request.
    InvalidRequest,
    /// The line is longer than the limit.
    LineTooLong,
}

/// Makes a type whose only value is one word, so that a record read back is one of its own kind.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident = $word:literal;)+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
            pub enum $name {
                #[doc = concat!("The word `", $word, "`.")]
                #[default]
                #[serde(rename = $word)]
                Is,
            }
        )+
    };
}

words! {
    /// The mode of a [`StepRecord`](crate::StepRecord).
    StepMode = "step";
    /// The mode of a [`StateRecord`](crate::StateRecord).
    StateMode = "state";
    /// The mode of a [`PreviewRecord`](crate::PreviewRecord).
    PreviewMode = "preview";
    /// The mode of an [`ErrorRecord`](crate::ErrorRecord).
    ErrorMode = "error";
}
