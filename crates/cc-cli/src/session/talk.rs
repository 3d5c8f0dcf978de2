//! Talking to a session in a pipe. Turns whose lines are there already are written at once.

use std::borrow::Cow;
use std::io::{Read, Write};

use cc_contract::ContractName;
use cc_sessions::{Error, ErrorKind, Turn, TurnReply};
use cc_wire::{
    AnyEngine, Command, ErrorCode, ErrorRecord, SessionStep, push, push_session_state_record,
};
use futures_executor::block_on;
use serde::Deserialize;

use super::Open;
use crate::Failure;
use crate::contract;
use crate::lines::{Line, LineReader};
use crate::options::{InputFormat, LineOptions};
use crate::output::Output;
use crate::pipe::{BadLine, Request, read_line, without_input};
use crate::text::{self, push_line};

/// The most turns that are written at once.
const MAX_TURNS: usize = 256;

/// Takes lines as inputs of a session; a reply is written when it is durable.
pub(crate) fn talk<R: Read, W: Write>(
    open: &Open,
    input: R,
    mut output: Output<W>,
    options: LineOptions,
    json: bool,
) -> Result<(), Failure> {
    let contract = open.engine()?.1.contract();
    let mut talk = Talk { open, contract, json, turns: Vec::new() };
    let mut reader = LineReader::new(input, options.max_line_bytes);
    loop {
        let number = reader.number() + 1;
        let line = reader.next(|| {
            talk.settle(output.text());
            output.flush()
        })?;
        let line = match line {
            None => break,
            Some(Line::TooLong) => Err(BadLine {
                code: ErrorCode::LineTooLong,
                message: format!("line {number} is longer than {} bytes", options.max_line_bytes),
            }),
            Some(Line::Bytes(bytes)) => match options.input {
                InputFormat::Lines => read_line(bytes, number, InputFormat::Lines)
                    .map(|text| Asked::line(text, contract, json)),
                InputFormat::Json => read_json(bytes, number).map(Asked::Turn),
            },
        };
        match line {
            Ok(Asked::Exit) => break,
            Ok(Asked::Turn((command, turn))) => {
                talk.turns.push((command, turn.with_state()));
                if talk.turns.len() < MAX_TURNS {
                    continue;
                }
                talk.settle(output.text());
            }
            Ok(Asked::State) => {
                talk.settle(output.text());
                talk.state(output.text());
            }
            Ok(Asked::Preview(text)) => {
                talk.settle(output.text());
                talk.preview(output.text(), &text);
            }
            Ok(Asked::WithoutInput(command)) => {
                talk.settle(output.text());
                let (code, message) = without_input(command);
                talk.error(output.text(), command, code, message);
            }
            Err(bad) => {
                talk.settle(output.text());
                talk.error(output.text(), Command::Input, bad.code, &bad.message);
            }
        }
        output.reply_complete()?;
    }
    talk.settle(output.text());
    output.flush()
}

/// What a line asks for.
enum Asked {
    Turn((Command, Turn)),
    State,
    Preview(String),
    WithoutInput(Command),
    Exit,
}

impl Asked {
    fn line(line: Cow<'_, str>, contract: ContractName, json: bool) -> Self {
        match Request::parse(&line, contract::previews(contract)) {
            Request::Exit => Asked::Exit,
            _ if json && !contract::json_commands(contract) => {
                Asked::Turn((Command::Input, Turn::new(&line)))
            }
            Request::Input(command, text) => Asked::Turn((command, Turn::new(text))),
            Request::State => Asked::State,
            Request::Preview(text) => Asked::Preview(text.to_owned()),
            Request::WithoutInput(command) => Asked::WithoutInput(command),
        }
    }
}

