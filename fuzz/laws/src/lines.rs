//! The reader of lines, on any bytes, and the records that answer them.

use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::rc::Rc;

use cc_cli::{InputFormat, LineOptions, answer_lines, classify_lines};
use cc_contract::{ContractName, with_contract};
use cc_engine::{Answers, ContractEngine};
use cc_oracle::WHITE_SPACE;
use cc_wire::{Command, StateText};
use serde_json::Value;

use crate::support::assert_canonical;

/// The longest lines that are allowed.
const LIMITS: [usize; 8] = [1, 2, 3, 5, 8, 16, 64, 1 << 20];

/// Lines are the same however reads are split, and are those of a naive splitter. Every line is
/// answered, in JSON by exactly one canonical record, before more is read. Records say what the
/// library decides.
///
/// The first three bytes, best written as digits, say what to run, how long lines may be, and how
/// reads are split. The rest is the input.
pub fn lines(data: &[u8]) {
    let [mode, limit, pieces, input @ ..] = data else {
        return;
    };
    let digit = |byte: &u8| usize::from(byte.wrapping_sub(b'0'));
    let program = Program::of(digit(mode));
    let limit = LIMITS[digit(limit) % LIMITS.len()];
    let whole = program.run(input, limit, usize::MAX);
    let output = program.run(input, limit, digit(pieces));
    assert_eq!(output, whole, "the splits of reads count: {input:?}");
    let output = String::from_utf8(whole).expect("UTF-8");
    assert!(output.is_empty() || output.ends_with('\n'));
    if program.writes_records() {
        program.assert_records(&output, &split(input, limit));
    } else {
        let hidden = |c: char| c.is_control() && c != '\n';
        assert!(!output.contains(hidden), "{output:?}");
    }
}

/// What is run on the lines.
#[derive(Clone, Copy)]
enum Program {
    Answer { contract: ContractName, input: InputFormat, json: bool },
    Classify { contract: ContractName, input: InputFormat },
}

impl Program {
    fn of(number: usize) -> Self {
        let input = if number & 2 == 0 { InputFormat::Lines } else { InputFormat::Json };
        let first = number & 1 == 0;
        if let Some(contract) = ContractName::ALL.get(number >> 2 & 3) {
            return Program::Answer { contract: *contract, input, json: first };
        }
        let mut grammars = ContractName::ALL.iter().filter(|contract| contract.has_directives());
        let contract = grammars.nth(usize::from(!first)).expect("two contracts with directives");
        Program::Classify { contract: *contract, input }
    }

    fn format(self) -> InputFormat {
        match self {
            Program::Answer { input, .. } | Program::Classify { input, .. } => input,
        }
    }

    fn writes_records(self) -> bool {
        !matches!(self, Program::Answer { json: false, .. })
    }

    /// What is written in answer to `input`, which is read in pieces of different sizes that
    /// `pieces` decides.
    fn run(self, input: &[u8], limit: usize, pieces: usize) -> Vec<u8> {
        let output = Rc::new(RefCell::new(Vec::new()));
        let source = Source {
            input,
            read: 0,
            pieces,
            reads: 0,
            output: self.writes_records().then(|| Rc::clone(&output)),
        };
        let limit = NonZeroUsize::new(limit).expect("a limit");
        let options = LineOptions { input: self.format(), max_line_bytes: limit };
        let sink = Sink(Rc::clone(&output));
        match self {
            Program::Answer { contract, json, .. } => {
                answer_lines(contract, options, json, source, sink)
            }
            Program::Classify { contract, .. } => classify_lines(contract, options, source, sink),
        }
        .expect("reading and writing work");
        output.take()
    }

    /// Asserts that `output` is a record for each line, and says of it what the library says.
    fn assert_records(self, output: &str, lines: &[Line]) {
        let mut records = output.lines();
        let mut model = Reply::new(self);
        for line in lines {
            let text = match self.text(line) {
                Ok(text) if self.is_exit(&text) => break,
                text => text,
            };
            let record = records.next().unwrap_or_else(|| panic!("{line:?} has no record"));
            assert_canonical(record);
            match text {
                Ok(text) => model.assert_says(record, &text),
                Err(code) => {
                    let value: Value = serde_json::from_str(record).expect("JSON");
                    assert_eq!(value["error"]["code"], code, "{line:?} {record}");
                }
            }
        }
        assert_eq!(records.next(), None, "a record without a line");
    }

    /// The text of a line, or the code of what is wrong with it.
    fn text(self, line: &Line) -> Result<String, &'static str> {
        let bytes = line.as_ref().ok_or("line_too_long")?;
        let text = String::from_utf8(bytes.clone()).map_err(|_| "invalid_utf8")?;
        match self.format() {
            InputFormat::Lines => Ok(text),
            InputFormat::Json => serde_json::from_str(&text).map_err(|_| "invalid_json"),
        }
    }

    fn is_exit(self, text: &str) -> bool {
        let word = text.trim_matches(WHITE_SPACE).to_ascii_lowercase();
        let commands = matches!(self, Program::Answer { input: InputFormat::Lines, .. });
        commands && (word == "exit" || word == "quit")
    }
}

/// A line's bytes, unless it is too long.
type Line = Option<Vec<u8>>;

