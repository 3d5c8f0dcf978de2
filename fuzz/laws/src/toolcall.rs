//! Adjudication of tool calls.

use std::collections::BTreeMap;

use cc_toolcall::{
    Adjudicator, Certainty, Grammar, Issue, MAX_LISTED, Order, POSITIONAL, Repair, SchemaGate,
    Tools, Verdict,
};
use serde_json::value::RawValue;

use crate::support::{Entries, assert_one_line, texts};

/// The theorems of the tool-call grammar, for any schema, arguments and aliases: the texts are the
/// schema, the arguments, and then synonyms with their parameters by turns.
pub fn toolcall(data: &[u8]) {
    let texts = texts(data);
    let (schema, arguments) = (&*texts[0], texts.get(1).map_or("", |text| text));
    let aliases: Vec<(&str, &str)> = texts
        .get(2..)
        .unwrap_or_default()
        .chunks_exact(2)
        .map(|pair| (&*pair[0], &*pair[1]))
        .collect();
    let read = |order| Grammar::from_json_schema(schema, order, aliases.iter().copied());
    let declared = read(Order::Declared);
    let by_name = read(Order::Lexicographic);
    assert_eq!(declared.is_ok(), by_name.is_ok(), "the order decides of no schema");
    if let Err(error) = &declared {
        assert_one_line(&error.to_string());
    }
    for grammar in [declared.ok(), by_name.ok(), Some(fixed())].into_iter().flatten() {
        judge(&grammar, arguments);
    }
    judge_values(schema, arguments);
}

/// The gate by schema says the same again, to the same text and to one with other white space, and
/// lets no text through that it cannot have read without loss.
fn judge_values(schema: &str, arguments: &str) {
    let mut gate = SchemaGate::new();
    if let Err(error) = gate.insert("tool", schema) {
        assert_one_line(&error.to_string());
        return;
    }
    let verdict = gate.adjudicate("tool", arguments);
    assert_eq!(gate.adjudicate("tool", &format!("\t{arguments}\n")).as_str(), verdict.as_str());
    match &verdict {
        Verdict::Allow | Verdict::Transform(_) => panic!("{verdict:?}"),
        Verdict::Defer => {
            let is_object = arguments.trim_start().starts_with('{');
            assert!(!is_object || object(arguments).is_some(), "{arguments:?}");
        }
        Verdict::Deny(deny) => {
            assert!(!deny.issues.is_empty() && deny.issues.len() <= MAX_LISTED + 1, "{deny:?}");
            for issue in &deny.issues {
                let sentence = issue.to_string();
                assert_one_line(&sentence);
                assert!(sentence.chars().count() < 5_000, "{sentence}");
            }
        }
    }
    assert_eq!(gate.adjudicate("tool", arguments), verdict);
    assert_eq!(gate.adjudicate("another", arguments), Verdict::Defer);
}

/// A grammar for arguments that come without a schema.
fn fixed() -> Grammar {
    let grammar = Grammar::builder().required("a", None).optional("b", None).required("c", None);
    grammar.alias("x", "a").alias("y", "a").alias("z", "c").build().expect("a grammar")
}

fn judge(grammar: &Grammar, arguments: &str) {
    let verdict = grammar.adjudicate(arguments, Certainty::Conventional);
    assert_counted(grammar, arguments, &verdict);
    let forced = grammar.adjudicate(arguments, Certainty::Forced);
    match &verdict {
        Verdict::Transform(transform) if transform.certainty < Certainty::Forced => {
            let Verdict::Deny(deny) = &forced else { panic!("{forced:?}") };
            assert!(matches!(deny.issues.as_slice(), [Issue::Uncertain { .. }]), "{deny:?}");
        }
        _ => assert_eq!(forced, verdict, "{arguments:?}"),
    }
    let entries = object(arguments);
    match &verdict {
        Verdict::Allow => panic!("a shape proves nothing: {arguments:?}"),
        Verdict::Defer => {
            let entries = entries.expect("arguments that are deferred are an object");
            assert!(missing(grammar, &entries).is_empty(), "{arguments:?}");
        }
        Verdict::Transform(transform) => {
            let entries = entries.expect("arguments that are transformed are an object");
            let again = grammar.adjudicate(&transform.arguments, Certainty::Forced);
            assert_eq!(again, Verdict::Defer, "{}", transform.arguments);
            let out = Entries::read(&transform.arguments).expect("an object");
            let count = out.0.len();
            let out: BTreeMap<_, _> = out.0.into_iter().collect();
            assert_eq!(out.len(), count, "a name twice: {}", transform.arguments);
            assert_eq!(out, repaired(&entries, &transform.repairs), "{arguments:?}");
        }
        Verdict::Deny(deny) => {
            assert!(!deny.issues.is_empty());
            for issue in &deny.issues {
                assert_one_line(&issue.to_string());
                let pointer = issue.pointer();
                assert!(pointer.is_empty() || pointer.starts_with('/'), "{pointer:?}");
            }
            assert_denied_for(&deny.issues[0], grammar, arguments, entries.as_ref());
        }
    }
    // The order of names decides nothing but the order of names.
    if let Some(mut entries) = object(arguments) {
        entries.0.reverse();
        let reversed = grammar.adjudicate(&written(&entries), Certainty::Conventional);
        assert_eq!(said(reversed), said(verdict), "{arguments:?}");
    }
}

