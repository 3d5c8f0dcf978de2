//! What an input asks for. The order in which this is looked for is the contract's.

use std::ops::Range;

use cc_text::is_white_space;

use crate::normalize::{self, items, pieces, trim_end, trim_start};

/// What an input asks for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Input<'a> {
    /// The initial state.
    Reset,
    /// Another value for the fact.
    Correction(&'a str),
    /// To prohibit items.
    Prohibit(Vec<String>),
    /// To allow items.
    Allow(Vec<String>),
    /// A value for the fact.
    Fact(&'a str),
    /// Perhaps to prohibit items.
    Unclear(Vec<String>),
    /// Nothing.
    Ordinary,
}

impl<'a> Input<'a> {
    pub(crate) fn read(text: &'a str) -> Self {
        let message = normalize::message(text);
        if matches!(message.as_str(), "reset policies" | "clear constraints" | "clear state") {
            return Input::Reset;
        }
        if let Some(value) = correction(text) {
            return Input::Correction(value);
        }
        if let Some(list) = after_prohibition(&message) {
            return Input::Prohibit(items(list));
        }
        if let Some(list) = permission(text) {
            return Input::Allow(items(list));
        }
        if let Some(value) = fact(text, &message) {
            return Input::Fact(value);
        }
        match unclear(text).map(items) {
            Some(items) if !items.is_empty() => Input::Unclear(items),
            _ => Input::Ordinary,
        }
    }
}

/// Where the X of a text stands, in bytes, if one of the checks 1 to 6 of the contract takes it. What
/// is around it are keywords. It is empty where there is no X. Takes time linear in the text.
///
/// ```
/// assert_eq!(cc_m1::operand("never use tea"), Some(10..13));
/// assert_eq!(cc_m1::operand("tea is fine"), Some(0..3));
/// assert_eq!(cc_m1::operand("clear state"), Some(11..11));
/// assert_eq!(cc_m1::operand("hello"), None);
/// ```
#[must_use]
pub fn operand(text: &str) -> Option<Range<usize>> {
    let end = trim_end(text).len();
    let length = match Input::read(text) {
        Input::Ordinary => return None,
        Input::Reset => 0,
        Input::Correction(value) | Input::Fact(value) => value.len(),
        Input::Prohibit(_) => list_of_prohibition(text).len(),
        Input::Unclear(_) => unclear(text)?.len(),
        Input::Allow(_) => match after(text, PERMISSIONS) {
            Some(list) => list.len(),
            None => {
                let start = text.len() - trim_start(text).len();
                return Some(start..start + before_is_fine(text)?.len());
            }
        },
    };
    Some(end - length..end)
}

/// What stands in `text` after as many words as the message has keywords at its start.
fn list_of_prohibition(text: &str) -> &str {
    let message = normalize::message(text);
    let list = after_prohibition(&message).unwrap_or_default();
    let keywords = message.get(..message.len() - list.len()).unwrap_or_default();
    let text = trim_end(trim_start(text));
    keywords.split_ascii_whitespace().fold(text, |rest, _| {
        trim_start(rest.trim_start_matches(|character| !is_white_space(character)))
    })
}

/// `actually`, `i meant`, `correction:` or `no,` and the value.
fn correction(text: &str) -> Option<&str> {
    let text = trim_start(text);
    let introducers = ["actually", "i meant", "correction:", "no,"];
    let rest = introducers.into_iter().find_map(|introducer| strip(text, introducer))?;
    one_line(trim_end(trim_start(rest)))
}

/// `please don't `, `don't `, `do not ` or `never `, perhaps `use `, and a list.
fn after_prohibition(message: &str) -> Option<&str> {
    let introducers = ["please don't ", "don't ", "do not ", "never "];
    let rest = introducers.into_iter().find_map(|introducer| message.strip_prefix(introducer))?;
    Some(rest.strip_prefix("use ").unwrap_or(rest))
}

/// The words that `allow X` and `you can X` begin with.
const PERMISSIONS: &[&[&str]] = &[&["allow"], &["you", "can"]];

/// `allow X`, `you can X` or `X is fine`.
fn permission(text: &str) -> Option<&str> {
    after(text, PERMISSIONS).or_else(|| before_is_fine(text))
}

/// `don use X` or `no use X`.
fn unclear(text: &str) -> Option<&str> {
    after(text, &[&["don", "use"], &["no", "use"]])
}

/// The text before ` is fine` at the end.
fn before_is_fine(text: &str) -> Option<&str> {
    let rest = strip_last_word(trim_end(text), "fine")?;
    let rest = strip_last_word(rest, "is")?;
    let list = trim_start(rest);
    if list.is_empty() {
        // White space alone is a list of nothing, if there is some besides what stands before `is`.
        let spare = text.strip_prefix(rest).map_or("", |_| spare_white_space(text));
        return spare.chars().any(|c| c != '\n').then_some("");
    }
    one_line(list)
}

/// The white space at the start of `text`, without its last character.
fn spare_white_space(text: &str) -> &str {
    let run = text.get(..text.len() - trim_start(text).len()).unwrap_or_default();
    let mut characters = run.chars();
    characters.next_back();
    characters.as_str()
}

/// `use`, `set`, `i am using` or `i'm using`, and the value.
fn fact<'a>(text: &'a str, message: &str) -> Option<&'a str> {
    let introducers = ["use ", "set ", "i am using ", "i'm using "];
    if !introducers.into_iter().any(|introducer| message.starts_with(introducer)) {
        return None;
    }
    after(
        trim_end(text),
        &[&["use"], &["set"], &["i", "am", "using"], &["i'm", "using"], &["i\u{2019}m", "using"]],
    )
}

