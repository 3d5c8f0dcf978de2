//! Contract 0.9, written for being plainly right.
//!
//! The classifier follows the contract's sentences one by one at every place of the text. A place
//! is the number of a byte, and an operand the places where it begins and ends.

use unicase::UniCase;

use crate::asked::{Asked, KINDS, Place, Verdict};
use crate::{Oracle, SmallWorld, V0_9, composed, fixed_point, has_content, words};

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

    fn naive_class(source: &str) -> Verdict<'_> {
        let text = source.trim_end_matches(BOUNDARY);
        let first = skip(text, 0, &BOUNDARY);
        let Some((kind, after)) = start_at(text, first) else {
            return match word_at(text, first, "change premise") {
                Some(after) => malformed(None, (skip(text, after, &SEPARATORS), text.len())),
                None => Verdict::NoDirective,
            };
        };
        for at in after..text.len() {
            if let Some((_, end)) = start_at(text, at)
                && !text[..at].ends_with(is_letter)
            {
                return Verdict::compound((at, end));
            }
        }
        let rest = (skip(text, after, &SEPARATORS), text.len());
        match kind {
            "clear_premise" | "reset_policies" | "clear_state" if rest.0 == rest.1 => {
                Verdict::Canonical(Asked::new(kind, ["", ""]))
            }
            "clear_premise" | "reset_policies" | "clear_state" => malformed(None, rest),
            "use_item" => after_use(text, after),
            "set_premise" => {
                let word = skip(text, rest.0, &BOUNDARY);
                match (operands(text, kind, &[rest]), word_at(text, word, "to")) {
                    (Verdict::Canonical(_), Some(end)) => malformed(Some(kind), (word, end)),
                    (verdict, _) => verdict,
                }
            }
            _ => operands(text, kind, &[rest]),
        }
    }

    fn naive_identity(item: &str) -> String {
        fixed_point(item, |text| {
            words(&UniCase::unicode(composed(text)).to_folded_case()).join(" ")
        })
    }
}

const SEPARATORS: [char; 2] = [' ', '\t'];

const BOUNDARY: [char; 6] = [' ', '\t', '\n', '\u{b}', '\u{c}', '\r'];

fn is_letter(character: char) -> bool {
    character.is_ascii_alphabetic()
}

/// The first place that holds none of these characters.
fn skip(text: &str, at: usize, characters: &[char]) -> usize {
    let rest = text.bytes().skip(at);
    at + rest.take_while(|byte| characters.contains(&char::from(*byte))).count()
}

/// Where `words` end if they stand at a place. A space in them stands for one or more separators.
fn words_at(text: &str, mut at: usize, words: &str) -> Option<usize> {
    for letter in words.bytes() {
        let next = match text.as_bytes().get(at) {
            _ if letter == b' ' => skip(text, at, &SEPARATORS),
            Some(byte) if byte.to_ascii_lowercase() == letter => at + 1,
            _ => at,
        };
        if next == at {
            return None;
        }
        at = next;
    }
    Some(at)
}

/// The same for words that a separator or the end must follow.
fn word_at(text: &str, at: usize, words: &str) -> Option<usize> {
    let end = words_at(text, at, words)?;
    (end == text.len() || text[end..].starts_with(SEPARATORS)).then_some(end)
}

/// The kind whose canonical start stands at a place, and where the start ends.
fn start_at(text: &str, at: usize) -> Option<(&'static str, usize)> {
    KINDS.into_iter().find_map(|(kind, words, operands)| {
        let end = match operands {
            [] => words_at(text, at, words).filter(|end| !text[*end..].starts_with(is_letter)),
            _ => word_at(text, at, words),
        };
        Some((kind, end?))
    })
}

/// Reads what follows the word `use`, which ends at `after`.
fn after_use(text: &str, after: usize) -> Verdict<'_> {
    let (first, end) = (skip(text, after, &SEPARATORS), text.len());
    let all = (after..end).filter_map(|at| Some((at, words_at(text, at, " instead of ")?)));
    let delimiters: Vec<Place> = all.collect();
    let mut counted: Vec<Place> = Vec::new();
    for delimiter in &delimiters {
        if counted.last().is_none_or(|(_, end)| *end <= delimiter.0) {
            counted.push(*delimiter);
        }
    }
    let split = delimiters.iter().find(|(from, to)| first < *from && *to < end);
    if let ([_], Some((from, to))) = (&counted[..], split) {
        return operands(text, "replace_use", &[(first, *from), (*to, end)]);
    }
    let lead = skip(text, first, &BOUNDARY);
    if let Some(to) = word_at(text, lead, "instead of") {
        let old = (skip(text, to, &SEPARATORS), end);
        let missing = Verdict::missing("replace_use", "new_item", (lead, lead));
        return line_feed(text, "replace_use", old).unwrap_or(missing);
    }
    if let Some(at) = (after..end).find(|at| words_at(text, *at, " instead of") == Some(end)) {
        let missing = Verdict::missing("replace_use", "old_item", (end, end));
        return line_feed(text, "replace_use", (first, at)).unwrap_or(missing);
    }
    if let [_, second, ..] = counted[..] {
        let several = malformed(Some("use_item"), (skip(text, second.0, &SEPARATORS), end));
        return line_feed(text, "use_item", (first, end)).unwrap_or(several);
    }
    operands(text, "use_item", &[(first, end)])
}

/// The directive with these operands, unless one holds a line feed or is missing.
fn operands<'a>(text: &'a str, kind: &'static str, operands: &[Place]) -> Verdict<'a> {
    let line_feed = operands.iter().find_map(|operand| line_feed(text, kind, *operand));
    line_feed.unwrap_or_else(|| Verdict::of_operands(text, kind, operands))
}

/// The fault of an operand that is present and holds a line feed.
fn line_feed(text: &str, kind: &'static str, (from, to): Place) -> Option<Verdict<'static>> {
    let at = from + text[from..to].find('\n')?;
    has_content(&text[from..to]).then(|| malformed(Some(kind), (at, at + 1)))
}

fn malformed(kind: Option<&'static str>, span: Place) -> Verdict<'static> {
    Verdict::Invalid { failure: "malformed_directive", kind, missing: None, span }
}
