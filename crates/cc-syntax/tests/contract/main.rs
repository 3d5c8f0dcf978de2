//! Every row of the contracts' classification tables, with the near misses beside it.
//!
//! In the invalid cases `«` and `»` mark the span of the fault; they are no part of the input.

#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking, as tests do")]

mod v0_5;
mod v0_9;

use cc_syntax::{
    ContractClassification, Form, Grammar, Kind, OperandName, Span, SyntaxFailure, classify_by,
};

/// Classifies each input and reports all that are not canonical with the form beside them.
fn assert_canonical<C: Grammar>(cases: &[(&str, Form<'_>)]) {
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(input, form)| match classify_by::<C>(input) {
            ContractClassification::Canonical(directive) if directive.form() == *form => None,
            other => Some(format!("{input:?}\n  expected {form:?}\n  actual   {other:?}")),
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

type InvalidCase<'a> = (&'a str, SyntaxFailure, Option<Kind>, Option<OperandName>);

/// Classifies each marked input and reports all that differ in failure, kind, operand or span.
fn assert_invalid<C: Grammar>(cases: &[InvalidCase<'_>]) {
    let mut wrong = Vec::new();
    for (marked, failure, kind, missing) in cases {
        let (before, rest) = marked.split_once('«').expect("a span begins");
        let (inside, after) = rest.split_once('»').expect("a span ends");
        let input = format!("{before}{inside}{after}");
        let span = Span { start: before.len(), end: before.len() + inside.len() };
        let expected = (*failure, *kind, *missing, span);
        let actual = match classify_by::<C>(&input) {
            ContractClassification::Invalid(invalid) => Ok((
                invalid.failure(),
                invalid.directive_kind(),
                invalid.missing_operand(),
                invalid.span(),
            )),
            other => Err(other),
        };
        if actual != Ok(expected) {
            wrong.push(format!("{input:?}\n  expected {expected:?}\n  actual   {actual:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn assert_no_directive<C: Grammar>(inputs: &[&str]) {
    let wrong: Vec<_> = inputs
        .iter()
        .map(|input| (input, classify_by::<C>(input)))
        .filter(|(_, class)| *class != ContractClassification::NoDirective)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
