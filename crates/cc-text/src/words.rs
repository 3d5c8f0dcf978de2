//! Respelling of whole words.

use std::borrow::Cow;

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// Writes `spelling` for each `word` that stands alone: no letter, number or underscore beside it.
///
/// ```
/// assert_eq!(cc_text::respell("dont-ask, dontcare", "dont", "don't"), "don't-ask, dontcare");
/// ```
#[must_use]
pub fn respell<'a>(text: &'a str, word: &str, spelling: &str) -> Cow<'a, str> {
    if word.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    let mut rest = text;
    let mut before = None;
    while let Some((head, tail)) = rest.split_once(word) {
        let neighbours = [head.chars().next_back().or(before), tail.chars().next()];
        let stands_alone = !neighbours.into_iter().flatten().any(is_word);
        out.push_str(head);
        out.push_str(if stands_alone { spelling } else { word });
        before = word.chars().next_back();
        rest = tail;
    }
    if out.is_empty() {
        return Cow::Borrowed(text);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Whether a character is part of a word: general categories L and N, and the underscore.
fn is_word(character: char) -> bool {
    use GeneralCategoryGroup::{Letter, Number};

    character == '_' || matches!(character.general_category_group(), Letter | Number)
}
