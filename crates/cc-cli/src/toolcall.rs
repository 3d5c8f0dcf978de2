//! The subcommand `toolcall`: a verdict for each tool call on standard input.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt;
use std::io::{Read, Write};
use std::path::Path;

use cc_contract::ContractName;
use cc_text::visible;
use cc_toolcall::{Certainty, Order, Tools, read_tools};
use cc_wire::{Command, ErrorCode, ErrorRecord, ToolCall, push};

use crate::Failure;
use crate::options::{InputFormat, LeastCertainty, LineOptions, ParameterOrder, ToolcallOptions};
use crate::output::Output;
use crate::pipe::{Flow, for_each_line};
use crate::preload::{read_text, shown};

/// Judges every line.
pub(crate) fn run<R: Read, W: Write>(
    input: R,
    mut output: Output<W>,
    options: &ToolcallOptions,
) -> Result<(), Failure> {
    let tools = tools(options).map_err(Failure::Tools)?;
    let lines = LineOptions { input: InputFormat::Lines, max_line_bytes: options.max_line_bytes };
    for_each_line(input, &mut output, lines, |line, out| {
        match line {
            Err(bad) => push_error(out, bad.code, bad.message),
            Ok(text) => match ToolCall::read(&text) {
                Ok(call) => call.push_verdict(out, &tools),
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

/// The grammars that the options name.
fn tools(options: &ToolcallOptions) -> Result<Tools, ToolsError> {
    let order = match options.order {
        ParameterOrder::Declared => Order::Declared,
        ParameterOrder::Lexicographic => Order::Lexicographic,
    };
    let least = match options.least_certainty {
        LeastCertainty::Conventional => Certainty::Conventional,
        LeastCertainty::Forced => Certainty::Forced,
    };
    let read = |path: &Path| read_text(path).map_err(|error| ToolsError(error.to_string()));
    let aliases: BTreeMap<String, BTreeMap<String, String>> = match &options.aliases {
        Some(path) => {
            serde_json::from_str(&read(path)?).map_err(|error| ToolsError::of(path, &error))?
        }
        None => BTreeMap::new(),
    };
    let mut tools = Tools::new().least_certainty(least);
    let mut load = |path: &Path, tool: &str, schema: &str| {
        if tools.get(tool).is_some() {
            let tool = visible(tool);
            return Err(ToolsError::of(path, &format_args!("the tool `{tool}` is defined twice")));
        }
        let synonyms = aliases.get(tool).into_iter().flatten();
        let synonyms = synonyms.map(|(synonym, parameter)| (synonym.as_str(), parameter.as_str()));
        tools.load(tool, schema, order, synonyms).map_err(|error| {
            ToolsError::of(path, &format_args!("tool `{}`: {error}", visible(tool)))
        })
    };
    for path in &options.schema {
        let schema = read(path)?;
        let Some(tool) = path.file_stem().and_then(OsStr::to_str) else {
            return Err(ToolsError::of(path, &"the name of the tool is not UTF-8"));
        };
        load(path, tool, &schema)?;
    }
    if let Some(path) = &options.schemas {
        let text = read(path)?;
        for tool in read_tools(&text).map_err(|error| ToolsError::of(path, &error))? {
            load(path, &tool.name, tool.schema)?;
        }
    }
    for tool in aliases.keys() {
        if tools.get(tool).is_none() {
            let tool = visible(tool);
            return Err(ToolsError(format!("aliases are given for `{tool}`, which has no schema")));
        }
    }
    Ok(tools)
}
