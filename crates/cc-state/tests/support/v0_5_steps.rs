//! The identity of contract 0.5, written for being plainly right: the contract's steps one after the
//! other, until nothing changes.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::WHITE_SPACE;

/// The identity of an item; empty if it has none.
///
/// Lowercase is that of the standard library, whose tables may be older than the crate's.
pub(crate) fn steps(text: &str) -> String {
    let is_word = |c: char| {
        let group = c.general_category_group();
        c == '_' || group == GeneralCategoryGroup::Letter || group == GeneralCategoryGroup::Number
    };
    let mut current = text.to_owned();
    loop {
        let composed: String = current.nfkc().collect();
        let lowered = composed.replace(['\u{2019}', '\u{60}'], "'").to_lowercase();
        let characters: Vec<char> = lowered.chars().collect();
        let mut spelled = String::new();
        for (at, character) in characters.iter().enumerate() {
            let word = at.checked_sub(3).and_then(|from| characters.get(from..=at));
            let before = at.checked_sub(4).and_then(|before| characters.get(before));
            let beside = before.into_iter().chain(characters.get(at + 1));
            if word == Some(&['d', 'o', 'n', 't']) && !beside.copied().any(is_word) {
                spelled.push('\'');
            }
            spelled.push(*character);
        }
        let mut words: Vec<&str> =
            spelled.split(WHITE_SPACE).filter(|word| !word.is_empty()).collect();
        if words.first().is_some_and(|word| ["a", "an", "the"].contains(word)) {
            words.remove(0);
        }
        let next = words.join(" ");
        if next == current {
            return next;
        }
        current = next;
    }
}
