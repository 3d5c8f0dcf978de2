//! Verdicts on tool calls.

use cc_engine::{Policy, V0_5, V0_9};
use cc_state::ContractIdentity;
use cc_toolcall::{
    Adjudicator, Certainty, Chain as Row, Grammar, Order, PolicyGate as ByPolicy, SchemaErrorKind,
    SchemaGate as BySchema, Tools as ByGrammar, Verdict, read_aliases, read_tools,
};
use cc_wire::VerdictRecord;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::engine::Engine;
use crate::guard::guarded;
use crate::v0_5::EngineV05;

/// A verdict as its record, and the arguments to be used as they are written.
type Judged = (String, Option<String>);

/// The verdict of an adjudicator.
fn judge(adjudicator: &dyn Adjudicator, tool: &str, arguments: &str) -> PyResult<Judged> {
    guarded(|| {
        let verdict = adjudicator.adjudicate(tool, arguments);
        let used = match &verdict {
            Verdict::Deny(_) => None,
            Verdict::Transform(transform) => Some(transform.arguments.to_string()),
            _ => Some(arguments.to_owned()),
        };
        let mut record = String::new();
        cc_wire::push(&mut record, &VerdictRecord::<()>::new(tool, &verdict, None));
        Ok((record, used))
    })
}

fn fault(message: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// Judges calls by the grammar of their tools.
#[pyclass(frozen, module = "context_compiler_rs._native", name = "Tools")]
pub(crate) struct Tools {
    tools: ByGrammar,
    /// What has no grammar, and why.
    notes: Vec<String>,
}

#[pymethods]
impl Tools {
    #[new]
    fn new(list: &str, aliases: Option<&str>, is_sorted: bool, is_forced: bool) -> PyResult<Self> {
        guarded(|| {
            let order = if is_sorted { Order::Lexicographic } else { Order::Declared };
            let least = if is_forced { Certainty::Forced } else { Certainty::Conventional };
            let synonyms =
                aliases.map(read_aliases).transpose().map_err(fault)?.unwrap_or_default();
            let mut tools = ByGrammar::new().least_certainty(least);
            let (mut notes, mut known) = (Vec::new(), std::collections::BTreeSet::new());
            for tool in read_tools(list).map_err(fault)? {
                let shown = cc_text::visible(&tool.name).to_string();
                if !known.insert(tool.name.clone()) {
                    return Err(fault(format_args!("the tool `{shown}` is defined twice")));
                }
                let of_tool = synonyms.get(&tool.name).into_iter().flatten();
                let of_tool = of_tool.map(|(one, other)| (one.as_str(), other.as_str()));
                match Grammar::from_json_schema(tool.schema, order, of_tool) {
                    Ok(grammar) => tools.insert(tool.name, grammar),
                    Err(error) if error.is_legal_schema() => {
                        notes.push(format!("tool `{shown}` has no grammar: {error}"));
                    }
                    Err(error) => return Err(fault(format_args!("tool `{shown}`: {error}"))),
                }
            }
            if let Some(tool) = synonyms.keys().find(|tool| !known.contains(*tool)) {
                let shown = cc_text::visible(tool);
                let message = format!("aliases are given for `{shown}`, which has no schema");
                return Err(fault(message));
            }
            Ok(Tools { tools, notes })
        })
    }

    fn _adjudicate(&self, tool: &str, arguments: &str) -> PyResult<Judged> {
        judge(&self.tools, tool, arguments)
    }

    fn _notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    fn _counts(&self) -> (usize, u64, u64) {
        (self.tools.len(), self.tools.repairs(), self.tools.denials())
    }
}

/// Denies calls whose arguments do not fit the whole schema of their tool.
#[pyclass(frozen, module = "context_compiler_rs._native", name = "SchemaGate")]
pub(crate) struct SchemaGate {
    gate: BySchema,
    notes: Vec<String>,
}

#[pymethods]
impl SchemaGate {
    #[new]
    fn new(list: &str) -> PyResult<Self> {
        guarded(|| {
            let (mut gate, mut notes) = (BySchema::new(), Vec::new());
            for tool in read_tools(list).map_err(fault)? {
                let shown = cc_text::visible(&tool.name).to_string();
                match gate.insert(tool.name, tool.schema) {
                    Ok(()) => {}
                    Err(error) if error.kind() == SchemaErrorKind::Unsupported => {
                        notes.push(format!("tool `{shown}` is not checked: {error}"));
                    }
                    Err(error) => return Err(fault(format_args!("tool `{shown}`: {error}"))),
                }
            }
            Ok(SchemaGate { gate, notes })
        })
    }

    fn _adjudicate(&self, tool: &str, arguments: &str) -> PyResult<Judged> {
        judge(&self.gate, tool, arguments)
    }

    fn _notes(&self) -> Vec<String> {
        self.notes.clone()
    }
}

/// An engine of Python's.
enum Policies {
    V0_9(Py<Engine>),
    V0_5(Py<EngineV05>),
}

impl Policies {
    fn of(engine: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(engine) = engine.cast::<Engine>() {
            return Ok(Policies::V0_9(engine.clone().unbind()));
        }
        if let Ok(engine) = engine.cast::<EngineV05>() {
            return Ok(Policies::V0_5(engine.clone().unbind()));
        }
        Err(PyTypeError::new_err("the policies must be those of an engine of contract 0.9 or 0.5"))
    }

    /// The policy of an item now.
    fn policy(&self, item: &str) -> Option<Policy> {
        match self {
            Policies::V0_9(engine) => {
                engine.get().locked().state().policy(&ContractIdentity::<V0_9>::new(item)?)
            }
            Policies::V0_5(engine) => {
                engine.get().locked().state().policy(&ContractIdentity::<V0_5>::new(item)?)
            }
        }
    }
}

/// Denies tools by the policies of an engine, as they are when a call is judged.
#[pyclass(frozen, module = "context_compiler_rs._native", name = "PolicyGate")]
pub(crate) struct PolicyGate {
    policies: Policies,
    is_allow_list: bool,
}

impl Adjudicator for PolicyGate {
    fn adjudicate(&self, tool: &str, arguments: &str) -> Verdict {
        let policy = |tool: &str| self.policies.policy(tool);
        match self.is_allow_list {
            true => ByPolicy::allow_list(policy).adjudicate(tool, arguments),
            false => ByPolicy::deny_list(policy).adjudicate(tool, arguments),
        }
    }
}

#[pymethods]
impl PolicyGate {
    #[new]
    fn new(engine: &Bound<'_, PyAny>, is_allow_list: bool) -> PyResult<Self> {
        Ok(PolicyGate { policies: Policies::of(engine)?, is_allow_list })
    }

    fn _adjudicate(&self, tool: &str, arguments: &str) -> PyResult<Judged> {
        judge(self, tool, arguments)
    }
}

/// One of a chain.
#[derive(FromPyObject)]
enum Part {
    Tools(Py<Tools>),
    Schema(Py<SchemaGate>),
    Policy(Py<PolicyGate>),
    Chain(Py<Chain>),
}

impl Adjudicator for Part {
    fn adjudicate(&self, tool: &str, arguments: &str) -> Verdict {
        match self {
            Part::Tools(tools) => tools.get().tools.adjudicate(tool, arguments),
            Part::Schema(gate) => gate.get().gate.adjudicate(tool, arguments),
            Part::Policy(gate) => gate.get().adjudicate(tool, arguments),
            Part::Chain(chain) => chain.get().row.adjudicate(tool, arguments),
        }
    }
}

/// Adjudicators that see a call one after the other.
#[pyclass(frozen, module = "context_compiler_rs._native", name = "Chain")]
pub(crate) struct Chain {
    row: Row<'static>,
}

#[pymethods]
impl Chain {
    #[new]
    fn new(parts: Vec<Part>) -> Self {
        Chain { row: parts.into_iter().fold(Row::new(), Row::then) }
    }

    fn _adjudicate(&self, tool: &str, arguments: &str) -> PyResult<Judged> {
        judge(&self.row, tool, arguments)
    }
}
