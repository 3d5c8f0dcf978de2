//! Strings of canonical JSON.

use std::fmt;

/// Appends `text` to `out` as a JSON string, quotes included.
///
/// `"` and `\` get a backslash; backspace, tab, line feed, form feed and carriage return their
/// short escapes; every other character outside U+0020 to U+007E becomes `\uXXXX` in lowercase
/// hexadecimal, as a pair if it is beyond U+FFFF. Takes time linear in the text.
///
/// ```
/// let mut out = String::new();
/// cc_text::json::push_string(&mut out, "na\u{ef}ve\t\u{1f600}");
/// assert_eq!(out, r#""na\u00efve\t\ud83d\ude00""#);
/// ```
pub fn push_string(out: &mut String, text: &str) {
    out.push('"');
    push_escaped(out, text);
    out.push('"');
}

/// Appends the text that `value` displays as a JSON string, without making it first.
///
/// ```
/// let mut out = String::new();
/// cc_text::json::push_display(&mut out, &format_args!("{}\t{}", 1, "\u{e9}"));
/// assert_eq!(out, r#""1\t\u00e9""#);
/// ```
pub fn push_display(out: &mut String, value: &(impl fmt::Display + ?Sized)) {
    out.push('"');
    // Writing to a string cannot fail.
    let _ = fmt::write(&mut Escaped(out), format_args!("{value}"));
    out.push('"');
}

/// Escapes what is written to it.
struct Escaped<'a>(&'a mut String);

impl fmt::Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        push_escaped(self.0, text);
        Ok(())
    }
}

/// Appends the text of a JSON string, without quotes.
fn push_escaped(out: &mut String, text: &str) {
    let bytes = text.as_bytes();
    // Most texts are plain and short. Two blocks that overlap leave no bytes to be looked at one
    // after the other; fewer bytes than a block are copied faster that way.
    let is_plain_text = match bytes.len() {
        0..4 if bytes.iter().all(|byte| is_plain(*byte)) => {
            return out.extend(bytes.iter().map(|byte| char::from(*byte)));
        }
        0..4 => false,
        4..8 => ends_are_plain::<4>(bytes),
        8..16 => ends_are_plain::<8>(bytes),
        _ => ends_are_plain::<16>(bytes) && bytes.as_chunks().0.iter().all(is_plain_block::<16>),
    };
    if is_plain_text {
        return out.push_str(text);
    }
    push_with_escapes(out, text);
}

/// Appends a text that needs escapes. Apart, so that plain text pays nothing for it.
#[inline(never)]
fn push_with_escapes(out: &mut String, text: &str) {
    let mut rest = text;
    loop {
        let at = plain_length(rest.as_bytes());
        let (plain, special) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(plain);
        let mut characters = special.chars();
        let Some(character) = characters.next() else { return };
        push_escape(out, character);
        rest = characters.as_str();
    }
}

/// How many bytes at the start stand for themselves.
#[inline]
fn plain_length(bytes: &[u8]) -> usize {
    let blocks = 16 * bytes.as_chunks().0.iter().take_while(|it| is_plain_block::<16>(it)).count();
    let rest = bytes.get(blocks..).unwrap_or_default();
    blocks + rest.iter().position(|byte| !is_plain(*byte)).unwrap_or(rest.len())
}

/// Whether a block at the start and one at the end are plain.
#[inline]
fn ends_are_plain<const LENGTH: usize>(bytes: &[u8]) -> bool {
    bytes.first_chunk::<LENGTH>().is_some_and(is_plain_block)
        & bytes.last_chunk::<LENGTH>().is_some_and(is_plain_block)
}

/// Whether every byte of a block stands for itself, without a branch on what is seen, so that they
/// are looked at together.
#[inline]
fn is_plain_block<const LENGTH: usize>(block: &[u8; LENGTH]) -> bool {
    block.iter().fold(true, |all, byte| {
        all & (*byte >= b' ') & (*byte <= b'~') & (*byte != b'"') & (*byte != b'\\')
    })
}

/// Whether a byte stands for itself in a JSON string.
pub(super) const fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\'
}

/// Appends the escape of one character: the short one, or that of its code.
pub(crate) fn push_escape(out: &mut String, character: char) {
    let short = match character {
        '"' => '"',
        '\\' => '\\',
        '\u{8}' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\u{c}' => 'f',
        '\r' => 'r',
        _ => {
            for unit in character.encode_utf16(&mut [0; 2]) {
                out.push_str("\\u");
                for shift in [12, 8, 4, 0] {
                    let digit = u32::from(*unit >> shift) & 0xf;
                    out.push(char::from_digit(digit, 16).unwrap_or('0'));
                }
            }
            return;
        }
    };
    out.push('\\');
    out.push(short);
}
