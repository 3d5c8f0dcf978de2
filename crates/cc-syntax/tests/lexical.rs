//! The lexical rules: case, separators, trimming, look-alikes, and operands borrowed as they are.

use cc_syntax::{Classification, Directive, Form, classify};

/// A text of each kind, with single spaces and lowercase keywords.
const CANONICAL: [&str; 9] = [
    "set premise Aa",
    "change premise to Aa",
    "use Aa",
    "prohibit Aa",
    "remove policy Aa",
    "use Aa instead of Bb",
    "clear premise",
    "reset policies",
    "clear state",
];

/// The characters that are trimmed at both ends.
const BOUNDARY: [char; 6] = [' ', '\t', '\n', '\r', '\u{b}', '\u{c}'];

fn directive(text: &str) -> Option<Directive<'_>> {
    match classify(text) {
        Classification::Canonical(directive) => Some(directive),
        _ => None,
    }
}

#[test]
fn keywords_match_in_any_ascii_case() {
    for text in CANONICAL {
        let expected = directive(text).expect("canonical");
        // Operands begin with a capital; keywords are all the other letters.
        for flip in 0..2 {
            let mut position = flip;
            let cased: String = text
                .split(' ')
                .map(|word| {
                    if word.starts_with(char::is_uppercase) {
                        return word.to_owned();
                    }
                    word.chars()
                        .map(|c| {
                            position += 1;
                            if position % 2 == 0 { c.to_ascii_uppercase() } else { c }
                        })
                        .collect()
                })
                .collect::<Vec<String>>()
                .join(" ");
            assert_ne!(cased, text);
            assert_eq!(directive(&cased), Some(expected), "{cased:?}");
        }
    }
}

#[test]
fn any_run_of_spaces_and_tabs_separates_keywords_and_operands() {
    for text in CANONICAL {
        let expected = directive(text).expect("canonical");
        for run in ["\t", "  ", " \t", "\t\t \t"] {
            let spaced = text.replace(' ', run);
            assert_eq!(directive(&spaced), Some(expected), "{spaced:?}");
        }
    }
}

#[test]
fn no_other_white_space_separates_keywords() {
    let others =
        ["\n", "\r", "\u{b}", "\u{c}", "\u{1f}", "\u{85}", "\u{a0}", "\u{2003}", "\u{3000}"];
    for text in CANONICAL {
        for other in others {
            let joined = text.replacen(' ', other, 1);
            assert_eq!(classify(&joined), Classification::NoDirective, "{joined:?}");
        }
    }
}

#[test]
fn the_six_ascii_white_space_characters_are_trimmed_at_both_ends() {
    for text in CANONICAL {
        let expected = directive(text).expect("canonical");
        for before in BOUNDARY {
            for after in BOUNDARY {
                let padded = format!("{before}{after}{text}{after}{before}{after}");
                assert_eq!(directive(&padded), Some(expected), "{padded:?}");
            }
        }
    }
}

#[test]
fn no_other_character_is_trimmed_at_the_start() {
    for other in ['\0', '\u{1c}', '\u{1f}', '\u{85}', '\u{a0}', '\u{200b}', '\u{3000}', '\u{feff}']
    {
        for text in CANONICAL {
            let padded = format!("{other}{text}");
            assert_eq!(classify(&padded), Classification::NoDirective, "{padded:?}");
        }
    }
}

#[test]
fn no_other_character_is_trimmed_at_the_end() {
    for other in ['\0', '\u{1c}', '\u{1f}', '\u{85}', '\u{a0}', '\u{200b}', '\u{3000}', '\u{feff}']
    {
        let (text, item) = (format!("use Aa{other}"), format!("Aa{other}"));
        let expected = Form::UseItem { item: &item };
        assert_eq!(directive(&text).map(|d| d.form()), Some(expected));
    }
}

