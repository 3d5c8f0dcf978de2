//! The contracts that have a state, as types, so that the keys of one are never taken for those of
//! another.

use std::fmt::Debug;
use std::hash::Hash;

use crate::normalize;

/// A contract whose states this crate keeps. It decides what the identity of an item is.
///
/// Everything else about a state is the same in all of them. The trait is sealed: a contract is
/// published, not implemented by hosts.
pub trait Contract:
    sealed::Identify + Clone + Copy + Debug + Default + PartialEq + Eq + PartialOrd + Ord + Hash
{
}

pub(crate) mod sealed {
    use std::borrow::Cow;

    /// What contracts differ in.
    pub trait Identify {
        /// What an item without an identity is.
        const NOTHING: &str;

        /// The normal form of an item.
        fn identify(item: &str) -> Cow<'_, str>;
    }
}

/// Contract 0.9.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct V0_9;

impl sealed::Identify for V0_9 {
    const NOTHING: &str = "empty or only white space";

    fn identify(item: &str) -> std::borrow::Cow<'_, str> {
        normalize::identify(item)
    }
}

impl Contract for V0_9 {}
