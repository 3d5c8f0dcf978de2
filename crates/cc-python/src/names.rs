//! The classes and values of the Python side that results are made of.

use cc_engine::{Directive, Failure, Invalid, Kind, OperandName, SyntaxFailure};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyMappingProxy, PyTuple};

/// How many different texts an `InvalidDirectiveSyntax` can tell: a failure, a kind or none, an
/// operand or none.
const INVALIDS: usize = 3 * (Kind::ALL.len() + 1) * (OperandName::ALL.len() + 1);

/// What is looked up once.
pub(crate) struct Names {
    pub(crate) no_directive: Py<PyAny>,
    updates: [Py<PyAny>; 2],
    error: Py<PyAny>,
    failures: Vec<Py<PyAny>>,
    kinds: Vec<Py<PyAny>>,
    operands: Vec<Py<PyAny>>,
    syntax_failures: Vec<Py<PyAny>>,
    invalid: Py<PyAny>,
    // They cannot be changed, so that one does for all that are equal.
    invalids: [PyOnceLock<Py<PyAny>>; INVALIDS],
    literals: [PyOnceLock<Py<PyAny>>; Kind::ALL.len()],
    new: Py<PyAny>,
    directive: Py<PyAny>,
    set_kind: Py<PyAny>,
    set_operands: Py<PyAny>,
    not_text: Py<PyAny>,
}

const SYNTAX_FAILURES: [SyntaxFailure; 3] = [
    SyntaxFailure::CompoundDirective,
    SyntaxFailure::MissingRequiredOperand,
    SyntaxFailure::MalformedDirective,
];

impl Names {
    /// The names, which are looked up by the first call.
    #[inline]
    pub(crate) fn get(py: Python<'_>) -> PyResult<&Names> {
        static NAMES: PyOnceLock<Names> = PyOnceLock::new();
        NAMES.get_or_try_init(py, || Names::load(py))
    }

