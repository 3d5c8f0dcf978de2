//! Classification, and what a `CanonicalDirective` of Python's consists of.

use cc_engine::{
    Classification, Directive, Failure, Form, Identity, Kind, OperandFault, OperandName, classify,
};
use pyo3::exceptions::{PyAssertionError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::guard::guarded;
use crate::names::{Names, kind_of, read_kind};
use crate::text::{As, text};

/// Sorts a text: none, an `InvalidDirectiveSyntax`, or a `CanonicalDirective`.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn decompose(text: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyAny>>> {
    let py = text.py();
    let Some(input) = input(text)? else { return Ok(None) };
    match guarded(|| Ok(classify(input)))? {
        Classification::NoDirective => Ok(None),
        Classification::Invalid(invalid) => Names::get(py)?.invalid(py, &invalid).map(Some),
        Classification::Canonical(directive) => {
            Names::get(py)?.directive(py, directive).map(|made| Some(made.unbind()))
        }
    }
}

/// The text of an input, or none if it is ordinary although it holds a lone surrogate.
///
/// Fails as [`text`] does. A lone surrogate is no part of a keyword, so it can make no text ordinary
/// that is not, whatever stands for it.
#[inline]
pub(crate) fn input<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<Option<&'a str>> {
    text(value, As::Trimmed).map(Some).or_else(|error| match value.cast::<PyString>() {
        Ok(held) if classify(&held.to_string_lossy()) == Classification::NoDirective => Ok(None),
        _ => Err(error),
    })
}

/// Each kind with its introducer and the names of its operands.
#[pyfunction]
pub(crate) fn metadata() -> Vec<(&'static str, &'static str, Vec<&'static str>)> {
    let names = |kind: Kind| kind.operand_names().iter().map(|name| name.as_str()).collect();
    Kind::ALL.into_iter().map(|kind| (kind.as_str(), kind.introducer(), names(kind))).collect()
}

/// Checks operands that are strings, in order.
///
/// Fails with a `ValueError` if they are no operands of this kind, with the reference's text where it
/// refuses them too.
#[pyfunction]
pub(crate) fn check_operands(
    kind: &Bound<'_, PyAny>,
    operands: Vec<Bound<'_, PyAny>>,
) -> PyResult<()> {
    let kind = read_kind(kind)?;
    let texts = texts(&operands)?;
    for (name, text) in kind.operand_names().iter().zip(texts) {
        if text.chars().all(cc_text::is_white_space) {
            let message = format!("Operand '{name}' for {kind} cannot be empty.");
            return Err(PyValueError::new_err(message));
        }
    }
    let checked = guarded(|| Ok(Directive::new(Form::new(kind, texts)).map(drop)))?;
    let Err(error) = checked else { return Ok(()) };
    let beginning = format!("Operands do not produce a canonical {kind} directive");
    let name = error.operand();
    Err(PyValueError::new_err(match error.kind() {
        OperandFault::BoundaryWhiteSpace => {
            format!("{beginning}: operand '{name}' begins or ends with white space.")
        }
        OperandFault::LineFeed => format!("{beginning}: operand '{name}' holds a line feed."),
        _ => format!("{beginning}."),
    }))
}

/// The text of a directive.
#[pyfunction]
pub(crate) fn directive_text(
    kind: &Bound<'_, PyAny>,
    operands: Vec<Bound<'_, PyAny>>,
) -> PyResult<String> {
    Ok(Form::new(read_kind(kind)?, texts(&operands)?).to_string())
}

/// What the contract says of a failure against a directive.
///
/// Fails with what looking up the operand fails with that the message quotes, and with an
/// `AssertionError` if there is no such failure.
#[pyfunction]
pub(crate) fn message(
    failure: &Bound<'_, PyAny>,
    directive: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let named = failure.extract::<&str>().ok().and_then(|name| name.parse::<Failure>().ok());
    let Some(failure) = named else {
        let message = format!("Unhandled semantic failure: {}", failure.repr()?);
        return Err(PyAssertionError::new_err(message));
    };
    let Some(name) = failure.quoted_operand() else {
        return Ok(failure.message_parts("").concat());
    };
    let operand = directive.getattr("operands")?.get_item(name.as_str())?;
    let operand = text(&operand, As::Trimmed)?;
    let identity = guarded(|| {
        Ok(match name {
            OperandName::Item => Identity::new(operand),
            _ => None,
        })
    })?;
    let shown = identity.as_ref().map_or(operand, Identity::as_str);
    Ok(failure.message_parts(shown).concat())
}

/// The directive that a `CanonicalDirective` stands for, read from its attributes into `held`.
pub(crate) fn read_directive<'a>(
    directive: &Bound<'_, PyAny>,
    held: &'a mut [String; 2],
) -> PyResult<Directive<'a>> {
    let kind = kind_of(directive)?;
    let operands = directive.getattr("operands")?;
    for (name, held) in kind.operand_names().iter().zip(held.iter_mut()) {
        text(&operands.get_item(name.as_str())?, As::Trimmed)?.clone_into(held);
    }
    let [first, second] = held;
    guarded(|| Ok(Directive::new(Form::new(kind, [first, second]))))?
        .map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Two texts, of which those that are not there are empty.
fn texts<'a>(operands: &'a [Bound<'_, PyAny>]) -> PyResult<[&'a str; 2]> {
    let mut texts = [""; 2];
    for (place, operand) in texts.iter_mut().zip(operands) {
        *place = text(operand, As::Trimmed)?;
    }
    Ok(texts)
}
