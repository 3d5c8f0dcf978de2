//! Lines in, replies out: the program when it is not at a terminal.

use std::borrow::Cow;
use std::fmt;
use std::io::{Read, Write};

use cc_engine::{Decision, Engine};
use cc_state::is_white_space;
use cc_wire::{Command, ErrorCode, StateText, push_error, push_step};

use crate::Failure;
use crate::lines::{Line, LineReader};
use crate::options::{InputFormat, LineOptions};
use crate::output::Output;
use crate::text;

/// What `step` without an input is answered with. It is the reference's text.
pub(crate) const STEP_WITHOUT_INPUT: &str = "step requires input.\nUse 'step <input>'.";

/// A line that cannot be taken as an input.
pub(crate) struct BadLine {
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
}

/// A line of standard input as text, or why it is none.
pub(crate) type InputText<'a> = Result<Cow<'a, str>, BadLine>;

/// Takes every input line, one after the other, until the end or until `take` says to stop.
///
/// Replies are written when no further complete line is waiting, so a host can write a line and
/// read the answer, and a long input costs few writes.
pub(crate) fn for_each_line<R: Read, W: Write>(
    input: R,
    output: &mut Output<W>,
    options: LineOptions,
    mut take: impl FnMut(InputText<'_>, &mut String) -> Flow,
) -> Result<(), Failure> {
    let mut reader = LineReader::new(input, options.max_line_bytes);
    loop {
        let number = reader.number() + 1;
        let line = reader.next(|| output.flush())?;
        let text = match line {
            None => break,
            Some(Line::TooLong) => Err(BadLine {
                code: ErrorCode::LineTooLong,
                message: format!("line {number} is longer than {} bytes", options.max_line_bytes),
            }),
            Some(Line::Bytes(bytes)) => read_line(bytes, number, options.input),
        };
        if let Flow::Stop = take(text, output.text()) {
            break;
        }
        output.reply_complete()?;
    }
    output.flush()
}

/// Whether to go on with the next line.
pub(crate) enum Flow {
    Continue,
    Stop,
}

fn read_line(bytes: &[u8], number: u64, format: InputFormat) -> InputText<'_> {
    let bad = |code, fault: &dyn fmt::Display| BadLine {
        code,
        message: format!("line {number}: {fault}"),
    };
    let line = std::str::from_utf8(bytes)
        .map_err(|error| bad(ErrorCode::InvalidUtf8, &format_args!("not UTF-8: {error}")))?;
    match format {
        InputFormat::Lines => Ok(Cow::Borrowed(line)),
        InputFormat::Json => {
            cc_wire::read_text(line).map_err(|error| bad(ErrorCode::InvalidJson, &error))
        }
    }
}

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Request<'a> {
    /// An input for the engine.
    Input(Command, &'a str),
    /// The state.
    State,
    /// The end.
    Exit,
    /// `step` with nothing after it.
    StepWithoutInput,
}

impl<'a> Request<'a> {
    /// Reads a line as the reference does: `exit`, `quit` and `state` in any case and between any
    /// white space; `step` in lowercase at the very start, a space, and text.
    pub(crate) fn parse(line: &'a str) -> Self {
        let word = line.trim_matches(is_white_space);
        if word.eq_ignore_ascii_case("exit") || word.eq_ignore_ascii_case("quit") {
            return Request::Exit;
        }
        if word.eq_ignore_ascii_case("state") {
            return Request::State;
        }
        match line.strip_prefix("step") {
            Some(_) if word == "step" => Request::StepWithoutInput,
            Some(rest) if rest.starts_with(' ') => {
                Request::Input(Command::Step, rest.trim_start_matches(is_white_space))
            }
            _ => Request::Input(Command::Input, line),
        }
    }
}

/// Runs the program on lines, with replies as JSON records or as text.
pub(crate) fn run<R: Read, W: Write>(
    mut engine: Engine,
    input: R,
    mut output: Output<W>,
    options: LineOptions,
    json: bool,
) -> Result<(), Failure> {
    let mut state = StateText::of(engine.state());
    for_each_line(input, &mut output, options, |line, out| {
        let reply = match &line {
            Err(bad) => Reply::Error(Command::Input, bad.code, &bad.message),
            Ok(text) => {
                let request = match options.input {
                    InputFormat::Lines => Request::parse(text),
                    InputFormat::Json => Request::Input(Command::Input, text),
                };
                match request {
                    Request::Exit => return Flow::Stop,
                    Request::State => Reply::State,
                    Request::StepWithoutInput => {
                        Reply::Error(Command::Step, ErrorCode::MissingStepInput, STEP_WITHOUT_INPUT)
                    }
                    Request::Input(command, text) => Reply::Step(command, engine.step(text)),
                }
            }
        };
        if json {
            if let Reply::Step(_, Decision::Update(update)) = reply
                && update.changed()
            {
                state.refresh(engine.state());
            }
            reply.push_record(out, &state);
        } else {
            reply.push_text(out, &engine);
        }
        Flow::Continue
    })
}

/// What a line is answered with.
enum Reply<'a> {
    Step(Command, Decision<'a>),
    State,
    Error(Command, ErrorCode, &'a str),
}

impl Reply<'_> {
    fn push_record(&self, out: &mut String, state: &StateText) {
        match self {
            Reply::Step(command, decision) => push_step(out, *command, decision, state),
            Reply::State => cc_wire::push_state(out, state),
            Reply::Error(command, code, message) => push_error(out, *command, *code, message),
        }
        out.push('\n');
    }

    fn push_text(&self, out: &mut String, engine: &Engine) {
        match self {
            Reply::Step(_, decision) => text::push_decision(out, decision, engine.state()),
            Reply::State => text::push_state(out, engine.state()),
            Reply::Error(_, _, message) => text::push_error(out, message),
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Failure::Io { doing: "read input", error }
    }
}
