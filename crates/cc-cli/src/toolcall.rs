//! The subcommand `toolcall`: a verdict for each tool call on standard input.
//!
//! A reply is one line of JSON with sorted keys. The arguments in it are, byte for byte, the text of
//! values that came in, so they may hold characters beyond ASCII; everything else is ASCII.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt;
use std::io::{Read, Write};
use std::path::Path;

use cc_state::json::push_string;
use cc_toolcall::{Certainty, Issue, Order, Repair, Tools, Verdict};
use cc_wire::{Command, ErrorCode, push_error};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::Failure;
use crate::options::{InputFormat, LeastCertainty, LineOptions, ParameterOrder, ToolcallOptions};
use crate::output::Output;
use crate::preload::{read_text, shown};
use crate::session::{Flow, for_each_line};

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
            Err(bad) => push_error(out, Command::Input, bad.code, &bad.message),
            Ok(text) => match Call::read(&text) {
                Ok(call) => call.push_reply(out, &tools),
                Err((code, message)) => push_error(out, Command::Input, code, &message),
            },
        }
        out.push('\n');
        Flow::Continue
    })
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
            let tool = cc_engine::visible(tool);
            return Err(ToolsError::of(path, &format_args!("the tool `{tool}` is defined twice")));
        }
        let synonyms = aliases.get(tool).into_iter().flatten();
        let synonyms = synonyms.map(|(synonym, parameter)| (synonym.as_str(), parameter.as_str()));
        tools.load(tool, schema, order, synonyms).map_err(|error| {
            ToolsError::of(path, &format_args!("tool `{}`: {error}", cc_engine::visible(tool)))
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
        for tool in tool_list(&text).map_err(|error| ToolsError::of(path, &error))? {
            if let Some((name, schema)) = tool.schema() {
                load(path, name, schema.get())?;
            }
        }
    }
    for tool in aliases.keys() {
        if tools.get(tool).is_none() {
            let tool = cc_engine::visible(tool);
            return Err(ToolsError(format!("aliases are given for `{tool}`, which has no schema")));
        }
    }
    Ok(tools)
}

/// Reads the tools of an MCP `tools/list`, with or without its envelope, or of a chat completion.
fn tool_list(text: &str) -> serde_json::Result<Vec<Tool<'_>>> {
    #[derive(Deserialize)]
    struct List<'a> {
        #[serde(borrow)]
        tools: Vec<Tool<'a>>,
    }

    #[derive(Deserialize)]
    struct Reply<'a> {
        #[serde(borrow)]
        result: List<'a>,
    }

    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text);
    }
    match serde_json::from_str::<Reply<'_>>(text) {
        Ok(reply) => Ok(reply.result.tools),
        Err(_) => serde_json::from_str::<List<'_>>(text).map(|list| list.tools),
    }
}

/// A tool as MCP describes it, or as chat completions do, with or without `function` around it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Tool<'a> {
    name: Option<String>,
    #[serde(borrow)]
    input_schema: Option<&'a RawValue>,
    #[serde(borrow)]
    parameters: Option<&'a RawValue>,
    #[serde(borrow)]
    function: Option<Function<'a>>,
}

#[derive(Deserialize)]
struct Function<'a> {
    name: String,
    #[serde(borrow)]
    parameters: Option<&'a RawValue>,
}

impl<'a> Tool<'a> {
    /// The name and the schema of the arguments, if it has both.
    fn schema(&self) -> Option<(&str, &'a RawValue)> {
        match &self.function {
            Some(function) => Some((&function.name, function.parameters?)),
            None => Some((self.name.as_deref()?, self.input_schema.or(self.parameters)?)),
        }
    }
}

/// One call, and the form that its arguments came in.
struct Call<'a> {
    tool: Cow<'a, str>,
    /// The source text, as it stands in the request.
    source: &'a str,
    /// The text of the arguments, if they came as a string of JSON.
    string: Option<String>,
}

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    tool: Cow<'a, str>,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
}