/// The text after one of some introducers, whose words are separated by white space as the text is
/// from them. White space alone counts if there is more of it than is needed.
fn after<'a>(text: &'a str, introducers: &[&[&str]]) -> Option<&'a str> {
    let text = trim_start(text);
    introducers.iter().find_map(|words| {
        let mut rest = text;
        for (index, word) in words.iter().enumerate() {
            if index > 0 {
                rest = skip_white_space(rest)?;
            }
            rest = strip(rest, word)?;
        }
        let found = skip_white_space(rest)?;
        if found.is_empty() {
            let mut more = rest.chars();
            more.next();
            return more.any(|character| character != '\n').then_some("");
        }
        one_line(trim_end(found))
    })
}

/// The text after white space, if there is some.
fn skip_white_space(text: &str) -> Option<&str> {
    let rest = trim_start(text);
    (rest.len() < text.len()).then_some(rest)
}

/// The text before white space and `word` at the end of `text`.
fn strip_last_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let start = text.char_indices().rev().nth(word.chars().count() - 1).map(|(at, _)| at)?;
    let (rest, last) = text.split_at_checked(start)?;
    let kept = trim_end(rest);
    (strip(last, word) == Some("") && kept.len() < rest.len()).then_some(kept)
}

/// The text after `word`, which is in lowercase and matches in any case.
fn strip<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let mut rest = text.chars();
    for expected in word.chars() {
        if in_lowercase(rest.next()?) != expected {
            return None;
        }
    }
    Some(rest.as_str())
}

/// A character in lowercase, as far as keywords need it. Matching without case takes four more
/// characters for ASCII letters.
fn in_lowercase(character: char) -> char {
    match character {
        '\u{130}' | '\u{131}' => 'i',
        '\u{17f}' => 's',
        '\u{212a}' => 'k',
        other => other.to_ascii_lowercase(),
    }
}

/// `text`, unless there is a line feed in it.
fn one_line(text: &str) -> Option<&str> {
    (!text.contains('\n')).then_some(text)
}

/// Whether a value is more than one.
pub(crate) fn is_list(value: &str) -> bool {
    pieces(value).into_iter().filter(|piece| piece.chars().any(|c| !is_white_space(c))).count() > 1
}

/// Whether a value is, or begins with, `and` or `or`.
pub(crate) fn begins_with_conjunction(value: &str) -> bool {
    let message = normalize::message(value);
    matches!(message.split(' ').next(), Some("and" | "or"))
}
