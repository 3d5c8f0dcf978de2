//! What the REPL answers, without a terminal.

use cc_engine::Invalid;
use cc_engine::v0_5::{Confirmation, read_confirmation};
use cc_text::{is_white_space, visible};
use cc_wire::{AnyDiff, AnyEngine};

use crate::contract::inputs_help;
use crate::pipe::{Flow, Request, without_input};
use crate::preload::{read_file, read_state, shown};
use crate::text::{self, push_line};

use super::explain::push_explanation;
use super::files;
use super::paint::{Paint, Role};

const COMMANDS: &str = "\
Commands:
  state              show the state
  preview <text>     show what an input would do, without doing it
  step <text>        submit an input, even one that looks like a command
  :diff              show the last change
  :repair <n>        submit a repair listed by the last error, after asking
  :save <path>       save the state to a file
  :load <path>       replace the state with one from a file
  help, ?            show this help
  exit, quit         leave (or press Ctrl-D; Ctrl-C drops the line)
Anything else is ordinary text.
";

/// An engine, and what the REPL remembers of the talk.
pub(super) struct Dialogue {
    pub(super) engine: AnyEngine,
    pub(super) paint: Paint,
    /// The repairs that the last error listed, as text to submit.
    repairs: Vec<String>,
    /// The repair that was chosen, while it is asked whether to submit it.
    asked: Option<String>,
    last_change: Option<AnyDiff>,
}

impl Dialogue {
    pub(super) fn new(engine: AnyEngine, paint: Paint) -> Self {
        Dialogue { engine, paint, repairs: Vec::new(), asked: None, last_change: None }
    }

    /// What is said first.
    pub(super) fn greeting(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        format!(
            "context-compiler {version}, contract {}\n\
             Type a directive, `help` for help, or `exit` to leave.\n",
            self.engine.contract()
        )
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
        if let Some(repair) = self.asked.take() {
            match read_confirmation(line) {
                Some(Confirmation::Yes) => self.submit(&repair, out),
                Some(Confirmation::No) => push_line(out, "not submitted"),
                // No answer: the question is dropped, and the line is a line like any other.
                None => return self.take_command(line, out),
            }
            return Flow::Continue;
        }
        self.take_command(line, out)
    }

    fn take_command(&mut self, line: &str, out: &mut String) -> Flow {
        let word = line.trim_matches(is_white_space);
        let (command, argument) = word.split_once(' ').unwrap_or((word, ""));
        let argument = argument.trim();
        match command {
            ":diff" if argument.is_empty() => match &self.last_change {
                Some(change) => text::push_diff(out, change),
                None => out.push_str("diff:\n- (none)\n"),
            },
            ":repair" => self.repair(argument, out),
            ":save" => self.save(argument, out),
            ":load" => self.load(argument, out),
            _ if command.starts_with(':') => {
                let word = visible(word);
                self.push_error(out, &format!("`{word}` is not a command; type `help` for help"));
            }
            _ if word.eq_ignore_ascii_case("help") || word == "?" => {
                out.push_str(&inputs_help(self.engine.contract()));
                out.push_str(COMMANDS);
            }
            _ => match Request::parse(line, true) {
                Request::Exit => return Flow::Stop,
                Request::State => self.engine.push_state_lines(out),
                Request::WithoutInput(command) => self.push_error(out, without_input(command).1),
                Request::Preview(text) => {
                    let preview = self.engine.preview(text);
                    text::push_preview(out, &preview, |out| {
                        text::push_decision(out, &preview.decision, |_| {});
                    });
                    self.explain(text, preview.decision.invalid(), out);
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
        self.explain(text, decision.invalid(), out);
        self.repairs = decision.repairs();
        if !self.repairs.is_empty() {
            push_line(out, "repairs (`:repair N` submits one):");
        }
        for (number, repair) in (1..).zip(&self.repairs) {
            push_line(out, format_args!("  {number}. {}", visible(repair)));
        }
    }

    /// Shows why a directive-shaped text is not canonical. It is never rewritten.
    fn explain(&self, text: &str, invalid: Option<Invalid>, out: &mut String) {
        if let Some(invalid) = invalid {
            push_explanation(out, text, invalid, self.paint);
        }
    }

    /// Asks whether to submit one of the repairs that were listed.
    fn repair(&mut self, number: &str, out: &mut String) {
        let chosen = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match (chosen.and_then(|index| self.repairs.get(index)), self.repairs.len()) {
            (Some(repair), _) => {
                push_line(out, format_args!("submit `{}`? (yes or no)", visible(repair)));
                self.asked = Some(repair.clone());
            }
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

    fn save(&self, path: &str, out: &mut String) {
        if path.is_empty() {
            return self.push_error(out, "`:save` takes the path of a file");
        }
        let path = files::path(path);
        match files::save(self.engine.export_json() + "\n", &path) {
            Ok(()) => push_line(out, format_args!("saved {}", shown(&path))),
            Err(error) => {
                self.push_error(out, &format!("cannot write {}: {error}", shown(&path)));
            }
        }
    }

    fn load(&mut self, path: &str, out: &mut String) {
        if path.is_empty() {
            return self.push_error(out, "`:load` takes the path of a file");
        }
        let read = |text: &str| read_state(self.engine.contract(), text);
        match read_file(&files::path(path), read) {
            Ok(engine) => {
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
