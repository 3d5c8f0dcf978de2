//! Scanning: white space, keywords and the `instead of` delimiter.
//!
//! Everything here works on bytes. Keywords, separators and the delimiter are ASCII, and no byte
//! of a longer UTF-8 sequence is ASCII, so every offset found here is a character boundary.

/// The words of the delimiter between the two operands of a replacement.
pub(crate) const INSTEAD_OF: &[&str] = &["instead", "of"];

/// Whether `byte` separates keywords: space or tab, nothing else (R1).
pub(crate) const fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Whether `byte` is one of the six ASCII white-space characters trimmed at both ends (R1).
const fn is_boundary_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Whether an operand made only of such characters is missing: Unicode White_Space and
/// U+001C to U+001F (R1, R2).
fn is_white_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{1c}'..='\u{1f}')
}

/// Whether `operand` has anything in it but white space (R2).
#[inline]
pub(crate) fn has_content(operand: &str) -> bool {
    // The first byte settles it for most operands.
    operand.bytes().next().is_some_and(|byte| byte.is_ascii_graphic())
        || !operand.chars().all(is_white_space)
}

/// The text from byte `at` on.
///
/// INVARIANT: `at` is an offset that this module found, so it is within `text` and on a character
/// boundary; the empty text is never returned for want of one.
pub(crate) fn tail(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or_default()
}

/// The text before byte `at`, under the same invariant as [`tail`].
pub(crate) fn head(text: &str, at: usize) -> &str {
    text.get(..at).unwrap_or_default()
}

/// `text` without boundary white space at its start.
pub(crate) fn trim_start(text: &str) -> &str {
    tail(text, text.bytes().take_while(|byte| is_boundary_space(*byte)).count())
}

/// `text` without boundary white space at its end.
pub(crate) fn trim_end(text: &str) -> &str {
    let surplus = text.bytes().rev().take_while(|byte| is_boundary_space(*byte)).count();
    head(text, text.len() - surplus)
}

/// `text` without leading spaces and tabs.
#[inline]
pub(crate) fn skip_separators(text: &str) -> &str {
    tail(text, text.bytes().take_while(|byte| is_separator(*byte)).count())
}

/// Matches keyword `words` at the start of `text`, in any ASCII case and with any run of
/// separators between them, and returns the text that follows.
#[inline]
pub(crate) fn strip_words<'a>(text: &'a str, words: &[&str]) -> Option<&'a str> {
    let (first, others) = words.split_first()?;
    let mut rest = strip_word(text, first)?;
    for word in others {
        let next = skip_separators(rest);
        if next.len() == rest.len() {
            return None;
        }
        rest = strip_word(next, word)?;
    }
    Some(rest)
}

/// Matches one word of ASCII letters, which is given in lowercase.
#[inline]
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (candidate, _) = text.as_bytes().split_at_checked(word.len())?;
    equals_word(candidate, word).then(|| tail(text, word.len()))
}

/// Whether `candidate`, which is as long, is `word`, which is lowercase letters, in any case.
#[inline]
fn equals_word(candidate: &[u8], word: &str) -> bool {
    candidate.iter().zip(word.bytes()).fold(true, |equal, (byte, of)| equal & (lower(*byte) == of))
}

/// A letter in lowercase, without a branch.
///
/// INVARIANT: nothing but a letter of either case becomes a lowercase letter by setting bit 5.
#[inline]
pub(crate) const fn lower(byte: u8) -> u8 {
    byte | 0x20
}

/// Whether `rest`, the text after a keyword, ends that keyword: a separator or the end.
pub(crate) fn ends_keyword(rest: &str) -> bool {
    rest.bytes().next().is_none_or(is_separator)
}

/// One occurrence of `instead of` with separators before, between and after its words.
#[derive(Clone, Copy)]
pub(crate) struct Delimiter {
    /// Where the separators before it begin: the end of the operand on its left.
    pub(crate) start: usize,
    /// Where its first word begins.
    pub(crate) words: usize,
    /// Where the separators after it end: the start of the operand on its right.
    pub(crate) end: usize,
}

/// How long a delimiter is at least.
const SHORTEST_DELIMITER: usize = " instead of ".len();

/// Finds the first delimiter in `text` at or after byte `from`.
pub(crate) fn find_delimiter(text: &str, from: usize) -> Option<Delimiter> {
    let mut at = from;
    loop {
        let rest = tail(text, at);
        if rest.len() < SHORTEST_DELIMITER {
            return None;
        }
        let start = at + rest.bytes().position(is_separator)?;
        let candidate = skip_separators(tail(text, start));
        let words = text.len() - candidate.len();
        if let Some(rest) = strip_words(candidate, INSTEAD_OF) {
            let after = skip_separators(rest);
            if after.len() < rest.len() {
                let end = text.len() - after.len();
                return Some(Delimiter { start, words, end });
            }
        }
        at = words;
    }
}

/// Matches separators and the words of the delimiter at the end of `text`, and returns the text
/// before them.
pub(crate) fn strip_delimiter_words(text: &str) -> Option<&str> {
    let strip = |text: &str, word: &str| {
        let at = text.len().checked_sub(word.len())?;
        if !equals_word(text.as_bytes().get(at..)?, word) {
            return None;
        }
        let kept = head(text, at).trim_end_matches([' ', '\t']).len();
        (kept < at).then_some(kept)
    };
    let before_of = head(text, strip(text, "of")?);
    Some(head(text, strip(before_of, "instead")?))
}
