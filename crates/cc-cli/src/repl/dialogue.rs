//! What the REPL answers, without a terminal.

use std::fs;
use std::path::{Path, PathBuf};

use cc_contract::ContractName;
use cc_engine::v0_5::{Confirmation, read_confirmation};
use cc_sessions::{ErrorKind, Turn};
use cc_text::{is_white_space, visible};
use cc_wire::{AnyDecision, AnyDiff, AnyEngine};
use futures_executor::block_on;

use crate::contract::{self, inputs_help};
use crate::pipe::{Flow, Request, without_input};
use crate::preload::{read_file, read_state, shown};
use crate::session::Open;
use crate::text::{self, push_line};

use super::explain::push_fault;
use super::files;
use super::paint::{Paint, Role};

/// The commands, and what they do.
const COMMANDS: [(&str, &str); 10] = [
    ("state", "show the state"),
    ("preview <text>", "show what an input would do, without doing it"),
    ("step <text>", "submit an input, even one that looks like a command"),
    (":diff", "show the last change"),
    (REPAIR, "submit a repair listed by the last error, after asking"),
    (":save <path>", "save the state to a file, after asking if it is there"),
    (":save! <path>", "save the state to a file without asking"),
    (":load <path>", "replace the state with one from a file"),
    ("help, ?", "show this help"),
    ("exit, quit", "leave (or press Ctrl-D; Ctrl-C drops the line or a question)"),
];

const REPAIR: &str = ":repair <n>";

/// The commands under a contract.
fn commands(contract: ContractName) -> impl Iterator<Item = (&'static str, &'static str)> {
    let repairs = contract::repairs(contract);
    COMMANDS.into_iter().filter(move |(usage, _)| repairs || *usage != REPAIR)
}

/// What a line with a command begins with, for completion.
pub(super) fn starts_of_commands(contract: ContractName) -> impl Iterator<Item = &'static str> {
    commands(contract).map(|(usage, _)| usage.split(['<', ',']).next().unwrap_or(usage))
}

/// A line that is typed ahead is cut off at this many bytes by Linux, without a word.
const CUT_OFF: usize = 4095;

/// How many columns a terminal has that does not tell.
pub(super) const USUAL_COLUMNS: usize = 80;

/// What it is asked whether to do.
enum Question {
    /// To submit a repair.
    Repair(String),
    /// To take what was entered, which may be a part of a line.
    Entered(String),
    /// To replace a file by the state.
    Replace(PathBuf),
}

impl Question {
    fn text(&self) -> String {
        match self {
            Question::Repair(text) | Question::Entered(text) => {
                format!("submit `{}`?", visible(text))
            }
            Question::Replace(path) => format!("replace {}?", shown(path)),
        }
    }

    /// What is said where it is not done.
    fn declined(&self) -> &'static str {
        match self {
            Question::Repair(_) | Question::Entered(_) => "not submitted",
            Question::Replace(_) => "not saved",
        }
    }
}

/// An engine, and what the REPL remembers of the talk.
pub(super) struct Dialogue {
    pub(super) engine: AnyEngine,
    /// The session whose state the engine has, if it is durable, and the revision of that.
    pub(super) session: Option<Open>,
    pub(super) revision: u64,
    pub(super) paint: Paint,
    /// How wide the terminal is.
    pub(super) columns: usize,
    /// The repairs that the last decision listed, as text to submit.
    repairs: Vec<String>,
    /// The question that is open.
    asked: Option<Question>,
    /// Whether what comes next may be the rest of a line that was dropped.
    pub(super) dropping: bool,
    last_change: Option<AnyDiff>,
}

impl Dialogue {
    pub(super) fn new(engine: AnyEngine, paint: Paint) -> Self {
        Dialogue {
            engine,
            session: None,
            revision: 0,
            paint,
            columns: USUAL_COLUMNS,
            repairs: Vec::new(),
            asked: None,
            dropping: false,
            last_change: None,
        }
    }

    /// What is said first.
    pub(super) fn greeting(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        let session = self.session.as_ref().map(|open| {
            let revision = self.revision;
            format!(", session {} at revision {revision} in {}", open.session.id(), open.store)
        });
        format!(
            "context-compiler {version}, contract {}{}\n\
             Type a directive, `help` for help, or `exit` to leave.\n",
            self.engine.contract(),
            session.unwrap_or_default(),
        )
    }

