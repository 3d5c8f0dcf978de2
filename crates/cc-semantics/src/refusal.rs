//! Refusals: the failure, its message, and the repairs that a user may submit.

use std::fmt;

use cc_state::{Contract, ContractIdentity, V0_9};
use cc_syntax::{Directive, Form};

/// Why a canonical directive is refused.
///
/// Matching is exhaustive on purpose: an eighth failure would be a new contract, and every host
/// should then decide what to do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Failure {
    /// `set premise`, and there is one.
    PremiseAlreadySet,
    /// `change premise to`, and there is none.
    PremiseNotSet,
    /// `use`, and the item is prohibited.
    ItemProhibited,
    /// `prohibit`, and the item is in use.
    ItemAlreadyInUse,
    /// A replacement of a prohibited item.
    ReplacementSourceProhibited,
    /// A replacement by a prohibited item.
    ReplacementTargetProhibited,
    /// A replacement of an item that has no policy.
    ReplacementSourceMissing,
}

impl Failure {
    /// Every failure, in the order of the contract's table.
    pub const ALL: [Failure; 7] = [
        Failure::PremiseAlreadySet,
        Failure::PremiseNotSet,
        Failure::ItemProhibited,
        Failure::ItemAlreadyInUse,
        Failure::ReplacementSourceProhibited,
        Failure::ReplacementTargetProhibited,
        Failure::ReplacementSourceMissing,
    ];

    /// The name of this failure in JSON records, such as `item_prohibited`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Failure::PremiseAlreadySet => "premise_already_set",
            Failure::PremiseNotSet => "premise_not_set",
            Failure::ItemProhibited => "item_prohibited",
            Failure::ItemAlreadyInUse => "item_already_in_use",
            Failure::ReplacementSourceProhibited => "replacement_source_prohibited",
            Failure::ReplacementTargetProhibited => "replacement_target_prohibited",
            Failure::ReplacementSourceMissing => "replacement_source_missing",
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What classification drops at the end of a text (R1).
const BOUNDARY_WHITE_SPACE: [char; 6] = ['\t', '\n', '\u{b}', '\u{c}', '\r', ' '];

/// A directive that the state refuses, and the reason.
///
/// Made by [`evaluate`](crate::evaluate()) only, so failure and directive always fit. It borrows
/// the directive's operands; message and repairs are worked out when they are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Refusal<'a> {
    failure: Failure,
    directive: Directive<'a>,
}

impl<'a> Refusal<'a> {
    pub(crate) const fn new(failure: Failure, directive: Directive<'a>) -> Self {
        Refusal { failure, directive }
    }

    /// The reason.
    #[must_use]
    pub const fn failure(&self) -> Failure {
        self.failure
    }

    /// The directive that was refused.
    #[must_use]
    pub const fn directive(&self) -> Directive<'a> {
        self.directive
    }

    /// The contract's text for people: two sentences separated by one line feed (R9).
    ///
    /// An item is quoted by its identity where it stands alone, and as it was submitted in a
    /// replacement. Nothing in the text is escaped: use [`cc_state::visible()`] to show it. The
    /// [`Display`](fmt::Display) form is the same text.
    #[must_use]
    pub fn message(&self) -> String {
        self.to_string()
    }

    /// The directives that would resolve this refusal if the user submitted them in order, with
    /// the operands as they were submitted, but for white space that classification would drop.
    ///
    /// They are advice: nothing applies them. A repair that would not be canonical is left out
    /// (R4), and two of the failures have none.
    #[must_use]
    pub fn repairs(&self) -> Repairs<'a> {
        let repairs = match (self.failure, self.directive.form()) {
            (Failure::PremiseAlreadySet, Form::SetPremise { value }) => {
                [Some(Directive::change_premise(value)), None]
            }
            (Failure::PremiseNotSet, Form::ChangePremise { value }) => {
                [Some(Directive::set_premise(value)), None]
            }
            (Failure::ItemProhibited | Failure::ItemAlreadyInUse, form) => match form {
                Form::UseItem { item } | Form::ProhibitItem { item } => {
                    [Some(Directive::remove_policy(item)), Some(Ok(self.directive))]
                }
                _ => [None, None],
            },
            (Failure::ReplacementTargetProhibited, Form::ReplaceUse { new_item, .. }) => {
                // Before the delimiter an item keeps white space that at the end of a text is dropped.
                let item = new_item.trim_end_matches(BOUNDARY_WHITE_SPACE);
                [Some(Directive::remove_policy(item)), Some(Ok(self.directive))]
            }
            _ => [None, None],
        };
        Repairs { repairs: repairs.map(|repair| repair.and_then(Result::ok)) }
    }
}

impl fmt::Display for Refusal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_message::<V0_9>(f, self.failure, self.directive.form())
    }
}

/// Writes the message of a failure (R9), which is the same in every contract but for the identity
/// that it quotes.
pub(crate) fn write_message<C: Contract>(
    f: &mut fmt::Formatter<'_>,
    failure: Failure,
    form: Form<'_>,
) -> fmt::Result {
    let hint = match failure {
        Failure::PremiseAlreadySet => {
            return f
                .write_str("Premise already set.\nUse 'change premise to <value>' to modify it.");
        }
        Failure::PremiseNotSet => {
            return f.write_str("No premise is set.\nUse 'set premise <value>' to define one.");
        }
        Failure::ItemProhibited => "currently prohibited.\nRemove or replace it before using it.",
        Failure::ItemAlreadyInUse => {
            "currently in use.\nRemove or replace it before prohibiting it."
        }
        Failure::ReplacementSourceProhibited | Failure::ReplacementTargetProhibited => {
            "currently prohibited.\n\
             Submit explicit directive(s) to remove it or use a different item."
        }
        Failure::ReplacementSourceMissing => {
            "not currently in use.\nReplacement requires an active 'use' policy."
        }
    };
    f.write_str("\"")?;
    match (failure, form) {
        (Failure::ReplacementTargetProhibited, Form::ReplaceUse { new_item, .. }) => {
            f.write_str(new_item)?;
        }
        (_, Form::ReplaceUse { old_item, .. }) => f.write_str(old_item)?,
        (_, Form::UseItem { item } | Form::ProhibitItem { item }) => {
            let identity = ContractIdentity::<C>::of(item);
            f.write_str(identity.as_ref().map_or(item, ContractIdentity::as_str))?;
        }
        _ => {}
    }
    write!(f, "\" is {hint}")
}

impl std::error::Error for Refusal<'_> {}

/// The repairs of a refusal, in the order in which they would be submitted. Made by
/// [`Refusal::repairs`].
#[derive(Clone, Debug)]
pub struct Repairs<'a> {
    repairs: [Option<Directive<'a>>; 2],
}

impl<'a> Iterator for Repairs<'a> {
    type Item = Directive<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        self.repairs.iter_mut().find_map(Option::take)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.repairs.iter().flatten().count();
        (left, Some(left))
    }
}

impl ExactSizeIterator for Repairs<'_> {}
