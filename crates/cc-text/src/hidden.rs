//! Which characters show as nothing: Cc, White_Space but for the space,
//! Default_Ignorable_Code_Point, the annotation characters U+FFF9 to U+FFFB and the blank
//! Braille pattern U+2800 of Unicode 18.0.0.
//!
//! Written by `cargo xtask tables`.

/// Whether `character` shows as nothing, or as more than one might think.
pub(crate) fn is_hidden(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    let after = HIDDEN.partition_point(|(start, _)| *start <= character);
    let range = after.checked_sub(1).and_then(|index| HIDDEN.get(index));
    range.is_some_and(|(_, end)| character <= *end)
}

/// Ranges of such characters beyond ASCII, ends included, in order.
#[rustfmt::skip]
const HIDDEN: [(char, char); 21] = [
    ('\u{80}', '\u{a0}'), ('\u{ad}', '\u{ad}'), ('\u{34f}', '\u{34f}'), ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'), ('\u{1680}', '\u{1680}'), ('\u{17b4}', '\u{17b5}'), ('\u{180b}', '\u{180f}'),
    ('\u{2000}', '\u{200f}'), ('\u{2028}', '\u{202f}'), ('\u{205f}', '\u{206f}'), ('\u{2800}', '\u{2800}'),
    ('\u{3000}', '\u{3000}'), ('\u{3164}', '\u{3164}'), ('\u{fe00}', '\u{fe0f}'), ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'), ('\u{fff0}', '\u{fffb}'), ('\u{1bca0}', '\u{1bca3}'), ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];
