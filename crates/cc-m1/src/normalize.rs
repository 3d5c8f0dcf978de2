//! The normal forms of messages, items and fact values. Each is one pass.

use cc_text::{is_white_space, respell};
use icu_casemap::CaseMapper;
use icu_locale_core::LanguageIdentifier;
use unicode_normalization::UnicodeNormalization;

/// `text` without white space at its start.
pub(crate) fn trim_start(text: &str) -> &str {
    text.trim_start_matches(is_white_space)
}

/// `text` without white space at its end.
pub(crate) fn trim_end(text: &str) -> &str {
    text.trim_end_matches(is_white_space)
}

/// A message as it is matched: NFKC, lowercase, trimmed, U+2019 and U+0060 as an apostrophe, white
/// space collapsed, `dont` as a whole word spelled `don't`.
pub(crate) fn message(text: &str) -> String {
    let composed: String = text.nfkc().collect();
    let lowered = CaseMapper::new().lowercase_to_string(&composed, &LanguageIdentifier::UNKNOWN);
    respell(&collapse(&lowered), "dont", "don't").into_owned()
}

/// An item: a message, without one leading article that white space follows.
pub(crate) fn item(text: &str) -> String {
    let message = message(text);
    let rest = message.split_once(' ').filter(|(word, _)| matches!(*word, "a" | "an" | "the"));
    rest.map_or(message.as_str(), |(_, rest)| rest).to_owned()
}

/// An item of a stored state. One that is an item of some input stays, even if it is not its own
/// normal form: `a tea` comes from `the a tea`. Any other is normalized until it is one that stays,
/// so that it comes back from an export.
pub(crate) fn stored_item(text: &str) -> String {
    // More passes than any text needs: the bound keeps a fault in a table from being endless.
    const MOST_PASSES: usize = 16;
    let mut stored = text.to_owned();
    for _ in 0..MOST_PASSES {
        if message(&stored) == stored || message(&capitals(&stored)) == stored {
            break;
        }
        stored = item(&stored);
    }
    stored
}

/// The text in capitals, as far as they are single characters that come back in lowercase. NFKC
/// may leave these apart where it composes the text itself: U+01F0 has no capital, so that
/// J with caron becomes two characters in lowercase.
fn capitals(text: &str) -> String {
    let cases = CaseMapper::new();
    let capital = |character: char| {
        let upper = cases.simple_uppercase(character);
        // A sigma may come back in its final form.
        let comes_back = upper != '\u{3a3}' && cases.simple_lowercase(upper) == character;
        if comes_back { upper } else { character }
    };
    text.chars().map(capital).collect()
}

/// A fact value: NFKC, apostrophes, white space. Case and articles stay.
pub(crate) fn value(text: &str) -> String {
    collapse(&text.nfkc().collect::<String>())
}

/// U+2019 and U+0060 as an apostrophe, and one space for each run of white space inside.
fn collapse(text: &str) -> String {
    cc_text::collapse(text).replace(['\u{2019}', '`'], "'")
}

/// The pieces of a list, which is split at commas and at `and` between white space, in any case.
pub(crate) fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut piece_start = 0;
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let Some(character) = rest.chars().next() else {
            break;
        };
        let after = if character == ',' {
            Some(at + 1)
        } else if is_white_space(character) {
            after_and(text, at)
        } else {
            None
        };
        match after {
            Some(end) => {
                pieces.extend(text.get(piece_start..at));
                piece_start = end;
                at = end;
            }
            // A run of white space is looked at once, from its start.
            None if is_white_space(character) => at = text.len() - trim_start(rest).len(),
            None => at += character.len_utf8(),
        }
    }
    pieces.extend(text.get(piece_start..));
    pieces
}

/// Where the white space after `and` ends, if white space and `and` stand at byte `at`.
fn after_and(text: &str, at: usize) -> Option<usize> {
    let rest = trim_start(text.get(at..)?);
    let (word, rest) = rest.split_at_checked("and".len())?;
    let after = trim_start(rest);
    (word.eq_ignore_ascii_case("and") && after.len() < rest.len()).then(|| text.len() - after.len())
}

/// The items of a list that are not empty.
pub(crate) fn items(text: &str) -> Vec<String> {
    pieces(text).into_iter().map(item).filter(|item| !item.is_empty()).collect()
}
