//! Showing where a directive-shaped line fails to be canonical.

use std::fmt::Write;

use cc_engine::Invalid;
use cc_text::visible;
use unicode_width::UnicodeWidthStr;

use super::paint::{Paint, Role};

/// How many columns of the line are shown before the fault, and how many of it and after it.
const COLUMNS: usize = 48;

/// Appends the line, the fault underlined, and one sentence on what is wrong.
pub(super) fn push_explanation(out: &mut String, line: &str, invalid: Invalid, paint: Paint) {
    let span = invalid.span();
    let (before, rest) = line.split_at_checked(span.start).unwrap_or((line, ""));
    let (fault, after) = rest.split_at_checked(span.end - span.start).unwrap_or((rest, ""));
    let before = last_columns(&visible(before).to_string());
    let fault = first_columns(&visible(fault).to_string());
    let after = first_columns(&visible(after).to_string());
    let indent = " ".repeat(before.width());
    let underline = "^".repeat(fault.width().max(1));
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "  {before}{}{after}\n  {indent}{}\n{invalid}\n",
        paint.paint(Role::Fault, &fault),
        paint.paint(Role::Fault, underline),
    );
}

/// `text`, shortened at its end if it is long.
pub(super) fn first_columns(text: &str) -> String {
    let mut columns = 0;
    let end = text.char_indices().find(|(_, character)| {
        columns += character.encode_utf8(&mut [0; 4]).width();
        columns > COLUMNS
    });
    match end.and_then(|(at, _)| text.get(..at)) {
        Some(short) => format!("{short}..."),
        None => text.to_owned(),
    }
}

/// `text`, shortened at its start if it is long.
fn last_columns(text: &str) -> String {
    let mut columns = 0;
    let start = text.char_indices().rev().find(|(_, character)| {
        columns += character.encode_utf8(&mut [0; 4]).width();
        columns > COLUMNS
    });
    match start.and_then(|(at, first)| text.get(at + first.len_utf8()..)) {
        Some(short) => format!("...{short}"),
        None => text.to_owned(),
    }
}
