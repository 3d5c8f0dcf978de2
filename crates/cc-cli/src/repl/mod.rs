//! The program at a terminal: reading lines with history, editing, completion and hints.
//!
//! This file only moves lines between the terminal and a [`Dialogue`], which does the rest and
//! needs no terminal.

mod assist;
mod dialogue;
mod explain;
mod files;
mod history;
mod paint;

use std::io::{self, Write};

use cc_wire::AnyEngine;
use rustyline::config::Configurer;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{ColorMode, CompletionType, Config, Editor};

use crate::Failure;
use crate::options::ReplOptions;
use crate::pipe::Flow;

use assist::Assist;
use dialogue::Dialogue;
use history::History;
use paint::Paint;

const PROMPT: &str = "> ";

/// What is prompted with while the rest of a line is dropped.
const DROPPING: &str = "(dropped) > ";

/// Talks until the user leaves.
pub(crate) fn run(engine: AnyEngine, options: &ReplOptions) -> Result<(), Failure> {
    let paint = Paint::choose(options.color);
    let config = Config::builder().completion_type(CompletionType::List).build();
    let memory = MemHistory::with_config(&config);
    let mut editor: Editor<Assist, MemHistory> =
        Editor::with_history(config, memory).map_err(Failure::terminal)?;
    // The highlighter also keeps control characters from the terminal, so it must always run;
    // whether it uses colour is its own affair.
    editor.set_color_mode(ColorMode::Forced);
    editor.set_auto_add_history(false);
    let assist = Assist::new(Dialogue::new(engine, paint));
    print(&assist.dialogue.greeting())?;
    let mut history = match History::open(options, &mut editor) {
        Ok(history) => history,
        Err(warning) => {
            print(&warning)?;
            History::none()
        }
    };
    editor.set_helper(Some(assist));
    let mut dropping = false;
    loop {
        let pasted = match editor.readline(if dropping { DROPPING } else { PROMPT }) {
            // What is left of a line is no line, and may look like a directive.
            Ok(_) if dropping => {
                dropping = false;
                continue;
            }
            Ok(pasted) => pasted,
            Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => {
                dropping = false;
                continue;
            }
            Err(ReadlineError::Eof) => return Ok(()),
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                if !dropping {
                    print("\nerror: the line is not UTF-8, and is dropped up to the next Enter\n")?;
                }
                dropping = true;
                continue;
            }
            Err(error) => return Err(Failure::terminal(error)),
        };
        if let Err(warning) = history.add(&mut editor, &pasted) {
            print(&warning)?;
        }
        let Some(assist) = editor.helper_mut() else {
            return Ok(());
        };
        let mut out = String::new();
        let flow = assist.dialogue.take(&pasted, &mut out);
        print(&out)?;
        if let Flow::Stop = flow {
            return Ok(());
        }
    }
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

fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Failure::io("write output"))
}
