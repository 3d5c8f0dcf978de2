//! The program at a terminal: reading lines with history, editing, completion and hints.
//!
//! This file only moves lines between the terminal and a [`Dialogue`], which does the rest and
//! needs no terminal.

mod assist;
mod columns;
mod dialogue;
mod explain;
mod files;
mod history;
mod paint;
#[cfg(unix)]
mod terminal;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cc_wire::AnyEngine;
use rustyline::config::Configurer;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{
    Cmd, ColorMode, CompletionType, ConditionalEventHandler, Config, Editor, Event, EventContext,
    EventHandler, KeyEvent, RepeatCount,
};

use crate::Failure;
use crate::options::ReplOptions;
use crate::pipe::Flow;
use crate::session::Open;

use assist::Assist;
use columns::wrap;
use dialogue::{Dialogue, USUAL_COLUMNS};
use history::History;
use paint::Paint;

/// Talks until the user leaves.
pub(crate) fn run(
    engine: AnyEngine,
    session: Option<(Open, u64)>,
    options: &ReplOptions,
) -> Result<(), Failure> {
    let config = Config::builder().completion_type(CompletionType::List).build();
    let memory = MemHistory::with_config(&config);
    let mut editor: Editor<Assist, MemHistory> =
        Editor::with_history(config, memory).map_err(Failure::terminal)?;
    // The highlighter also keeps control characters from the terminal, so it must always run;
    // whether it uses colour is its own affair.
    editor.set_color_mode(ColorMode::Forced);
    editor.set_auto_add_history(false);
    let interrupted = Interrupted::default();
    let handler = EventHandler::Conditional(Box::new(interrupted.clone()));
    editor.bind_sequence(Event::Any, handler);
    // Only a terminal in which lines are edited has a printer. Any other hands over whole lines.
    let edits = editor.create_external_printer().is_ok();
    #[cfg(unix)]
    if edits {
        terminal::give_back_when_killed().map_err(Failure::io("use the terminal"))?;
    }
    let mut dialogue = Dialogue::new(engine, Paint::choose(options.color));
    if let Some((open, revision)) = session {
        (dialogue.session, dialogue.revision) = (Some(open), revision);
    }
    dialogue.columns = columns(&mut editor);
    print(&dialogue.greeting(), dialogue.columns)?;
    let mut history = match History::open(options, &mut editor) {
        Ok(history) => history,
        Err(warning) => {
            print(&warning, dialogue.columns)?;
            History::none()
        }
    };
    editor.set_helper(Some(Assist::new(dialogue)));
    loop {
        let Some(assist) = editor.helper() else { return Ok(()) };
        let (prompt, answers) = (assist.dialogue.prompt(), assist.dialogue.is_waiting());
        let entered = match editor.readline(prompt) {
            Ok(_) if interrupted.is_set() => Err(ReadlineError::Interrupted),
            entered => entered,
        };
        let columns = columns(&mut editor);
        if let (Ok(line), false) = (&entered, answers)
            && let Err(warning) = history.add(&mut editor, line)
        {
            print(&warning, columns)?;
        }
        let Some(assist) = editor.helper_mut() else { return Ok(()) };
        assist.dialogue.columns = columns;
        let mut out = String::new();
        let flow = answer(&mut assist.dialogue, entered, edits, &mut out)?;
        print(&out, columns)?;
        if let Flow::Stop = flow {
            return Ok(());
        }
    }
}

/// Answers what was entered, or was not.
fn answer(
    dialogue: &mut Dialogue,
    entered: rustyline::Result<String>,
    edits: bool,
    out: &mut String,
) -> Result<Flow, Failure> {
    match entered {
        Ok(entered) => return Ok(dialogue.take_entered(&entered, out)),
        Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => dialogue.interrupt(out),
        Err(ReadlineError::Eof) => return Ok(Flow::Stop),
        Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
            out.push_str("error: the line is not UTF-8, and is dropped");
            if edits {
                // The editor has lost what it had read, and perhaps an Enter with the wrong byte.
                #[cfg(unix)]
                terminal::forget_what_is_typed_ahead();
                out.push_str(" up to the next Enter, with what was typed ahead");
                dialogue.dropping = true;
            }
            out.push('\n');
        }
        Err(error) => return Err(Failure::terminal(error)),
    }
    Ok(Flow::Continue)
}

/// Whether the last key was Ctrl-C or Ctrl-\. These accept the line, which is dropped then: as errors
/// they would cost what was typed ahead.
#[derive(Clone, Default)]
struct Interrupted(Arc<AtomicBool>);

impl Interrupted {
    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl ConditionalEventHandler for Interrupted {
    fn handle(
        &self,
        event: &Event,
        _count: RepeatCount,
        _positive: bool,
        _context: &EventContext<'_>,
    ) -> Option<Cmd> {
        let keys = [KeyEvent::ctrl('C'), KeyEvent::ctrl('\\')];
        let interrupts = event.get(0).is_some_and(|key| keys.contains(key));
        self.0.store(interrupts, Ordering::Relaxed);
        interrupts.then_some(Cmd::AcceptLine)
    }
}

fn columns(editor: &mut Editor<Assist, MemHistory>) -> usize {
    editor.dimensions().map_or(USUAL_COLUMNS, |(columns, _)| columns.into())
}

impl Failure {
    fn terminal(error: ReadlineError) -> Failure {
        let error = match error {
            ReadlineError::Io(error) => error,
            other => io::Error::other(other),
        };
        Failure::Io { doing: "use the terminal", error }
    }
}

fn print(text: &str, columns: usize) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(wrap(text, columns).as_bytes())
        .and_then(|()| out.flush())
        .map_err(Failure::io("write output"))
}
