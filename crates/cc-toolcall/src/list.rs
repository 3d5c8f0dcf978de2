//! Lists of tools, as MCP and chat completions describe them.

use std::fmt;

use serde::Deserialize;
use serde_json::value::RawValue;

/// A tool of a list, and the schema of its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolSchema<'a> {
    /// The name of the tool.
    pub name: String,
    /// The JSON Schema of its arguments, as it stands in the list.
    pub schema: &'a str,
}

/// Reads the tools of an MCP `tools/list`, with or without its envelope, or of a chat completion,
/// with or without `function` around each. A tool without a name or a schema is left out.
///
/// # Errors
///
/// [`ToolListError`], for text that is not JSON or has none of these shapes.
///
/// ```
/// let list = r#"{"tools":[{"name":"search","inputSchema":{"type":"object"}}]}"#;
/// let tools = cc_toolcall::read_tools(list)?;
/// assert_eq!(tools[0].name, "search");
/// assert_eq!(tools[0].schema, r#"{"type":"object"}"#);
/// # Ok::<(), cc_toolcall::ToolListError>(())
/// ```
pub fn read_tools(text: &str) -> Result<Vec<ToolSchema<'_>>, ToolListError> {
    let tools: serde_json::Result<Vec<Tool<'_>>> = if text.trim_start().starts_with('[') {
        serde_json::from_str(text)
    } else {
        match serde_json::from_str::<Reply<'_>>(text) {
            Ok(reply) => Ok(reply.result.tools),
            Err(_) => serde_json::from_str::<List<'_>>(text).map(|list| list.tools),
        }
    };
    Ok(tools.map_err(ToolListError)?.into_iter().filter_map(Tool::schema).collect())
}

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
    fn schema(self) -> Option<ToolSchema<'a>> {
        let (name, schema) = match self.function {
            Some(function) => (function.name, function.parameters?),
            None => (self.name?, self.input_schema.or(self.parameters)?),
        };
        Some(ToolSchema { name, schema: schema.get() })
    }
}

/// Why a text is not a list of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ToolListErrorKind {
    /// It is not JSON.
    NotJson,
    /// It is JSON of another shape.
    NotAList,
}

/// A text that is not a list of tools.
#[derive(Debug)]
pub struct ToolListError(serde_json::Error);

impl ToolListError {
    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> ToolListErrorKind {
        match self.0.classify() {
            serde_json::error::Category::Data => ToolListErrorKind::NotAList,
            _ => ToolListErrorKind::NotJson,
        }
    }
}

impl fmt::Display for ToolListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for ToolListError {}
