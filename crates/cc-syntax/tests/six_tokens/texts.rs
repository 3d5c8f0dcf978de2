//! Every text of so many tokens, in buffers that are used again and again.
//!
//! Tokens are joined in two ways. *Spaced*, one space stands between two words, and none beside a
//! tab or a line feed, which stand in its place; of two quotes the first opens and the second
//! closes, and no space stands inside of them: `use "tea 7"`. *Glued*, nothing stands between two
//! tokens, and the space is a token itself: `usetea`, `use tea`, `use  "`.

/// The keywords, two items, a quote, a tab and a line feed. One item ends in a letter and the
/// other one in none, which decides about a start after it.
const TOKENS: [&str; 19] = [
    "use", "prohibit", "remove", "policy", "set", "premise", "change", "clear", "reset",
    "policies", "state", "to", "instead", "of", "tea", "7", "\"", "\t", "\n",
];

/// How many tokens there are, and how many are words: all but the quote, the tab and the line feed.
pub(crate) const KINDS: usize = TOKENS.len();
pub(crate) const WORDS: usize = KINDS - 3;

/// Shows every spaced text, and says how many there were.
pub(crate) fn each_spaced(most: u32, mut visit: impl FnMut(&str)) -> usize {
    Texts::new(" ", "\t", |text, _| visit(text)).spaced(Before::Nothing, false, most);
    count(KINDS, most)
}

/// Shows every glued text, and says how many there were.
pub(crate) fn each_glued(most: u32, mut visit: impl FnMut(&str)) -> usize {
    Texts::new(" ", "\t", |text, _| visit(text)).glued(most);
    count(KINDS + 1, most)
}

/// Shows every spaced text, and every glued one of a token less.
pub(crate) fn each_text(most: u32, mut visit: impl FnMut(&str)) {
    each_text_beside(most, " ", "\t", |text, _| visit(text));
}

/// The same texts, and beside each the one with `space` and `tab` in the place of each space and
/// tab.
pub(crate) fn each_text_beside(
    most: u32,
    space: &str,
    tab: &str,
    mut visit: impl FnMut(&str, &str),
) {
    Texts::new(space, tab, &mut visit).spaced(Before::Nothing, false, most);
    Texts::new(space, tab, &mut visit).glued(most - 1);
}

/// The number of sequences of at most `most` of `tokens` tokens.
fn count(tokens: usize, most: u32) -> usize {
    (0..=most).map(|length| tokens.pow(length)).sum()
}

/// What a space would stand after.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Word,
    White,
    Opening,
    Closing,
}

impl Before {
    /// What a token is to the one after it. `open` says whether a quote is open before it.
    fn of(token: &str, open: bool) -> Before {
        match token {
            "\t" | "\n" => Before::White,
            "\"" if open => Before::Closing,
            "\"" => Before::Opening,
            _ => Before::Word,
        }
    }
}

/// A text that grows and shrinks, and the same one with other separators.
struct Texts<'a, Visit> {
    text: String,
    other: String,
    space: &'a str,
    tab: &'a str,
    visit: Visit,
}

impl<'a, Visit: FnMut(&str, &str)> Texts<'a, Visit> {
    fn new(space: &'a str, tab: &'a str, visit: Visit) -> Self {
        Texts { text: String::new(), other: String::new(), space, tab, visit }
    }

    fn push(&mut self, token: &str) {
        self.text.push_str(token);
        self.other.push_str(match token {
            " " => self.space,
            "\t" => self.tab,
            token => token,
        });
    }

    /// This text followed by every sequence of at most `left` tokens, spaced.
    fn spaced(&mut self, before: Before, open: bool, left: u32) {
        (self.visit)(&self.text, &self.other);
        if left == 0 {
            return;
        }
        let lengths = (self.text.len(), self.other.len());
        for token in TOKENS {
            let kind = Before::of(token, open);
            let separate = matches!(before, Before::Word | Before::Closing)
                && matches!(kind, Before::Word | Before::Opening);
            if separate {
                self.push(" ");
            }
            self.push(token);
            self.spaced(kind, open != (token == "\""), left - 1);
            self.text.truncate(lengths.0);
            self.other.truncate(lengths.1);
        }
    }

    /// This text followed by every sequence of at most `left` tokens, glued.
    fn glued(&mut self, left: u32) {
        (self.visit)(&self.text, &self.other);
        if left == 0 {
            return;
        }
        let lengths = (self.text.len(), self.other.len());
        for token in TOKENS.iter().chain(&[" "]) {
            self.push(token);
            self.glued(left - 1);
            self.text.truncate(lengths.0);
            self.other.truncate(lengths.1);
        }
    }
}
