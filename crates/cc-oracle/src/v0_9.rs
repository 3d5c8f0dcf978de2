//! Contract 0.9, written for being plainly right.
//!
//! The classifier follows the contract's sentences one by one at every place of the text. It looks
//! at bytes: all that the grammar names is ASCII, and no byte of another character is.

use unicase::UniCase;

use crate::{Asked, Oracle, SmallWorld, V0_9, Verdict, composed, fixed_point, has_content, words};

impl Oracle for V0_9 {
    const REPLACEMENT: [&'static str; 3] = [
        "replacement_source_prohibited",
        "replacement_target_prohibited",
        "replacement_source_missing",
    ];

    const WORLD: SmallWorld = SmallWorld {
        items: [
            ["Tea", "ＴＥＡ", "tea"],
            ["CAFÉ", "cafe\u{301}", "café"],
            ["straße", "Stra\u{1e9e}e", "strasse"],
        ],
        premises: [
            ["Brief  replies", "Brief\u{3000}replies", "Brief replies"],
            ["to don\u{2019}t", "to don`t", "to don't"],
        ],
    };

    fn naive_class(text: &str) -> Verdict<'_> {
        classify(text)
    }

    fn naive_identity(item: &str) -> String {
        fixed_point(item, |text| {
            words(&UniCase::unicode(composed(text)).to_folded_case()).join(" ")
        })
    }

    fn knows(_: &str) -> bool {
        true
    }
}

/// The canonical starts, and whether a separator or the end must follow (or just no letter).
const STARTS: [(&str, bool); 8] = [
    ("set premise", true),
    ("change premise to", true),
    ("remove policy", true),
    ("prohibit", true),
    ("use", true),
    ("clear premise", false),
    ("reset policies", false),
    ("clear state", false),
];

fn classify(text: &str) -> Verdict<'_> {
    let text = Text::new(text);
    if let Some((start, end)) = text.start_at(text.first) {
        for at in end..text.last {
            let after_letter = text.bytes[at - 1].is_ascii_alphabetic();
            if let (false, Some((_, second))) = (after_letter, text.start_at(at)) {
                return text.invalid("compound_directive", None, None, at, second);
            }
        }
        return text.complete(start, end);
    }
    match text.keywords(text.first, "change premise") {
        Some(end) if text.ends_keyword(end) => {
            let from = text.skip(end);
            text.invalid("malformed_directive", None, None, from, text.last)
        }
        _ => Verdict::NoDirective,
    }
}

fn is_separator(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

fn is_boundary(byte: u8) -> bool {
    b" \t\n\r\x0b\x0c".contains(&byte)
}

struct Text<'a> {
    source: &'a str,
    bytes: &'a [u8],
    /// The first byte after the trim, and the one after the last.
    first: usize,
    last: usize,
}