impl<'a> Call<'a> {
    fn read(line: &'a str) -> Result<Self, (ErrorCode, String)> {
        if line.trim_start().starts_with('[') {
            // An array of the fields in their order would be read as well.
            let message = "input must be a tool call, which is an object".to_owned();
            return Err((ErrorCode::InvalidRequest, message));
        }
        let request: Request<'a> = serde_json::from_str(line).map_err(|error| {
            let code = match error.classify() {
                serde_json::error::Category::Data => ErrorCode::InvalidRequest,
                _ => ErrorCode::InvalidJson,
            };
            (code, format!("input must be a tool call: {error}"))
        })?;
        let source = request.arguments.map_or("null", RawValue::get);
        let string = source.starts_with('"').then(|| serde_json::from_str(source)).transpose();
        let string = string.map_err(|error| {
            (ErrorCode::InvalidJson, format!("the arguments are not a valid string: {error}"))
        })?;
        Ok(Call { tool: request.tool, source, string })
    }

    fn push_reply(&self, out: &mut String, tools: &Tools) {
        let text = self.string.as_deref().unwrap_or(self.source);
        let verdict = tools.adjudicate(&self.tool, text);
        out.push_str("{\"arguments\":");
        match &verdict {
            Verdict::Allow | Verdict::Defer => out.push_str(self.source),
            Verdict::Transform(transform) if self.string.is_some() => {
                push_string(out, &transform.arguments);
            }
            Verdict::Transform(transform) => out.push_str(&transform.arguments),
            Verdict::Deny(_) => out.push_str("null"),
        }
        out.push_str(",\"certainty\":");
        match &verdict {
            Verdict::Transform(transform) => push_string(out, transform.certainty.as_str()),
            _ => out.push_str("null"),
        }
        out.push_str(",\"issues\":[");
        if let Verdict::Deny(deny) = &verdict {
            push_each(out, &deny.issues, push_issue);
        }
        out.push_str("],\"reason\":");
        match &verdict {
            Verdict::Deny(deny) => push_string(out, deny.reason.as_str()),
            Verdict::Transform(_) => out.push_str("\"misroute\""),
            Verdict::Allow | Verdict::Defer => out.push_str("null"),
        }
        out.push_str(",\"repairs\":[");
        if let Verdict::Transform(transform) = &verdict {
            push_each(out, &transform.repairs, push_repair);
        }
        out.push_str("],\"tool\":");
        push_string(out, &self.tool);
        out.push_str(",\"verdict\":");
        push_string(out, verdict.as_str());
        out.push('}');
    }
}

fn push_each<T>(out: &mut String, items: &[T], push: impl Fn(&mut String, &T)) {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        push(out, item);
    }
}

fn push_strings(out: &mut String, texts: &[String]) {
    out.push('[');
    push_each(out, texts, |out, text| push_string(out, text));
    out.push(']');
}

fn push_repair(out: &mut String, repair: &Repair) {
    match repair {
        Repair::Renamed { from, to } => {
            out.push_str("{\"from\":");
            push_string(out, from);
            out.push_str(",\"kind\":\"renamed\",\"to\":");
            push_string(out, to);
        }
        Repair::Positional { index, to } => {
            out.push_str(&format!("{{\"index\":{index},\"kind\":\"positional\",\"to\":"));
            push_string(out, to);
        }
    }
    out.push('}');
}

/// Writes an issue: its own fields, its kind, its place, and a sentence.
fn push_issue(out: &mut String, issue: &Issue) {
    out.push('{');
    let mut names: Option<&[String]> = None;
    let mut name: Option<&str> = None;
    match issue {
        Issue::MissingRequired { names: missing } | Issue::Uncertain { names: missing } => {
            names = Some(missing);
        }
        Issue::Arity { expected, got } => {
            let expected: Vec<String> = expected.iter().map(usize::to_string).collect();
            let got = got.map_or_else(|| "null".to_owned(), |got| got.to_string());
            out.push_str(&format!("\"expected\":[{}],\"got\":{got},", expected.join(",")));
        }
        Issue::NamedConflict { name: target, given } => {
            out.push_str("\"given\":");
            push_string(out, given);
            out.push(',');
            name = Some(target);
        }
        Issue::AmbiguousAlias { name: target, given } => {
            out.push_str("\"given\":");
            push_strings(out, given);
            out.push(',');
            name = Some(target);
        }
        Issue::DuplicateKey { name: twice } => name = Some(twice),
        _ => {}
    }
    out.push_str("\"kind\":");
    push_string(out, issue.as_str());
    if let Some(name) = name {
        out.push_str(",\"name\":");
        push_string(out, name);
    }
    if let Some(names) = names {
        out.push_str(",\"names\":");
        push_strings(out, names);
    }
    out.push_str(",\"pointer\":");
    push_string(out, &issue.pointer());
    out.push_str(",\"text\":");
    push_string(out, &issue.to_string());
    out.push('}');
}
