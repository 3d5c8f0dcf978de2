//! The two policies.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, Unexpected, Visitor};
use serde::{Serialize, Serializer};

/// What holds for an item, or for a tool of that name.
///
/// Matching is exhaustive on purpose: a third policy would be a new contract. With serde, a policy
/// is its name.
///
/// ```
/// use cc_text::Policy;
///
/// assert_eq!(Policy::Prohibit.as_str(), "prohibit");
/// assert_eq!("use".parse(), Ok(Policy::Use));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Policy {
    /// It is to be used.
    Use,
    /// It is not to be used.
    Prohibit,
}

impl Policy {
    /// The name of this policy in JSON, `use` or `prohibit`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Policy::Use => "use",
            Policy::Prohibit => "prohibit",
        }
    }

    /// The policy with this name, if there is one. Names match exactly.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Policy> {
        [Policy::Use, Policy::Prohibit].into_iter().find(|policy| policy.as_str() == name)
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Policy {
    type Err = UnknownPolicyError;

    fn from_str(name: &str) -> Result<Self, UnknownPolicyError> {
        Policy::from_name(name).ok_or(UnknownPolicyError(()))
    }
}

/// A text that names no policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnknownPolicyError(());

impl fmt::Display for UnknownPolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown policy: expected `use` or `prohibit`")
    }
}

impl std::error::Error for UnknownPolicyError {}

impl Serialize for Policy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

// By hand, because a derived enum is also read from an object such as `{"use":null}`.
impl<'de> Deserialize<'de> for Policy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;

        impl Visitor<'_> for Name {
            type Value = Policy;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"use\" or \"prohibit\"")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Policy, E> {
                Policy::from_name(name)
                    .ok_or_else(|| E::invalid_value(Unexpected::Str(name), &self))
            }
        }

        deserializer.deserialize_str(Name)
    }
}
