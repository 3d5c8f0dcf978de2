#![no_std]
#![doc = include_str!("../README.md")]
//!
//! # Map
//!
//! | Item | What it is |
//! | --- | --- |
//! | [`Contract`], [`V0_9`], [`V0_5`] | a contract as a type |
//! | [`ContractName`] | a contract as a value, m1 included |
//! | [`with_contract!`] | from the value to the type |
//!
//! # Dependency
//!
//! ```toml
//! cc-contract = { path = "../context-compiler/crates/cc-contract" }
//! ```
//!
//! Rust 1.95 or later. There are no features. No registry has this crate yet.

use core::fmt::{self, Debug};
use core::hash::Hash;
use core::str::FromStr;

/// A published version of the rules, as a type.
///
/// What a contract differs in is said layer by layer, in the traits that build on this one. The
/// trait is sealed: a contract is published, and not implemented by hosts.
pub trait Contract:
    sealed::Published + Copy + Debug + Default + Eq + Ord + Hash + Send + Sync + 'static
{
    /// The name of the contract.
    const NAME: ContractName;
}

mod sealed {
    pub trait Published {}
}

/// The one list of contracts: a marker type, a name and a directive language for each.
macro_rules! contracts {
    ($($(#[$doc:meta])* $contract:ident = $name:literal, directives: $directives:literal;)+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $contract;

            impl sealed::Published for $contract {}

            impl Contract for $contract {
                const NAME: ContractName = ContractName::$contract;
            }
        )+

        /// The name of a contract, for programs that choose one at run time.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ContractName {
            $($(#[$doc])* $contract,)+
        }

        impl ContractName {
            /// Every contract, the current one first.
            pub const ALL: &'static [ContractName] = &[$(ContractName::$contract,)+];

            /// The name as people write it, such as `0.9`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(ContractName::$contract => $name,)+
                }
            }

            /// Whether this is one of the contracts whose inputs are the nine directives. The
            /// others read free text.
            #[must_use]
            pub const fn has_directives(self) -> bool {
                match self {
                    $(ContractName::$contract => $directives,)+
                }
            }
        }
    };
}

contracts! {
    /// The current contract: directives, errors and advisory repairs.
    V0_9 = "0.9", directives: true;
    /// The specification 0.5: directives in an exact form, clarifications and checkpoints.
    V0_5 = "0.5", directives: true;
    /// The first milestone: one fact, prohibitions, and questions answered by yes or no.
    M1 = "m1", directives: false;
}

/// The current contract.
impl Default for ContractName {
    fn default() -> Self {
        ContractName::V0_9
    }
}

impl fmt::Display for ContractName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Names match exactly.
impl FromStr for ContractName {
    type Err = UnknownContractError;

    fn from_str(name: &str) -> Result<Self, UnknownContractError> {
        let mut all = ContractName::ALL.iter().copied();
        all.find(|contract| contract.as_str() == name).ok_or(UnknownContractError(()))
    }
}

/// A text that names no contract.
///
/// ```
/// use cc_contract::ContractName;
///
/// let error = "0.8".parse::<ContractName>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown contract: expected 0.9, 0.5 or m1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnknownContractError(());

impl fmt::Display for UnknownContractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown contract: expected ")?;
        let last = ContractName::ALL.len() - 1;
        for (index, name) in ContractName::ALL.iter().enumerate() {
            let before = if index == 0 {
                ""
            } else if index == last {
                " or "
            } else {
                ", "
            };
            write!(f, "{before}{name}")?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownContractError {}

/// Evaluates an expression with a type of your naming as the contract of a
/// [`ContractName`].
///
/// With one arm, the expression has to hold for every contract. With `M1 =>`, the first
/// arm is for the contracts that have directives.
///
/// ```
/// use cc_contract::{Contract, ContractName, with_contract};
///
/// let name = ContractName::M1;
/// let kind = with_contract!(name, C => C::NAME.as_str(), M1 => "free text");
/// assert_eq!(kind, "free text");
/// ```
#[macro_export]
macro_rules! with_contract {
    ($value:expr, $type:ident => $body:expr) => {
        $crate::with_contract!($value, $type => $body, M1 => {
            type $type = $crate::M1;
            $body
        })
    };
    ($value:expr, $type:ident => $body:expr, M1 => $other:expr) => {
        match $value {
            $crate::ContractName::V0_9 => {
                type $type = $crate::V0_9;
                $body
            }
            $crate::ContractName::V0_5 => {
                type $type = $crate::V0_5;
                $body
            }
            $crate::ContractName::M1 => $other,
        }
    };
}
