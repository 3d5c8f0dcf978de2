//! Contract 0.5, written for being plainly right.
//!
//! The classifier follows the contract's sentences one by one at every place of the text. It looks
//! at bytes: all that the grammar names is ASCII, and no byte of another character is.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::{Asked, Oracle, SmallWorld, V0_5, Verdict, composed, fixed_point, has_content, words};

impl Oracle for V0_5 {
    const REPLACEMENT: [&'static str; 3] = [
        "replacement_source_missing",
        "replacement_source_prohibited",
        "replacement_target_prohibited",
    ];

    const WORLD: SmallWorld = SmallWorld {
        items: [
            ["The Tea", "ＴＥＡ", "tea"],
            ["DONT  ask", "a don\u{2019}t\nask", "don't ask"],
            ["STRA\u{1e9e}E", "an the straße ", "straße"],
        ],
        premises: [
            ["the Brief  replies", "the Brief\u{3000}replies ", "the Brief replies"],
            ["to don\u{2019}t", "to\ndon`t", "to don't"],
        ],
    };

    fn naive_class(text: &str) -> Verdict<'_> {
        classify(text)
    }

    /// Lowercase is that of the standard library, whose tables may be older than the crate's.
    fn naive_identity(item: &str) -> String {
        fixed_point(item, |text| {
            let spelled = spelled(&composed(text).to_lowercase());
            let mut words = words(&spelled);
            if words.first().is_some_and(|word| ["a", "an", "the"].contains(word)) {
                words.remove(0);
            }
            words.join(" ")
        })
    }

    /// There are letters of Unicode 18 that the standard library does not lower yet.
    fn knows(text: &str) -> bool {
        let newer = |character: char| {
            matches!(
                character,
                '\u{a7dd}' | '\u{a7e2}' | '\u{ab6c}' | '\u{ab6d}' | '\u{1df40}'..='\u{1df7f}'
            )
        };
        !text.nfkc().any(newer)
    }
}

const KEYWORDS: [&str; 5] =
    ["change premise to", "set premise", "remove policy", "prohibit", "use"];

const LITERALS: [(&str, &str); 3] = [
    ("clear premise", "clear_premise"),
    ("reset policies", "reset_policies"),
    ("clear state", "clear_state"),
];

/// The productions of one operand: prefix, kind and operand.
const PREFIXES: [(&str, &str, &str); 5] = [
    ("set premise", "set_premise", "value"),
    ("change premise to", "change_premise", "value"),
    ("use", "use_item", "item"),
    ("prohibit", "prohibit_item", "item"),
    ("remove policy", "remove_policy", "item"),
];

fn classify(text: &str) -> Verdict<'_> {
    let text = Text { source: text, bytes: text.as_bytes() };
    if text.start_at(0).is_some() {
        for at in 1..text.end() {
            if let Some(end) = text.start_at(at)
                && !text.slice(0, at).ends_with(is_letter)
            {
                return Verdict::Invalid {
                    failure: "compound_directive",
                    kind: None,
                    missing: None,
                    span: (at, end),
                };
            }
        }
    }
    for (words, kind) in LITERALS {
        if text.slice(0, text.end()) == words {
            return Verdict::Canonical(Asked::new(kind, ["", ""]));
        }
    }
    for (prefix, kind, operand) in PREFIXES {
        let Some(end) = text.words_at(prefix, 0) else {
            continue;
        };
        if end < text.end() && text.bytes[end] != b' ' {
            continue;
        }
        let from = (end + 1).min(text.end());
        return if kind == "use_item" {
            text.after_use(from)
        } else {
            text.operands(kind, &[(operand, from, text.end())])
        };
    }
    Verdict::NoDirective
}

/// Whether a character is a letter: general category L.
fn is_letter(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphabetic();
    }
    character.general_category_group() == GeneralCategoryGroup::Letter
}

struct Text<'a> {
    source: &'a str,
    bytes: &'a [u8],
}

impl<'a> Text<'a> {
    fn end(&self) -> usize {
        self.bytes.len()
    }

    fn slice(&self, from: usize, to: usize) -> &'a str {
        &self.source[from..to]
    }

    /// Where `words` end if they stand at `at`.
    fn words_at(&self, words: &str, mut at: usize) -> Option<usize> {
        for byte in words.bytes() {
            if self.bytes.get(at) != Some(&byte) {
                return None;
            }
            at += 1;
        }
        Some(at)
    }

    /// Where the words of a start end if one stands at `at`, whatever precedes it.
    fn start_at(&self, at: usize) -> Option<usize> {
        let keyword = KEYWORDS.into_iter().find_map(|words| {
            let end = self.words_at(words, at)?;
            self.bytes.get(end).is_none_or(|next| *next == b' ').then_some(end)
        });
        keyword.or_else(|| {
            LITERALS.into_iter().find_map(|(words, _)| {
                let end = self.words_at(words, at)?;
                (!self.slice(end, self.end()).starts_with(is_letter)).then_some(end)
            })
        })
    }

    fn after_use(&self, from: usize) -> Verdict<'a> {
        const DELIMITER: &str = " instead of ";
        let missing = |operand, at| missing("replace_use", operand, at, at);
        for at in from..self.end() {
            if let Some(after) = self.words_at(DELIMITER, at) {
                let sides = [("new_item", from, at), ("old_item", after, self.end())];
                return self.operands("replace_use", &sides);
            }
        }
        if self.words_at("instead of ", from).is_some() {
            return missing("new_item", from);
        }
        if self.slice(from, self.end()).ends_with(" instead of") {
            return missing("old_item", self.end());
        }
        self.operands("use_item", &[("item", from, self.end())])
    }

    /// The directive with these operands, unless one is without content.
    fn operands(
        &self,
        kind: &'static str,
        operands: &[(&'static str, usize, usize)],
    ) -> Verdict<'a> {
        for (operand, from, to) in operands {
            if !has_content(self.slice(*from, *to)) {
                return missing(kind, operand, *from, *to);
            }
        }
        let mut texts = operands.iter().map(|(_, from, to)| self.slice(*from, *to));
        let texts = [texts.next(), texts.next()].map(Option::unwrap_or_default);
        Verdict::Canonical(Asked::new(kind, texts))
    }
}

fn missing(kind: &'static str, operand: &'static str, from: usize, to: usize) -> Verdict<'static> {
    Verdict::Invalid {
        failure: "missing_required_operand",
        kind: Some(kind),
        missing: Some(operand),
        span: (from, to),
    }
}

/// `don't` for each `dont` that no letter, number or underscore stands beside.
fn spelled(text: &str) -> String {
    let is_word = |c: char| {
        let group = c.general_category_group();
        c == '_' || matches!(group, GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number)
    };
    let characters: Vec<char> = text.chars().collect();
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
    spelled
}
