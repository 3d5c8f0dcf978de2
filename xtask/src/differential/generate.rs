//! Sessions for the contracts 0.9 and 0.5, from a seed.
//!
//! A conversation has few items and spells them in many ways, so that every failure comes about.

use cc_contract::ContractName;
use cc_engine::{Form, Kind, OperandName};

use super::payload;
use super::session::{Preload, Session};
use super::texts::Texts;

/// What soup is made of.
const TOKENS: [&str; 34] = [
    "use",
    "prohibit",
    "remove",
    "policy",
    "remove policy",
    "set",
    "premise",
    "set premise",
    "change",
    "change premise",
    "change premise to",
    "to",
    "clear",
    "state",
    "clear premise",
    "reset",
    "policies",
    "instead",
    "of",
    "instead of",
    "INSTEAD OF",
    "Use",
    "PROHIBIT",
    "docker",
    "npm",
    "\"",
    "'",
    ".",
    ",",
    ";",
    "and",
    "step",
    "preview",
    "please",
];

/// What may stand between a directive and a second one.
const JOINTS: [&str; 16] = [
    " and ", ", ", "; ", ". ", " \"", "\t", "\u{2028}", "\u{b}", "\u{85}", "-", "/", "é", "_", "1",
    "\u{200b}", " ",
];

/// What another program takes for a command, or nearly.
const COMMANDS: [&str; 16] = [
    "state",
    " STATE\t",
    "State\u{3000}",
    "step",
    "step ",
    " step use x",
    "step\tuse docker",
    "steps",
    "step use docker",
    "step  prohibit npm",
    "step \u{3000}clear state",
    "step state",
    "preview",
    "preview use docker",
    "preview  clear state",
    "\u{1c}state",
];

const ORDINARY: [&str; 8] = [
    "",
    " ",
    "what goes well with leeks?",
    "I would use docker",
    "reuse npm",
    "user",
    "set",
    "clear the table, please",
];

/// Generates sessions.
pub(super) struct Generator {
    texts: Texts,
    contract: ContractName,
}

impl Generator {
    pub(super) fn new(contract: ContractName, seed: u64) -> Self {
        Generator { texts: Texts::new(seed), contract }
    }

    /// A session of about `lines` lines.
    pub(super) fn session(&mut self, lines: usize) -> Session {
        let preload = self.preload();
        Session { preload, conversations: conversations(lines, || self.conversation()) }
    }

    /// A text by itself, which may hold line feeds.
    pub(super) fn text(&mut self) -> String {
        let items = [self.texts.item(), self.texts.item()];
        let line = self.line(&items);
        if self.texts.chance(75) {
            return line;
        }
        let place = self.texts.random.usize(0..=line.chars().count());
        let (before, after): (String, String) =
            (line.chars().take(place).collect(), line.chars().skip(place).collect());
        let feed = self.texts.pick(&["\n", "\n", "\r\n", " \n ", "\n\n"]);
        format!("{before}{feed}{after}")
    }

    fn preload(&mut self) -> Option<Preload> {
        match self.texts.random.u32(0..10) {
            0 => None,
            1..5 if self.contract == ContractName::V0_5 => {
                Some(Preload::Checkpoint(payload::checkpoint(&mut self.texts)))
            }
            _ => Some(Preload::State(payload::state(&mut self.texts))),
        }
    }

    fn conversation(&mut self) -> Vec<String> {
        let items = self.texts.items();
        let lines = self.texts.random.usize(3..30);
        let mut conversation = vec!["state".to_owned()];
        for _ in 0..lines {
            let line = going_on(self.line(&items));
            // Release 0.8.3 asks about a refused replacement, and takes the next line for an answer.
            let asks = self.contract == ContractName::V0_5 && line.contains(" instead of ");
            conversation.push(line);
            if asks {
                conversation.push("no".to_owned());
            }
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
        if operands == [OperandName::Value] && self.texts.chance(1) {
            texts[0].insert_str(0, "to ");
        }
        Form::new(kind, texts.each_ref().map(String::as_str)).to_string()
    }

    fn line(&mut self, items: &[String]) -> String {
        match self.texts.random.u32(0..100) {
            0..58 => self.directive(items),
            58..66 => self.respaced(items),
            66..74 => {
                let directive = self.directive(items);
                self.texts.damage(&directive)
            }
            74..81 => self.compound(items),
            81..88 => self.soup(),
            88..92 => self.command(items),
            92..94 => self.empty(),
            94..95 => {
                let directive = self.directive(items);
                format!("{directive}\r{}", if self.texts.chance(60) { "" } else { "use tea" })
            }
            _ => self.texts.pick(&ORDINARY).to_owned(),
        }
    }

    /// A directive in other case, with other white space between its words.
    fn respaced(&mut self, items: &[String]) -> String {
        let directive = self.directive(items);
        let mut text = String::new();
        for character in directive.chars() {
            match character {
                ' ' if self.texts.chance(40) => text.push_str(self.texts.space()),
                letter if self.texts.chance(15) => text.push(letter.to_ascii_uppercase()),
                other => text.push(other),
            }
        }
        let edge = self.texts.space();
        match self.texts.random.u32(0..4) {
            0 => format!("{edge}{text}"),
            1 => format!("{text}{edge}"),
            _ => text,
        }
    }

    fn compound(&mut self, items: &[String]) -> String {
        let (first, second) = (self.directive(items), self.directive(items));
        let joint = self.texts.pick(&JOINTS);
        let second = if self.texts.chance(20) { second.to_ascii_uppercase() } else { second };
        format!("{first}{joint}{second}")
    }

    fn soup(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.texts.random.u32(1..7) {
            text.push_str(self.texts.pick(&TOKENS));
            text.push_str(if self.texts.chance(80) { " " } else { self.texts.space() });
        }
        text
    }

    /// A command, or a directive behind one.
    fn command(&mut self, items: &[String]) -> String {
        if self.texts.chance(30) {
            return self.texts.pick(&COMMANDS).to_owned();
        }
        let preview = self.contract == ContractName::V0_5 && self.texts.chance(70);
        format!("{} {}", if preview { "preview" } else { "step" }, self.directive(items))
    }

    /// A directive without content.
    fn empty(&mut self) -> String {
        let kinds = Kind::ALL.map(Kind::introducer);
        let start = self.texts.pick(&kinds);
        let end = self.texts.pick(&["", " instead of", " instead of x", " x instead of"]);
        format!("{start}{}{}{end}", self.texts.space(), self.texts.space())
    }
}

/// Conversations of about `lines` lines together.
pub(super) fn conversations(
    lines: usize,
    mut conversation: impl FnMut() -> Vec<String>,
) -> Vec<Vec<String>> {
    let mut conversations = Vec::new();
    let mut count = 0;
    while count < lines {
        let next = conversation();
        count += next.len();
        conversations.push(next);
    }
    conversations
}

/// `line`, or if it would end the run of a program, one that does not.
pub(super) fn going_on(line: String) -> String {
    if ends_the_run(&line) { format!("{line} now") } else { line }
}

/// Whether a line ends the run of a program.
pub(super) fn ends_the_run(line: &str) -> bool {
    // As Python's `strip` does, which takes more for white space than Rust's.
    let token = line.trim_matches(cc_text::is_white_space).to_lowercase();
    token == "exit" || token == "quit"
}
