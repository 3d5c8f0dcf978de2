//! The rules of contract 0.9, and its repairs.

use cc_contract::V0_9;
use cc_state::Policy;
use cc_syntax::{Directive, Kind};

use crate::failure::Failure;
use crate::refusal::Refusal;
use crate::rules::Rules;

impl Rules for V0_9 {
    type Failure = Failure;

    fn refuse_replacement(old: Option<Policy>, new: Option<Policy>) -> Option<Failure> {
        match (old, new) {
            (Some(Policy::Prohibit), _) => Some(Failure::ReplacementSourceProhibited),
            (_, Some(Policy::Prohibit)) => Some(Failure::ReplacementTargetProhibited),
            (None, _) => Some(Failure::ReplacementSourceMissing),
            (Some(Policy::Use), _) => None,
        }
    }

    /// An operand of a canonical directive is not only white space, and normalization turns
    /// nothing else into white space, so every item has an identity. One without would be left as
    /// it is: nothing can be lost by it.
    fn without_identity(_: Kind) -> Option<(Failure, String)> {
        None
    }
}

/// What classification drops at the end of a text (R1).
const BOUNDARY_WHITE_SPACE: [char; 6] = ['\t', '\n', '\u{b}', '\u{c}', '\r', ' '];

impl<'a> Refusal<'a> {
    /// The directives that would remove the reason for this refusal if the user submitted them in
    /// order, with the operands as they were submitted, but for white space that classification
    /// would drop.
    ///
    /// Another reason may be left: with `tea` prohibited and `milk` without a policy, the repairs of
    /// `use tea instead of milk` end in [`Failure::ReplacementSourceMissing`], which has none.
    ///
    /// They are advice: nothing applies them. A repair that would not be canonical is left out
    /// (R4), and two of the failures have none. Contract 0.5 has no repairs: a refusal is a prompt.
    #[must_use]
    pub fn repairs(&self) -> Repairs<'a> {
        let operand = self.directive().operands().next().map_or("", |(_, operand)| operand);
        let repairs = match self.failure() {
            Failure::PremiseAlreadySet => [Directive::change_premise(operand).ok(), None],
            Failure::PremiseNotSet => [Directive::set_premise(operand).ok(), None],
            Failure::ItemProhibited
            | Failure::ItemAlreadyInUse
            | Failure::ReplacementTargetProhibited => {
                // Before the delimiter an item keeps white space that at the end of a text is
                // dropped.
                let item = operand.trim_end_matches(BOUNDARY_WHITE_SPACE);
                [Directive::remove_policy(item).ok(), Some(self.directive())]
            }
            Failure::ReplacementSourceProhibited | Failure::ReplacementSourceMissing => {
                [None, None]
            }
        };
        Repairs { repairs }
    }
}

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
