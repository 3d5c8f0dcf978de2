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

/// Reads `text`.
pub(super) fn facts(text: &str) -> Facts {
    let mut facts = Facts { byte_order_mark: text.starts_with('\u{feff}'), ..Facts::default() };
    // What is open: the keys of an object, or none for an array.
    let mut open: Vec<Option<BTreeSet<String>>> = Vec::new();
    // The key whose value comes next.
    let mut key = String::new();
    let mut rest = text;
    while let Some(token) = first_token(rest) {
        rest = rest.get(token.len()..).unwrap_or_default();
        let string = serde_json::from_str::<String>(token);
        let is_key = rest.trim_start_matches([' ', '\t', '\n', '\r']).starts_with(':');
        match (token, string, open.last_mut()) {
            ("}" | "]", ..) => drop(open.pop()),
            (":" | " " | "\t" | "\n" | "\r", ..) => continue,
            ("{" | "[", _, outer) => {
                let in_object = matches!(outer, Some(Some(_)));
                facts.container_in_object |= in_object && open.len() > 1;
                facts.pending |= key == "pending";
                open.push((token == "{").then(BTreeSet::new));
                facts.depth = facts.depth.max(open.len());
            }
            (_, Ok(string), Some(Some(keys))) if is_key => {
                facts.duplicate_key |= !keys.insert(string.clone());
                facts.keys.push(string.clone());
                key = string;
                continue;
            }
            (_, Ok(string), _) => {
                facts.pending |= key == "pending";
                facts.strings.push(string);
            }
            (word, Err(_), _) => facts.word(word, &key),
        }
        key.clear();
    }
    facts
}

/// What a text begins with: a string with its quotes, a word or number, or another character.
fn first_token(text: &str) -> Option<&str> {
    let first = text.chars().next()?;
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.');
    let mut escaped = false;
    let end = match first {
        '"' => text.char_indices().skip(1).find_map(|(place, character)| {
            let ends = character == '"' && !escaped;
            escaped = character == '\\' && !escaped;
            ends.then_some(place + 1)
        }),
        _ if is_word(first) => text.find(|c| !is_word(c)),
        _ => Some(first.len_utf8()),
    };
    Some(end.and_then(|end| text.get(..end)).unwrap_or(text))
}

impl Facts {
    /// A word, a number, or a string that is none. Commas say nothing.
    fn word(&mut self, word: &str, key: &str) {
        self.lone_surrogate |= has_lone_surrogate(word);
        self.not_a_number |= matches!(word, "NaN" | "Infinity" | "-Infinity");
        self.huge_number |= word.parse::<f64>().is_ok_and(f64::is_infinite)
            && word.bytes().any(|byte| byte.is_ascii_digit());
        if matches!(key, "version" | "checkpoint_version") {
            self.versions.push((key.to_owned(), word.to_owned()));
        }
        self.pending |= key == "pending" && word != "null";
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
