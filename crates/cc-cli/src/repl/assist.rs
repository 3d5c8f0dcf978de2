//! What helps while a line is typed: completion, a hint of its effect, and colour.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;

use cc_text::visible;
use cc_wire::AnyPreview;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::Validator;
use rustyline::{Context, Helper};
use unicode_width::UnicodeWidthStr;

use crate::contract::{NONE, fault, keywords, starts};

use super::columns::{first_columns, wrap};
use super::dialogue::{Dialogue, starts_of_commands};
use super::paint::{Paint, Role};

/// How many columns a hint may take.
const LONGEST_HINT: usize = 50;

/// How many items are offered at the most.
const MOST_ITEMS: usize = 100;

/// Knows the dialogue, and so what a line would do.
pub(super) struct Assist {
    pub(super) dialogue: Dialogue,
    files: FilenameCompleter,
}

impl Assist {
    pub(super) fn new(dialogue: Dialogue) -> Self {
        Assist { dialogue, files: FilenameCompleter::new() }
    }

    /// The candidates for the end of `line`, and where what they replace begins.
    fn candidates(&self, line: &str) -> (usize, Vec<Pair>) {
        for command in ["preview ", "step "] {
            if let Some(input) = line.strip_prefix(command) {
                let (start, candidates) = self.candidates(input);
                return (command.len() + start, candidates);
            }
        }
        let operand = |introducer: &str| strip_prefix_ignore_case(line, introducer);
        if let Some(item) = operand("remove policy ") {
            return (line.len() - item.len(), self.items(item, false));
        }
        let Some(after_use) = operand("use ") else {
            let contract = self.dialogue.engine.contract();
            let candidates = starts(contract)
                .into_iter()
                .chain(starts_of_commands(contract).map(str::to_owned))
                .filter(|start| strip_prefix_ignore_case(start, line).is_some())
                .map(|start| Pair { display: start.clone(), replacement: start })
                .collect();
            return (0, candidates);
        };
        let delimiter = " instead of ";
        if let Some((at, _)) = after_use.rmatch_indices(delimiter).next() {
            let item = after_use.get(at + delimiter.len()..).unwrap_or_default();
            return (line.len() - item.len(), self.items(item, true));
        }
        let mut items = self.items(after_use, false);
        let last_word = after_use.rfind(' ').map(|at| at + 1);
        if let Some(word) = last_word.and_then(|at| after_use.get(at..))
            && items.is_empty()
            && strip_prefix_ignore_case("instead of ", word).is_some()
        {
            let replacement = "instead of ".to_owned();
            items.push(Pair { display: replacement.clone(), replacement });
            return (line.len() - word.len(), items);
        }
        (line.len() - after_use.len(), items)
    }

    /// The items of the state that begin like `typed`.
    fn items(&self, typed: &str, in_use: bool) -> Vec<Pair> {
        let items = self.dialogue.engine.items(typed, in_use, MOST_ITEMS);
        let pair = |item: String| Pair { display: visible(&item).to_string(), replacement: item };
        items.into_iter().map(pair).collect()
    }

