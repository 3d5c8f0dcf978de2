//! The names that records carry.

use serde::{Deserialize, Serialize};

/// Makes an enum whose variants have names in records.
macro_rules! names {
    ($(#[$doc:meta])* $enum:ident { $($(#[$variant_doc:meta])* $variant:ident = $name:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[non_exhaustive]
        pub enum $enum {
            $($(#[$variant_doc])* #[serde(rename = $name)] $variant,)+
        }

        impl $enum {
            /// The name in records.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($enum::$variant => $name,)+
                }
            }
        }
    };
}

names! {
    /// The command that a record answers.
    Command {
        /// A line that is an input.
        Input = "input",
        /// A line that is `step` and an input.
        Step = "step",
        /// A line that is `preview` and an input (contract 0.5).
        Preview = "preview",
        /// A line that is `state`.
        State = "state",
    }
}

names! {
    /// Why a line got an error record in the place of a reply. Hosts should treat a code they do
    /// not know as a failed line.
    ErrorCode {
        /// `step` without an input.
        MissingStepInput = "missing_step_input",
        /// `preview` without an input (contract 0.5).
        MissingPreviewInput = "missing_preview_input",
        /// The line is not UTF-8.
        InvalidUtf8 = "invalid_utf8",
        /// The line is not one JSON string.
        InvalidJson = "invalid_json",
        /// The line is JSON, but not a request.
        InvalidRequest = "invalid_request",
        /// The line is longer than the limit.
        LineTooLong = "line_too_long",
        /// The session is at another revision than was expected.
        Conflict = "conflict",
        /// The request key was used with another input.
        KeyReused = "key_reused",
        /// The turn of a session failed otherwise, as when its store is away.
        SessionFailed = "session_failed",
    }
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