    fn load(py: Python<'_>) -> PyResult<Names> {
        let decision = py.import("context_compiler_rs.decision")?;
        let grammar = py.import("context_compiler_rs.grammar")?;
        let members = |module: &Bound<'_, PyModule>, class: &str, names: &[&str]| {
            let class = module.getattr(class)?;
            names.iter().map(|name| Ok(class.call1((*name,))?.unbind())).collect::<PyResult<_>>()
        };
        let update = decision.getattr("UpdateDecision")?;
        let directive = grammar.getattr("CanonicalDirective")?;
        let setter = |field| directive.getattr(field)?.getattr("__set__").map(Bound::unbind);
        Ok(Names {
            no_directive: decision.getattr("NoDirectiveDecision")?.call0()?.unbind(),
            updates: [update.call1((false,))?.unbind(), update.call1((true,))?.unbind()],
            error: decision.getattr("SemanticErrorDecision")?.unbind(),
            failures: members(&decision, "SemanticFailure", &Failure::ALL.map(Failure::as_str))?,
            kinds: members(&grammar, "DirectiveKind", &Kind::ALL.map(Kind::as_str))?,
            operands: OperandName::ALL
                .iter()
                .map(|name| pyo3::types::PyString::intern(py, name.as_str()).into_any().unbind())
                .collect(),
            syntax_failures: members(
                &grammar,
                "DirectiveSyntaxFailure",
                &SYNTAX_FAILURES.map(SyntaxFailure::as_str),
            )?,
            invalid: grammar.getattr("InvalidDirectiveSyntax")?.unbind(),
            invalids: [const { PyOnceLock::new() }; INVALIDS],
            literals: [const { PyOnceLock::new() }; Kind::ALL.len()],
            new: py.import("builtins")?.getattr("object")?.getattr("__new__")?.unbind(),
            set_kind: setter("kind")?,
            set_operands: setter("operands")?,
            directive: directive.unbind(),
            not_text: grammar.getattr("_NotTextError")?.unbind(),
        })
    }

    /// The decision on a directive that changed the state, or did not.
    #[inline]
    pub(crate) fn update(&self, py: Python<'_>, changed: bool) -> Py<PyAny> {
        let [unchanged, different] = &self.updates;
        if changed { different } else { unchanged }.clone_ref(py)
    }

    /// A `CanonicalDirective`.
    ///
    /// Rust has checked it, so what its constructor checks is left out.
    pub(crate) fn directive<'py>(
        &self,
        py: Python<'py>,
        directive: Directive<'_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let kind = directive.kind();
        let index = position(&Kind::ALL, kind);
        if directive.operands().len() > 0 {
            return self.make_directive(py, directive, index);
        }
        match self.literals.get(index) {
            Some(literal) => {
                let made = literal.get_or_try_init(py, || {
                    Ok::<_, PyErr>(self.make_directive(py, directive, index)?.unbind())
                })?;
                Ok(made.bind(py).clone())
            }
            None => self.make_directive(py, directive, index),
        }
    }

    fn make_directive<'py>(
        &self,
        py: Python<'py>,
        directive: Directive<'_>,
        kind: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let operands = PyDict::new(py);
        for (name, text) in directive.operands() {
            operands.set_item(at(&self.operands, position(&OperandName::ALL, name), py), text)?;
        }
        let made = self.new.bind(py).call1((self.directive.bind(py),))?;
        self.set_kind.bind(py).call1((&made, at(&self.kinds, kind, py)))?;
        let operands = PyMappingProxy::new(py, operands.as_mapping());
        self.set_operands.bind(py).call1((&made, operands))?;
        Ok(made)
    }

    /// An `InvalidDirectiveSyntax`.
    pub(crate) fn invalid(&self, py: Python<'_>, invalid: &Invalid) -> PyResult<Py<PyAny>> {
        let failure = position(&SYNTAX_FAILURES, invalid.failure());
        let kind = invalid.directive_kind().map(|kind| position(&Kind::ALL, kind));
        let operand = invalid.missing_operand().map(|name| position(&OperandName::ALL, name));
        let make = || {
            let item = |from: &[Py<PyAny>], index: Option<usize>| match index {
                Some(index) => at(from, index, py),
                None => py.None(),
            };
            let arguments = (
                at(&self.syntax_failures, failure, py),
                item(&self.kinds, kind),
                item(&self.operands, operand),
            );
            self.invalid.call1(py, arguments)
        };
        let place = |index: Option<usize>| index.map_or(0, |index| index + 1);
        let index = (failure * (Kind::ALL.len() + 1) + place(kind)) * (OperandName::ALL.len() + 1)
            + place(operand);
        match self.invalids.get(index) {
            Some(made) => Ok(made.get_or_try_init(py, make)?.clone_ref(py)),
            None => make(),
        }
    }

    /// A `SemanticErrorDecision` about a directive of Python's.
    pub(crate) fn error<'a>(
        &self,
        py: Python<'_>,
        failure: Failure,
        directive: &Bound<'_, PyAny>,
        repairs: impl Iterator<Item = Directive<'a>>,
    ) -> PyResult<Py<PyAny>> {
        let failure = at(&self.failures, position(&Failure::ALL, failure), py);
        let repairs: Vec<_> =
            repairs.map(|repair| self.directive(py, repair)).collect::<PyResult<_>>()?;
        self.error.call1(py, (failure, directive, PyTuple::new(py, repairs)?))
    }

    /// The error on what is no text.
    pub(crate) fn not_text(&self, py: Python<'_>, message: String) -> PyErr {
        match self.not_text.bind(py).call1((message,)) {
            Ok(error) => PyErr::from_value(error),
            Err(error) => error,
        }
    }
}

/// The place of a value in the list of all of its kind.
fn position<T: PartialEq>(all: &[T], value: T) -> usize {
    all.iter().position(|other| *other == value).unwrap_or(all.len())
}

fn at(values: &[Py<PyAny>], index: usize, py: Python<'_>) -> Py<PyAny> {
    // INVARIANT: each list is made of all values, and an index of one of them.
    values.get(index).map_or_else(|| py.None(), |value| value.clone_ref(py))
}

/// The kind that a `DirectiveKind` names.
pub(crate) fn kind_of(directive: &Bound<'_, PyAny>) -> PyResult<Kind> {
    let kind = directive.getattr(intern!(directive.py(), "kind"))?;
    read_kind(&kind)
}

/// The kind that a Python value names.
pub(crate) fn read_kind(kind: &Bound<'_, PyAny>) -> PyResult<Kind> {
    let named = kind.extract::<&str>().ok().and_then(Kind::from_name);
    named.ok_or_else(|| {
        let shown = kind.repr().map_or_else(|_| String::new(), |shown| shown.to_string());
        pyo3::exceptions::PyValueError::new_err(format!("Unsupported directive kind: {shown}"))
    })
}
