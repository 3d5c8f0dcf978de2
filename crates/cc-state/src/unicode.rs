//! Text beyond ASCII: NFKC, and the mapping of characters.
//!
//! The tables of Unicode are slow, and a text has few different characters. So each is looked up
//! once, and NFKC is worked out only where something may change.

use std::borrow::Cow;

use unicode_normalization::char::{
    canonical_combining_class, compose, decompose_compatible, is_combining_mark,
};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

/// The NFKC of a text. It is borrowed if nothing in the text can change.
pub(crate) fn nfkc(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut known = Known::new(starts_afresh);
    let mut starts_afresh = |character| is_itself(character) || known.get(character);
    let mut normal = String::new();
    let mut rest = text;
    // INVARIANT: what stands before a character that starts afresh, and what stands from there on,
    // do not change each other. So such a character changes only with one that does not follow it
    // afresh, and what changes ends before the next.
    while let Some(at) = rest.find(|character| !starts_afresh(character)) {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        let end = from.find(&mut starts_afresh).unwrap_or(from.len());
        let (changing, after) = from.split_at_checked(end).unwrap_or((from, ""));
        let mut before = before.chars();
        let last = before.next_back();
        normal.push_str(before.as_str());
        normal.extend(last.into_iter().chain(changing.chars()).nfkc());
        rest = after;
    }
    if normal.is_empty() {
        return Cow::Borrowed(text);
    }
    normal.push_str(rest);
    Cow::Owned(normal)
}

/// Whether a character stands for itself and has nothing to do with what is before it: it is a
/// starter that passes the quick check of Unicode Standard Annex 15.
fn starts_afresh(character: char) -> bool {
    // Only marks, vowels and final consonants can have. The quick check is a long list, and slow.
    let is_vowel_or_final =
        matches!(character, '\u{1161}'..='\u{11c2}' | '\u{16d67}'..='\u{16d68}');
    if is_vowel_or_final || is_combining_mark(character) {
        canonical_combining_class(character) == 0
            && is_nfkc_quick(std::iter::once(character)) == IsNormalized::Yes
    } else {
        is_composed(character)
    }
}

/// Whether a character is what its decomposition composes to.
fn is_composed(character: char) -> bool {
    let mut composed = None;
    decompose_compatible(character, |part| {
        composed = composed.and_then(|before| compose(before, part)).or(Some(part));
    });
    composed == Some(character)
}

/// Whether a character starts afresh and, beyond ASCII, has no case, which is known without a
/// table: ASCII, and the ideographs and syllables, of which a text has many different ones.
const fn is_itself(character: char) -> bool {
    matches!(character, '\0'..='\u{7f}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

/// A text with every ASCII byte as `ascii` gives it, and every other character as `other` does,
/// which leaves alone what has no case.
pub(crate) fn mapped(
    text: &str,
    ascii: impl Fn(u8) -> u8,
    other: impl Fn(&str) -> String,
) -> String {
    let becomes = |character: char| other(character.encode_utf8(&mut [0; 4]));
    // Most become one character.
    let becomes_one = |character| {
        let becomes = becomes(character);
        let mut becomes = becomes.chars();
        becomes.next().filter(|_| becomes.as_str().is_empty())
    };
    let mut known = None;
    let mut mapped = String::with_capacity(text.len());
    for character in text.chars() {
        match u8::try_from(character) {
            Ok(byte) if byte.is_ascii() => mapped.push(char::from(ascii(byte))),
            _ if is_itself(character) => mapped.push(character),
            _ => match known.get_or_insert_with(|| Known::new(becomes_one)).get(character) {
                Some(one) => mapped.push(one),
                None => mapped.push_str(&becomes(character)),
            },
        }
    }
    mapped
}

/// What a function gives for the characters that it was asked about last.
struct Known<T, F> {
    function: F,
    places: [(char, T); PLACES],
}

/// How many it holds. The letters of a script are beside each other, so few share a place.
const PLACES: usize = 64;

impl<T: Copy, F: Fn(char) -> T> Known<T, F> {
    fn new(function: F) -> Self {
        let places = [('\0', function('\0')); PLACES];
        Known { function, places }
    }

    #[inline]
    fn get(&mut self, character: char) -> T {
        match self.places.get(character as usize % PLACES) {
            Some((known, result)) if *known == character => *result,
            _ => self.ask(character),
        }
    }

    #[inline(never)]
    fn ask(&mut self, character: char) -> T {
        let result = (self.function)(character);
        if let Some(place) = self.places.get_mut(character as usize % PLACES) {
            *place = (character, result);
        }
        result
    }
}

#[cfg(test)]
#[path = "../tests/unit/unicode.rs"]
mod tests;
