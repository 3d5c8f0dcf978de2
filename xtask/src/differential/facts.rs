//! What is unusual about a text that may be JSON: what Python's reader takes in another way.
//!
//! It reads any text, right or wrong, from left to right, and never refuses one.

use std::collections::BTreeSet;

/// What was found in a text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// It begins with a byte-order mark.
    pub(super) byte_order_mark: bool,
    /// Some object holds a key twice, escapes undone.
    pub(super) duplicate_key: bool,
    /// One of the words `NaN`, `Infinity` and `-Infinity` stands outside strings.
    pub(super) not_a_number: bool,
    /// A string holds half of a pair of surrogates.
    pub(super) lone_surrogate: bool,
    /// A number is beyond the range of a double.
    pub(super) huge_number: bool,
    /// The keys `version` and `checkpoint_version`, each with the word or number after it.
    pub(super) versions: Vec<(String, String)>,
    /// How deep arrays and objects are nested.
    pub(super) depth: usize,
    /// An array or an object stands where a policy may.
    pub(super) container_in_object: bool,
    /// All keys, escapes undone.
    pub(super) keys: Vec<String>,
    /// What is no key: strings, escapes undone.
    pub(super) strings: Vec<String>,
    /// What follows the key `pending` is not `null`.
    pub(super) pending: bool,
}

/// An object or an array that is open.
struct Open {
    keys: Option<BTreeSet<String>>,
    /// The last key, until its value was read.
    key: Option<String>,
}

/// Reads `text`.
pub(super) fn facts(text: &str) -> Facts {
    let mut facts = Facts { byte_order_mark: text.starts_with('\u{feff}'), ..Facts::default() };
    let mut open: Vec<Open> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.');
        let (token, after) = match first {
            '"' => split_string(rest),
            _ if is_word(first) => rest.split_at(rest.find(|c| !is_word(c)).unwrap_or(rest.len())),
            _ => rest.split_at(first.len_utf8()),
        };
        rest = after;
        match first {
            '{' | '[' => {
                let outer = open.last();
                facts.container_in_object |=
                    open.len() > 1 && outer.is_some_and(|it| it.keys.is_some());
                facts.pending |= outer.and_then(|outer| outer.key.as_deref()) == Some("pending");
                open.push(Open { keys: (first == '{').then(BTreeSet::new), key: None });
                facts.depth = facts.depth.max(open.len());
            }
            '}' | ']' => drop(open.pop()),
            '"' => facts.string(token, open.last_mut(), rest),
            _ if is_word(first) => {
                facts.word(token, open.last().and_then(|outer| outer.key.as_deref()));
            }
            _ => {}
        }
    }
    facts
}

/// A string with its quotes, and what follows it.
fn split_string(text: &str) -> (&str, &str) {
    let mut escaped = false;
    for (place, character) in text.char_indices().skip(1) {
        match character {
            '"' if !escaped => return text.split_at(place + 1),
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    (text, "")
}

impl Facts {
    fn string(&mut self, token: &str, outer: Option<&mut Open>, rest: &str) {
        self.lone_surrogate |= has_lone_surrogate(token);
        let Ok(string) = serde_json::from_str::<String>(token) else {
            return;
        };
        let is_key = rest.trim_start_matches([' ', '\t', '\n', '\r']).starts_with(':');
        match outer {
            Some(Open { keys: Some(keys), key }) if is_key => {
                self.duplicate_key |= !keys.insert(string.clone());
                *key = Some(string.clone());
                self.keys.push(string);
            }
            outer => {
                self.pending |= outer.is_some_and(|open| open.key.as_deref() == Some("pending"));
                self.strings.push(string);
            }
        }
    }

    fn word(&mut self, word: &str, key: Option<&str>) {
        self.not_a_number |= matches!(word, "NaN" | "Infinity" | "-Infinity");
        self.huge_number |= word.parse::<f64>().is_ok_and(f64::is_infinite)
            && word.bytes().any(|byte| byte.is_ascii_digit());
        match key {
            Some(key @ ("version" | "checkpoint_version")) => {
                self.versions.push((key.to_owned(), word.to_owned()));
            }
            Some("pending") => self.pending |= word != "null",
            _ => {}
        }
    }
}

/// Whether a string, as it is written, holds half of a pair.
fn has_lone_surrogate(token: &str) -> bool {
    let mut units = Vec::new();
    let mut rest = token.chars();
    while let Some(character) = rest.next() {
        let hex = rest.as_str().strip_prefix('u').and_then(|hex| hex.get(..4));
        let unit = hex.and_then(|hex| u16::from_str_radix(hex, 16).ok());
        match (character, unit) {
            ('\\', Some(unit)) => {
                units.push(unit);
                rest.nth(4);
            }
            ('\\', None) => units.extend(rest.next().map(|_| 0)),
            _ => units.push(0),
        }
    }
    char::decode_utf16(units).any(|unit| unit.is_err())
}

#[cfg(test)]
#[path = "../../tests/unit/facts.rs"]
mod tests;
