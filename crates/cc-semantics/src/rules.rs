//! What a contract decides about evaluation.

use std::fmt::Debug;
use std::hash::Hash;

use cc_state::{Normalize, Policy};
use cc_syntax::{Grammar, Kind};

use crate::failure::Failure;

/// The rules of evaluation of a contract. This is all that contracts may differ in on this layer.
pub trait Rules: Grammar + Normalize {
    /// Why a directive is refused: a [`Failure`], or in 0.5 perhaps none of them.
    type Failure: From<Failure>
        + Into<Option<Failure>>
        + Copy
        + Debug
        + Eq
        + Hash
        + Send
        + Sync
        + 'static;

    /// Which refusal of a replacement comes first (R6), given the policies of the old item and of
    /// the new one.
    fn refuse_replacement(old: Option<Policy>, new: Option<Policy>) -> Option<Failure>;

    /// How a directive with an item that has no identity is refused, and the message; none, if it
    /// changes nothing.
    fn without_identity(kind: Kind) -> Option<(Self::Failure, String)>;
}
