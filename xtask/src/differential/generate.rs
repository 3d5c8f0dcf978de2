//! Sessions for every contract, from a seed.
//!
//! A conversation has few items and spells them in many ways, so that every failure comes about.

use cc_contract::ContractName;
use cc_engine::{Form, Kind, OperandName};

use super::payload;
use super::session::{Line, Preload, Session};
use super::texts::Texts;

/// Generates sessions.
pub(super) struct Generator {
    texts: Texts,
    contract: ContractName,
}

impl Generator {
    pub(super) fn new(contract: ContractName, seed: u64) -> Self {
        Generator { texts: Texts::new(seed), contract }
    }

    /// A session of about `count` lines.
    pub(super) fn session(&mut self, count: usize) -> Session {
        let mut session = Session { preload: self.preload(), lines: Vec::new() };
        while session.lines.len() < count {
            if !session.lines.is_empty() {
                session.lines.push(Line::Reset);
            }
            let conversation = self.conversation();
            session.lines.extend(conversation.into_iter().map(Line::Input));
        }
        session
    }

    /// So many texts, each to be classified by itself.
    pub(super) fn texts(&mut self, count: usize) -> Session {
        let lines = (0..count).map(|_| Line::Input(self.text())).collect();
        Session { preload: None, lines }
    }

    /// A text by itself, which may hold line feeds.
    fn text(&mut self) -> String {
        let items = [self.texts.item(), self.texts.item()];
        let mut line = self.line(&items);
        if self.texts.chance(25) {
            let ends = line.char_indices().map(|(place, c)| place + c.len_utf8());
            let places: Vec<_> = std::iter::once(0).chain(ends).collect();
            let place = self.texts.random.choice(places).unwrap_or_default();
            line.insert_str(place, self.texts.pick(&["\n", "\n", "\r\n", " \n ", "\n\n"]));
        }
        line
    }

    /// What a session starts from. Release 0.1.0, the reference for m1, starts from nothing.
    fn preload(&mut self) -> Option<Preload> {
        let choice = self.texts.random.u32(0..10);
        if self.contract == ContractName::M1 || choice == 0 {
            return None;
        }
        let is_checkpoint = self.contract == ContractName::V0_5 && choice < 5;
        let text = if is_checkpoint { payload::checkpoint } else { payload::state };
        Some(Preload { is_checkpoint, text: text(&mut self.texts) })
    }

    fn conversation(&mut self) -> Vec<String> {
        let items: Vec<_> = (0..self.texts.random.usize(2..5)).map(|_| self.texts.item()).collect();
        let mut conversation = Vec::new();
        if self.contract != ContractName::M1 {
            conversation.push("state".to_owned());
        }
        for _ in 0..self.texts.random.usize(3..30) {
            let line = match self.contract {
                ContractName::M1 => self.line_of_m1(&items),
                _ => self.line(&items),
            };
            // Release 0.8.3 asks about a refused replacement, and takes the next line for an answer.
            let asks = self.contract == ContractName::V0_5 && line.contains(" instead of ");
            conversation.push(if ends_the_run(&line) { format!("{line} now") } else { line });
            conversation.extend(asks.then(|| "no".to_owned()));
        }
        conversation
    }

    /// An item of the conversation, spelled somehow.
    fn item(&mut self, items: &[String]) -> String {
        let item = self.texts.random.choice(items).cloned().unwrap_or_default();
        if self.texts.chance(60) { item } else { self.texts.spelled(&item) }
    }

    fn directive(&mut self, items: &[String]) -> String {
        let operands: &[OperandName] = match self.texts.random.u32(0..100) {
            0..52 => &[OperandName::Item],
            52..76 => &[OperandName::NewItem, OperandName::OldItem],
            76..92 => &[OperandName::Value],
            _ => &[],
        };
        let kinds: Vec<Kind> =
            Kind::ALL.into_iter().filter(|kind| kind.operand_names() == operands).collect();
        let kind = self.texts.random.choice(&kinds).copied().unwrap_or(Kind::ClearState);
        let mut texts = [self.item(items), self.item(items)];
        // A change to this makes the reference end (E1), which costs a run.
        if operands == [OperandName::Value] && self.texts.random.u32(0..1_000) == 0 {
            texts[0].insert_str(0, "to ");
        }
        Form::new(kind, texts.each_ref().map(String::as_str)).to_string()
    }

    fn line(&mut self, items: &[String]) -> String {
        let directive = self.directive(items);
        match self.texts.random.u32(0..100) {
            0..58 => directive,
            58..66 => self.respaced(&directive),
            66..74 => self.texts.damage(&directive),
            74..81 => {
                let mut second = self.directive(items);
                if self.texts.chance(20) {
                    second.make_ascii_uppercase();
                }
                format!("{directive}{}{second}", self.texts.word("joints"))
            }
            81..88 => self.soup(),
            88..92 if self.texts.chance(30) => self.texts.word("commands").to_owned(),
            88..92 => {
                let preview = self.contract == ContractName::V0_5 && self.texts.chance(70);
                format!("{} {directive}", if preview { "preview" } else { "step" })
            }
            92..94 => {
                // A directive without content.
                let start = self.texts.pick(&Kind::ALL.map(Kind::introducer));
                let spaces = [self.texts.word("spaces"), self.texts.word("spaces")].concat();
                let ends = ["", " instead of", " instead of x", " x instead of"];
                format!("{start}{spaces}{}", self.texts.pick(&ends))
            }
            94..95 => {
                format!("{directive}\r{}", if self.texts.chance(60) { "" } else { "use tea" })
            }
            _ => self.texts.word("ordinary").to_owned(),
        }
    }

    /// A directive in other case, with other white space between its words.
    fn respaced(&mut self, directive: &str) -> String {
        let mut text = String::new();
        for character in directive.chars() {
            match character {
                ' ' if self.texts.chance(40) => text.push_str(self.texts.word("spaces")),
                letter if self.texts.chance(15) => text.push(letter.to_ascii_uppercase()),
                other => text.push(other),
            }
        }
        let edge = self.texts.word("spaces");
        match self.texts.random.u32(0..4) {
            0 => format!("{edge}{text}"),
            1 => format!("{text}{edge}"),
            _ => text,
        }
    }

    fn soup(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.texts.random.u32(1..7) {
            text.push_str(self.texts.word("soup"));
            text.push_str(if self.texts.chance(80) { " " } else { self.texts.word("spaces") });
        }
        text
    }

    /// An input of m1: one of its forms in some spelling, a near miss or an answer.
    fn line_of_m1(&mut self, items: &[String]) -> String {
        if self.texts.chance(14) {
            return self.texts.word("m1 answers").to_owned();
        }
        let mut text = self.texts.word("m1 starts").to_owned();
        for place in 0..self.texts.random.u32(0..4) {
            if place > 0 {
                text.push_str(self.texts.word("m1 joints"));
            }
            text.push_str(&self.item(items));
        }
        text.push_str(self.texts.word("m1 ends"));
        if self.texts.chance(12) { self.texts.damage(&text) } else { text }
    }
}

/// Whether a line ends the run of a program.
pub(super) fn ends_the_run(line: &str) -> bool {
    // As Python's `strip` does, which takes more for white space than Rust's.
    let token = line.trim_matches(cc_text::is_white_space).to_lowercase();
    token == "exit" || token == "quit"
}
