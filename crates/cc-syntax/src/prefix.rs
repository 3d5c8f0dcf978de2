//! Telling directives from messages by a prefix of the host's.

use crate::scan::trim_start;

/// The text behind a host's prefix, if `text` begins with it; everything else is ordinary.
///
/// Ordinary sentences begin with `use` too, and are directives by their form. A host that wants
/// none of them taken for one lets users write `/use docker`, and offers to the compiler only what
/// stands behind the prefix. This belongs to no contract: it comes before any.
///
/// - Boundary white space before the prefix is skipped: space, tab, line feed, vertical tab, form
///   feed, carriage return. A prefix that begins with such a character therefore fits nothing.
/// - ASCII letters of the prefix match in any case, and everything else exactly.
/// - A prefix that ends in a letter or number is a word, which no letter or number may follow:
///   `cc` is no prefix of `ccuse tea`.
/// - What is behind the prefix is given as it is, up to the end of `text`. White space in front of
///   a directive is dropped by contract 0.9, and makes the text ordinary in 0.5.
/// - The empty prefix takes every text as it is.
///
/// So a place in the result is `text.len() - result.len()` bytes further on in `text`. Costs the
/// white space and the prefix.
///
/// ```
/// use cc_syntax::{Classification, classify, strip_prefix};
///
/// let classify = |text| strip_prefix(text, "/").map(classify);
/// assert!(matches!(classify("/use docker"), Some(Classification::Canonical(_))));
/// assert_eq!(classify("use the file I uploaded and summarise it"), None);
///
/// assert_eq!(strip_prefix(" CC: use tea", "cc:"), Some(" use tea"));
/// assert_eq!(strip_prefix("use tea", ""), Some("use tea"));
/// ```
#[must_use]
pub fn strip_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let Some(last) = prefix.chars().next_back() else { return Some(text) };
    let text = trim_start(text);
    let (found, rest) = text.split_at_checked(prefix.len())?;
    let is_cut_word =
        last.is_alphanumeric() && rest.chars().next().is_some_and(char::is_alphanumeric);
    (found.eq_ignore_ascii_case(prefix) && !is_cut_word).then_some(rest)
}
