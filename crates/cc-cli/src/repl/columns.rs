//! Fitting text into the columns of a terminal.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What stands for text that is left out.
const DOTS: &str = "...";

/// Breaks lines that are too long between words. What follows a break is indented.
pub(super) fn wrap(text: &str, columns: usize) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches(' ').len() + 2;
        let mut column = 0;
        for word in line.split_inclusive(' ') {
            let width = painted_width(word.trim_end());
            if width > 0 && column > indent && column + width > columns {
                out.truncate(out.trim_end_matches(' ').len());
                out.push('\n');
                out.extend(std::iter::repeat_n(' ', indent));
                column = indent;
            }
            out.push_str(word);
            column += painted_width(word);
        }
    }
    out
}

/// The width of text that may be painted.
fn painted_width(text: &str) -> usize {
    let mut pieces = text.trim_end_matches('\n').split('\u{1b}');
    let first = pieces.next().unwrap_or_default().width();
    let after = |piece: &str| piece.split_once('m').map_or(0, |(_, text)| text.width());
    first + pieces.map(after).sum::<usize>()
}

/// `text` in at most so many columns, shortened at its end if it is long.
pub(super) fn first_columns(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let end = cut(text.char_indices(), most);
    let short = end.and_then(|(at, _)| text.get(..at)).unwrap_or_default();
    short.to_owned() + dots(most)
}

/// `text` in at most so many columns, shortened at its start if it is long.
pub(super) fn last_columns(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let start = cut(text.char_indices().rev(), most);
    let short = start.and_then(|(at, first)| text.get(at + first.len_utf8()..)).unwrap_or_default();
    // What belongs to a character that is left out goes with it.
    dots(most).to_owned() + short.trim_start_matches(|character: char| character.width() == Some(0))
}

/// The first character that there is no room for, beside the dots.
fn cut(characters: impl Iterator<Item = (usize, char)>, most: usize) -> Option<(usize, char)> {
    let mut columns = dots(most).len();
    characters.into_iter().find(|(_, character)| {
        columns += character.width().unwrap_or(0);
        columns > most
    })
}

fn dots(most: usize) -> &'static str {
    DOTS.get(..most).unwrap_or(DOTS)
}

#[cfg(test)]
#[path = "../../tests/unit/columns.rs"]
mod tests;
