//! Sessions for contract m1, from a seed.

use super::generate::{conversations, going_on};
use super::session::Session;
use super::texts::Texts;

/// What an input may begin with: every form, in every spelling that counts, and near misses.
const STARTS: [&str; 62] = [
    "actually ",
    "actually",
    "I meant ",
    "i meant",
    "correction: ",
    "correction:",
    "no, ",
    "No,",
    "ACTUALLY\t",
    "i  meant ",
    "actuallyx ",
    "please don't ",
    "don't ",
    "dont ",
    "don’t ",
    "do not ",
    "DO  NOT ",
    "never ",
    "never use ",
    "don`t use ",
    "please do not ",
    "allow ",
    "Allow  ",
    "you can ",
    "you  can use ",
    "use ",
    "set ",
    "I am using ",
    "i am  using ",
    "I'm using ",
    "i’m using ",
    "i`m using ",
    "don use ",
    "no use ",
    "Don  Use ",
    "NO\u{3000}USE ",
    "avoid ",
    "refrain from ",
    "please use ",
    "ｕｓｅ ",
    "uſe ",
    "İ am using ",
    "ı am using ",
    "ſet ",
    "the ",
    "",
    "hello ",
    "use",
    "set",
    "allow",
    "never",
    "don't",
    "you can",
    "don use",
    "is fine",
    " is fine",
    "reset policies",
    "clear constraints",
    "clear state",
    " Reset \u{3000} POLICIES ",
    "clear  state",
    "reset policies now",
];

const JOINTS: [&str; 14] = [
    ", ",
    " and ",
    ",",
    " AND ",
    "  and  ",
    " and",
    " or ",
    " , ",
    " ",
    "\u{a0}and\u{2003}",
    " and and ",
    ",,",
    "\tand\t",
    "，",
];

const ENDS: [&str; 10] =
    ["", "", "", " is fine", " is  fine ", " IS FINE", " ıs fine", " ", "!", "\u{2003}is\tfine."];

const ANSWERS: [&str; 10] =
    ["yes", "no", "Yes", " no ", "YES", "yes.", "ok", "nope", "ｙｅｓ", "yes\u{3000}"];

/// Generates sessions.
pub(super) struct Generator {
    texts: Texts,
}

impl Generator {
    pub(super) fn new(seed: u64) -> Self {
        Generator { texts: Texts::new(seed) }
    }

    /// A session of about `lines` lines.
    pub(super) fn session(&mut self, lines: usize) -> Session {
        Session { preload: None, conversations: conversations(lines, || self.conversation()) }
    }

    fn conversation(&mut self) -> Vec<String> {
        let items = self.texts.items();
        let lines = self.texts.random.usize(3..30);
        (0..lines).map(|_| going_on(self.line(&items))).collect()
    }

    fn line(&mut self, items: &[String]) -> String {
        if self.texts.chance(14) {
            return self.texts.pick(&ANSWERS).to_owned();
        }
        let mut text = self.texts.pick(&STARTS).to_owned();
        for place in 0..self.texts.random.u32(0..4) {
            if place > 0 {
                text.push_str(self.texts.pick(&JOINTS));
            }
            let item = self.texts.random.choice(items).cloned().unwrap_or_default();
            text.push_str(&if self.texts.chance(60) { item } else { self.texts.spelled(&item) });
        }
        text.push_str(self.texts.pick(&ENDS));
        if self.texts.chance(12) { self.texts.damage(&text) } else { text }
    }
}