impl<'a> Text<'a> {
    fn new(source: &'a str) -> Text<'a> {
        let bytes = source.as_bytes();
        let first = bytes.iter().take_while(|byte| is_boundary(**byte)).count();
        let mut last = bytes.len();
        while last > first && is_boundary(bytes[last - 1]) {
            last -= 1;
        }
        Text { source, bytes, first, last }
    }

    fn skip(&self, mut at: usize) -> usize {
        while at < self.last && is_separator(self.bytes[at]) {
            at += 1;
        }
        at
    }

    /// Where `words` end if they stand at `at`.
    fn keywords(&self, mut at: usize, words: &str) -> Option<usize> {
        for letter in words.bytes() {
            if letter == b' ' {
                let next = self.skip(at);
                if next == at {
                    return None;
                }
                at = next;
            } else if at < self.last && self.bytes[at].to_ascii_lowercase() == letter {
                at += 1;
            } else {
                return None;
            }
        }
        Some(at)
    }

    fn ends_keyword(&self, at: usize) -> bool {
        at == self.last || is_separator(self.bytes[at])
    }

    /// The canonical start at `at`, whatever stands before it.
    fn start_at(&self, at: usize) -> Option<(&'static str, usize)> {
        STARTS.into_iter().find_map(|(words, separated)| {
            let end = self.keywords(at, words)?;
            let ends = if separated {
                self.ends_keyword(end)
            } else {
                end == self.last || !self.bytes[end].is_ascii_alphabetic()
            };
            ends.then_some((words, end))
        })
    }

    /// Reads a text that begins with the canonical start `start` and holds no other.
    fn complete(&self, start: &'static str, end: usize) -> Verdict<'a> {
        let from = self.skip(end);
        match start {
            "set premise" => self.operand("set_premise", "value", from),
            "change premise to" => self.operand("change_premise", "value", from),
            "remove policy" => self.operand("remove_policy", "item", from),
            "prohibit" => self.operand("prohibit_item", "item", from),
            "use" => self.after_use(from),
            literal if from == self.last => {
                let kind = match literal {
                    "clear premise" => "clear_premise",
                    "reset policies" => "reset_policies",
                    _ => "clear_state",
                };
                Verdict::Canonical(Asked::new(kind, ["", ""]))
            }
            _ => self.invalid("malformed_directive", None, None, from, self.last),
        }
    }

    fn operand(&self, kind: &'static str, name: &'static str, from: usize) -> Verdict<'a> {
        if let Some(fault) = self.line_feed(kind, from, self.last) {
            return fault;
        }
        if let Some(fault) = self.missing(kind, name, from, self.last) {
            return fault;
        }
        if kind == "set_premise" {
            let word = self.skip_boundary(from);
            if let Some(end) = self.keywords(word, "to").filter(|end| self.ends_keyword(*end)) {
                return self.invalid("malformed_directive", Some(kind), None, word, end);
            }
        }
        Verdict::Canonical(Asked::new(kind, [self.text(from, self.last), ""]))
    }

    fn after_use(&self, from: usize) -> Verdict<'a> {
        let words = self.words(from);
        let is_pair = |at: usize| {
            at + 1 < words.len()
                && self.text(words[at].0, words[at].1).eq_ignore_ascii_case("instead")
                && self.text(words[at + 1].0, words[at + 1].1).eq_ignore_ascii_case("of")
        };
        // A delimiter has separators on both sides (before the first word stands the one after
        // `use`), and no two delimiters share one.
        let mut delimiters = Vec::new();
        let mut at = 0;
        while at + 2 < words.len() {
            let found = is_pair(at);
            if found {
                delimiters.push(at);
            }
            at += if found { 3 } else { 1 };
        }
        let split = (1..words.len().saturating_sub(2)).find(|at| is_pair(*at));
        if let (1, Some(at)) = (delimiters.len(), split) {
            return self.replacement((from, words[at - 1].1), (words[at + 2].0, self.last));
        }
        let kind = "replace_use";
        let lead = self.skip_boundary(from);
        let lead_end = self.keywords(lead, "instead of").filter(|end| self.ends_keyword(*end));
        if let Some(end) = lead_end {
            return self.line_feed(kind, self.skip(end), self.last).unwrap_or_else(|| {
                self.invalid("missing_required_operand", Some(kind), Some("new_item"), lead, lead)
            });
        }
        if words.len() > 2 && is_pair(words.len() - 2) {
            let new_item_end = words[words.len() - 3].1;
            let end = self.last;
            return self.line_feed(kind, from, new_item_end).unwrap_or_else(|| {
                self.invalid("missing_required_operand", Some(kind), Some("old_item"), end, end)
            });
        }
        match delimiters.get(1) {
            Some(second) => self.line_feed("use_item", from, self.last).unwrap_or_else(|| {
                let at = words[*second].0;
                self.invalid("malformed_directive", Some("use_item"), None, at, self.last)
            }),
            None => self.operand("use_item", "item", from),
        }
    }

    fn replacement(&self, new_item: (usize, usize), old_item: (usize, usize)) -> Verdict<'a> {
        let kind = "replace_use";
        self.line_feed(kind, new_item.0, new_item.1)
            .or_else(|| self.line_feed(kind, old_item.0, old_item.1))
            .or_else(|| self.missing(kind, "new_item", new_item.0, new_item.1))
            .or_else(|| self.missing(kind, "old_item", old_item.0, old_item.1))
            .unwrap_or_else(|| {
                let new_item = self.text(new_item.0, new_item.1);
                let old_item = self.text(old_item.0, old_item.1);
                Verdict::Canonical(Asked::new(kind, [new_item, old_item]))
            })
    }

    /// The words between separators.
    fn words(&self, from: usize) -> Vec<(usize, usize)> {
        let mut words = Vec::new();
        let mut at = self.skip(from);
        while at < self.last {
            let start = at;
            while at < self.last && !is_separator(self.bytes[at]) {
                at += 1;
            }
            words.push((start, at));
            at = self.skip(at);
        }
        words
    }

    fn skip_boundary(&self, mut at: usize) -> usize {
        while at < self.last && is_boundary(self.bytes[at]) {
            at += 1;
        }
        at
    }

    fn text(&self, from: usize, to: usize) -> &'a str {
        &self.source[from..to]
    }

    fn line_feed(&self, kind: &'static str, from: usize, to: usize) -> Option<Verdict<'a>> {
        let at = (from..to).find(|at| self.bytes[*at] == b'\n')?;
        has_content(self.text(from, to))
            .then(|| self.invalid("malformed_directive", Some(kind), None, at, at + 1))
    }

    fn missing(
        &self,
        kind: &'static str,
        name: &'static str,
        from: usize,
        to: usize,
    ) -> Option<Verdict<'a>> {
        (!has_content(self.text(from, to)))
            .then(|| self.invalid("missing_required_operand", Some(kind), Some(name), from, to))
    }

    fn invalid(
        &self,
        failure: &'static str,
        kind: Option<&'static str>,
        missing: Option<&'static str>,
        from: usize,
        to: usize,
    ) -> Verdict<'a> {
        Verdict::Invalid { failure, kind, missing, span: (from, to) }
    }
}
