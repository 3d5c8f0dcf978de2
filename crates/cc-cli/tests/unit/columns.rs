//! Fitting text, whatever the width of its characters.

use super::super::explain::push_fault;
use super::super::paint::{Paint, Role};
use super::*;

#[test]
fn lines_break_between_words_and_no_word_is_lost() {
    let text = "error: \"a rather long item\" is currently prohibited.\nRemove it.\n\n- use \
                \u{4f60}\u{597d} e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301} and more\n\
                \x20 use <item>                 use an item\n";
    insta::assert_snapshot!(wrap(text, 20), @r#"
    error: "a rather
      long item" is
      currently
      prohibited.
    Remove it.

    - use 你好 éééééé
      and more
      use <item>
        use an item
    "#);
    for columns in 0..60 {
        let wrapped = wrap(text, columns);
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&wrapped), words(text));
        for line in wrapped.lines() {
            let one_word = line.trim_start().trim_start_matches("- ").split(' ').count() == 1;
            assert!(line.width() <= columns || one_word, "{columns}: {line}");
        }
    }
    assert_eq!(wrap(text, 80), text);
    assert_eq!(wrap("", 20), "");
}

#[test]
fn colour_takes_no_columns() {
    let paint = Paint::colourful();
    let red = paint.paint(Role::Fault, "error:").to_string();
    assert_eq!(wrap(&format!("{red} one two\n"), 14), format!("{red} one two\n"));
    assert_eq!(wrap(&format!("{red} one two\n"), 13), format!("{red} one\n  two\n"));
}

#[test]
fn what_is_shortened_fits_and_breaks_no_character() {
    for text in
        ["plain", "\u{4f60}\u{597d}\u{4f60}\u{597d}", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}"]
    {
        for most in 0..12 {
            let (first, last) = (first_columns(text, most), last_columns(text, most));
            assert!(first.width() <= most && last.width() <= most, "{most}: {first} {last}");
            if most >= text.width() {
                assert_eq!((first.as_str(), last.as_str()), (text, text));
            }
            // No mark is without its letter, and no letter that is shown lost its mark.
            for shown in [first, last] {
                let shown = shown.trim_matches('.');
                assert_eq!(shown.matches('e').count(), shown.matches('\u{301}').count(), "{shown}");
            }
        }
    }
    assert_eq!(first_columns("abcdefgh", 6), "abc...");
    assert_eq!(last_columns("abcdefgh", 6), "...fgh");
    assert_eq!(last_columns("\u{4f60}\u{597d}\u{4f60}\u{597d}", 6), "...\u{597d}");
}

/// The row of the fault, without its indentation, and the columns that are marked below it.
fn fault(line: &str, fault: &str, columns: usize) -> (String, usize, usize) {
    let start = line.find(fault).unwrap();
    let mut out = String::new();
    push_fault(&mut out, line, &(start..start + fault.len()), columns, Paint::plain());
    let (row, marks) = out.trim_end_matches('\n').split_once('\n').unwrap();
    assert!(row.width() < columns && marks.width() < columns, "{out}");
    let before = marks.find('^').unwrap();
    (row.to_owned(), before, marks.len() - before)
}

#[test]
fn the_mark_stands_under_the_fault_at_any_width() {
    let letters = ["a", "\u{4f60}", "e\u{301}", "\u{1f375}", "\u{200b}"];
    for before in letters.iter().flat_map(|letter| [letter.repeat(3), letter.repeat(90)]) {
        for after in ["", " tea", &"\u{597d}".repeat(90)] {
            for columns in [20, 40, 79, 80, 132] {
                let line = format!("{before} FAULT{after}");
                let (row, start, length) = fault(&line, "FAULT", columns);
                let shown = row.find("FAULT").unwrap();
                assert_eq!(row.get(..shown).unwrap().width(), start, "{columns}: {row}");
                assert_eq!(length, 5, "{columns}: {row}");
            }
        }
    }
    // A fault that is wide, and one that is long itself.
    assert_eq!(fault("use \u{4f60}\u{597d} x", "\u{4f60}\u{597d}", 40).2, 4);
    let (row, start, length) = fault(&"x".repeat(200), &"x".repeat(200), 40);
    assert_eq!((row.as_str(), start, length), ("  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...", 2, 37));
}
