//! Identities and premises: operand text in its normal form.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use cc_contract::V0_9;

use crate::normalize::Normalize;

/// Makes a type of normalized text: never empty, and its own normal form.
macro_rules! normal_text {
    ($(#[$doc:meta])* $name:ident, $(#[$new_doc:meta])* $normal_form:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name<'a, C> {
            text: Cow<'a, str>,
            contract: PhantomData<C>,
        }

        impl<'a, C: Normalize> $name<'a, C> {
            $(#[$new_doc])*
            #[must_use]
            pub fn new(text: &'a str) -> Option<Self> {
                let text = C::$normal_form(text);
                (!text.is_empty()).then_some($name { text, contract: PhantomData })
            }
        }

        impl<C> $name<'_, C> {
            /// The normalized text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.text
            }

            /// The same value, borrowing nothing.
            #[must_use]
            pub fn into_owned(self) -> $name<'static, C> {
                $name { text: Cow::Owned(self.text.into_owned()), contract: PhantomData }
            }

            pub(crate) fn into_box(self) -> Box<str> {
                self.text.into()
            }
        }

        impl<C> AsRef<str> for $name<'_, C> {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl<C> fmt::Display for $name<'_, C> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

normal_text! {
    /// The identity of an item under a contract: the key under which its policy is kept.
    ///
    /// [`Identity`] is that of contract 0.9. Two items are the same if and only if their
    /// identities are equal. An identity is never empty and is its own identity. It borrows the
    /// item's text where that is already normal.
    ContractIdentity,
    /// The identity of an item, or none if the item is empty or only white space (R2); under
    /// contract 0.5 also if it is only articles.
    ///
    /// ASCII text takes a path without tables, which allocates only if the text is not yet normal.
    /// Takes time linear in the text.
    identity
}

normal_text! {
    /// A premise under a contract: opaque text, normalized but for case.
    ///
    /// [`Premise`] is that of contract 0.9. A premise is never empty, and normalizing it again
    /// does not change it. It borrows the text it was made from where that is already normal.
    ContractPremise,
    /// The premise that a text states, or none if it is empty or only white space (R2).
    ///
    /// Costs what [`ContractIdentity::new`] does.
    premise
}

/// The identity of an item in contract 0.9.
///
/// ```
/// use cc_state::Identity;
///
/// let identity = Identity::new(" Oat\u{a0}  MILK ").expect("not only white space");
/// assert_eq!(identity.as_str(), "oat milk");
/// assert_eq!(Identity::new("STRASSE"), Identity::new("straße"));
/// assert_ne!(Identity::new("the oats"), Identity::new("oats"));
/// assert_eq!(Identity::new("\u{3000}"), None);
/// ```
pub type Identity<'a> = ContractIdentity<'a, V0_9>;

/// A premise in contract 0.9.
///
/// ```
/// use cc_state::Premise;
///
/// let premise = Premise::new("  Replies\tin German ").expect("not only white space");
/// assert_eq!(premise.as_str(), "Replies in German");
/// assert_eq!(Premise::new(" \n "), None);
/// ```
pub type Premise<'a> = ContractPremise<'a, V0_9>;
