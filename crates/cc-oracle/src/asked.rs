//! Directives and classifications in the contracts' own words.

use serde_json::{Value, json};

use crate::{canonical, has_content};

/// The kinds of directives: the name, the text that introduces it, and the names of the operands.
pub const KINDS: [(&str, &str, &[&str]); 9] = [
    ("set_premise", "set premise", &["value"]),
    ("change_premise", "change premise to", &["value"]),
    ("use_item", "use", &["item"]),
    ("prohibit_item", "prohibit", &["item"]),
    ("remove_policy", "remove policy", &["item"]),
    ("replace_use", "use", &["new_item", "old_item"]),
    ("clear_premise", "clear premise", &[]),
    ("reset_policies", "reset policies", &[]),
    ("clear_state", "clear state", &[]),
];

/// The words of a kind, and the names of its operands.
pub(crate) fn row(kind: &str) -> (&'static str, &'static [&'static str]) {
    let (_, words, names) = KINDS.into_iter().find(|(name, ..)| *name == kind).expect("a kind");
    (words, names)
}

/// A canonical directive: the name of its kind, and its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked<'a> {
    /// The name.
    pub kind: &'static str,
    /// The operands in the order in which they are written.
    pub operands: [Option<&'a str>; 2],
}

impl<'a> Asked<'a> {
    /// A directive of a kind, which takes as many of two operands as it has.
    #[must_use]
    pub fn new(kind: &'static str, [one, two]: [&'a str; 2]) -> Self {
        let count = row(kind).1.len();
        Asked { kind, operands: [(count > 0).then_some(one), (count > 1).then_some(two)] }
    }

    /// The text of the directive, be it canonical or not.
    #[must_use]
    pub fn text(&self) -> String {
        let (words, _) = row(self.kind);
        match self.operands {
            [Some(one), Some(two)] => format!("{words} {one} instead of {two}"),
            [Some(one), None] => format!("{words} {one}"),
            _ => words.to_owned(),
        }
    }
}

/// Where something begins and ends in a text.
pub(crate) type Place = (usize, usize);

/// What a text is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<'a> {
    /// Ordinary text.
    NoDirective,
    /// Text that begins like a directive and is not canonical.
    Invalid {
        /// The name of the failure.
        failure: &'static str,
        /// The kind that was begun, where the contract names one.
        kind: Option<&'static str>,
        /// The operand that is missing, if one is.
        missing: Option<&'static str>,
        /// Where the fault is.
        span: (usize, usize),
    },
    /// A canonical directive.
    Canonical(Asked<'a>),
}

impl<'a> Verdict<'a> {
    /// A text with a second start.
    pub(crate) fn compound(span: Place) -> Self {
        Verdict::Invalid { failure: "compound_directive", kind: None, missing: None, span }
    }

    /// A text without an operand.
    pub(crate) fn missing(kind: &'static str, operand: &'static str, span: Place) -> Self {
        let failure = "missing_required_operand";
        Verdict::Invalid { failure, kind: Some(kind), missing: Some(operand), span }
    }

    /// The directive with the operands at these places, or that the first without content is missing.
    pub(crate) fn of_operands(text: &'a str, kind: &'static str, operands: &[Place]) -> Self {
        for (name, (from, to)) in row(kind).1.iter().zip(operands) {
            if !has_content(&text[*from..*to]) {
                return Verdict::missing(kind, name, (*from, *to));
            }
        }
        let operand = |at: usize| operands.get(at).map(|(from, to)| &text[*from..*to]);
        Verdict::Canonical(Asked { kind, operands: [operand(0), operand(1)] })
    }

    /// The record of the classification.
    #[must_use]
    pub fn record(&self) -> String {
        canonical(&match self {
            Verdict::NoDirective => json!({"classification": "no_directive"}),
            Verdict::Canonical(asked) => {
                let names = row(asked.kind).1.iter().copied();
                let operands: Value = names.zip(asked.operands).collect();
                let directive =
                    json!({"kind": asked.kind, "operands": operands, "text": asked.text()});
                json!({"classification": "canonical", "directive": directive})
            }
            Verdict::Invalid { failure, kind, missing, span } => json!({
                "classification": "invalid",
                "directive_kind": kind,
                "failure": failure,
                "missing_operand": missing,
                "span": span,
            }),
        })
    }
}