/// The lines of `input`, by looking at every byte.
fn split(input: &[u8], limit: usize) -> Vec<Line> {
    let input = input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(input);
    let mut lines = Vec::new();
    let mut line = Vec::new();
    let mut bytes = input.iter().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\r' | b'\n' => {
                if *byte == b'\r' && bytes.peek() == Some(&&b'\n') {
                    bytes.next();
                }
                lines.push(std::mem::take(&mut line));
            }
            byte => line.push(*byte),
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines.into_iter().map(|line| (line.len() <= limit).then_some(line)).collect()
}

/// How many lines have ended in `input`: at a LF, and at a CR, after which a LF does not count.
fn ended(input: &[u8]) -> usize {
    let ends = |at: usize| match input[at] {
        b'\r' => true,
        b'\n' => at == 0 || input[at - 1] != b'\r',
        _ => false,
    };
    (0..input.len()).filter(|at| ends(*at)).count()
}

/// Gives out the input in pieces. Where there are records, it looks whether all lines that have
/// ended are answered before it gives out more.
struct Source<'a> {
    input: &'a [u8],
    read: usize,
    pieces: usize,
    reads: usize,
    output: Option<Rc<RefCell<Vec<u8>>>>,
}

impl Read for Source<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if let Some(output) = &self.output {
            let records = output.borrow().iter().filter(|byte| **byte == b'\n').count();
            assert_eq!(records, ended(&self.input[..self.read]), "a host would wait for a reply");
        }
        self.reads += 1;
        // Sizes from 1 to 8 in an order that the number decides, or all at once.
        let size = match self.pieces {
            usize::MAX => usize::MAX,
            pieces => 1 + pieces.wrapping_mul(self.reads).wrapping_add(self.reads / 3) % 8,
        };
        let rest = &self.input[self.read..];
        let length = size.min(rest.len()).min(out.len());
        out[..length].copy_from_slice(&rest[..length]);
        self.read += length;
        Ok(length)
    }
}

struct Sink(Rc<RefCell<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What the library says to the same texts.
enum Reply {
    Answer(ContractName, Box<dyn Says>),
    Classify(ContractName),
}

/// An engine, and the record of what it decides with the text of its state made anew.
trait Says {
    fn step(&mut self, command: Command, input: &str) -> String;
    fn state(&self) -> String;
}

impl<C: Answers> Says for ContractEngine<C> {
    fn step(&mut self, command: Command, input: &str) -> String {
        let decision = self.step(input);
        let mut record = String::new();
        cc_wire::push_step(&mut record, command, &decision, &StateText::new(self.state()));
        record
    }

    fn state(&self) -> String {
        self.export_json()
    }
}

impl Says for cc_m1::Engine {
    fn step(&mut self, _: Command, input: &str) -> String {
        let decision = self.step(input);
        let mut record = String::new();
        cc_wire::push(&mut record, &cc_wire::m1_record(&decision, self.state()));
        record
    }

    fn state(&self) -> String {
        self.state().export_json()
    }
}

impl Reply {
    fn new(program: Program) -> Self {
        match program {
            Program::Answer { contract, .. } => {
                let engine: Box<dyn Says> = with_contract!(
                    contract,
                    C => Box::new(ContractEngine::<C>::new()),
                    M1 => Box::new(cc_m1::Engine::new())
                );
                Reply::Answer(contract, engine)
            }
            Program::Classify { contract, .. } => Reply::Classify(contract),
        }
    }

    /// Asserts that `record` is what the library says to `text`, if it is an input. A command names
    /// itself in the record, and is one of few words; m1 has none.
    fn assert_says(&mut self, record: &str, text: &str) {
        let expected = match self {
            Reply::Classify(contract) => {
                let mut expected = String::new();
                cc_wire::push_classification(&mut expected, *contract, text);
                expected
            }
            Reply::Answer(contract, engine) if !contract.has_directives() => {
                engine.step(Command::Input, text)
            }
            Reply::Answer(_, engine) => match input_of(record, text) {
                Some((command, input)) => engine.step(command, input),
                None => return assert_state(record, &engine.state()),
            },
        };
        assert_eq!(record, expected, "{text:?}");
    }
}

/// The command and the input that a line is, if its record says that it is one.
fn input_of<'a>(record: &str, line: &'a str) -> Option<(Command, &'a str)> {
    let value: Value = serde_json::from_str(record).expect("JSON");
    match (value["command"].as_str(), value["mode"].as_str()) {
        (Some("input"), Some("step")) => Some((Command::Input, line)),
        (Some("step"), Some("step")) => {
            let text = line.strip_prefix("step ").expect("a step begins with its command");
            Some((Command::Step, text.trim_start_matches(WHITE_SPACE)))
        }
        _ => {
            let word = line.trim_matches(WHITE_SPACE).to_ascii_lowercase();
            let commands = ["state", "step", "preview"];
            assert!(commands.iter().any(|command| word.starts_with(command)), "{line:?} {record}");
            None
        }
    }
}

/// Asserts that a record that shows a state shows this one.
fn assert_state(record: &str, state: &str) {
    let value: Value = serde_json::from_str(record).expect("JSON");
    let field = match value["mode"].as_str() {
        Some("state") => "state",
        Some("preview") => "state_before",
        Some("error") => return,
        other => panic!("{other:?} in {record}"),
    };
    let expected: Value = serde_json::from_str(state).expect("JSON");
    assert_eq!(value[field], expected, "{record}");
}
