//! Texts that are made to hurt: items that meet in one identity, white space of every kind,
//! characters that cannot be seen, and small damage to a text that was right.
//!
//! No character is newer than Unicode 14, because the reference follows the tables of its Python,
//! but for capitals that letters have got since. No text holds a line feed: a line is an input.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fastrand::Rng;
use unicode_normalization::UnicodeNormalization;

/// Lists of words by name. Of `blocks`, each word is the first and the last character of a range in
/// which every character was assigned long before Unicode 14.
static WORDS: LazyLock<BTreeMap<String, Vec<String>>> =
    // A test holds that the file is in order.
    LazyLock::new(|| serde_json::from_str(include_str!("words.json")).unwrap_or_default());

/// A random source of texts. Equal seeds give equal texts.
pub(super) struct Texts {
    pub(super) random: Rng,
}

impl Texts {
    pub(super) fn new(seed: u64) -> Self {
        Texts { random: Rng::with_seed(seed) }
    }

    /// Whether something that happens `percent` times of a hundred happens now.
    pub(super) fn chance(&mut self, percent: u32) -> bool {
        self.random.u32(0..100) < percent
    }

    /// One of `choices`.
    pub(super) fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        self.random.choice(choices).copied().unwrap_or_default()
    }

    /// One word of the list that has this name in `words.json`.
    pub(super) fn word(&mut self, list: &str) -> &'static str {
        let words = WORDS.get(list).and_then(|words| self.random.choice(words));
        debug_assert!(words.is_some(), "there are no words for `{list}`");
        words.map_or("", String::as_str)
    }

    pub(super) fn item(&mut self) -> String {
        match self.random.u32(0..1_000) {
            0..700 => self.word("items").to_owned(),
            700..780 => format!("{} {}", self.word("items"), self.word("items")),
            780..900 => self.characters(1..12),
            900..997 => self.damaged(&["docker", "raw sql", "straße", "the tea"]),
            _ => self.very_long(),
        }
    }

    /// An operand of thousands of characters.
    fn very_long(&mut self) -> String {
        let piece = format!("{}{}", self.word("items"), self.word("spaces"));
        piece.repeat(self.random.usize(100..1_000))
    }

    fn characters(&mut self, count: std::ops::Range<usize>) -> String {
        let count = self.random.usize(count);
        (0..count).filter_map(|_| self.character()).collect()
    }

    fn character(&mut self) -> Option<char> {
        let mut ends = self.word("blocks").chars();
        Some(self.random.char(ends.next()?..=ends.next()?))
    }

    /// Another spelling of an item, which often has the same identity.
    pub(super) fn spelled(&mut self, item: &str) -> String {
        let mut text = match self.random.u32(0..12) {
            0 => item.to_uppercase(),
            1 => item.to_lowercase(),
            2 => item.nfd().collect(),
            3 => item.nfkd().collect(),
            4 => item.chars().map(full_width).collect(),
            5 => item.replace(' ', self.word("spaces")),
            6 => item.replace('\'', self.pick(&["’", "`", "'"])),
            7 => item.replace('k', "\u{212a}").replace('s', "\u{17f}"),
            8 => item.replace("ß", "ẞ").replace("ss", "ß"),
            9 => format!("{}{item}", self.pick(&["the ", "A ", "an\t", "the a "])),
            _ => item.to_owned(),
        };
        if self.chance(15) {
            let space = self.word("spaces");
            if self.chance(50) { text.insert_str(0, space) } else { text.push_str(space) }
        }
        text
    }

    /// `text` with one small thing wrong.
    pub(super) fn damage(&mut self, text: &str) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        let place = self.random.usize(0..=characters.len());
        let inserted = match self.random.u32(0..6) {
            // One character less.
            0 => characters.drain(place..).skip(1).collect(),
            // Two characters change places.
            1 if place + 1 < characters.len() => {
                characters.swap(place, place + 1);
                String::new()
            }
            // One letter in the other case.
            1 | 2 => {
                if let Some(letter) = characters.get_mut(place) {
                    let is_lower = letter.is_ascii_lowercase();
                    *letter = if is_lower {
                        letter.to_ascii_uppercase()
                    } else {
                        letter.to_ascii_lowercase()
                    };
                }
                String::new()
            }
            3 => self.word("spaces").to_owned(),
            4 => self.word("lively").to_owned(),
            _ => self.characters(1..3),
        };
        characters.splice(place..place, inserted.chars());
        characters.into_iter().collect()
    }

    fn damaged(&mut self, choices: &[&str]) -> String {
        let mut text = self.pick(choices).to_owned();
        for _ in 0..self.random.u32(1..4) {
            text = self.damage(&text);
        }
        text
    }
}

/// The full-width form of an ASCII character.
fn full_width(character: char) -> char {
    match character {
        '!'..='~' => char::from_u32(u32::from(character) + 0xfee0).unwrap_or(character),
        _ => character,
    }
}