/// Asserts that tools say what their grammar says, count it once, and defer every other tool.
fn assert_counted(grammar: &Grammar, arguments: &str, verdict: &Verdict) {
    let mut tools = Tools::new();
    tools.insert("tool", grammar.clone());
    assert_eq!(tools.adjudicate("another", arguments), Verdict::Defer);
    assert_eq!((tools.repairs(), tools.denials()), (0, 0));
    assert_eq!(&tools.adjudicate("tool", arguments), verdict);
    let counted = match verdict {
        Verdict::Allow | Verdict::Defer => (0, 0),
        Verdict::Transform(_) => (1, 0),
        Verdict::Deny(_) => (0, 1),
    };
    assert_eq!((tools.repairs(), tools.denials()), counted);
}

/// The entries of arguments that can be read: an object in which no name stands twice, or nothing.
fn object(arguments: &str) -> Option<Entries<'_>> {
    let trimmed = arguments.trim_matches([' ', '\t', '\n', '\r']);
    if trimmed.is_empty() || trimmed == "null" {
        return Some(Entries(Vec::new()));
    }
    let entries = Entries::read(arguments)?;
    let names: BTreeMap<&str, ()> = entries.0.iter().map(|(name, _)| (&**name, ())).collect();
    (names.len() == entries.0.len()).then_some(entries)
}

/// The required parameters that no entry names.
fn missing<'g>(grammar: &'g Grammar, entries: &Entries<'_>) -> Vec<&'g str> {
    let required = grammar.parameters().iter().filter(|parameter| parameter.is_required());
    let names = required.map(|parameter| parameter.name());
    names.filter(|name| !entries.0.iter().any(|(other, _)| other == name)).collect()
}

/// Asserts that a call is denied for a reason that it gives.
fn assert_denied_for(
    issue: &Issue,
    grammar: &Grammar,
    arguments: &str,
    entries: Option<&Entries<'_>>,
) {
    match (issue, entries) {
        (Issue::InvalidJson { .. }, _) => {
            // What is nested too deep may be JSON all the same.
            let deep = arguments.bytes().filter(|byte| matches!(byte, b'[' | b'{')).count() > 128;
            let is_read = Entries::read(arguments).is_some();
            assert!(deep || !is_read, "{arguments:?}");
        }
        (Issue::NotAnObject, entries) => {
            assert!(entries.is_none());
            assert!(serde_json::from_str::<&RawValue>(arguments).is_ok(), "{arguments:?}");
            assert!(!arguments.trim_start().starts_with('{'), "{arguments:?}");
        }
        (Issue::DuplicateKey { within, name }, entries) => {
            assert!(within.is_empty() && entries.is_none());
            let entries = Entries::read(arguments).expect("an object");
            assert!(entries.0.iter().filter(|(other, _)| other == name).count() > 1);
        }
        (issue, None) => panic!("{issue:?} of {arguments:?}"),
        (Issue::MissingRequired { names }, Some(entries)) => {
            assert_eq!(names, &missing(grammar, entries), "{arguments:?}");
        }
        // Arguments that name all that is required are never denied.
        (_, Some(entries)) => assert!(!missing(grammar, entries).is_empty(), "{arguments:?}"),
    }
}

/// The entries once these repairs are made: from each name to the text of its value.
fn repaired<'a>(entries: &Entries<'a>, repairs: &[Repair]) -> BTreeMap<String, &'a str> {
    assert!(!repairs.is_empty());
    let mut out = BTreeMap::new();
    let by_position = repairs.iter().any(|repair| matches!(repair, Repair::Positional { .. }));
    for (name, value) in &entries.0 {
        if name == POSITIONAL && by_position {
            let values: Vec<&RawValue> = serde_json::from_str(value).expect("an array");
            assert_eq!(values.len(), repairs.len());
            for (at, (value, repair)) in values.into_iter().zip(repairs).enumerate() {
                let Repair::Positional { index, to } = repair else { panic!("{repair:?}") };
                assert_eq!(*index, at);
                assert_eq!(out.insert(to.clone(), value.get()), None, "{to:?} twice");
            }
            continue;
        }
        let renamed = repairs.iter().find_map(|repair| match repair {
            Repair::Renamed { from, to } if from == name => Some(to),
            _ => None,
        });
        let name = renamed.unwrap_or(name);
        assert_eq!(out.insert(name.clone(), *value), None, "{name:?} twice");
    }
    out
}

/// These entries as the text of an object.
fn written(entries: &Entries<'_>) -> String {
    let entries = entries.0.iter().map(|(name, value)| {
        let name = serde_json::to_string(name).expect("a name");
        format!("{name}:{value}")
    });
    format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
}

/// A verdict without the text and the order of the arguments.
fn said(verdict: Verdict) -> (Verdict, BTreeMap<String, String>) {
    match verdict {
        Verdict::Transform(mut transform) => {
            let out = std::mem::take(&mut transform.arguments);
            let entries = Entries::read(&out).expect("an object");
            let entries = entries.0.into_iter().map(|(name, value)| (name, value.to_owned()));
            let entries = entries.collect();
            (Verdict::Transform(transform), entries)
        }
        other => (other, BTreeMap::new()),
    }
}