/// A line of `--input json`: a string, or an object with the input and more about the turn.
fn read_json(bytes: &[u8], number: u64) -> Result<(Command, Turn), BadLine> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Fields {
        input: String,
        key: Option<String>,
        expect: Option<u64>,
    }
    let object = bytes.trim_ascii_start().starts_with(b"{");
    if !object {
        let text = read_line(bytes, number, InputFormat::Json)?;
        return Ok((Command::Input, Turn::new(&text)));
    }
    let fields: Fields = serde_json::from_slice(bytes).map_err(|error| BadLine {
        code: ErrorCode::InvalidRequest,
        message: format!("line {number}: {}", cc_text::visible(&error.to_string())),
    })?;
    let turn = Turn::new(&fields.input);
    let turn = match fields.key {
        Some(key) => turn.key(&key),
        None => turn,
    };
    Ok((
        Command::Input,
        match fields.expect {
            Some(revision) => turn.expect(revision),
            None => turn,
        },
    ))
}

struct Talk<'o> {
    open: &'o Open,
    contract: ContractName,
    json: bool,
    /// The turns that wait for those behind them.
    turns: Vec<(Command, Turn)>,
}

impl Talk<'_> {
    /// Offers the turns that wait, and appends their replies.
    fn settle(&mut self, out: &mut String) {
        if self.turns.is_empty() {
            return;
        }
        let (commands, turns): (Vec<_>, Vec<_>) = self.turns.drain(..).unzip();
        let replies = block_on(self.open.session.turns(turns));
        for (command, reply) in commands.into_iter().zip(replies) {
            match reply {
                Ok(reply) => self.reply(out, command, &reply),
                Err(error) => self.failed(out, command, &error),
            }
        }
    }

    fn reply(&mut self, out: &mut String, command: Command, reply: &TurnReply) {
        let state = reply.state.as_deref().unwrap_or("null");
        let decision = &reply.decision;
        let is_update = decision.kind() == "update";
        if self.json {
            let step = SessionStep {
                contract: reply.contract,
                command,
                decision: decision.as_json(),
                is_update,
                is_replayed: reply.is_replayed,
                revision: reply.revision,
                session: self.open.session.id().name(),
                state,
            };
            step.push(out);
            out.push('\n');
        } else if is_update {
            push_line(out, "updated");
            push_state_lines(out, reply.contract, state);
        } else if let Some(message) = decision.message() {
            text::push_labelled(out, text::label(message), message);
        } else {
            push_line(out, decision.kind());
        }
    }

    fn state(&self, out: &mut String) {
        let (revision, engine) = match self.open.engine() {
            Ok(found) => found,
            Err(failure) => return self.not_read(out, Command::State, &failure),
        };
        if self.json {
            let name = self.open.session.id().name();
            let state = engine.export_json();
            push_session_state_record(out, self.contract, revision, name, &state);
            out.push('\n');
        } else {
            engine.push_state_lines(out);
        }
    }

    fn preview(&self, out: &mut String, input: &str) {
        match self.open.engine() {
            Ok((_, mut engine)) => {
                if self.json && engine.push_preview(out, input) {
                    out.push('\n');
                } else {
                    text::push_preview(out, &engine, input, text::push_listed_diff);
                }
            }
            Err(failure) => self.not_read(out, Command::Preview, &failure),
        }
    }

    fn not_read(&self, out: &mut String, command: Command, failure: &Failure) {
        self.error(out, command, ErrorCode::SessionFailed, &failure.to_string());
    }

    fn failed(&self, out: &mut String, command: Command, error: &Error) {
        let code = match error.kind() {
            ErrorKind::Conflict => ErrorCode::Conflict,
            ErrorKind::KeyReused => ErrorCode::KeyReused,
            ErrorKind::InvalidName | ErrorKind::InvalidInput => ErrorCode::InvalidRequest,
            _ => ErrorCode::SessionFailed,
        };
        self.error(out, command, code, &error.to_string());
    }

    fn error(&self, out: &mut String, command: Command, code: ErrorCode, message: &str) {
        if self.json {
            push(out, &ErrorRecord::new(self.contract, command, code, message));
            out.push('\n');
        } else {
            text::push_error(out, message);
        }
    }
}

/// Appends an exported state for people.
pub(super) fn push_state_lines(out: &mut String, contract: ContractName, state: &str) {
    match AnyEngine::import_json(contract, state) {
        Ok(engine) => engine.push_state_lines(out),
        Err(error) => text::push_error(out, &error.to_string()),
    }
}
