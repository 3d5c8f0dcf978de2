//! Directives and classifications in the contracts' own words.

use crate::json::quoted;

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
fn row(kind: &str) -> (&'static str, &'static [&'static str]) {
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
    pub fn new(kind: &'static str, operands: [&'a str; 2]) -> Self {
        let (_, names) = row(kind);
        let [first, second] = operands;
        let operands = match names.len() {
            0 => [None, None],
            1 => [Some(first), None],
            _ => [Some(first), Some(second)],
        };
        Asked { kind, operands }
    }

    /// The first operand.
    pub(crate) fn first(&self) -> &'a str {
        self.operands[0].expect("an operand")
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

    /// The record of the directive.
    #[must_use]
    pub fn record(&self) -> String {
        let (_, names) = row(self.kind);
        let operands = names.iter().zip(self.operands.iter().flatten());
        let operands: Vec<String> =
            operands.map(|(name, text)| format!("\"{name}\":{}", quoted(text))).collect();
        format!(
            r#"{{"kind":"{}","operands":{{{}}},"text":{}}}"#,
            self.kind,
            operands.join(","),
            quoted(&self.text())
        )
    }
}

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

impl Verdict<'_> {
    /// The record of the classification.
    #[must_use]
    pub fn record(&self) -> String {
        let name = |name: &Option<&str>| name.map_or_else(|| "null".to_owned(), quoted);
        match self {
            Verdict::NoDirective => r#"{"classification":"no_directive"}"#.to_owned(),
            Verdict::Canonical(asked) => {
                format!(r#"{{"classification":"canonical","directive":{}}}"#, asked.record())
            }
            Verdict::Invalid { failure, kind, missing, span: (start, end) } => format!(
                r#"{{"classification":"invalid","directive_kind":{},"failure":"{failure}","missing_operand":{},"span":[{start},{end}]}}"#,
                name(kind),
                name(missing)
            ),
        }
    }
}