    /// What the next line is asked for with.
    pub(super) fn prompt(&self) -> &'static str {
        if self.dropping {
            "(dropped) > "
        } else if self.asked.is_some() || self.engine.pending().is_some() {
            "(yes or no) > "
        } else {
            "> "
        }
    }

    /// Whether what is entered next is an answer, or what is left of a line, and no input.
    pub(super) fn is_waiting(&self) -> bool {
        self.dropping || self.asked.is_some()
    }

    /// Drops the question that is open, and what is left of a line.
    pub(super) fn interrupt(&mut self, out: &mut String) {
        self.dropping = false;
        if let Some(question) = self.asked.take() {
            push_line(out, question.declined());
        }
    }

    /// Takes what the terminal gave at once. What may be a part of a line is asked about, and is no
    /// answer: it may look like one, as it may like a directive.
    pub(super) fn take_entered(&mut self, entered: &str, out: &mut String) -> Flow {
        let doubtful = std::mem::take(&mut self.dropping) || entered.len() == CUT_OFF;
        if !doubtful || entered.trim().is_empty() {
            return self.take(entered, out);
        }
        if self.asked.is_none() {
            push_line(out, "this may be a part of a line");
        }
        let question = self.asked.take().unwrap_or(Question::Entered(entered.to_owned()));
        self.ask(question, out);
        Flow::Continue
    }

    /// Takes what was entered: one line, or several that were pasted, each of them by itself.
    pub(super) fn take(&mut self, entered: &str, out: &mut String) -> Flow {
        let lines: Vec<&str> = entered.lines().filter(|line| !line.trim().is_empty()).collect();
        for line in &lines {
            if lines.len() > 1 {
                push_line(out, self.paint.paint(Role::Quiet, format!("> {}", visible(line))));
            }
            if let Flow::Stop = self.take_line(line, out) {
                return Flow::Stop;
            }
        }
        Flow::Continue
    }

    fn take_line(&mut self, line: &str, out: &mut String) -> Flow {
        let Some(question) = self.asked.take() else {
            return self.take_command(line, out);
        };
        let answer = match line.trim() {
            "y" | "Y" => Some(Confirmation::Yes),
            "n" | "N" => Some(Confirmation::No),
            answer => read_confirmation(answer),
        };
        match (answer, question) {
            (Some(Confirmation::Yes), Question::Repair(repair)) => self.submit(&repair, out),
            (Some(Confirmation::Yes), Question::Entered(text)) => return self.take(&text, out),
            (Some(Confirmation::Yes), Question::Replace(path)) => self.write(&path, out),
            (Some(Confirmation::No), question) => push_line(out, question.declined()),
            (None, question) => {
                push_line(out, "please answer yes or no, or press Ctrl-C");
                self.ask(question, out);
            }
        }
        Flow::Continue
    }

    fn ask(&mut self, question: Question, out: &mut String) {
        push_line(out, format_args!("{} (yes or no)", question.text()));
        self.asked = Some(question);
    }

    fn take_command(&mut self, line: &str, out: &mut String) -> Flow {
        let word = line.trim_matches(is_white_space);
        let (command, argument) = word.split_once(' ').unwrap_or((word, ""));
        let argument = argument.trim();
        let request = Request::parse(line, true);
        let shows_state = matches!(request, Request::State | Request::Preview(_));
        if (shows_state || command.starts_with(":save"))
            && let Err(message) = self.refresh()
        {
            self.push_error(out, &message);
            return Flow::Continue;
        }
        match command {
            ":diff" if argument.is_empty() => match &self.last_change {
                Some(change) => text::push_signed_diff(out, change),
                None => push_line(out, "diff: (none)"),
            },
            ":repair" if contract::repairs(self.engine.contract()) => self.repair(argument, out),
            ":save" | ":save!" if argument.is_empty() => {
                self.push_error(out, &format!("`{command}` takes the path of a file"));
            }
            ":save" => {
                let path = files::path(argument);
                if fs::metadata(&path).is_ok_and(|there| there.is_file()) {
                    self.ask(Question::Replace(path), out);
                } else {
                    self.write(&path, out);
                }
            }
            ":save!" => self.write(&files::path(argument), out),
            ":load" => self.load(argument, out),
            _ if command.starts_with(':') => {
                let word = visible(word);
                self.push_error(out, &format!("`{word}` is not a command; type `help` for help"));
            }
            _ if word.eq_ignore_ascii_case("help") || word == "?" => {
                let contract = self.engine.contract();
                out.push_str(&inputs_help(contract));
                push_line(out, "Commands:");
                for (usage, summary) in commands(contract) {
                    push_line(out, format_args!("  {usage:<17}  {summary}"));
                }
                push_line(out, "Anything else is ordinary text.");
            }
            _ => match request {
                Request::Exit => return Flow::Stop,
                Request::State => self.engine.push_state_lines(out),
                Request::WithoutInput(command) => self.push_error(out, without_input(command).1),
                Request::Preview(text) => {
                    let preview =
                        text::push_preview(out, &self.engine, text, text::push_signed_diff);
                    self.explain(text, &preview.decision, out);
                }
                Request::Input(_, text) => {
                    self.repairs.clear();
                    self.step(text, out);
                }
            },
        }
        Flow::Continue
    }

    /// Takes one input, and shows the decision.
    fn step(&mut self, text: &str, out: &mut String) {
        if let Err(message) = self.record(text) {
            return self.push_error(out, &message);
        }
        let change = self.engine.preview(text).diff;
        let decision = self.engine.step(text);
        if decision.is_update() {
            push_line(out, self.paint.paint(Role::Accepted, "updated"));
            self.engine.push_state_lines(out);
            if !change.is_empty() {
                self.last_change = Some(change);
            }
            return;
        }
        match decision.message() {
            Some(message) => {
                let label = self.paint.paint(Role::Fault, text::label(&message));
                text::push_labelled(out, label, &message);
            }
            None => push_line(out, self.paint.paint(Role::Quiet, decision.kind())),
        }
        self.explain(text, &decision, out);
        self.repairs = decision.repairs();
        if !self.repairs.is_empty() {
            push_line(out, "repairs (`:repair N` submits one):");
        }
        for (number, repair) in (1..).zip(&self.repairs) {
            push_line(out, format_args!("  {number}. {}", visible(repair)));
        }
    }

    /// Offers an input to the session, if there is one, in the state that the engine has.
    fn record(&mut self, text: &str) -> Result<(), String> {
        loop {
            let Some(open) = &self.session else { return Ok(()) };
            let turn = Turn::new(text).expect(self.revision);
            match block_on(open.session.turn(turn)) {
                Ok(reply) => {
                    self.revision = reply.revision;
                    return Ok(());
                }
                // Another was first.
                Err(error) if error.kind() == ErrorKind::Conflict => self.refresh()?,
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    /// Gives the engine the state of the session, which others may have changed.
    fn refresh(&mut self) -> Result<(), String> {
        let Some(open) = &self.session else { return Ok(()) };
        let (revision, engine) = open.engine().map_err(|failure| failure.to_string())?;
        if revision != self.revision {
            (self.revision, self.engine) = (revision, engine);
        }
        Ok(())
    }

    /// Shows where the fault in a text is. It is never rewritten.
    fn explain(&self, text: &str, decision: &AnyDecision<'_>, out: &mut String) {
        if let Some(fault) = contract::fault(text, decision) {
            push_fault(out, text, &fault.span, self.columns, self.paint);
            if let Some(explanation) = fault.explanation {
                push_line(out, explanation);
            }
        }
    }

    /// Asks whether to submit one of the repairs that were listed.
    fn repair(&mut self, number: &str, out: &mut String) {
        let chosen = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match (chosen.and_then(|index| self.repairs.get(index)), self.repairs.len()) {
            (Some(repair), _) => self.ask(Question::Repair(repair.clone()), out),
            (None, 0) => self.push_error(out, "there are no repairs to submit"),
            (None, 1) => self.push_error(out, "`:repair` takes a number; the only one is 1"),
            (None, last) => {
                self.push_error(out, &format!("`:repair` takes a number from 1 to {last}"));
            }
        }
    }

    /// Submits a repair. The list it is from stays, for the next of them, unless there is another.
    fn submit(&mut self, repair: &str, out: &mut String) {
        let repairs = std::mem::take(&mut self.repairs);
        push_line(out, self.paint.paint(Role::Quiet, format!("> {}", visible(repair))));
        self.step(repair, out);
        if self.repairs.is_empty() {
            self.repairs = repairs;
        }
    }

    /// Writes the state to a file.
    fn write(&self, path: &Path, out: &mut String) {
        match files::save(self.engine.export_json() + "\n", path) {
            Ok(()) => push_line(out, format_args!("saved {}", shown(path))),
            Err(error) => self.push_error(out, &format!("cannot write {}: {error}", shown(path))),
        }
    }

    fn load(&mut self, path: &str, out: &mut String) {
        if path.is_empty() {
            return self.push_error(out, "`:load` takes the path of a file");
        }
        let read = |text: &str| read_state(self.engine.contract(), text);
        match read_file(&files::path(path), read) {
            Ok(engine) => {
                if let Some(open) = &self.session {
                    let state = engine.export_json();
                    match block_on(open.session.import(&state, None, None)) {
                        Ok(revision) => self.revision = revision,
                        Err(error) => {
                            return self.push_error(out, &format!("load failed: {error}"));
                        }
                    }
                }
                self.last_change = self.engine.diff(&engine);
                self.engine = engine;
                self.repairs.clear();
                push_line(out, self.paint.paint(Role::Accepted, "loaded"));
                self.engine.push_state_lines(out);
            }
            Err(error) => self.push_error(out, &format!("load failed: {error}")),
        }
    }

    fn push_error(&self, out: &mut String, message: &str) {
        text::push_labelled(out, self.paint.paint(Role::Fault, "error:"), message);
    }
}

#[cfg(test)]
#[path = "../../tests/unit/dialogue.rs"]
mod tests;
