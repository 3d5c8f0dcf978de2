//! Grammars from JSON Schema and from the builder: order, types, faults, and what is stored.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use cc_toolcall::{Grammar, GrammarError, GrammarErrorKind, Order, ParameterType, Tools};

fn read(schema: &str) -> Result<Grammar, GrammarError> {
    Grammar::from_json_schema(schema, Order::Declared, [])
}

/// The schema of an object with these properties and this list of required names.
fn schema(properties: &str, required: &str) -> String {
    format!(r#"{{"type":"object","properties":{properties},"required":{required}}}"#)
}

fn names(grammar: &Grammar) -> Vec<&str> {
    grammar.parameters().iter().map(cc_toolcall::Parameter::name).collect()
}

/// The position-only call of `{src, dst}` in each order.
fn bound(order: Order) -> String {
    let schema = schema(r#"{"src":{},"dst":{}}"#, r#"["src","dst"]"#);
    let mut tools = Tools::new();
    tools.load("copy", &schema, order, []).unwrap();
    let verdict = tools.adjudicate("copy", r#"{"_positional":["/a","/b"]}"#);
    let cc_toolcall::Verdict::Transform(transform) = verdict else { return String::new() };
    transform.arguments
}

#[test]
fn parameters_stand_as_they_are_declared_or_by_name() {
    assert_eq!(Order::default(), Order::Declared);
    let properties = r#"{"z":{},"b":{},"\u0061":{},"B":{},"é":{},"ab":{},"":{},"😀":{},"｡":{}}"#;
    // The order of `required`, and of the schema's own fields, decides nothing.
    for schema in [
        schema(properties, r#"["ab","z"]"#),
        format!(r#"{{"required":["z","ab","z"],"properties":{properties},"type":"object"}}"#),
    ] {
        let declared = Grammar::from_json_schema(&schema, Order::Declared, []).unwrap();
        assert_eq!(names(&declared), ["z", "b", "a", "B", "é", "ab", "", "😀", "｡"]);
        let by_name = Grammar::from_json_schema(&schema, Order::Lexicographic, []).unwrap();
        // By code point, so U+FF61 is before U+1F600.
        assert_eq!(names(&by_name), ["", "B", "a", "ab", "b", "z", "é", "｡", "😀"]);
        for grammar in [declared, by_name] {
            assert_eq!(grammar.required_count(), 2);
            let required = grammar.parameters().iter().filter(|parameter| parameter.is_required());
            assert_eq!(required.filter(|one| !["ab", "z"].contains(&one.name())).count(), 0);
        }
    }
    assert_eq!(bound(Order::Declared), r#"{"src":"/a","dst":"/b"}"#);
    assert_eq!(bound(Order::Lexicographic), r#"{"dst":"/a","src":"/b"}"#);
    // More properties than any small map keeps in order by chance.
    let many: Vec<String> = (0..100).map(|number| format!("p{}", (number * 37) % 100)).collect();
    let properties: Vec<String> = many.iter().map(|name| format!("\"{name}\":true")).collect();
    let grammar = read(&schema(&format!("{{{}}}", properties.join(",")), "[]")).unwrap();
    assert_eq!(names(&grammar), many);
}

#[test]
fn a_subschema_that_is_not_understood_is_a_parameter_of_unknown_type() {
    for known in ParameterType::ALL {
        let subschema = format!(r#"{{"description":"x","type":"{}","enum":[]}}"#, known.as_str());
        let grammar = read(&schema(&format!("{{\"a\":{subschema}}}"), "[]")).unwrap();
        assert_eq!(grammar.parameters()[0].ty(), Some(known));
        assert_eq!(ParameterType::from_name(known.as_str()), Some(known));
    }
    for unknown in [
        "true",
        "false",
        "{}",
        "null",
        "7",
        "[]",
        r#""string""#,
        r#"{"type":["string","null"]}"#,
        r#"{"type":"text"}"#,
        r#"{"type":null}"#,
        r##"{"$ref":"#/$defs/a"}"##,
        r#"{"$ref":"https://schemas.invalid/a.json"}"#,
        r#"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#,
        r#"{"const":1e400}"#,
        r#"{"default":"\ud800"}"#,
    ] {
        let grammar = read(&schema(&format!("{{\"a\":{unknown}}}"), r#"["a"]"#)).unwrap();
        assert_eq!(grammar.parameters()[0].ty(), None, "{unknown}");
        assert!(grammar.parameters()[0].is_required(), "{unknown}");
    }
}

#[test]
fn everything_else_in_a_schema_is_left_alone() {
    let schema = r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"t",
        "additionalProperties":false,"$defs":{"a":{"type":"object"}},"type":"object",
        "properties":{"a":{"type":"object","properties":{"b":{}},"required":["b","c"]}}}"##;
    let grammar = read(schema).unwrap();
    assert_eq!(names(&grammar), ["a"]);
    assert_eq!(grammar.required_count(), 0);
    for bare in [
        r#"{"type":"object"}"#,
        r#" { "type" : "object" , "properties" : { } , "required" : [ ] } "#,
        r#"{"\u0074ype":"\u006fbject"}"#,
    ] {
        assert!(read(bare).unwrap().parameters().is_empty(), "{bare}");
    }
    let deep = format!(r#"{{"a":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(names(&read(&schema_of(&deep)).unwrap()), ["a"]);
}

fn schema_of(properties: &str) -> String {
    schema(properties, "[]")
}

#[test]
fn a_fault_in_a_schema_is_named() {
    const NO_OBJECT: &str = "the schema must describe an object: its `type` must be \"object\"";
    for (text, message) in [
        ("{}".to_owned(), NO_OBJECT),
        ("true".to_owned(), NO_OBJECT),
        ("null".to_owned(), NO_OBJECT),
        ("[]".to_owned(), NO_OBJECT),
        (r#""object""#.to_owned(), NO_OBJECT),
        (r#"{"type":"array"}"#.to_owned(), NO_OBJECT),
        (r#"{"type":"Object"}"#.to_owned(), NO_OBJECT),
        (r#"{"type":null}"#.to_owned(), NO_OBJECT),
        (r#"{"type":["object","null"]}"#.to_owned(), NO_OBJECT),
        (r#"{"properties":{"a":{}}}"#.to_owned(), NO_OBJECT),
        (schema("{}", r#"["a"]"#), "the required parameter `a` is not defined"),
        (
            schema(r#"{"a":{}}"#, r#"["a","A\n"]"#),
            r"the required parameter `A\u{a}` is not defined",
        ),
        (
            r#"{"type":"object","required":["a"]}"#.to_owned(),
            "the required parameter `a` is not defined",
        ),
        (schema(r#"{"a":{},"b":{},"a":{}}"#, "[]"), "the parameter `a` is defined twice"),
        (schema(r#"{"a":{},"\u0061":{}}"#, "[]"), "the parameter `a` is defined twice"),
        (
            schema(r#"{"_positional":{}}"#, "[]"),
            "`_positional` is reserved for values without names",
        ),
        (schema("[]", "[]"), "the field `properties` of the schema has the wrong form"),
        (schema("null", "[]"), "the field `properties` of the schema has the wrong form"),
        (schema("{}", "true"), "the field `required` of the schema has the wrong form"),
        (schema("{}", "[1]"), "the field `required` of the schema has the wrong form"),
        (schema("{}", "null"), "the field `required` of the schema has the wrong form"),
    ] {
        assert_eq!(read(&text).unwrap_err().to_string(), message, "{text}");
        let by_name = Grammar::from_json_schema(&text, Order::Lexicographic, []);
        assert_eq!(by_name.unwrap_err().to_string(), message, "{text}");
    }
    for text in ["", "{", "{\"type\":\"object\"", "{\"type\":\"object\"}}", "\u{feff}{}", "\u{0}"] {
        let message = read(text).unwrap_err().to_string();
        assert!(message.starts_with("the schema is not JSON: "), "{text:?}: {message}");
        assert!(!message.contains(char::is_control), "{message:?}");
    }
}

#[test]
fn a_name_that_stands_twice_in_a_schema_is_refused_with_its_place() {
    let deep = format!("{}{{\"b\":1,\"b\":2}}{}", "{\"a\":".repeat(50_000), "}".repeat(50_000));
    for (schema, message) in [
        (
            r#"{"type":"object","properties":{"a":{}},"required":["a"],"required":[]}"#,
            "the name `required` is given twice",
        ),
        (r#"{"type":"object","t\u0079pe":"object"}"#, "the name `type` is given twice"),
        (r#"{"type":"object","x":1,"x":1}"#, "the name `x` is given twice"),
        (
            r#"{"type":"object","properties":{"a":{"type":"string","type":"integer"}}}"#,
            "the name `type` is given twice in `/properties/a`",
        ),
        (
            r#"{"type":"object","allOf":[{},{"a/b":{"\n":1,"\u000a":2}}]}"#,
            r"the name `\u{a}` is given twice in `/allOf/1/a~1b`",
        ),
        (
            r#"{"type":"object","$defs":{"properties":{"a":1,"a":2}}}"#,
            "the name `a` is given twice in `/$defs/properties`",
        ),
        // This is a fault of its own.
        (r#"{"type":"object","properties":{"a":{},"a":{}}}"#, "the parameter `a` is defined twice"),
    ] {
        let error = read(schema).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert!(!error.is_legal_schema());
    }
    let schema = format!(r#"{{"type":"object","x":{deep}}}"#);
    let error = read(&schema).unwrap_err();
    assert_eq!(error.kind(), GrammarErrorKind::DuplicateKey);
    assert!(error.to_string().starts_with("the name `b` is given twice in `/x/a/a/a"));
    assert!(error.to_string().len() < 200);
}

#[test]
fn a_legal_schema_without_a_grammar_is_told_from_a_faulty_one() {
    for (schema, is_legal) in [
        ("{}", true),
        ("true", true),
        ("false", true),
        (r#"{"allOf":[{"type":"object"}]}"#, true),
        (r##"{"$ref":"#/$defs/a","$defs":{"a":{"type":"object"}}}"##, true),
        (r#"{"type":["object","null"]}"#, true),
        (r#"{"type":"string"}"#, true),
        (r#"{"type":"object","properties":{"_positional":{"type":"array"}}}"#, true),
        (r#"{"type":"object","required":["a"]}"#, true),
        ("", false),
        ("{", false),
        ("[]", false),
        ("null", false),
        ("7", false),
        (r#""object""#, false),
        (r#"{"type":"object","properties":[]}"#, false),
        (r#"{"type":"object","required":true}"#, false),
        (r#"{"type":"object","properties":{"a":{},"a":{}}}"#, false),
        (r#"{"type":"object","type":"object"}"#, false),
    ] {
        assert_eq!(read(schema).unwrap_err().is_legal_schema(), is_legal, "{schema}");
    }
}

#[test]
fn a_fault_in_an_alias_is_named() {
    let two = schema_of(r#"{"a":{},"b":{}}"#);
    for (aliases, message) in [
        (vec![("a", "b")], "the alias `a` is also the name of a parameter"),
        (vec![("a", "a")], "the alias `a` is also the name of a parameter"),
        (vec![("x", "c")], "an alias refers to `c`, which is not a parameter"),
        // A synonym of a synonym is not a synonym of a parameter.
        (vec![("x", "a"), ("y", "x")], "an alias refers to `x`, which is not a parameter"),
        (vec![("x", "A")], "an alias refers to `A`, which is not a parameter"),
        (vec![("_positional", "a")], "`_positional` is reserved for values without names"),
        (vec![("x", "_positional")], "an alias refers to `_positional`, which is not a parameter"),
        (vec![("x", "a"), ("x", "b")], "the alias `x` is defined twice"),
    ] {
        let error = Grammar::from_json_schema(&two, Order::Declared, aliases.clone());
        assert_eq!(error.unwrap_err().to_string(), message, "{aliases:?}");
        let mut builder = Grammar::builder().optional("a", None).optional("b", None);
        for (synonym, canonical) in aliases {
            builder = builder.alias(synonym, canonical);
        }
        assert_eq!(builder.build().unwrap_err().to_string(), message);
    }
}

#[test]
fn the_builder_refuses_what_a_schema_would_be_refused_for() {
    let twice = Grammar::builder().required("a", None).optional("a", None).build();
    assert_eq!(twice.unwrap_err().to_string(), "the parameter `a` is defined twice");
    let reserved = Grammar::builder().required("_positional", None).build();
    let message = "`_positional` is reserved for values without names";
    assert_eq!(reserved.unwrap_err().to_string(), message);
    // An alias may be described before its parameter.
    let early = Grammar::builder().alias("x", "a").required("a", None).build().unwrap();
    assert_eq!(early.canonical("x"), Some("a"));
    assert_eq!(early.canonical("a"), None);
    assert_eq!(early.aliases().collect::<Vec<_>>(), [("x", "a")]);
}

#[test]
fn a_failed_load_keeps_the_grammar_that_was_there() {
    let mut tools = Tools::new();
    let good = schema(r#"{"q":{}}"#, r#"["q"]"#);
    tools.load("search", &good, Order::Declared, [("query", "q")]).unwrap();
    let before = tools.get("search").unwrap().clone();
    for (schema, aliases) in [
        ("{", vec![]),
        ("{}", vec![]),
        (good.as_str(), vec![("q", "q")]),
        (good.as_str(), vec![("x", "unknown")]),
    ] {
        assert!(tools.load("search", schema, Order::Declared, aliases.clone()).is_err());
        assert!(tools.load("another", schema, Order::Declared, aliases).is_err());
        assert_eq!(tools.get("search"), Some(&before));
        assert!(tools.get("another").is_none());
        assert_eq!((tools.len(), tools.unique_grammars()), (1, 1));
    }
    let verdict = tools.adjudicate("search", r#"{"query":"x"}"#);
    assert_eq!(verdict.as_str(), "transform");
}

#[test]
fn identical_grammars_are_stored_once_by_whatever_route_they_come() {
    let mut tools = Tools::new();
    assert_eq!(tools.unique_grammars(), 0);
    assert!(tools.is_empty());
    let built = || {
        Grammar::builder()
            .required("a", Some(ParameterType::String))
            .optional("b", None)
            .alias("x", "a")
            .alias("y", "b")
    };
    tools.insert("built", built().build().unwrap());
    let text = schema(r#"{"a":{"type":"string","title":"A"},"b":true}"#, r#"["a"]"#);
    tools.load("read", &text, Order::Declared, [("y", "b"), ("x", "a")]).unwrap();
    let text = schema(r#"{ "b":{"type":["null"]},"\u0061":{"type":"string"} }"#, r#"["a","a"]"#);
    tools.load("sorted", &text, Order::Lexicographic, [("x", "a"), ("y", "b")]).unwrap();
    assert_eq!((tools.len(), tools.unique_grammars()), (3, 1));
    assert!(!tools.is_empty());
    let stored: Vec<&Grammar> =
        ["built", "read", "sorted"].iter().map(|tool| tools.get(tool).unwrap()).collect();
    assert!(stored.iter().all(|grammar| std::ptr::eq(*grammar, stored[0])));

    // Each differs from all others in one thing.
    let string = Some(ParameterType::String);
    for (number, grammar) in [
        built().alias("z", "a"),
        Grammar::builder().required("a", string).optional("b", None).alias("x", "a"),
        Grammar::builder().required("a", string).optional("b", None).alias("x", "b"),
        Grammar::builder().optional("b", None).required("a", string).alias("x", "a"),
        Grammar::builder().required("a", string).required("b", None).alias("x", "a"),
        Grammar::builder().required("a", None).optional("b", None).alias("x", "a"),
        Grammar::builder().required("a", string).optional("ab", None).alias("x", "a"),
        Grammar::builder(),
        Grammar::builder().optional("", None),
        Grammar::builder().optional("aliases", None),
    ]
    .into_iter()
    .enumerate()
    {
        tools.insert(format!("other {number}"), grammar.build().unwrap());
        assert_eq!(tools.unique_grammars(), number + 2);
    }
}

#[test]
fn grammars_that_are_replaced_are_dropped() {
    let of = |name: &str| Grammar::builder().required(name, None).build().unwrap();
    let mut tools = Tools::new();
    tools.insert("one", of("a"));
    tools.insert("two", of("a"));
    tools.insert("one", of("b"));
    assert_eq!((tools.len(), tools.unique_grammars()), (2, 2));
    tools.insert("two", of("b"));
    assert_eq!((tools.len(), tools.unique_grammars()), (2, 1));
    tools.insert("two", of("b"));
    assert_eq!((tools.len(), tools.unique_grammars()), (2, 1));
    tools.insert("two", of("a"));
    assert_eq!((tools.len(), tools.unique_grammars()), (2, 2));
    assert_eq!(names(tools.get("one").unwrap()), ["b"]);
    assert_eq!(names(tools.get("two").unwrap()), ["a"]);
}
