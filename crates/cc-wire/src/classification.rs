//! The record of one classification.

use std::fmt::Write;

use cc_engine::{Classification, Form, Invalid};

use crate::record::{push_all, push_form};

/// Appends the record of one classification. The span is in bytes of the text that was classified.
///
/// ```
/// use cc_engine::classify;
/// use cc_wire::push_classification;
///
/// let mut line = String::new();
/// push_classification(&mut line, classify("use tea and prohibit coffee"));
/// assert_eq!(
///     line,
///     r#"{"classification":"invalid","directive_kind":null,"failure":"compound_directive","missing_operand":null,"span":[12,20]}"#,
/// );
/// ```
pub fn push_classification(out: &mut String, classification: Classification<'_>) {
    push_class(
        out,
        match classification {
            Classification::NoDirective => Class::NoDirective,
            Classification::Canonical(directive) => Class::Canonical(directive.form()),
            Classification::Invalid(invalid) => Class::Invalid(invalid),
        },
    );
}

/// A classification of any contract.
pub(crate) enum Class<'a> {
    NoDirective,
    Canonical(Form<'a>),
    Invalid(Invalid),
}

pub(crate) fn push_class(out: &mut String, class: Class<'_>) {
    match class {
        Class::NoDirective => out.push_str("{\"classification\":\"no_directive\"}"),
        Class::Canonical(form) => {
            out.push_str("{\"classification\":\"canonical\",\"directive\":");
            push_form(out, form);
            out.push('}');
        }
        Class::Invalid(invalid) => {
            out.push_str("{\"classification\":\"invalid\",\"directive_kind\":");
            push_name(out, invalid.directive_kind().map(|kind| kind.as_str()));
            push_all(out, &[",\"failure\":\"", invalid.failure().as_str(), "\""]);
            out.push_str(",\"missing_operand\":");
            push_name(out, invalid.missing_operand().map(|operand| operand.as_str()));
            let span = invalid.span();
            // Writing to a string cannot fail.
            let _ = write!(out, ",\"span\":[{},{}]}}", span.start, span.end);
        }
    }
}

fn push_name(out: &mut String, name: Option<&str>) {
    match name {
        Some(name) => push_all(out, &["\"", name, "\""]),
        None => out.push_str("null"),
    }
}
