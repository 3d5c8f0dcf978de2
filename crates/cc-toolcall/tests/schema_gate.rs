//! Adjudication by the whole schema: what is denied, where, and that nothing is fetched.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail by panicking")]

use std::net::TcpListener;

use cc_toolcall::{
    Adjudicator, Chain, Grammar, Issue, MAX_DEPTH, MAX_LISTED, MAX_SHOWN, Reason, SchemaErrorKind,
    SchemaGate, Tools, Verdict,
};

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
            assert_eq!((&*deny.by, deny.reason), ("schema", Reason::Malformed));
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

/// What a gate says to a value of `n`, which has this schema: the sentence of its one issue.
fn said(schema: &str, value: &str) -> Option<String> {
    let gate = gate(&format!(r#"{{"properties":{{"n":{schema}}}}}"#));
    let arguments = format!("{{\"n\":{value}}}");
    if gate.adjudicate("order", &arguments) == Verdict::Defer {
        return None;
    }
    let issues = issues(&gate, &arguments);
    let [issue] = issues.as_slice() else { panic!("{schema}: {value}: {issues:?}") };
    assert_eq!(issue.pointer(), "/n", "{schema}: {value}");
    let sentence = issue.to_string();
    Some(sentence.strip_prefix("give arguments that fit the schema: ").unwrap().to_owned())
}

#[test]
fn no_name_means_anything_to_the_reader() {
    let amount = r#"{"type":"integer","maximum":10}"#;
    for name in ["$serde_json::private::RawValue", "$serde_json::private::Number", "$ref", "@type"]
    {
        for value in ["\"5\"", "5"] {
            let value = format!("{{\"{name}\":{value}}}");
            let expected = format!("{value} is not of type \"integer\"");
            assert_eq!(said(amount, &value), Some(expected), "{value}");
            assert_eq!(said(&format!("{{\"const\":{value}}}"), &value), None);
            assert!(said(r#"{"const":5}"#, &value).is_some());
        }
    }
}

#[test]
fn a_name_that_stands_twice_is_denied_at_any_depth() {
    let gate = gate(r#"{"type":"object"}"#);
    for (arguments, pointer, sentence) in [
        (r#"{"a":1,"a":1}"#, "/a", "give `a` only once"),
        (
            r#"{"u":{"path":"/etc/passwd","path":"/srv/ok"}}"#,
            "/u/path",
            "give `path` only once in `/u`",
        ),
        (
            r#"{"u":[0,[{"x":{}},{"a/b":1,"\u0061\/b":2}]]}"#,
            "/u/1/1/a~1b",
            "give `a/b` only once in `/u/1/1`",
        ),
        (r#"{"x":{"":{"~":1,"~":2}}}"#, "/x//~0", "give `~` only once in `/x/`"),
        (r#"[{"":1,"":1}]"#, "/0/", "give `` only once in `/0`"),
    ] {
        let issues = issues(&gate, arguments);
        let told: Vec<_> = issues.iter().map(|it| (it.pointer(), it.to_string())).collect();
        assert_eq!(told, [(pointer.to_owned(), sentence.to_owned())], "{arguments}");
        assert_eq!(issues[0].as_str(), "duplicate_key");
    }
    // The same name in two objects, and a text that looks like one, are none.
    let apart = r#"{"a":{"a":[{"a":"a"},{"a":"\"a\":1,\"a\":1"}]},"b":{"a":1}}"#;
    assert_eq!(gate.adjudicate("order", apart), Verdict::Defer);
}

#[test]
fn numbers_are_judged_with_every_digit() {
    let (big, bigger) = ("18446744073709551616", "18446744073709551617");
    let long = format!("1{}", "0".repeat(400));
    let longer = format!("{long}.{}1", "0".repeat(400));
    let quarters = r#"{"multipleOf":0.25}"#;
    let at_most = |limit: &str| format!("{{\"maximum\":{limit}}}");
    for (schema, value, expected) in [
        (at_most("100"), "100.00", None),
        (
            at_most("100"),
            "100.00000000000000000001",
            Some("100.00000000000000000001 is greater than the maximum of 100".to_owned()),
        ),
        (at_most("100.00000000000000000001"), "100.00000000000000000001", None),
        (
            at_most("100.00000000000000000001"),
            "100.00000000000000000002",
            Some(
                "100.00000000000000000002 is greater than the maximum of 100.00000000000000000001"
                    .to_owned(),
            ),
        ),
        (at_most(&long), &long, None),
        (at_most("1e400"), &long, None),
        (at_most("1e-400"), "0.1e-399", None),
        (
            at_most("1e-400"),
            "1.0000000001e-400",
            Some("1.0000000001e-400 is greater than the maximum of 1e-400".to_owned()),
        ),
        (at_most("-1e-400"), "-1e-399", None),
        (at_most("0"), "-0.0", None),
        (at_most("0"), "0e999999999999999999999", None),
        // The smallest float that is normal, which others stand in for.
        (at_most("2.2250738585072014e-308"), "2.2250738585072014e-308", None),
        (
            at_most("2.2250738585072014e-308"),
            "2.2250738585072015e-308",
            Some(
                "2.2250738585072015e-308 is greater than the maximum of 2.2250738585072014e-308"
                    .to_owned(),
            ),
        ),
        (format!("{{\"enum\":[1,{big}]}}"), big, None),
        (
            format!("{{\"enum\":[1,{big}]}}"),
            bigger,
            Some(format!("{bigger} is not one of 1, {big}")),
        ),
        (format!("{{\"const\":{big}}}"), "1.8446744073709551616e19", None),
        (format!("{{\"const\":{big}}}"), bigger, Some(format!("{bigger} is not {big}"))),
        (r#"{"exclusiveMinimum":0.1}"#.to_owned(), "0.1000000000000000055511151231257827", None),
        (
            r#"{"exclusiveMinimum":0.1}"#.to_owned(),
            "1e-1",
            Some("1e-1 is not greater than 0.1".to_owned()),
        ),
        (
            r#"{"exclusiveMaximum":1e400}"#.to_owned(),
            "10e399",
            Some("10e399 is not less than 1e400".to_owned()),
        ),
        (quarters.to_owned(), "9007199254740993.75", None),
        (
            quarters.to_owned(),
            "9007199254740993.8",
            Some("9007199254740993.8 is not a multiple of 0.25".to_owned()),
        ),
        (r#"{"multipleOf":3}"#.to_owned(), "3e999999999999", None),
        (
            r#"{"multipleOf":3}"#.to_owned(),
            "1e999999999999",
            Some("1e999999999999 is not a multiple of 3".to_owned()),
        ),
        (r#"{"multipleOf":1e400}"#.to_owned(), "-7e401", None),
        (
            r#"{"minimum":-5}"#.to_owned(),
            "-5.1",
            Some("-5.1 is less than the minimum of -5".to_owned()),
        ),
        (r#"{"type":"integer"}"#.to_owned(), "1.50e1", None),
        (r#"{"type":"integer"}"#.to_owned(), "1e400", None),
        (
            r#"{"type":"integer"}"#.to_owned(),
            "9007199254740993.0000000000000001",
            Some("9007199254740993.0000000000000001 is not of type \"integer\"".to_owned()),
        ),
    ] {
        assert_eq!(said(&schema, value), expected, "{schema}: {value}");
    }
    let beyond = said(&at_most(&long), &longer).unwrap();
    assert!(beyond.contains("is greater than the maximum of 1000"), "{beyond}");
    // Data keep each digit at any place.
    let data = format!(r#"{{"const":{{"minimum":{big},"a":[1.10,{{"const":1e400}}]}}}}"#);
    let same = format!(r#"{{ "a":[1.1,{{"const":10e399}}],"minimum":{big}.0 }}"#);
    assert_eq!(said(&data, &same), None);
    assert!(said(&data, &same.replace(big, bigger)).is_some());
}

#[test]
fn exact_numbers_count_wherever_a_schema_can_stand() {
    let limit = r#"{"maximum":100.00000000000000000001}"#;
    let (fits, not) = ("100.00000000000000000001", "100.00000000000000000002");
    for (schema, arguments) in [
        (format!(r#"{{"additionalProperties":{limit}}}"#), r#"{"a":@}"#),
        (format!(r#"{{"patternProperties":{{"^a":{limit}}}}}"#), r#"{"a":@}"#),
        (format!(r#"{{"properties":{{"const":{limit}}}}}"#), r#"{"const":@}"#),
        (format!(r#"{{"properties":{{"maximum":{limit}}}}}"#), r#"{"maximum":@}"#),
        (format!(r#"{{"properties":{{"a":{{"items":{limit}}}}}}}"#), r#"{"a":[1,@]}"#),
        (format!(r#"{{"properties":{{"a":{{"prefixItems":[{limit}]}}}}}}"#), r#"{"a":[@]}"#),
        (
            format!(
                r#"{{"properties":{{"a":{{"type":"array","minItems":1,"maxItems":2,"items":{limit}}}}}}}"#
            ),
            r#"{"a":[@]}"#,
        ),
        (format!(r#"{{"properties":{{"a":{{"contains":{limit}}}}}}}"#), r#"{"a":[101,@]}"#),
        (format!(r#"{{"properties":{{"a":{{"allOf":[{limit}]}}}}}}"#), r#"{"a":@}"#),
        (
            format!(r#"{{"properties":{{"a":{{"anyOf":[{limit},{{"type":"null"}}]}}}}}}"#),
            r#"{"a":@}"#,
        ),
        (
            format!(
                r#"{{"properties":{{"a":{{"oneOf":[{limit},{{"const":0}},{{"const":1}}]}}}}}}"#
            ),
            r#"{"a":@}"#,
        ),
        (format!(r#"{{"properties":{{"a":{{"not":{{"not":{limit}}}}}}}}}"#), r#"{"a":@}"#),
        (format!(r#"{{"properties":{{"a":{{"if":true,"then":{limit}}}}}}}"#), r#"{"a":@}"#),
        (
            format!(r#"{{"dependentSchemas":{{"a":{{"properties":{{"a":{limit}}}}}}}}}"#),
            r#"{"a":@}"#,
        ),
        (format!(r#"{{"unevaluatedProperties":{limit}}}"#), r#"{"a":@}"#),
        (format!(r#"{{"properties":{{"a":{{"unevaluatedItems":{limit}}}}}}}"#), r#"{"a":[@]}"#),
        (
            format!(r##"{{"properties":{{"a":{{"$ref":"#/$defs/m"}}}},"$defs":{{"m":{limit}}}}}"##),
            r#"{"a":@}"#,
        ),
        (
            format!(r##"{{"properties":{{"a":{{"$ref":"#/x/y"}}}},"x":{{"y":{limit}}}}}"##),
            r#"{"a":@}"#,
        ),
        (
            format!(
                r##"{{"properties":{{"a":{{"$ref":"urn:m"}}}},"$defs":{{"m":{{"$id":"urn:m","allOf":[{limit}]}}}}}}"##
            ),
            r#"{"a":@}"#,
        ),
        (
            format!(
                r##"{{"$dynamicAnchor":"x","properties":{{"a":{{"$dynamicRef":"#x"}},"b":{limit}}}}}"##
            ),
            r#"{"a":{"b":@}}"#,
        ),
        (
            format!(
                r##"{{"$schema":"http://json-schema.org/draft-07/schema#","properties":{{"a":{{"$ref":"#/definitions/m"}}}},"definitions":{{"m":{limit}}}}}"##
            ),
            r#"{"a":@}"#,
        ),
        (
            format!(
                r#"{{"$schema":"http://json-schema.org/draft-04/schema#","properties":{{"a":{limit}}}}}"#
            ),
            r#"{"a":@}"#,
        ),
    ] {
        let gate = gate(&schema);
        let judge = |value| gate.adjudicate("order", &arguments.replace('@', value));
        assert_eq!(judge(fits), Verdict::Defer, "{schema}");
        assert_eq!(judge(not).as_str(), "deny", "{schema}");
    }
}

#[test]
fn keywords_mean_what_their_draft_says() {
    let draft_4 = r#""$schema":"http://json-schema.org/draft-04/schema#""#;
    let of =
        |keywords: &str| gate(&format!("{{{draft_4},\"properties\":{{\"n\":{{{keywords}}}}}}}"));
    let judge = |gate: &SchemaGate, value: &str| {
        gate.adjudicate("order", &format!("{{\"n\":{value}}}")).as_str()
    };
    let exclusive =
        of(r#""minimum":1,"exclusiveMinimum":true,"maximum":2,"exclusiveMaximum":true"#);
    let inclusive = of(r#""minimum":1,"exclusiveMinimum":false,"maximum":2"#);
    for (value, [one, other]) in [
        ("1", ["deny", "defer"]),
        ("2.0", ["deny", "defer"]),
        ("1.0000000000000000000001", ["defer", "defer"]),
        ("0.9999999999999999999999", ["deny", "deny"]),
    ] {
        assert_eq!([judge(&exclusive, value), judge(&inclusive, value)], [one, other], "{value}");
    }
    // There, `const` is no keyword, and 1.0 is no integer.
    assert_eq!(judge(&of(r#""const":1"#), "2"), "defer");
    assert_eq!(judge(&of(r#""type":"integer""#), "1.0"), "deny");
    assert_eq!(judge(&of(r#""type":"integer""#), "100000000000000000000"), "defer");
    let tuple = of(r#""items":[{"type":"string"}],"additionalItems":false"#);
    assert_eq!(
        issues(&tuple, r#"{"n":["a",2]}"#)[0].to_string(),
        r#"give arguments that fit the schema: ["a",2] has more than 1 item"#,
    );
    // A schema of another draft within.
    let within =
        r#"{"$id":"urn:m","$schema":"http://json-schema.org/draft-06/schema#","const":1.0}"#;
    let within = of(&format!("\"allOf\":[{within}]"));
    assert_eq!([judge(&within, "1"), judge(&within, "2")], ["defer", "deny"]);
    // A meta-schema, which does not come from the text, is read as it is.
    let meta =
        gate(r#"{"properties":{"n":{"$ref":"https://json-schema.org/draft/2020-12/schema"}}}"#);
    assert_eq!(judge(&meta, r#"{"minLength":3}"#), "defer");
    assert_eq!(judge(&meta, r#"{"minLength":-1}"#), "deny");
    assert_eq!(judge(&meta, r#"{"multipleOf":0}"#), "deny");
}

#[test]
fn what_cannot_be_judged_exactly_is_denied_with_its_place() {
    let gate = gate(r#"{"type":"object"}"#);
    for (arguments, pointer, detail) in [
        (r#"{"a":[1e99999999999999999999]}"#, "/a/0", "the exponent is too large to be compared"),
        (
            r#"{"a":{"b/c":-1e-99999999999999999999}}"#,
            "/a/b~1c",
            "the exponent is too large to be compared",
        ),
        (r#"{"a":[0,"\ud800"]}"#, "/a/1", "a text cannot hold half of a surrogate pair"),
        (r#"{"a":{"\udc00\ud800":1}}"#, "/a", "a text cannot hold half of a surrogate pair"),
    ] {
        let issues = issues(&gate, arguments);
        let expected = Issue::Malformed { pointer: pointer.to_owned(), detail: detail.to_owned() };
        assert_eq!(issues, [expected], "{arguments}");
    }
    for arguments in [r#"{"a":"\ud83d\ude00"}"#, r#"{"a":1e9223372036854775}"#] {
        assert_eq!(gate.adjudicate("order", arguments), Verdict::Defer, "{arguments}");
    }
}

#[test]
fn the_grammar_and_the_gate_take_the_same_depth() {
    let nested = |levels: usize| {
        let inner = levels - 1;
        format!("{{\"id\":{}{}}}", "[".repeat(inner), "]".repeat(inner))
    };
    let grammar = Grammar::builder().required("id", None).build().unwrap();
    let mut tools = Tools::new();
    tools.insert("order", grammar);
    let gate = gate(r#"{"type":"object"}"#);
    for (levels, expected) in [(MAX_DEPTH, "defer"), (MAX_DEPTH + 1, "deny")] {
        let text = nested(levels);
        assert_eq!(tools.adjudicate("order", &text).as_str(), expected, "{levels}");
        assert_eq!(gate.adjudicate("order", &text).as_str(), expected, "{levels}");
    }
    let text = nested(MAX_DEPTH + 1);
    let (Verdict::Deny(one), Verdict::Deny(other)) =
        (tools.adjudicate("order", &text), gate.adjudicate("order", &text))
    else {
        panic!("not denied")
    };
    assert_eq!(one.issues, other.issues);
}

#[test]
fn what_a_schema_has_twice_or_beyond_what_is_exact_is_refused_with_its_kind() {
    let mut gate = SchemaGate::new();
    let multiple = |digits: &str| format!(r#"{{"properties":{{"n":{{"multipleOf":{digits}}}}}}}"#);
    let deep = format!("{{\"x\":{}{}}}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
    for (schema, kind, detail) in [
        (
            r#"{"required":["a"],"required":[]}"#.to_owned(),
            SchemaErrorKind::DuplicateKey,
            "the name `required` is given twice",
        ),
        (
            r#"{"properties":{"a":{"maximum":1,"maximum":9}}}"#.to_owned(),
            SchemaErrorKind::DuplicateKey,
            "the name `maximum` is given twice in `/properties/a`",
        ),
        (
            multiple(&"7".repeat(38)),
            SchemaErrorKind::Unsupported,
            "`multipleOf` must be above 0 and have at most 37 digits to be judged exactly",
        ),
        (
            multiple("1e99999999999999999999"),
            SchemaErrorKind::Unsupported,
            "`/properties/n/multipleOf`: the exponent is too large to be compared",
        ),
        (
            r#"{"properties":{"a":{"$ref":"http://elsewhere.invalid/a"}}}"#.to_owned(),
            SchemaErrorKind::Unsupported,
            "it refers to `http://elsewhere.invalid/a`, which is elsewhere",
        ),
        (
            r#"{"$schema":"http://elsewhere.invalid/s"}"#.to_owned(),
            SchemaErrorKind::Unsupported,
            "its `$schema` `http://elsewhere.invalid/s` is not known",
        ),
        (deep, SchemaErrorKind::Unsupported, "nested more than 128 levels deep"),
        ("{".to_owned(), SchemaErrorKind::NotJson, "EOF"),
        (r#"{"type":"text"}"#.to_owned(), SchemaErrorKind::NotASchema, ""),
        (multiple("-1e-400"), SchemaErrorKind::Unsupported, "`multipleOf`"),
        (r##"{"$ref":"#/nowhere"}"##.to_owned(), SchemaErrorKind::NotASchema, ""),
        (r#"{"maxLength":1e400}"#.to_owned(), SchemaErrorKind::NotASchema, ""),
    ] {
        let error = gate.insert("order", &schema).unwrap_err();
        assert_eq!(error.kind(), kind, "{schema}: {error}");
        assert!(error.to_string().contains(detail), "{schema}: {error}");
    }
    assert!(gate.insert("order", &multiple(&"7".repeat(37))).is_ok());
    let thrice = format!("{{\"n\":{}}}", "21".to_owned() + &"0".repeat(35) + "e99");
    assert_eq!(gate.adjudicate("order", &thrice).as_str(), "deny");
    assert_eq!(gate.adjudicate("order", &format!("{{\"n\":{}}}", "7".repeat(74))), Verdict::Defer);
}

#[test]
fn what_is_told_is_short_and_the_rest_is_counted() {
    let gate = gate(r#"{"additionalProperties":{"type":"integer"}}"#);
    let long = "x".repeat(200_000);
    let told = issues(&gate, &format!("{{\"a\":\"{long}\"}}"));
    let shown = format!("\"{}\u{2026}", "x".repeat(MAX_SHOWN - 1));
    let expected =
        format!("give arguments that fit the schema: {shown} is not of type \"integer\"");
    assert_eq!(told[0].to_string(), expected);

    for count in [MAX_LISTED, MAX_LISTED + 1, 2_000] {
        let wrong: Vec<String> = (0..count).map(|number| format!("\"{number}\":\"\"")).collect();
        let told = issues(&gate, &format!("{{{}}}", wrong.join(",")));
        let listed = told.iter().filter(|issue| issue.as_str() == "malformed").count();
        assert_eq!(listed, MAX_LISTED);
        let more = count - MAX_LISTED;
        let rest = (more > 0).then_some(Issue::More { count: more });
        assert_eq!(told.get(MAX_LISTED), rest.as_ref());
        assert!(told.len() <= MAX_LISTED + 1);
    }
    assert_eq!(
        Issue::More { count: 1_980 }.to_string(),
        "put right 1980 more faults, which are not listed",
    );
    assert_eq!(Issue::More { count: 1 }.to_string(), "put right 1 more fault, which is not listed",);

    // What is unexpected, what is expected, and what is not allowed are short as well.
    let long = "x".repeat(2_000);
    let names: Vec<String> = (0..2_000).map(|number| format!("\"name {number}\":0")).collect();
    let names = format!("{{{}}}", names.join(","));
    let options: Vec<String> = (0..2_000).map(|number| format!("\"option {number}\"")).collect();
    for schema in [
        r#"{"additionalProperties":false}"#.to_owned(),
        r#"{"unevaluatedProperties":false}"#.to_owned(),
        format!("{{\"enum\":[{}]}}", options.join(",")),
        format!("{{\"const\":[{}]}}", options.join(",")),
        format!("{{\"not\":{{\"required\":[]}},\"title\":\"{long}\"}}"),
        format!("{{\"required\":[\"{long}\"]}}"),
        format!("{{\"propertyNames\":{{\"const\":\"{long}\"}}}}"),
        format!("{{\"propertyNames\":{{\"pattern\":\"^{long}$\"}}}}"),
        format!("{{\"properties\":{{\"name 0\":{{\"not\":{{\"enum\":[0,\"{long}\"]}}}}}}}}"),
    ] {
        let told = issues(&self::gate(&schema), &names);
        assert!(told.len() <= MAX_LISTED + 1);
        for issue in told {
            let sentence = issue.to_string();
            assert!(sentence.chars().count() < 500, "{sentence}");
            assert!(!sentence.contains("e-308"), "{sentence}");
        }
    }
}
