//! Lists of tools, as MCP and the providers of models describe them, and lists of synonyms.

use std::collections::BTreeMap;
use std::fmt;

use cc_text::json::by_name;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::json::{Duplicate, duplicate};

/// A tool of a list, and the schema of its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolSchema<'a> {
    /// The name of the tool.
    pub name: String,
    /// The JSON Schema of its arguments, as it stands in the list.
    pub schema: &'a str,
}

/// Reads the tools of an MCP `tools/list`, with or without its envelope, or of a request to a model:
/// an array of tools, or an object with such an array as `tools`.
///
/// The schema of a tool is its `inputSchema`, `input_schema`, `parameters` or
/// `parametersJsonSchema`. A tool may stand in a `function`, or several in an array
/// `functionDeclarations`, which may also be written with an underscore. A tool without a name or a
/// schema is left out.
///
/// # Errors
///
/// [`ToolListError`], for text that is not JSON, has none of these shapes, or has a name twice in
/// one object.
///
/// ```
/// let list = r#"{"tools":[{"name":"search","inputSchema":{"type":"object"}}]}"#;
/// let tools = cc_toolcall::read_tools(list)?;
/// assert_eq!(tools[0].name, "search");
/// assert_eq!(tools[0].schema, r#"{"type":"object"}"#);
/// # Ok::<(), cc_toolcall::ToolListError>(())
/// ```
pub fn read_tools(text: &str) -> Result<Vec<ToolSchema<'_>>, ToolListError> {
    check(text)?;
    let tools: Vec<ByName<Tool<'_>>> = if text.trim_start().starts_with('[') {
        serde_json::from_str(text).map_err(Fault::Json)?
    } else {
        let ByName(root): ByName<Root<'_>> = serde_json::from_str(text).map_err(Fault::Json)?;
        let inner = root.result.and_then(|ByName(result)| result.tools);
        inner.or(root.tools).ok_or(Fault::NoTools)?
    };
    Ok(tools.into_iter().flat_map(|ByName(tool)| tool.schemas()).collect())
}

/// Reads synonyms: from each tool to an object from each synonym to its parameter.
///
/// # Errors
///
/// [`ToolListError`], for text that is not JSON, has another shape, or has a name twice in one
/// object.
///
/// ```
/// let aliases = cc_toolcall::read_aliases(r#"{"search":{"query":"q"}}"#)?;
/// assert_eq!(aliases["search"]["query"], "q");
/// # Ok::<(), cc_toolcall::ToolListError>(())
/// ```
pub fn read_aliases(
    text: &str,
) -> Result<BTreeMap<String, BTreeMap<String, String>>, ToolListError> {
    check(text)?;
    Ok(serde_json::from_str(text).map_err(Fault::Json)?)
}

/// Checks that a text is JSON in which no object has a name twice.
fn check(text: &str) -> Result<(), ToolListError> {
    serde_json::from_str::<&RawValue>(text).map_err(Fault::Json)?;
    duplicate(text).map_or(Ok(()), |duplicate| Err(Fault::Duplicate(duplicate).into()))
}

/// What is read from an object alone, and not from an array of its values in their order.
#[derive(Deserialize)]
#[serde(transparent, bound(deserialize = "T: Deserialize<'de>"))]
struct ByName<T>(#[serde(deserialize_with = "by_name")] T);

#[derive(Deserialize)]
struct Root<'a> {
    #[serde(borrow)]
    result: Option<ByName<Reply<'a>>>,
    #[serde(borrow)]
    tools: Option<Vec<ByName<Tool<'a>>>>,
}

#[derive(Deserialize)]
struct Reply<'a> {
    #[serde(borrow)]
    tools: Option<Vec<ByName<Tool<'a>>>>,
}

/// A tool, or what several are in.
#[derive(Deserialize)]
struct Tool<'a> {
    name: Option<String>,
    #[serde(borrow, rename = "inputSchema", alias = "input_schema")]
    input_schema: Option<&'a RawValue>,
    #[serde(borrow)]
    parameters: Option<&'a RawValue>,
    #[serde(borrow, rename = "parametersJsonSchema", alias = "parameters_json_schema")]
    parameters_json_schema: Option<&'a RawValue>,
    #[serde(borrow)]
    function: Option<Box<ByName<Tool<'a>>>>,
    #[serde(borrow, rename = "functionDeclarations", alias = "function_declarations")]
    declarations: Option<Vec<ByName<Tool<'a>>>>,
}

impl<'a> Tool<'a> {
    /// The tools that have a name and a schema.
    fn schemas(self) -> Vec<ToolSchema<'a>> {
        if let Some(declarations) = self.declarations {
            return declarations.into_iter().flat_map(|ByName(tool)| tool.schemas()).collect();
        }
        if let Some(function) = self.function {
            return function.0.schemas();
        }
        let schema = self.input_schema.or(self.parameters).or(self.parameters_json_schema);
        let tool = self.name.zip(schema);
        tool.map(|(name, schema)| ToolSchema { name, schema: schema.get() }).into_iter().collect()
    }
}

/// Why a text is not a list of tools, or of synonyms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ToolListErrorKind {
    /// It is not JSON.
    NotJson,
    /// It is JSON of another shape.
    NotAList,
    /// A name stands twice in one object.
    DuplicateKey,
}

/// A text that is not a list of tools, or of synonyms.
#[derive(Debug)]
pub struct ToolListError(Fault);

#[derive(Debug)]
enum Fault {
    Json(serde_json::Error),
    NoTools,
    Duplicate(Duplicate),
}

impl From<Fault> for ToolListError {
    fn from(fault: Fault) -> Self {
        ToolListError(fault)
    }
}

impl ToolListError {
    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> ToolListErrorKind {
        match &self.0 {
            Fault::Json(error) if error.classify() == serde_json::error::Category::Data => {
                ToolListErrorKind::NotAList
            }
            Fault::Json(_) => ToolListErrorKind::NotJson,
            Fault::NoTools => ToolListErrorKind::NotAList,
            Fault::Duplicate(_) => ToolListErrorKind::DuplicateKey,
        }
    }
}

impl fmt::Display for ToolListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Fault::Json(error) => error.fmt(f),
            Fault::NoTools => f.write_str("it has no `tools`, at the top or in `result`"),
            Fault::Duplicate(duplicate) => duplicate.fmt(f),
        }
    }
}

impl std::error::Error for ToolListError {}
