//! Adjudication by the whole schema: what is denied, where, and that nothing is fetched.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail by panicking")]

use std::net::TcpListener;

use cc_toolcall::{Adjudicator, Chain, Grammar, Issue, Reason, SchemaGate, Tools, Verdict};

const ORDER: &str = r##"{"type":"object","required":["id"],"additionalProperties":false,
    "properties":{"id":{"type":"integer"},"to/from":{"type":"string","maxLength":3},
        "lines":{"type":"array","items":{"$ref":"#/$defs/line"}}},
    "$defs":{"line":{"type":"object","properties":{"count":{"minimum":1}}}}}"##;

fn gate(schema: &str) -> SchemaGate {
    let mut gate = SchemaGate::new();
    gate.insert("order", schema).unwrap();
    gate
}

/// The issues of a denial.
fn issues(gate: &SchemaGate, arguments: &str) -> Vec<Issue> {
    match gate.adjudicate("order", arguments) {
        Verdict::Deny(deny) => {
            assert_eq!(deny.reason, Reason::Malformed);
            assert!(deny.reason.retryable());
            deny.issues
        }
        other => panic!("{arguments}: {other:?}"),
    }
}

#[test]
fn what_does_not_fit_is_denied_as_malformed_with_its_place() {
    let gate = gate(ORDER);
    for (arguments, expected) in [
        (r#"{"id":"1"}"#, vec!["/id"]),
        (r#"{"id":1.5}"#, vec!["/id"]),
        (r#"{"id":1,"to/from":"Lisbon"}"#, vec!["/to~1from"]),
        (r#"{"id":1,"lines":[{"count":1},{"count":0}]}"#, vec!["/lines/1/count"]),
        (r#"{"id":null,"lines":{}}"#, vec!["/id", "/lines"]),
        // What is missing, or too much, is a fault of the whole.
        ("{}", vec![""]),
        (r#"{"id":1,"other":1}"#, vec![""]),
        ("[]", vec![""]),
    ] {
        let issues = issues(&gate, arguments);
        let mut pointers: Vec<String> = issues.iter().map(Issue::pointer).collect();
        pointers.sort_unstable();
        assert_eq!(pointers, expected, "{arguments}");
        for issue in issues {
            assert_eq!(issue.as_str(), "malformed");
            let sentence = issue.to_string();
            assert!(!sentence.is_empty() && !sentence.contains(char::is_control), "{sentence:?}");
        }
    }
}

#[test]
fn what_fits_defers_and_so_does_a_tool_without_a_schema() {
    let gate = gate(ORDER);
    for arguments in [r#"{"id":1}"#, r#" {"id":9007199254740993,"lines":[{"count":1},{}]} "#] {
        assert_eq!(gate.adjudicate("order", arguments), Verdict::Defer, "{arguments}");
    }
    for arguments in ["", "not JSON", "[]", &"[".repeat(100_000)] {
        assert_eq!(gate.adjudicate("another", arguments), Verdict::Defer);
    }
}

#[test]
fn empty_arguments_are_an_empty_object() {
    let (needs, open) = (gate(ORDER), gate(r#"{"type":"object"}"#));
    for arguments in ["", " \n", "null", " null ", "{}"] {
        assert_eq!(issues(&needs, arguments), issues(&needs, "{}"), "{arguments:?}");
        assert_eq!(open.adjudicate("order", arguments), Verdict::Defer, "{arguments:?}");
    }
}

#[test]
fn what_is_not_json_is_denied_as_malformed() {
    let gate = gate(r#"{"type":"object"}"#);
    let deep = "{\"a\":".repeat(100_000);
    for arguments in ["{", "{}{}", "nul", "\u{3000}", "\u{feff}{}", deep.as_str()] {
        let issues = issues(&gate, arguments);
        assert!(matches!(issues.as_slice(), [Issue::InvalidJson { .. }]), "{issues:?}");
    }
}

#[test]
fn a_remote_reference_is_refused_and_nothing_is_fetched() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    let mut gate = gate(ORDER);
    for reference in [
        format!("http://{address}/schema.json"),
        format!("https://{address}/schema.json"),
        format!("http://{address}/schema.json#/$defs/line"),
        "file:///schema.json".to_owned(),
        "other.json".to_owned(),
    ] {
        let schema =
            format!(r#"{{"type":"object","properties":{{"id":{{"$ref":"{reference}"}}}}}}"#);
        let error = gate.insert("order", &schema).unwrap_err().to_string();
        assert!(error.starts_with("the schema cannot be used: "), "{error}");
    }
    assert_eq!(listener.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
    // The schema that was there still holds.
    assert_eq!(issues(&gate, r#"{"id":"1"}"#).len(), 1);
}

#[test]
fn a_schema_that_is_none_is_refused_and_the_one_before_it_kept() {
    let mut gate = gate(ORDER);
    for schema in ["", "{", "7", r#"{"type":"text"}"#, r#"{"type":"object","required":1}"#] {
        let error = gate.insert("order", schema).unwrap_err().to_string();
        assert!(error.starts_with("the schema cannot be used: "), "{schema}: {error}");
        assert!(gate.insert("another", schema).is_err());
    }
    assert_eq!(issues(&gate, r#"{"id":"1"}"#).len(), 1);
    assert_eq!(gate.adjudicate("another", "not JSON"), Verdict::Defer);
}

#[test]
fn in_a_chain_it_sees_the_arguments_as_they_are_to_be_used() {
    let mut tools = Tools::new();
    tools.insert("order", Grammar::builder().required("id", None).build().unwrap());
    let chain = Chain::new().then(tools).then(gate(ORDER));
    let verdict = chain.adjudicate("order", r#"{"_positional":[7]}"#);
    assert_eq!(verdict.as_str(), "transform");
    let Verdict::Deny(deny) = chain.adjudicate("order", r#"{"_positional":["7"]}"#) else {
        panic!("not denied")
    };
    assert_eq!(deny.reason, Reason::Malformed);
    assert_eq!(deny.issues[0].pointer(), "/id");
}
