//! What is told to a model is bounded, however long the values and names of its call are.

use std::fmt::{self, Display, Write};

use cc_text::visible;

use crate::verdict::Issue;

/// How many characters of one value or name a sentence shows; more are cut, with an ellipsis.
pub const MAX_SHOWN: usize = 100;

/// How many issues a denial lists, and names a sentence; the rest are counted.
pub const MAX_LISTED: usize = 20;

/// How many characters a sentence may quote from a check that has words of its own.
pub(crate) const MAX_DETAIL: usize = 400;

/// So many characters of a text at most. Of what is longer, no more is written.
pub(crate) fn shortened(text: impl Display, most: usize) -> String {
    struct Bounded {
        out: String,
        left: usize,
    }

    impl Write for Bounded {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            for character in text.chars() {
                self.left = self.left.checked_sub(1).ok_or(fmt::Error)?;
                self.out.push(character);
            }
            Ok(())
        }
    }

    let mut bounded = Bounded { out: String::new(), left: most };
    if write!(bounded, "{text}").is_err() {
        bounded.out.push('\u{2026}');
    }
    bounded.out
}

/// A name as it is shown to a model or a person.
pub(crate) fn quoted(name: &str) -> String {
    format!("`{}`", visible(&shortened(name, MAX_SHOWN)))
}

/// Names, one after the other.
pub(crate) fn list(names: &[String]) -> String {
    let mut shown: Vec<String> = names.iter().take(MAX_LISTED).map(|name| quoted(name)).collect();
    match names.len().saturating_sub(MAX_LISTED) {
        0 => {}
        rest => shown.push(format!("and {rest} more")),
    }
    shown.join(", ")
}

/// The issues that a denial lists, with a last one for those that are left out.
pub(crate) fn listed(issues: impl IntoIterator<Item = Issue>) -> Vec<Issue> {
    let mut issues = issues.into_iter();
    let mut listed: Vec<Issue> = issues.by_ref().take(MAX_LISTED).collect();
    match issues.count() {
        0 => {}
        count => listed.push(Issue::More { count }),
    }
    listed
}
