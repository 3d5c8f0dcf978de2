//! What the REPL answers, without a terminal.

use std::fmt::Write;

use cc_engine::{Classification, Decision, Engine, StateDiff, classify, visible};
use cc_state::is_white_space;

use crate::preload::{read_state, shown};
use crate::session::{Flow, Request, STEP_WITHOUT_INPUT};
use crate::text;

use super::explain::push_explanation;
use super::files;
use super::paint::{Paint, Role};

const HELP: &str = "\
Directives:
  set premise <value>                     set the premise, if there is none
  change premise to <value>               change the premise there is
  clear premise                           forget the premise
  use <item>                              put an item into use
  prohibit <item>                         prohibit an item
  remove policy <item>                    forget what holds for an item
  use <new item> instead of <old item>    replace an item that is in use
  reset policies                          forget all policies
  clear state                             forget everything
Commands:
  state              show the state
  preview <text>     show what an input would do, and do nothing
  step <text>        take an input, even one that looks like a command
  :diff              show what the last change changed
  :repair <n>        submit a repair that the last error listed
  :save <path>       write the state to a file
  :load <path>       replace the state by one from a file
  help, ?            show this
  exit, quit         leave (so does Ctrl-D; Ctrl-C abandons a line)
Any other text is an input too, and is no directive.
";

/// An engine, and what the REPL remembers of the talk.
pub(super) struct Dialogue {
    pub(super) engine: Engine,
    pub(super) paint: Paint,
    /// The repairs that the last error listed, as text to submit.
    repairs: Vec<String>,
    last_change: StateDiff,
}

impl Dialogue {
    pub(super) fn new(engine: Engine, paint: Paint) -> Self {
        Dialogue { engine, paint, repairs: Vec::new(), last_change: StateDiff::default() }
    }

    /// What is said first.
    pub(super) fn greeting(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        format!(
            "context-compiler {version}, contract 0.9\n\
             Type a directive, `help` for help, or `exit` to leave.\n"
        )
    }

    /// Takes what was entered: one line, or several that were pasted, each of them by itself.
    pub(super) fn take(&mut self, entered: &str, out: &mut String) -> Flow {
        let lines: Vec<&str> = entered.lines().filter(|line| !line.trim().is_empty()).collect();
        for line in &lines {
            if lines.len() > 1 {
                push_line(out, &self.paint.paint(Role::Quiet, format!("> {}", visible(line))));
            }
            if let Flow::Stop = self.take_line(line, out) {
                return Flow::Stop;
            }
        }
        Flow::Continue
    }

    fn take_line(&mut self, line: &str, out: &mut String) -> Flow {
        let word = line.trim_matches(is_white_space);
        let (command, argument) = word.split_once(' ').unwrap_or((word, ""));
        let argument = argument.trim();
        match command {
            ":diff" if argument.is_empty() => text::push_diff(out, &self.last_change),
            ":repair" => self.repair(argument, out),
            ":save" => self.save(argument, out),
            ":load" => self.load(argument, out),
            _ if command.starts_with(':') => {
                let word = visible(word);
                self.push_error(out, &format!("`{word}` is no command; type `help` for help"));
            }
            "preview" if argument.is_empty() => {
                self.push_error(out, "preview requires input.\nUse 'preview <input>'.");
            }
            "preview" => {
                text::push_preview(out, &self.engine.preview(argument));
                self.explain(argument, out);
            }
            _ if word.eq_ignore_ascii_case("help") || word == "?" => out.push_str(HELP),
            _ => match Request::parse(line) {
                Request::Exit => return Flow::Stop,
                Request::State => text::push_state(out, self.engine.state()),
                Request::StepWithoutInput => self.push_error(out, STEP_WITHOUT_INPUT),
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
        let diff = self.engine.preview(text).diff;
        let decision = self.engine.step(text);
        match &decision {
            Decision::NoDirective => {
                push_line(out, &self.paint.paint(Role::Quiet, "no_directive"));
                self.explain(text, out);
            }
            Decision::Update(update) => {
                push_line(out, &self.paint.paint(Role::Accepted, "updated"));
                text::push_state(out, self.engine.state());
                if update.changed() {
                    self.last_change = diff;
                }
            }
            Decision::Error(refusal) => {
                self.push_error(out, &refusal.message());
                self.repairs = refusal.repairs().map(|repair| repair.to_string()).collect();
                if !self.repairs.is_empty() {
                    push_line(out, &"repairs (`:repair N` submits one):");
                }
                for (number, repair) in (1..).zip(&self.repairs) {
                    push_line(out, &format_args!("  {number}. {}", visible(repair)));
                }
            }
        }
    }

    /// Shows why a directive-shaped text is not canonical. It is never rewritten.
    fn explain(&self, text: &str, out: &mut String) {
        if let Classification::Invalid(invalid) = classify(text) {
            push_explanation(out, text, invalid, self.paint);
        }
    }

    /// Submits one of the repairs that were listed; the list stays, for the next of them.
    fn repair(&mut self, number: &str, out: &mut String) {
        let repairs = std::mem::take(&mut self.repairs);
        let chosen = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        match chosen.and_then(|index| repairs.get(index)) {
            Some(repair) => {
                push_line(out, &self.paint.paint(Role::Quiet, format!("> {}", visible(repair))));
                self.step(repair, out);
                if self.repairs.is_empty() {
                    self.repairs = repairs;
                }
            }
            None => {
                self.push_error(
                    out,
                    &match repairs.len() {
                        0 => "there are no repairs to submit".to_owned(),
                        1 => "`:repair` takes a number; the only one is 1".to_owned(),
                        last => format!("`:repair` takes a number from 1 to {last}"),
                    },
                );
                self.repairs = repairs;
            }
        }
    }

    fn save(&self, path: &str, out: &mut String) {
        if path.is_empty() {
            return self.push_error(out, "`:save` takes the path of a file");
        }
        let path = files::path(path);
        match files::save(self.engine.state(), &path) {
            Ok(()) => push_line(out, &format_args!("saved {}", shown(&path))),
            Err(error) => {
                self.push_error(out, &format!("cannot write {}: {error}", shown(&path)));
            }
        }
    }

    fn load(&mut self, path: &str, out: &mut String) {
        if path.is_empty() {
            return self.push_error(out, "`:load` takes the path of a file");
        }
        match read_state(&files::path(path)) {
            Ok(state) => {
                self.last_change = self.engine.state().diff(&state);
                self.engine = Engine::from(state);
                self.repairs.clear();
                push_line(out, &self.paint.paint(Role::Accepted, "loaded"));
                text::push_state(out, self.engine.state());
            }
            Err(error) => self.push_error(out, &format!("load failed: {error}")),
        }
    }

    fn push_error(&self, out: &mut String, message: &str) {
        let mut plain = String::new();
        text::push_error(&mut plain, message);
        match plain.strip_prefix("error:") {
            Some(rest) => {
                let _ = write!(out, "{}{rest}", self.paint.paint(Role::Fault, "error:"));
            }
            None => out.push_str(&plain),
        }
    }
}

fn push_line(out: &mut String, line: &dyn std::fmt::Display) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{line}");
}

#[cfg(test)]
mod tests;