    /// The input that `line` would submit, and what would come of it.
    fn preview<'l>(&self, line: &'l str) -> (&'l str, AnyPreview<'l>) {
        let input = line.strip_prefix("step ").or(line.strip_prefix("preview ")).unwrap_or(line);
        (input, self.dialogue.engine.preview(input))
    }

    /// What `line` would do, in a few words, unless it is ordinary text.
    fn effect(&self, line: &str) -> Option<String> {
        let (_, AnyPreview { decision, diff, .. }) = self.preview(line);
        if let Some(invalid) = decision.invalid() {
            return Some(invalid.to_string());
        }
        if let Some(message) = decision.message() {
            let (first_sentence, _) = message.split_once('\n').unwrap_or((&message, ""));
            let kind = if message.ends_with('?') { "asks" } else { "refused" };
            return Some(format!("{kind}: {}", visible(first_sentence)));
        }
        let effect = if diff.is_empty() { "no change".to_owned() } else { diff.summary() };
        decision.is_update().then_some(effect)
    }

    /// The parts of `line` that stand out, in order, and as what.
    fn marks(&self, line: &str) -> (Role, [Range<usize>; 2]) {
        // Lines that were pasted together are taken one by one, and an answer is no input.
        let answers = self.dialogue.is_waiting() || self.dialogue.engine.pending().is_some();
        if line.contains('\n') || answers {
            return (Role::Keyword, NONE);
        }
        let (input, preview) = self.preview(line);
        let offset = line.len() - input.len();
        let (role, ranges) = match fault(input, &preview.decision) {
            Some(fault) => (Role::Fault, [fault.span, 0..0]),
            None => (Role::Keyword, keywords(self.dialogue.engine.contract(), input)),
        };
        (role, ranges.map(|range| range.start + offset..range.end + offset))
    }
}

fn strip_prefix_ignore_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(rest)
}

impl Completer for Assist {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        if [":save ", ":save! ", ":load "].iter().any(|command| line.starts_with(command)) {
            return self.files.complete_path(line, position);
        }
        Ok(self.candidates(line.get(..position).unwrap_or(line)))
    }
}

/// A hint that is only to be read: no key puts it into the line.
pub(super) struct Effect(String);

impl Hint for Effect {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Hinter for Assist {
    type Hint = Effect;

    fn hint(&self, line: &str, position: usize, _context: &Context<'_>) -> Option<Effect> {
        if position < line.len() || line.contains('\n') || self.dialogue.is_waiting() {
            return None;
        }
        let effect = first_columns(&self.effect(line)?, LONGEST_HINT);
        let hint = format!("  ({effect})");
        let columns = self.dialogue.columns.max(1);
        let column = (self.dialogue.prompt().width() + line.width()) % columns;
        // On rows of its own where it would have to be broken.
        let fits = column + hint.width() < columns;
        Some(Effect(if fits { hint } else { "\n".to_owned() + &wrap(&hint, columns - 1) }))
    }
}

impl Highlighter for Assist {
    fn highlight<'l>(&self, line: &'l str, _position: usize) -> Cow<'l, str> {
        let (role, ranges) = self.marks(line);
        Cow::Owned(paint_ranges(&without_controls(line), &ranges, self.dialogue.paint, role))
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(
        &'s self,
        prompt: &'p str,
        _default: bool,
    ) -> Cow<'b, str> {
        Cow::Owned(self.dialogue.paint.paint(Role::Keyword, prompt).to_string())
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(self.dialogue.paint.paint(Role::Quiet, hint).to_string())
    }

    fn highlight_char(&self, _line: &str, _position: usize, _kind: CmdKind) -> bool {
        true
    }
}

/// `text` with each of `ranges`, which are in order and apart, painted.
fn paint_ranges(text: &str, ranges: &[Range<usize>], paint: Paint, role: Role) -> String {
    let mut out = String::new();
    let mut at = 0;
    for range in ranges.iter().filter(|range| !range.is_empty()) {
        out.push_str(text.get(at..range.start).unwrap_or_default());
        let part = text.get(range.clone()).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = write!(out, "{}", paint.paint(role, part));
        at = range.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// `line` with each control character replaced by one that does nothing, of the same length where
/// offsets into the line must hold.
fn without_controls(line: &str) -> Cow<'_, str> {
    let harmless = |character: char| !character.is_control() || matches!(character, '\n' | '\t');
    if line.chars().all(harmless) {
        return Cow::Borrowed(line);
    }
    let replace = |character: char| match character {
        _ if harmless(character) => character,
        '\0'..='\u{7f}' => '?',
        _ => '\u{bf}',
    };
    Cow::Owned(line.chars().map(replace).collect())
}

impl Validator for Assist {}

impl Helper for Assist {}

#[cfg(test)]
#[path = "../../tests/unit/assist.rs"]
mod tests;