#[test]
fn no_unicode_character_stands_for_an_ascii_letter() {
    // Characters that fold, compose or look like one letter of a keyword.
    let look_alikes = [
        ('s', 'ſ'),
        ('s', 'ѕ'),
        ('s', 'ｓ'),
        ('e', 'е'),
        ('e', 'ｅ'),
        ('i', 'ı'),
        ('i', 'İ'),
        ('i', 'ｉ'),
        ('o', 'ο'),
        ('o', 'о'),
        ('o', 'ｏ'),
        ('p', 'р'),
        ('c', 'ｃ'),
        ('u', 'ｕ'),
        ('r', 'ｒ'),
        ('t', 'ｔ'),
    ];
    for text in CANONICAL {
        // The last keyword before the operand included, the delimiter aside.
        let keywords = text.split(" Aa").next().expect("text begins with keywords");
        for (letter, other) in look_alikes {
            for (at, _) in keywords.match_indices(letter) {
                let mut forged = text.to_owned();
                forged.replace_range(at..at + 1, &other.to_string());
                let is_directive = matches!(classify(&forged), Classification::Canonical(_));
                assert!(!is_directive, "{forged:?}");
            }
        }
    }
    // The Kelvin sign folds to k, which no keyword holds but `K` does as an operand.
    assert_eq!(
        directive("use \u{212a}").map(|d| d.form()),
        Some(Form::UseItem { item: "\u{212a}" })
    );
}

#[test]
fn no_other_character_stands_for_a_letter_of_a_keyword() {
    for text in CANONICAL {
        let kind = directive(text).map(|directive| directive.kind());
        for (at, letter) in text.char_indices().filter(|(_, c)| c.is_ascii_lowercase()) {
            // The small letters of the operands may be anything.
            if text.get(..at).is_some_and(|before| before.ends_with(['A', 'B'])) {
                continue;
            }
            for other in '\0'..='\u{24f}' {
                let mut forged = text.to_owned();
                forged.replace_range(at..at + 1, &other.to_string());
                let same = directive(&forged).map(|directive| directive.kind()) == kind;
                assert_eq!(same, other.eq_ignore_ascii_case(&letter), "{forged:?}");
            }
        }
    }
}

#[test]
fn combining_marks_and_joiners_break_keywords() {
    for mark in ['\u{301}', '\u{200d}', '\u{fe0f}'] {
        for text in ["use", "prohibit", "set premise", "remove policy"] {
            let broken = format!("{text}{mark} x");
            assert_eq!(classify(&broken), Classification::NoDirective, "{broken:?}");
        }
    }
}

#[test]
fn quotes_punctuation_and_escapes_mean_nothing() {
    for item in ["\"a b\"", "'a", "a, b; c", "a\\nb", "\\", "`a`", "{}", "a.", "#a", "a  b\tc"] {
        let text = format!("use {item}");
        assert_eq!(directive(&text).map(|d| d.form()), Some(Form::UseItem { item }), "{text:?}");
    }
}

#[test]
fn operands_keep_their_exact_text() {
    let item = "CAFÉ e\u{301}\u{a0} ｄｏｃｋｅｒ\u{200d}\u{1f468}\u{fe0f}  \u{b}’`ß";
    let text = format!(" \tuse   {item} \t\n");
    assert_eq!(directive(&text).map(|d| d.form()), Some(Form::UseItem { item }));
}

#[test]
fn operands_are_borrowed_from_the_input() {
    for text in CANONICAL {
        let padded = format!(" {text}\n");
        let range = padded.as_bytes().as_ptr_range();
        for (_, operand) in directive(&padded).expect("canonical").operands() {
            let bytes = operand.as_bytes().as_ptr_range();
            assert!(range.contains(&bytes.start) && bytes.end <= range.end, "{text:?}");
            let at = bytes.start as usize - range.start as usize;
            assert_eq!(padded.get(at..at + operand.len()), Some(operand));
        }
    }
}
