//! The subcommand `toolcall`: a verdict for each tool call on standard input.

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsStr;
use std::fmt;
use std::io::{self, Read, Write};
use std::path::Path;

use cc_contract::ContractName;
use cc_text::visible;
use cc_toolcall::{
    Adjudicator, Certainty, Chain, Grammar, Order, SchemaErrorKind, SchemaGate, Tools,
    read_aliases, read_tools,
};
use cc_wire::{Command, ErrorCode, ErrorRecord, ToolCall, push};

use crate::options::{InputFormat, LeastCertainty, LineOptions, ParameterOrder, ToolcallOptions};
use crate::output::Output;
use crate::pipe::{Flow, for_each_line};
use crate::preload::{read_text, shown};
use crate::{Failure, say_what_is_awaited};

/// Judges every line.
pub(crate) fn run<R: Read, W: Write>(
    input: R,
    output: Output<W>,
    options: &ToolcallOptions,
) -> Result<(), Failure> {
    let described = Described::read(options).map_err(Failure::Tools)?;
    for note in &described.notes {
        // Where standard error is gone, nobody wants to know.
        let _ = writeln!(io::stderr(), "note: {note}");
    }
    let Described { tools, gate, .. } = &described;
    say_what_is_awaited("tool calls, one JSON object in a line,");
    match gate {
        Some(gate) => judge(input, output, options, &Chain::new().then(tools).then(gate)),
        None => judge(input, output, options, tools),
    }
}

fn judge<R: Read, W: Write>(
    input: R,
    mut output: Output<W>,
    options: &ToolcallOptions,
    adjudicator: &impl Adjudicator,
) -> Result<(), Failure> {
    let lines = LineOptions { input: InputFormat::Lines, max_line_bytes: options.max_line_bytes };
    for_each_line(input, &mut output, lines, |line, out| {
        match line {
            Err(bad) => push_error(out, bad.code, bad.message),
            Ok(text) => match ToolCall::read(&text) {
                Ok(call) => call.push_verdict(out, adjudicator),
                Err((code, message)) => push_error(out, code, message),
            },
        }
        out.push('\n');
        Flow::Continue
    })
}

fn push_error(out: &mut String, code: ErrorCode, message: String) {
    push(out, &ErrorRecord::new(ContractName::V0_9, Command::Input, code, message));
}

/// A file that says nothing usable about tools.
#[derive(Debug)]
pub(crate) struct ToolsError(String);

impl fmt::Display for ToolsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl ToolsError {
    fn of(path: &Path, fault: &dyn fmt::Display) -> Self {
        ToolsError(format!("{}: {fault}", shown(path)))
    }
}

/// Whether a text is the schema of the arguments of one tool.
fn is_schema(text: &str) -> bool {
    Grammar::from_json_schema(text, Order::Declared, []).is_ok()
}

/// Synonyms: for each tool, from each synonym to its parameter.
type Aliases = BTreeMap<String, BTreeMap<String, String>>;

/// What the files that the options name say about tools.
struct Described {
    tools: Tools,
    /// The whole schemas, if values are to be checked.
    gate: Option<SchemaGate>,
    /// The names of all tools, with a grammar or without.
    names: HashSet<String>,
    /// What cannot be checked, and why.
    notes: Vec<String>,
}

