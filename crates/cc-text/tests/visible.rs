//! Text made safe to show: what is hidden, what is left alone, and that nothing is confused.

#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking, as tests do")]

use cc_oracle::{WHITE_SPACE, config};
use cc_text::{visible, visible_message};
use proptest::prelude::*;

fn shown(text: &str) -> String {
    visible(text).to_string()
}

/// Reads shown text back, by the one rule that a backslash before `u{` begins an escape.
fn decode(shown: &str) -> String {
    let mut text = String::new();
    let mut rest = shown;
    while let Some((before, escape)) = rest.split_once("\\u{") {
        text.push_str(before);
        let (digits, after) = escape.split_once('}').expect("an escape ends");
        let code = u32::from_str_radix(digits, 16).expect("an escape is hexadecimal");
        text.push(char::from_u32(code).expect("an escape is a character"));
        rest = after;
    }
    text.push_str(rest);
    text
}

#[test]
fn every_control_character_is_hidden() {
    for character in (0..=0x9f).filter_map(char::from_u32).filter(|c| c.is_control()) {
        let expected = format!("a\\u{{{:x}}}b", u32::from(character));
        assert_eq!(shown(&format!("a{character}b")), expected);
    }
}

#[test]
fn every_character_that_shows_as_nothing_is_hidden() {
    // Default_Ignorable_Code_Point, and others that are blank or direct the text around them.
    let ignorable = [
        0xad..=0xad,
        0x34f..=0x34f,
        0x61c..=0x61c,
        0x115f..=0x1160,
        0x17b4..=0x17b5,
        0x180b..=0x180f,
        0x200b..=0x200f,
        0x202a..=0x202e,
        0x2060..=0x206f,
        0x3164..=0x3164,
        0xfe00..=0xfe0f,
        0xfeff..=0xfeff,
        0xffa0..=0xffa0,
        0xfff0..=0xfffb,
        0x1_bca0..=0x1_bca3,
        0x1_d173..=0x1_d17a,
        0xe_0000..=0xe_0fff,
        0x2800..=0x2800,
    ];
    for code in ignorable.into_iter().flatten() {
        let character = char::from_u32(code).expect("no surrogate");
        assert_eq!(shown(&character.to_string()), format!("\\u{{{code:x}}}"));
    }
}

#[test]
fn white_space_other_than_the_space_is_hidden() {
    for space in WHITE_SPACE {
        let expected =
            if space == ' ' { " ".to_owned() } else { format!("\\u{{{:x}}}", u32::from(space)) };
        assert_eq!(shown(&space.to_string()), expected);
    }
}

#[test]
fn letters_marks_and_emoji_of_every_kind_are_left_alone() {
    for text in [
        "plain ASCII: \"quotes\", 'apostrophes', `ticks`, {braces} ~",
        "Zażółć gęślą jaźń, Straße, naïve, e\u{301}\u{327}",
        "Ελληνικά, Русский, Հայերեն, ქართული",
        "עברית שלום, العربية فارسی",
        "हिन्दी क्षि, தமிழ், ไทยที่, ភាសាខ្មែរ",
        "中文漢字、日本語カタカナ。한국어",
        "😀👍🏽🇩🇪🚀",
        "∀x∈ℝ, €, …, —, “”",
        "a\\b \\ \\n \\x1b u{41} \\U{41}",
    ] {
        assert_eq!(shown(text), text);
    }
}

#[test]
fn every_other_character_is_left_alone() {
    let mut hidden = 0;
    for character in (0..=0x10_ffff).filter_map(char::from_u32) {
        let mut buffer = [0; 4];
        let text = &*character.encode_utf8(&mut buffer);
        let alone = visible(text).to_string();
        if alone != text {
            hidden += 1;
            assert_eq!(alone, format!("\\u{{{:x}}}", u32::from(character)));
        }
    }
    // 65 control characters, 4,174 ignorable ones and 3 for annotations, 18 kinds of white space
    // that are neither, and the blank pattern.
    assert_eq!(hidden, 65 + 4_174 + 3 + 18 + 1);
}

#[test]
fn a_joined_emoji_shows_its_joiners() {
    assert_eq!(shown("\u{1f468}\u{200d}\u{1f466}"), "\u{1f468}\\u{200d}\u{1f466}");
    assert_eq!(shown("\u{2764}\u{fe0f}"), "\u{2764}\\u{fe0f}");
    assert_eq!(shown("می\u{200c}خواهم"), "می\\u{200c}خواهم");
}

#[test]
fn a_backslash_that_would_begin_an_escape_is_escaped() {
    assert_eq!(shown(r"\u{200b}"), r"\u{5c}u{200b}");
    assert_eq!(shown(r"\\u{41}"), r"\\u{5c}u{41}");
    assert_eq!(shown("\\\u{200b}"), r"\\u{200b}");
    assert_eq!(shown(r"\u"), r"\u");
    assert_eq!(shown(r"\u{"), r"\u{5c}u{");
    assert_eq!(shown(r"\u0041"), r"\u0041");
}

#[test]
fn a_message_keeps_the_line_feed_between_its_sentences_and_no_other() {
    let cases = [
        ("", ""),
        ("one sentence", "one sentence"),
        ("tea\u{200b} is prohibited.\nRemove it.", "tea\\u{200b} is prohibited.\nRemove it."),
        ("oat\nmilk is prohibited.\nRemove it.", "oat\\u{a}milk is prohibited.\nRemove it."),
        ("a\r\n\nb\u{2028}.\n\\u{a}", "a\\u{d}\\u{a}\\u{a}b\\u{2028}.\n\\u{5c}u{a}"),
    ];
    for (message, expected) in cases {
        assert_eq!(visible_message(message).to_string(), expected);
    }
}

const PIECES: [&str; 16] = [
    "\\", "u", "{", "}", "\\u{", "\\u{5c}", "5c", "200b", "\u{200b}", "\u{1b}", "\n", "\u{202e}",
    "a", "é", "\u{301}", " ",
];

proptest! {
    #![proptest_config(config(6_000, 0x5eed_0501))]

    #[test]
    fn what_is_shown_tells_the_text_and_never_sends_a_control_character(
        text in prop_oneof![
            3 => prop::collection::vec(prop::sample::select(&PIECES), 0..12).prop_map(|p| p.concat()),
            1 => any::<String>(),
        ],
    ) {
        let shown = shown(&text);
        prop_assert!(!shown.chars().any(char::is_control), "{:?}", shown);
        prop_assert_eq!(decode(&shown), text.as_str());

        // As a message it has two lines at most, and tells the text as well.
        let shown = visible_message(&text).to_string();
        prop_assert_eq!(shown.matches('\n').count(), usize::from(text.contains('\n')));
        prop_assert!(!shown.replace('\n', "").chars().any(char::is_control), "{:?}", shown);
        prop_assert_eq!(decode(&shown), text);
    }
}

#[test]
fn every_short_text_of_what_escapes_are_made_of_is_told_apart() {
    let mut texts = vec![String::new()];
    for _ in 0..5 {
        texts = texts
            .iter()
            .flat_map(|text| {
                ["\\", "u", "{", "}", "5c", "\u{200b}"].iter().map(move |p| format!("{text}{p}"))
            })
            .collect();
        for text in &texts {
            assert_eq!(decode(&shown(text)), *text);
        }
    }
}
