//! White space of identities, premises and messages.

/// Whether `character` is white space: Unicode White_Space and U+001C to U+001F (R1).
///
/// ```
/// assert!(cc_text::is_white_space('\u{3000}'));
/// assert!(!cc_text::is_white_space('\u{200b}'));
/// ```
#[must_use]
pub fn is_white_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{1c}'..='\u{1f}')
}

/// `text` with one space for each run of white space inside, and none at its ends.
///
/// ```
/// assert_eq!(cc_text::collapse(" oat\u{a0}\t milk\n"), "oat milk");
/// ```
#[must_use]
pub fn collapse(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split(is_white_space).filter(|word| !word.is_empty()) {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}
