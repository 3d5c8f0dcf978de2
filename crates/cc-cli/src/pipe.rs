//! Lines in, replies out: the program when it is not at a terminal.

use std::borrow::Cow;
use std::fmt;
use std::io::{Read, Write};

use cc_text::is_white_space;
use cc_wire::{AnyEngine, Command, ErrorCode, ErrorRecord, push};

use crate::Failure;
use crate::contract;
use crate::lines::{Line, LineReader};
use crate::options::{InputFormat, LineOptions};
use crate::output::Output;
use crate::text;

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

// Inlined, as are the two below: what they give is taken apart at once, and not worth storing.
#[inline(always)]
pub(crate) fn read_line(bytes: &[u8], number: u64, format: InputFormat) -> InputText<'_> {
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
    /// What an input would do.
    Preview(&'a str),
    /// The state.
    State,
    /// The end.
    Exit,
    /// `step` or `preview` with nothing after it.
    WithoutInput(Command),
}

impl<'a> Request<'a> {
    /// Reads a line as the reference does: `exit`, `quit` and `state` in any case and between any
    /// white space; `step` in lowercase at the very start, a space, and text. Where `previews`,
    /// `preview` is a command too, alone in any case and between any white space, and with text
    /// like `step`.
    #[inline(always)]
    pub(crate) fn parse(line: &'a str, previews: bool) -> Self {
        // The first byte settles it for most lines.
        let may_be_command = |first: &u8| {
            !first.is_ascii_graphic() || matches!(first | 0x20, b'e' | b'p' | b'q' | b's')
        };
        if !line.as_bytes().first().is_some_and(may_be_command) {
            return Request::Input(Command::Input, line);
        }
        let word = line.trim_matches(is_white_space);
        if word.eq_ignore_ascii_case("exit") || word.eq_ignore_ascii_case("quit") {
            return Request::Exit;
        }
        if word.eq_ignore_ascii_case("state") {
            return Request::State;
        }
        match line.strip_prefix("step") {
            Some(_) if word == "step" => return Request::WithoutInput(Command::Step),
            Some(rest) if rest.starts_with(' ') => {
                let text = rest.trim_start_matches(is_white_space);
                return Request::Input(Command::Step, text);
            }
            _ => {}
        }
        match line.strip_prefix("preview ") {
            _ if !previews => {}
            _ if word.eq_ignore_ascii_case("preview") => {
                return Request::WithoutInput(Command::Preview);
            }
            Some(text) => return Request::Preview(text),
            None => {}
        }
        Request::Input(Command::Input, line)
    }
}

/// The error for a command that lacks its input. The texts are the reference's.
pub(crate) fn without_input(command: Command) -> (ErrorCode, &'static str) {
    match command {
        Command::Preview => {
            (ErrorCode::MissingPreviewInput, "preview requires input.\nUse 'preview <input>'.")
        }
        _ => (ErrorCode::MissingStepInput, "step requires input.\nUse 'step <input>'."),
    }
}

/// Runs the program on lines, with replies as JSON records or as text.
pub(crate) fn run<R: Read, W: Write>(
    engine: AnyEngine,
    input: R,
    mut output: Output<W>,
    options: LineOptions,
    json: bool,
) -> Result<(), Failure> {
    let mut pipe = Pipe { engine, json };
    for_each_line(input, &mut output, options, |line, out| match (&line, options.input) {
        (Err(bad), _) => pipe.error(out, Command::Input, bad.code, &bad.message),
        (Ok(text), InputFormat::Json) => pipe.input(out, Command::Input, text),
        (Ok(text), InputFormat::Lines) => pipe.request(out, text),
    })
}

/// An engine, and how its replies are written.
struct Pipe {
    engine: AnyEngine,
    json: bool,
}

impl Pipe {
    #[inline(always)]
    fn request(&mut self, out: &mut String, line: &str) -> Flow {
        let name = self.engine.contract();
        match Request::parse(line, contract::previews(name)) {
            Request::Exit => Flow::Stop,
            _ if self.json && !contract::json_commands(name) => {
                self.input(out, Command::Input, line)
            }
            Request::Input(command, text) => self.input(out, command, text),
            Request::State => {
                if self.json {
                    self.engine.push_state(out);
                    out.push('\n');
                } else {
                    self.engine.push_state_lines(out);
                }
                Flow::Continue
            }
            Request::Preview(text) => {
                if self.json && self.engine.push_preview(out, text) {
                    out.push('\n');
                } else {
                    text::push_preview(out, &self.engine, text, text::push_listed_diff);
                }
                Flow::Continue
            }
            Request::WithoutInput(command) => {
                let (code, message) = without_input(command);
                self.error(out, command, code, message)
            }
        }
    }

    #[inline]
    fn input(&mut self, out: &mut String, command: Command, text: &str) -> Flow {
        if self.json {
            self.engine.push_step(out, command, text);
            out.push('\n');
        } else {
            let decision = self.engine.step(text);
            text::push_decision(out, &decision, |out| self.engine.push_state_lines(out));
        }
        Flow::Continue
    }

    fn error(&self, out: &mut String, command: Command, code: ErrorCode, message: &str) -> Flow {
        if self.json {
            push(out, &ErrorRecord::new(self.engine.contract(), command, code, message));
            out.push('\n');
        } else {
            text::push_error(out, message);
        }
        Flow::Continue
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Failure::Io { doing: "read input", error }
    }
}