impl Described {
    fn read(options: &ToolcallOptions) -> Result<Self, ToolsError> {
        let read = |path: &Path| read_text(path).map_err(|error| ToolsError(error.to_string()));
        let aliases = match &options.aliases {
            Some(path) => {
                read_aliases(&read(path)?).map_err(|error| ToolsError::of(path, &error))?
            }
            None => Aliases::new(),
        };
        let least = match options.least_certainty {
            LeastCertainty::Conventional => Certainty::Conventional,
            LeastCertainty::Forced => Certainty::Forced,
        };
        let mut described = Described {
            tools: Tools::new().least_certainty(least),
            gate: options.values.then(SchemaGate::new),
            names: HashSet::new(),
            notes: Vec::new(),
        };
        for path in &options.tools.schema {
            let schema = read(path)?;
            let Some(tool) = path.file_stem().and_then(OsStr::to_str) else {
                return Err(ToolsError::of(path, &"the name of the tool is not UTF-8"));
            };
            if !is_schema(&schema) && read_tools(&schema).is_ok_and(|tools| !tools.is_empty()) {
                let list = "it is a list of tools, which is to be given with `--schemas`";
                return Err(ToolsError::of(path, &list));
            }
            described.add(path, tool, &schema, &aliases, options)?;
        }
        if let Some(path) = &options.tools.schemas {
            let text = read(path)?;
            let tools = read_tools(&text).map_err(|error| {
                let schema = "it is the schema of one tool, which is to be given with `--schema`";
                if is_schema(&text) {
                    ToolsError::of(path, &schema)
                } else {
                    ToolsError::of(path, &error)
                }
            })?;
            if tools.is_empty() {
                let none = "it has no tool with a `name` and a schema, which is its `inputSchema`, \
                            `input_schema` or `parameters`";
                return Err(ToolsError::of(path, &none));
            }
            for tool in tools {
                described.add(path, &tool.name, tool.schema, &aliases, options)?;
            }
        }
        let without_tool = aliases.keys().find(|tool| !described.names.contains(*tool));
        if let (Some(tool), Some(path)) = (without_tool, &options.aliases) {
            let tool = visible(tool);
            let fault = format_args!("aliases are given for `{tool}`, which has no schema");
            return Err(ToolsError::of(path, &fault));
        }
        Ok(described)
    }

    /// Adds a tool. A schema that is legal, but beyond a check, leaves that check out with a note,
    /// unless the options say otherwise.
    fn add(
        &mut self,
        path: &Path,
        tool: &str,
        schema: &str,
        aliases: &Aliases,
        options: &ToolcallOptions,
    ) -> Result<(), ToolsError> {
        let shown_tool = visible(tool);
        if !self.names.insert(tool.to_owned()) {
            return Err(ToolsError::of(
                path,
                &format_args!("the tool `{shown_tool}` is defined twice"),
            ));
        }
        let fault = |path: &Path, error: &dyn fmt::Display| {
            ToolsError::of(path, &format_args!("tool `{shown_tool}`: {error}"))
        };
        let order = match options.order {
            ParameterOrder::Declared => Order::Declared,
            ParameterOrder::Lexicographic => Order::Lexicographic,
        };
        match Grammar::from_json_schema(schema, order, []) {
            Ok(grammar) => {
                let synonyms = aliases.get(tool).into_iter().flatten();
                let synonyms =
                    synonyms.map(|(synonym, parameter)| (synonym.as_str(), parameter.as_str()));
                let grammar = match &options.aliases {
                    // The schema is in order, so what is wrong now is wrong with the synonyms.
                    Some(path) => Grammar::from_json_schema(schema, order, synonyms)
                        .map_err(|error| fault(path, &error))?,
                    None => grammar,
                };
                self.tools.insert(tool, grammar);
            }
            Err(error) if error.is_legal_schema() && !options.strict => {
                let note = format_args!("tool `{shown_tool}` has no grammar: {error}");
                self.notes.push(ToolsError::of(path, &note).to_string());
            }
            Err(error) => return Err(fault(path, &error)),
        }
        match self.gate.as_mut().map(|gate| gate.insert(tool, schema)) {
            Some(Err(error)) if error.kind() == SchemaErrorKind::Unsupported && !options.strict => {
                let note =
                    format_args!("the values of tool `{shown_tool}` are not checked: {error}");
                self.notes.push(ToolsError::of(path, &note).to_string());
            }
            Some(Err(error)) => return Err(fault(path, &error)),
            Some(Ok(())) | None => {}
        }
        Ok(())
    }
}
