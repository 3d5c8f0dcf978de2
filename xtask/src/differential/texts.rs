//! Texts that are made to hurt: items that meet in one identity, white space of every kind,
//! characters that cannot be seen, and small damage to a text that was right.
//!
//! No character is newer than Unicode 14, because the reference follows the tables of its Python.
//! No text holds a line feed: a line is an input.

use fastrand::Rng;
use unicode_normalization::UnicodeNormalization;

/// Items from many scripts, and what identity may make of each.
const ITEMS: [&str; 44] = [
    "docker",
    "npm",
    "peanuts",
    "raw sql",
    "x",
    "K",
    "a b c",
    "café",
    "Ångström",
    "straße",
    "ΟΔΟΣ",
    "İstanbul",
    "ısı",
    "ﬁle",
    "ſave",
    "ǆ",
    "ǰ",
    "日本語",
    "한국어",
    "ไทย",
    "हिन्दी",
    "עברית",
    "العربية",
    "кофе",
    "ქართული",
    "Ꭰ",
    "ᏸ",
    "don't",
    "dont",
    "it's",
    "’",
    "\"tea\"",
    "a-team",
    "the docker",
    "an apple",
    "the",
    "a",
    "the a tea",
    "instead",
    "of",
    "to",
    "use",
    "...",
    "½ cup",
];

/// Characters that are white space, for somebody.
const SPACES: [&str; 16] = [
    " ", "  ", "\t", " \t ", "\u{b}", "\u{c}", "\u{1c}", "\u{1f}", "\u{85}", "\u{a0}", "\u{1680}",
    "\u{2003}", "\u{2028}", "\u{202f}", "\u{3000}", "\u{180e}",
];

/// Characters that join, reorder, fold or hide.
const LIVELY: [&str; 40] = [
    "\u{301}",
    "\u{308}",
    "\u{30c}",
    "\u{316}",
    "\u{307}",
    "\u{345}",
    "\u{327}",
    "\u{200b}",
    "\u{200c}",
    "\u{200d}",
    "\u{ad}",
    "\u{feff}",
    "\u{202e}",
    "\u{2066}",
    "\u{e0001}",
    "\u{0}",
    "\u{7}",
    "\u{1b}",
    "\u{7f}",
    "\u{9f}",
    "\"",
    "'",
    "’",
    "`",
    "´",
    "\\",
    "/",
    ",",
    ";",
    ".",
    ":",
    "!",
    "ẞ",
    "ß",
    "K",
    "Å",
    "µ",
    "😀",
    "👩\u{200d}🍳",
    "\u{1d400}",
];

/// Blocks in which every character was assigned long before Unicode 14.
const BLOCKS: [(u32, u32); 16] = [
    (0x20, 0x7e),
    (0xa1, 0x24f),
    (0x300, 0x36f),
    (0x391, 0x3a1),
    (0x3a3, 0x3ff),
    (0x400, 0x52f),
    (0x5d0, 0x5ea),
    (0x621, 0x64a),
    (0x905, 0x939),
    (0x1100, 0x11ff),
    (0x1e00, 0x1eff),
    (0x2100, 0x218b),
    (0x3041, 0x3096),
    (0x4e00, 0x9fa5),
    (0xac00, 0xd7a3),
    (0xff01, 0xff5e),
];

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

    /// The few items of a conversation.
    pub(super) fn items(&mut self) -> Vec<String> {
        (0..self.random.usize(2..5)).map(|_| self.item()).collect()
    }

    pub(super) fn item(&mut self) -> String {
        match self.random.u32(0..1_000) {
            0..700 => self.pick(&ITEMS).to_owned(),
            700..780 => format!("{} {}", self.pick(&ITEMS), self.pick(&ITEMS)),
            780..900 => self.characters(1..12),
            900..997 => self.damaged(&["docker", "raw sql", "straße", "the tea"]),
            _ => self.very_long(),
        }
    }

    /// An operand of thousands of characters.
    fn very_long(&mut self) -> String {
        let piece = format!("{}{}", self.pick(&ITEMS), self.pick(&SPACES));
        piece.repeat(self.random.usize(100..1_000))
    }

    fn characters(&mut self, count: std::ops::Range<usize>) -> String {
        let count = self.random.usize(count);
        (0..count).filter_map(|_| self.character()).collect()
    }

    fn character(&mut self) -> Option<char> {
        let (first, last) = self.random.choice(BLOCKS)?;
        char::from_u32(self.random.u32(first..=last))
    }

    /// White space of one kind or another.
    pub(super) fn space(&mut self) -> &'static str {
        self.pick(&SPACES)
    }

    /// Another spelling of an item, which often has the same identity.
    pub(super) fn spelled(&mut self, item: &str) -> String {
        let mut text = match self.random.u32(0..12) {
            0 => item.to_uppercase(),
            1 => item.to_lowercase(),
            2 => item.nfd().collect(),
            3 => item.nfkd().collect(),
            4 => item.chars().map(full_width).collect(),
            5 => item.replace(' ', self.space()),
            6 => item.replace('\'', self.pick(&["’", "`", "'"])),
            7 => item.replace('k', "\u{212a}").replace('s', "\u{17f}"),
            8 => item.replace("ß", "ẞ").replace("ss", "ß"),
            9 => format!("{}{item}", self.pick(&["the ", "A ", "an\t", "the a "])),
            _ => item.to_owned(),
        };
        if self.chance(15) {
            let space = self.space();
            if self.chance(50) { text.insert_str(0, space) } else { text.push_str(space) }
        }
        text
    }

    /// `text` with one small thing wrong.
    pub(super) fn damage(&mut self, text: &str) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        let place = self.random.usize(0..=characters.len());
        let (before, after) = characters.split_at_mut(place);
        match self.random.u32(0..6) {
            0 => {
                // One character less.
                let rest = after.get(1..).unwrap_or_default();
                before.iter().chain(rest).collect()
            }
            1 => {
                // Two characters change places.
                if let [first, second, ..] = after {
                    std::mem::swap(first, second);
                }
                characters.into_iter().collect()
            }
            2 => {
                // One letter in the other case.
                if let Some(letter) = after.first_mut() {
                    *letter = if letter.is_ascii_lowercase() {
                        letter.to_ascii_uppercase()
                    } else {
                        letter.to_ascii_lowercase()
                    };
                }
                characters.into_iter().collect()
            }
            kind => {
                let inserted = match kind {
                    3 => self.space().to_owned(),
                    4 => self.pick(&LIVELY).to_owned(),
                    _ => self.characters(1..3),
                };
                before
                    .iter()
                    .copied()
                    .chain(inserted.chars())
                    .chain(after.iter().copied())
                    .collect()
            }
        }
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
