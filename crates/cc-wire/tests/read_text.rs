//! Messages that arrive as JSON strings: what is read, what is refused, and what is borrowed.

use std::borrow::Cow;

use cc_wire::read_text;

fn error(line: &str) -> Option<String> {
    read_text(line).err().map(|error| error.to_string())
}

#[test]
fn a_json_string_is_read_with_its_escapes() {
    for (line, text) in [
        (r#""""#, ""),
        (r#""use tea""#, "use tea"),
        (r#""a\nb\tc\r\b\f""#, "a\nb\tc\r\u{8}\u{c}"),
        (r#""\"\\\/""#, "\"\\/"),
        (r#""\u0041\u00e9\u00E9\u0000""#, "Aéé\0"),
        (r#""\ud83d\ude00""#, "\u{1f600}"),
        (r#""\uffff\ufeff""#, "\u{ffff}\u{feff}"),
        ("\"é\u{1f600}\u{2028}\u{7f}\"", "é\u{1f600}\u{2028}\u{7f}"),
    ] {
        assert_eq!(read_text(line).ok().as_deref(), Some(text), "{line}");
    }
}

#[test]
fn json_white_space_may_surround_the_string_and_no_other() {
    assert_eq!(read_text(" \t\r\n\"x\" \t\r\n").ok().as_deref(), Some("x"));
    for space in ["\u{a0}", "\u{b}", "\u{c}", "\u{feff}", "\u{3000}", "\0"] {
        assert!(read_text(&format!("{space}\"x\"")).is_err(), "{space:?}");
        assert!(read_text(&format!("\"x\"{space}")).is_err(), "{space:?}");
    }
}

#[test]
fn white_space_within_the_string_is_kept() {
    assert_eq!(read_text("\"  x \u{3000}\"").ok().as_deref(), Some("  x \u{3000}"));
}

#[test]
fn a_string_without_escapes_is_borrowed() {
    let line = " \"use caf\u{e9}\" ";
    let Ok(Cow::Borrowed(text)) = read_text(line) else {
        panic!("borrowed");
    };
    assert_eq!(text, "use caf\u{e9}");
    assert!(line.as_bytes().as_ptr_range().contains(&text.as_ptr()));
    assert!(matches!(read_text("\"a\\nb\""), Ok(Cow::Owned(text)) if text == "a\nb"));
}

#[test]
fn lone_surrogates_are_refused() {
    for line in [
        r#""\ud800""#,
        r#""\udfff""#,
        r#""\ud800x""#,
        r#""\ud800\n""#,
        r#""\ud800\u0041""#,
        r#""\udc00\ud800""#,
        r#""\ud83d\ud83d\ude00""#,
    ] {
        assert!(read_text(line).is_err(), "{line}");
    }
}

#[test]
fn other_values_than_strings_are_refused() {
    for line in ["null", "true", "1", "-2.5", "[]", "[\"x\"]", "{}", "{\"x\":\"y\"}"] {
        let message = error(line).unwrap_or_default();
        assert!(message.starts_with("input must be one JSON string: invalid type: "), "{message}");
    }
}

#[test]
fn text_that_is_not_json_is_refused_with_its_place() {
    for (line, message) in [
        ("", "EOF while parsing a value at line 1 column 0"),
        ("use tea", "expected value at line 1 column 1"),
        ("'use tea'", "expected value at line 1 column 1"),
        ("\"use tea", "EOF while parsing a string at line 1 column 8"),
        ("\"a\" \"b\"", "trailing characters at line 1 column 5"),
        ("\"a\",", "trailing characters at line 1 column 4"),
        ("\"\\x\"", "invalid escape at line 1 column 3"),
        (
            "\"a\tb\"",
            "control character (\\u0000-\\u001F) found while parsing a string at line 1 column 3",
        ),
    ] {
        let expected = format!("input must be one JSON string: {message}");
        assert_eq!(error(line), Some(expected), "{line:?}");
    }
}

#[test]
fn incomplete_escapes_are_refused() {
    for line in [r#""\"#, r#""\""#, r#""\u""#, r#""\u12""#, r#""\u12g4""#, r#""\U0041""#] {
        assert!(read_text(line).is_err(), "{line}");
    }
}
