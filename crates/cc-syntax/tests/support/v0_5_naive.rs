//! A second classifier for contract 0.5, written for being plainly right: it follows the contract's
//! sentences one by one over a vector of characters, and shares nothing with the crate.

/// What a text is, in the contract's own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    NoDirective,
    Compound { span: (usize, usize) },
    Missing { kind: &'static str, operand: &'static str, span: (usize, usize) },
    Canonical { kind: &'static str, operands: Vec<String> },
}

/// Letters beyond ASCII that the tests put beside starts; nothing else there is a letter.
pub(crate) const LETTERS: [char; 8] = ['é', 'ª', 'ʰ', 'א', '你', '한', '\u{1d400}', 'ǅ'];

/// Characters beyond ASCII that the tests put beside starts and that are no letters.
pub(crate) const OTHERS: [char; 8] =
    ['\u{301}', '\u{345}', '٣', 'Ⅷ', 'Ⓐ', '\u{3000}', '\u{a0}', '😀'];

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

pub(crate) fn classify(text: &str) -> Verdict {
    let text = Text::new(text);
    if text.start_at(0).is_some() {
        for at in 1..text.characters.len() {
            if let (Some(end), false) = (text.start_at(at), is_letter(text.characters[at - 1])) {
                return Verdict::Compound { span: text.span(at, end) };
            }
        }
    }
    for (words, kind) in LITERALS {
        if text.slice(0, text.end()) == words {
            return Verdict::Canonical { kind, operands: Vec::new() };
        }
    }
    for (prefix, kind, operand) in PREFIXES {
        let Some(end) = text.words_at(prefix, 0) else {
            continue;
        };
        if end < text.end() && text.characters[end] != ' ' {
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

fn is_letter(character: char) -> bool {
    character.is_ascii_alphabetic() || LETTERS.contains(&character)
}

/// Unicode White_Space and U+001C to U+001F, written out.
fn is_white_space(c: char) -> bool {
    matches!(c as u32,
        0x09..=0x0d | 0x1c..=0x20 | 0x85 | 0xa0 | 0x1680 | 0x2000..=0x200a | 0x2028 | 0x2029
        | 0x202f | 0x205f | 0x3000)
}

struct Text {
    characters: Vec<char>,
    /// The byte offset of each character and of the end.
    offsets: Vec<usize>,
}

impl Text {
    fn new(text: &str) -> Text {
        let mut offsets: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        offsets.push(text.len());
        Text { characters: text.chars().collect(), offsets }
    }

    fn end(&self) -> usize {
        self.characters.len()
    }

    fn span(&self, from: usize, to: usize) -> (usize, usize) {
        (self.offsets[from], self.offsets[to])
    }

    fn slice(&self, from: usize, to: usize) -> String {
        self.characters[from..to].iter().collect()
    }

    /// Where `words` end if they stand at `at`.
    fn words_at(&self, words: &str, mut at: usize) -> Option<usize> {
        for character in words.chars() {
            if self.characters.get(at) != Some(&character) {
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
            self.characters.get(end).is_none_or(|next| *next == ' ').then_some(end)
        });
        keyword.or_else(|| {
            LITERALS.into_iter().find_map(|(words, _)| {
                let end = self.words_at(words, at)?;
                self.characters.get(end).is_none_or(|next| !is_letter(*next)).then_some(end)
            })
        })
    }

    fn after_use(&self, from: usize) -> Verdict {
        const DELIMITER: &str = " instead of ";
        let missing = |operand, at| Verdict::Missing {
            kind: "replace_use",
            operand,
            span: self.span(at, at),
        };
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
    fn operands(&self, kind: &'static str, operands: &[(&'static str, usize, usize)]) -> Verdict {
        for (operand, from, to) in operands {
            if self.characters[*from..*to].iter().all(|c| is_white_space(*c)) {
                return Verdict::Missing { kind, operand, span: self.span(*from, *to) };
            }
        }
        let operands = operands.iter().map(|(_, from, to)| self.slice(*from, *to)).collect();
        Verdict::Canonical { kind, operands }
    }
}
