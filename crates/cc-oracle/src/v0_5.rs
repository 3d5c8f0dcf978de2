//! Contract 0.5, written for being plainly right.
//!
//! The classifier follows the contract's sentences one by one at every place of the text. A place
//! is the number of a byte, and an operand the places where it begins and ends.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::asked::{Asked, KINDS, Verdict};
use crate::{Oracle, SmallWorld, V0_5, composed, fixed_point, words};

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
        let Some((kind, after)) = start_at(text, 0) else {
            return Verdict::NoDirective;
        };
        for at in after..text.len() {
            if let Some((_, end)) = start_at(text, at)
                && !text[..at].ends_with(is_letter)
            {
                return Verdict::compound((at, end));
            }
        }
        let end = text.len();
        let from = end.min(after + 1);
        match kind {
            "clear_premise" | "reset_policies" | "clear_state" if after == end => {
                Verdict::Canonical(Asked::new(kind, ["", ""]))
            }
            "clear_premise" | "reset_policies" | "clear_state" => Verdict::NoDirective,
            "use_item" => after_use(text, from),
            _ => Verdict::of_operands(text, kind, &[(from, end)]),
        }
    }

    /// Lowercase is that of the standard library, whose tables may be older than the crate's.
    fn naive_identity(item: &str) -> String {
        fixed_point(item, |text| {
            let spelled = spelled(&composed(text).to_lowercase());
            match &words(&spelled)[..] {
                ["a" | "an" | "the", item @ ..] => item.join(" "),
                item => item.join(" "),
            }
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

/// Whether a character is a letter: general category L.
fn is_letter(character: char) -> bool {
    character.general_category_group() == GeneralCategoryGroup::Letter
}

/// The kind whose start stands at a place, and where the start ends.
fn start_at(text: &str, at: usize) -> Option<(&'static str, usize)> {
    KINDS.into_iter().find_map(|(kind, words, operands)| {
        let rest = text.get(at..)?.strip_prefix(words)?;
        let ends = match operands {
            [] => !rest.starts_with(is_letter),
            _ => rest.is_empty() || rest.starts_with(' '),
        };
        ends.then_some((kind, at + words.len()))
    })
}

/// Reads what follows `use` and its space.
fn after_use(text: &str, from: usize) -> Verdict<'_> {
    const DELIMITER: &str = " instead of ";
    let (rest, end) = (&text[from..], text.len());
    if let Some(at) = rest.find(DELIMITER) {
        let at = from + at;
        Verdict::of_operands(text, "replace_use", &[(from, at), (at + DELIMITER.len(), end)])
    } else if rest.starts_with("instead of ") {
        Verdict::missing("replace_use", "new_item", (from, from))
    } else if rest.ends_with(" instead of") {
        Verdict::missing("replace_use", "old_item", (end, end))
    } else {
        Verdict::of_operands(text, "use_item", &[(from, end)])
    }
}

/// `don't` for each `dont` that no letter, number or underscore stands beside.
fn spelled(text: &str) -> String {
    let is_word = |character: char| {
        let group = character.general_category_group();
        let is_number = group == GeneralCategoryGroup::Number;
        is_letter(character) || is_number || character == '_'
    };
    let mut spelled = text.to_owned();
    for (at, word) in text.rmatch_indices("dont") {
        if !text[..at].ends_with(is_word) && !text[at + word.len()..].starts_with(is_word) {
            spelled.insert(at + 3, '\'');
        }
    }
    spelled
}
