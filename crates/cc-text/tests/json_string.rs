//! Strings of canonical JSON: how every character is written.

use cc_oracle::config;
use cc_text::json::{push_display, push_string};
use proptest::prelude::*;

/// How the contract writes one character (R8).
fn escape(character: char) -> String {
    match character {
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        '\u{8}' => "\\b".to_owned(),
        '\u{9}' => "\\t".to_owned(),
        '\u{a}' => "\\n".to_owned(),
        '\u{c}' => "\\f".to_owned(),
        '\u{d}' => "\\r".to_owned(),
        '\u{20}'..='\u{7e}' => character.to_string(),
        _ => {
            let code = u32::from(character);
            if code < 0x1_0000 {
                format!("\\u{code:04x}")
            } else {
                let rest = code - 0x1_0000;
                format!("\\u{:04x}\\u{:04x}", 0xd800 + (rest >> 10), 0xdc00 + (rest & 0x3ff))
            }
        }
    }
}

fn string(text: &str) -> String {
    let mut out = String::new();
    push_string(&mut out, text);
    out
}

#[test]
fn every_character_is_written_as_the_contract_says() {
    let mut out = String::new();
    let mut buffer = [0; 4];
    for character in (0..=0x10_ffff).filter_map(char::from_u32) {
        out.clear();
        push_string(&mut out, character.encode_utf8(&mut buffer));
        // Beyond the first plane all are pairs, and every 61st one is as good as all.
        if u32::from(character) < 0x1_0000 || u32::from(character) % 61 == 0 {
            assert_eq!(out, format!("\"{}\"", escape(character)), "{character:?}");
        }
        assert!(out.bytes().all(|byte| matches!(byte, b' '..=b'~')), "{character:?}");
    }
}

#[test]
fn a_character_is_escaped_wherever_it_stands_in_a_text_of_any_length() {
    for length in 1..70 {
        let plain = "~ !#[]".chars().cycle().take(length).collect::<Vec<_>>();
        for at in 0..length {
            for special in ['"', '\\', '\u{1f}', '\u{7f}', '\u{80}', '\u{1f600}', ' '] {
                let mut text = plain.clone();
                text[at] = special;
                let expected = text.iter().copied().map(escape).collect::<String>();
                let text = text.into_iter().collect::<String>();
                assert_eq!(string(&text), format!("\"{expected}\""), "{text:?}");
            }
        }
    }
}

#[test]
fn escapes_have_the_exact_form_of_the_reference() {
    for (text, json) in [
        ("", r#""""#),
        ("plain ~ text", r#""plain ~ text""#),
        ("\"\\/'", r#""\"\\/'""#),
        ("\u{8}\t\n\u{c}\r", r#""\b\t\n\f\r""#),
        ("\0\u{b}\u{1b}\u{1f}\u{7f}", r#""\u0000\u000b\u001b\u001f\u007f""#),
        ("\u{80}é\u{2028}\u{feff}\u{ffff}", r#""\u0080\u00e9\u2028\ufeff\uffff""#),
        ("\u{10000}\u{1f600}\u{10ffff}", r#""\ud800\udc00\ud83d\ude00\udbff\udfff""#),
        ("aéb\ncd", r#""a\u00e9b\ncd""#),
        ("<>&", r#""<>&""#),
    ] {
        assert_eq!(string(text), json);
    }
}

#[test]
fn every_character_reads_back_as_itself() {
    let all: Vec<char> = (0..=0x10_ffff).filter_map(char::from_u32).collect();
    for chunk in all.chunks(4096) {
        let text: String = chunk.iter().collect();
        assert_eq!(serde_json::from_str::<String>(&string(&text)).ok(), Some(text));
    }
}

#[test]
fn what_a_value_displays_is_written_like_its_text() {
    let mut out = "before ".to_owned();
    // Three pieces, in each of which something has to be escaped.
    push_display(&mut out, &format_args!("{}\t\u{e9}{}", "\"", '\u{1f600}'));
    assert_eq!(out, r#"before "\"\t\u00e9\ud83d\ude00""#);
}

proptest! {
    #![proptest_config(config(2_000, 0x5eed_0201))]

    #[test]
    fn any_text_is_its_characters_one_by_one_and_reads_back(text in any::<String>()) {
        let json = string(&text);
        let expected: String = text.chars().map(escape).collect();
        prop_assert_eq!(&json, &format!("\"{expected}\""));
        prop_assert_eq!(serde_json::from_str::<String>(&json).ok(), Some(text));
    }
}
