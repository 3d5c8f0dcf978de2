//! The rules of the tool-call grammar, clause by clause, with the exact arguments that go out.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail by panicking")]

use cc_toolcall::{
    Certainty, Grammar, GrammarBuilder, Issue, MAX_DEPTH, MAX_LISTED, MAX_SHOWN, Reason, Repair,
    Tools, Transform, Verdict,
};

/// A grammar in short: `a! b` are parameters, of which the first is required; `x>a` is an alias.
fn grammar(short: &str) -> Grammar {
    let mut builder: GrammarBuilder = Grammar::builder();
    for word in short.split(' ').filter(|word| !word.is_empty()) {
        builder = match (word.split_once('>'), word.strip_suffix('!')) {
            (Some((synonym, canonical)), _) => builder.alias(synonym, canonical),
            (None, Some(name)) => builder.required(name, None),
            (None, None) => builder.optional(word, None),
        };
    }
    builder.build().unwrap()
}

/// In these tables P is `_positional`.
fn adjudicate(short: &str, arguments: &str) -> Verdict {
    let arguments = arguments.replace("\"P\"", "\"_positional\"");
    grammar(short).adjudicate(&arguments, Certainty::Conventional)
}

fn transformed(short: &str, arguments: &str) -> Transform {
    match adjudicate(short, arguments) {
        Verdict::Transform(transform) => transform,
        other => panic!("{short}: {arguments}: {other:?}"),
    }
}

fn denied(short: &str, arguments: &str) -> Vec<Issue> {
    match adjudicate(short, arguments) {
        Verdict::Deny(deny) => {
            assert_eq!(deny.reason, Reason::Misroute, "{short}: {arguments}");
            assert!(deny.reason.retryable());
            deny.issues
        }
        other => panic!("{short}: {arguments}: {other:?}"),
    }
}

fn texts(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn missing(names: &[&str]) -> Vec<Issue> {
    vec![Issue::MissingRequired { names: texts(names) }]
}

fn arity(expected: &[usize], got: Option<usize>) -> Vec<Issue> {
    vec![Issue::Arity { expected: expected.to_vec(), got }]
}

fn conflict(name: &str, given: &str) -> Issue {
    Issue::NamedConflict { name: name.to_owned(), given: given.to_owned() }
}

fn ambiguous(name: &str, given: &[&str]) -> Vec<Issue> {
    vec![Issue::AmbiguousAlias { name: name.to_owned(), given: texts(given) }]
}

fn renamed(from: &str, to: &str) -> Repair {
    Repair::Renamed { from: from.to_owned(), to: to.to_owned() }
}

fn positional(index: usize, to: &str) -> Repair {
    Repair::Positional { index, to: to.to_owned() }
}

#[test]
fn a_call_that_names_every_required_parameter_defers_whatever_is_beside_them() {
    for (short, arguments) in [
        ("", "{}"),
        ("", r#"{"P":["x"]}"#),
        ("q limit", "{}"),
        ("q limit max>limit", r#"{"max":5,"P":[1,2,3]}"#),
        ("name!", r#"{"name":"x"}"#),
        ("name!", r#"{"name":null}"#),
        ("name!", r#"{"n\u0061me":"x"}"#),
        ("name!", r#"{"name":"x","P":["y"]}"#),
        ("name!", r#"{"name":"x","P":["y","z"]}"#),
        ("name!", r#"{"name":"x","P":7}"#),
        ("name!", r#"{"name":"x","other":1}"#),
        ("name! n>name", r#"{"name":"x","n":"y"}"#),
        ("name! n>name m>name", r#"{"n":"y","name":"x","m":"z"}"#),
        ("name! limit l>limit", r#"{"name":"x","l":3}"#),
        ("name! limit l>limit", r#"{"name":"x","l":3,"limit":4}"#),
    ] {
        assert_eq!(adjudicate(short, arguments), Verdict::Defer, "{short}: {arguments}");
    }
}

#[test]
fn without_a_grammar_everything_defers_and_nothing_is_counted() {
    let mut tools = Tools::new();
    tools.insert("Greet", grammar("name!"));
    for arguments in ["", "null", "[", "{\"a\":1,\"a\":2}", "\u{0}", "7", &"[".repeat(5_000)] {
        for tool in ["greet", "Greet ", "", "Gree"] {
            assert_eq!(tools.adjudicate(tool, arguments), Verdict::Defer);
        }
    }
    assert_eq!((tools.repairs(), tools.denials()), (0, 0));
}

#[test]
fn each_verdict_moves_its_own_counter_by_one() {
    let mut tools = Tools::new();
    tools.insert("greet", grammar("name! n>name"));
    for (arguments, counters) in [
        (r#"{"name":1}"#, (0, 0)),
        (r#"{"n":1}"#, (1, 0)),
        (r#"{"_positional":[1]}"#, (2, 0)),
        ("{}", (2, 1)),
        ("{", (2, 2)),
        (r#"{"_positional":[1,2]}"#, (2, 3)),
        (r#"{"name":1}"#, (2, 3)),
    ] {
        let _ = tools.adjudicate("greet", arguments);
        assert_eq!((tools.repairs(), tools.denials()), counters, "{arguments}");
    }
}

#[test]
fn synonyms_are_renamed_where_that_closes_the_gap_and_all_else_stays() {
    let currency = "from_currency! to_currency! amount! from>from_currency to>to_currency";
    for (short, arguments, out, repairs) in [
        (
            currency,
            r#"{"from":"USD","to":"EUR","amount":240}"#,
            r#"{"from_currency":"USD","to_currency":"EUR","amount":240}"#,
            vec![renamed("from", "from_currency"), renamed("to", "to_currency")],
        ),
        (
            currency,
            r#"{"amount":240,"to":"EUR","from_currency":"USD"}"#,
            r#"{"amount":240,"to_currency":"EUR","from_currency":"USD"}"#,
            vec![renamed("to", "to_currency")],
        ),
        // Spelled with an escape.
        ("q! query>q", r#"{"quer\u0079":1}"#, r#"{"q":1}"#, vec![renamed("query", "q")]),
        // A synonym of what is not missing stays, and so does one of what is optional.
        (
            "a! b! x>a y>b",
            r#"{"x":1,"y":2,"b":2}"#,
            r#"{"a":1,"y":2,"b":2}"#,
            vec![renamed("x", "a")],
        ),
        (
            "a! limit x>a l>limit",
            r#"{"x":1,"l":2,"other":3}"#,
            r#"{"a":1,"l":2,"other":3}"#,
            vec![renamed("x", "a")],
        ),
        // Before positional: the values without names are left where they are.
        ("a! x>a", r#"{"x":1,"P":[2]}"#, r#"{"a":1,"_positional":[2]}"#, vec![renamed("x", "a")]),
        (
            "a! x>a",
            r#"{"P":[1,2,3],"x":1}"#,
            r#"{"_positional":[1,2,3],"a":1}"#,
            vec![renamed("x", "a")],
        ),
        ("\"! '>\"", r#"{"'":1}"#, r#"{"\"":1}"#, vec![renamed("'", "\"")]),
    ] {
        let transform = transformed(short, arguments);
        assert_eq!(transform.arguments, out, "{short}: {arguments}");
        assert_eq!(transform.repairs, repairs, "{short}: {arguments}");
        assert_eq!(transform.certainty, Certainty::Forced, "{short}: {arguments}");
    }
}

#[test]
fn positional_values_go_to_the_required_parameters_or_else_to_all() {
    let (forced, conventional) = (Certainty::Forced, Certainty::Conventional);
    for (short, arguments, out, to, certainty) in [
        ("name!", r#"{"P":["alice"]}"#, r#"{"name":"alice"}"#, vec!["name"], forced),
        ("q! limit", r#"{"P":["rust"]}"#, r#"{"q":"rust"}"#, vec!["q"], forced),
        (
            "q! limit",
            r#"{"P":["rust",10]}"#,
            r#"{"q":"rust","limit":10}"#,
            vec!["q", "limit"],
            conventional,
        ),
        (
            "src! dst!",
            r#"{"P":["/a","/b"]}"#,
            r#"{"src":"/a","dst":"/b"}"#,
            vec!["src", "dst"],
            conventional,
        ),
        // The required ones are not always the first.
        ("limit q!", r#"{"P":["rust"]}"#, r#"{"q":"rust"}"#, vec!["q"], forced),
        (
            "limit q!",
            r#"{"P":[10,"rust"]}"#,
            r#"{"limit":10,"q":"rust"}"#,
            vec!["limit", "q"],
            conventional,
        ),
        ("a! b c!", r#"{"P":[1,2]}"#, r#"{"a":1,"c":2}"#, vec!["a", "c"], conventional),
        // What is named and gets no value by position stays.
        (
            "q! limit",
            r#"{"limit":5,"P":["rust"],"other":null}"#,
            r#"{"limit":5,"q":"rust","other":null}"#,
            vec!["q"],
            forced,
        ),
        (
            "q! limit max>limit",
            r#"{"max":5,"P":["rust"]}"#,
            r#"{"max":5,"q":"rust"}"#,
            vec!["q"],
            forced,
        ),
        ("q!", r#" { "\u005fpositional" : [ "rust" ] } "#, r#"{"q":"rust"}"#, vec!["q"], forced),
    ] {
        let transform = transformed(short, arguments);
        assert_eq!(transform.arguments, out, "{short}: {arguments}");
        let repairs: Vec<Repair> =
            to.iter().enumerate().map(|(index, to)| positional(index, to)).collect();
        assert_eq!(transform.repairs, repairs, "{short}: {arguments}");
        assert_eq!(transform.certainty, certainty, "{short}: {arguments}");
    }
}

#[test]
fn values_go_out_byte_for_byte_as_they_came_in() {
    for value in [
        "9007199254740993",
        "1e400",
        "-0.0",
        "1.10",
        "0.1000000000000000055511151231257827",
        r#""\u0041\/\ud83d\ude00""#,
        r#""\ud800""#,
        r#"{ "b" : 1 , "a" : [ 1.0 ] , "b" : 2 }"#,
        r#""{\"q\":\"x\"}""#,
        "\"\u{7f}\u{2028}\u{1f600}\"",
        "[\t1,\n2 ]",
    ] {
        let by_position = transformed("id!", &format!("{{\"P\":[ {value}\n]}}"));
        assert_eq!(by_position.arguments, format!("{{\"id\":{value}}}"));
        let by_synonym = transformed("id! i>id", &format!("{{\"z\": {value} , \"i\":\t{value} }}"));
        assert_eq!(by_synonym.arguments, format!("{{\"z\":{value},\"id\":{value}}}"));
    }
}

#[test]
fn what_is_missing_and_cannot_be_repaired_is_named() {
    for (short, arguments, names) in [
        ("a!", "{}", vec!["a"]),
        ("a! b c!", r#"{"b":1}"#, vec!["a", "c"]),
        ("a! b!", r#"{"A":1,"b":2}"#, vec!["a"]),
        ("a! l limit>l", r#"{"limit":1}"#, vec!["a"]),
        ("a!", r#"{"positional":[1]}"#, vec!["a"]),
        ("!", r#"{"x":1}"#, vec![""]),
    ] {
        assert_eq!(denied(short, arguments), missing(&names), "{short}: {arguments}");
    }
}

#[test]
fn empty_arguments_are_an_empty_object() {
    for arguments in ["", " \t\r\n", "null", " null\n", "{}", "{ }"] {
        assert_eq!(denied("a!", arguments), missing(&["a"]), "{arguments:?}");
        assert_eq!(adjudicate("a", arguments), Verdict::Defer, "{arguments:?}");
    }
}

#[test]
fn an_arity_that_matches_neither_count_is_denied() {
    for (short, arguments, expected, got) in [
        ("name!", r#"{"P":["a","b","c"]}"#, vec![1], Some(3)),
        ("name!", r#"{"P":[]}"#, vec![1], Some(0)),
        ("a! b c", r#"{"P":[1,2]}"#, vec![1, 3], Some(2)),
        ("a! b c", r#"{"P":[1,2,3,4]}"#, vec![1, 3], Some(4)),
        ("a! b!", r#"{"P":[[1,2]]}"#, vec![2], Some(1)),
        // A part of the required ones may not be given by position.
        ("a! b!", r#"{"a":1,"P":[2]}"#, vec![2], Some(1)),
        ("a! b! x>a", r#"{"x":1,"P":[2]}"#, vec![2], Some(1)),
        ("a!", r#"{"P":"alice"}"#, vec![1], None),
        ("a!", r#"{"P":null}"#, vec![1], None),
        ("a!", r#"{"P":{"0":"alice"}}"#, vec![1], None),
        ("a!", r#"{"P":"[1]"}"#, vec![1], None),
        ("a!", r#"{"P":1}"#, vec![1], None),
    ] {
        assert_eq!(denied(short, arguments), arity(&expected, got), "{short}: {arguments}");
    }
}

#[test]
fn a_positional_target_that_is_also_named_is_denied() {
    for (short, arguments, conflicts) in [
        ("a! b!", r#"{"P":["x","y"],"a":"KEEP"}"#, vec![conflict("a", "a")]),
        ("a! b!", r#"{"P":["x","y"],"a":"x"}"#, vec![conflict("a", "a")]),
        ("a! b! k>a", r#"{"P":["x","y"],"k":"KEEP"}"#, vec![conflict("a", "k")]),
        ("q! limit", r#"{"P":["x",1],"limit":1}"#, vec![conflict("limit", "limit")]),
        ("q! limit max>limit", r#"{"P":["x",1],"max":1}"#, vec![conflict("limit", "max")]),
        (
            "a! b! c! k>b",
            r#"{"k":1,"c":2,"P":[1,2,3]}"#,
            vec![conflict("b", "k"), conflict("c", "c")],
        ),
    ] {
        assert_eq!(denied(short, arguments), conflicts, "{short}: {arguments}");
    }
}

#[test]
fn a_parameter_that_is_named_twice_is_denied_while_something_is_missing() {
    for (short, arguments, name, given) in [
        ("a! x>a y>a", r#"{"y":1,"x":2}"#, "a", vec!["x", "y"]),
        ("a! x>a y>a", r#"{"x":1,"y":1}"#, "a", vec!["x", "y"]),
        // A synonym beside its parameter with another value, while another one is missing.
        ("a! b! x>a y>b", r#"{"a":1,"x":2,"y":3}"#, "a", vec!["x", "a"]),
        ("a! b! x>a", r#"{"a":1,"x":2}"#, "a", vec!["x", "a"]),
        ("a! b x>b y>a", r#"{"b":1,"x":2,"y":3}"#, "b", vec!["x", "b"]),
        ("a! b x>b y>b z>a", r#"{"x":1,"y":2,"z":3}"#, "b", vec!["x", "y"]),
        ("a! b x>b", r#"{"b":1,"x":2,"P":[3]}"#, "b", vec!["x", "b"]),
        // Two synonyms are two, whatever their values are.
        ("a! b! x>a y>a z>b", r#"{"a":1,"x":1,"y":1,"z":1}"#, "a", vec!["x", "y", "a"]),
    ] {
        assert_eq!(denied(short, arguments), ambiguous(name, &given), "{short}: {arguments}");
    }
    let both = "a! b! c! x>a y>a z>b w>b";
    let issues = [ambiguous("a", &["x", "y"]), ambiguous("b", &["w", "z"])].concat();
    assert_eq!(denied(both, r#"{"z":1,"y":2,"x":3,"w":4}"#), issues);
}

#[test]
fn a_synonym_beside_its_parameter_with_the_same_value_is_no_fault() {
    let transform = transformed("a! b! x>a y>b", r#"{"a":1.0,"x":1.0,"y":3}"#);
    assert_eq!(transform.arguments, r#"{"a":1.0,"x":1.0,"b":3}"#);
    assert_eq!(transform.repairs, [renamed("y", "b")]);
    let transform = transformed("b! a x>a", r#"{"a":"v","x":"v","P":[3]}"#);
    assert_eq!(transform.arguments, r#"{"a":"v","x":"v","b":3}"#);
    assert_eq!(denied("a! b! x>a", r#"{"a":1,"x":1}"#), missing(&["b"]));
}

#[test]
fn a_synonym_beside_its_parameter_is_compared_by_its_value_and_not_by_its_text() {
    let call = |own: &str, synonym: &str| format!("{{\"a\":{own},\"x\":{synonym},\"y\":3}}");
    let deep = format!("{}1{}", "[".repeat(MAX_DEPTH - 1), "]".repeat(MAX_DEPTH - 1));
    for (own, synonym) in [
        (r#""/a""#, r#""\/a""#),
        (r#""\u00e9\ud83d\ude00""#, "\"\u{e9}\u{1f600}\""),
        ("100", "1.00e2"),
        ("-0", "0.0"),
        ("1e400", "10E+399"),
        ("[1,{\"b\":2,\"c\":[]}]", "[ 1.0 , { \"c\" : [ ], \"\\u0062\" : 2 } ]"),
        // The same text is the same value, whatever can be made of it.
        (r#""\ud800""#, r#""\ud800""#),
        (r#"{"b":1,"b":2}"#, r#"{"b":1,"b":2}"#),
        ("1e99999999999999999999", "1e99999999999999999999"),
        (&deep, &deep.replace('1', "1.0")),
    ] {
        let transform = transformed("a! b! x>a y>b", &call(own, synonym));
        assert_eq!(transform.repairs, [renamed("y", "b")], "{own} {synonym}");
        let out = call(own, synonym).replace("\"y\"", "\"b\"");
        assert_eq!(transform.arguments, out);
    }
    for (own, synonym) in [
        (r#""/a""#, r#""\/A""#),
        (r#""1""#, "1"),
        ("18446744073709551616", "18446744073709551617"),
        ("0.1", "0.1000000000000000055511151231257827"),
        ("[1,2]", "[2,1]"),
        ("{}", "[]"),
        ("null", "false"),
        // What cannot be compared counts as different.
        (r#""\ud800""#, r#""\ud801""#),
        (r#"{"b":1,"b":2}"#, r#"{"b":2}"#),
        ("1e99999999999999999999", "1e99999999999999999998"),
    ] {
        let issues = denied("a! b! x>a y>b", &call(own, synonym));
        assert_eq!(issues, ambiguous("a", &["x", "a"]), "{own} {synonym}");
    }
}

#[test]
fn arguments_that_are_no_object_are_denied() {
    for arguments in ["[]", "[1]", "7", "1e400", "true", r#""{}""#, r#""\ud800""#, " [ ] "] {
        assert_eq!(denied("a!", arguments), [Issue::NotAnObject], "{arguments}");
        assert_eq!(denied("a", arguments), [Issue::NotAnObject], "{arguments}");
    }
}

#[test]
fn a_key_that_stands_there_twice_is_denied_even_in_a_well_formed_call() {
    for (arguments, name) in [
        (r#"{"a":1,"a":1}"#, "a"),
        (r#"{"a":1,"b":1,"\u0061":2}"#, "a"),
        (r#"{"a":1,"b":1,"b":2}"#, "b"),
        (r#"{"":1,"a":1,"":2}"#, ""),
        (r#"{"_positional":[1],"\u005fpositional":[1]}"#, "_positional"),
        ("{\"\u{1f600}\":1,\"\\ud83d\\ude00\":1}", "\u{1f600}"),
    ] {
        let expected = [Issue::DuplicateKey { within: String::new(), name: name.to_owned() }];
        assert_eq!(denied("a!", arguments), expected, "{arguments}");
    }
    // In a value it is the value's own business, and names that only look alike are two.
    assert_eq!(adjudicate("a!", r#"{"a":{"b":1,"b":2}}"#), Verdict::Defer);
    assert_eq!(adjudicate("a!", "{\"a\":1,\"caf\u{e9}\":1,\"cafe\u{301}\":1}"), Verdict::Defer);
}

#[test]
fn what_is_not_json_is_denied() {
    for arguments in [
        "{",
        "[1,2",
        "nul",
        "null null",
        "{}{}",
        r#"{"a":1"#,
        r#"{"a":1,}"#,
        r#"{"a":01}"#,
        r#"{"a":.5}"#,
        r#"{"a":NaN}"#,
        r#"{'a':1}"#,
        r#"{"a":"x"#,
        "{\"a\":\"\n\"}",
        r#"{"a":"\x"}"#,
        r#"{"\ud800":1,"a":1}"#,
        "{\"a\":1}\u{0}",
        "\u{feff}{\"a\":1}",
        "\u{3000}",
        r#"{"P":[1,2}"#,
        r#"{"a":1}}"#,
    ] {
        let issues = denied("a!", arguments);
        assert!(
            matches!(issues.as_slice(), [Issue::InvalidJson { .. }]),
            "{arguments}: {issues:?}"
        );
    }
}

#[test]
fn depth_is_bounded_and_brackets_in_strings_have_none() {
    let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    // The object is itself a level.
    let deepest = format!("{{\"a\":{}}}", nested(MAX_DEPTH - 1));
    assert_eq!(adjudicate("a!", &deepest), Verdict::Defer);
    for too_deep in [
        format!("{{\"a\":{}}}", nested(MAX_DEPTH)),
        nested(MAX_DEPTH + 1),
        "[".repeat(1_000_000),
        "{\"a\":".repeat(1_000_000),
    ] {
        let issues = denied("a!", &too_deep);
        assert!(matches!(issues.as_slice(), [Issue::InvalidJson { .. }]), "{issues:?}");
    }
    let text = format!("{{\"a\":\"{}\\\"{}\"}}", "[".repeat(1_000), "{".repeat(1_000));
    assert_eq!(adjudicate("a!", &text), Verdict::Defer);
    let wide = format!("{{\"a\":[{}[]]}}", "[],".repeat(10_000));
    assert_eq!(adjudicate("a!", &wide), Verdict::Defer);
}

#[test]
fn below_the_least_certainty_a_call_is_denied() {
    let grammar = grammar("a! b! x>a y>b");
    let by_order = r#"{"_positional":[1,2]}"#;
    let Verdict::Deny(deny) = grammar.adjudicate(by_order, Certainty::Forced) else {
        panic!("it was not denied")
    };
    assert_eq!(deny.reason, Reason::Misroute);
    assert_eq!(deny.issues, [Issue::Uncertain { names: texts(&["a", "b"]) }]);
    let by_synonym = grammar.adjudicate(r#"{"x":1,"y":2}"#, Certainty::Forced);
    assert_eq!(by_synonym.as_str(), "transform");

    let mut tools = Tools::new().least_certainty(Certainty::Forced);
    tools.insert("pair", grammar);
    tools.insert("one", self::grammar("a! b"));
    assert_eq!(tools.adjudicate("pair", by_order).as_str(), "deny");
    assert_eq!(tools.adjudicate("one", by_order).as_str(), "deny");
    assert_eq!(tools.adjudicate("one", r#"{"_positional":[1]}"#).as_str(), "transform");
    assert_eq!((tools.repairs(), tools.denials()), (1, 2));
    assert!(Certainty::Conventional < Certainty::Forced);
}

#[test]
fn every_issue_has_a_name_a_pointer_and_one_sentence() {
    let odd = "o/d~d\n\"";
    let positional = format!("{{\"_positional\":[1,2],{}:1}}", serde_json::to_string(odd).unwrap());
    let two = Grammar::builder().required(odd, None).required("b", None).build().unwrap();
    let synonyms =
        Grammar::builder().required("a", None).alias("~x", "a").alias("~/y", "a").build().unwrap();
    let of = |grammar: &Grammar, arguments: &str, least| {
        let Verdict::Deny(deny) = grammar.adjudicate(arguments, least) else {
            panic!("{arguments}")
        };
        deny.issues.into_iter().next().unwrap()
    };
    let (any, forced) = (Certainty::Conventional, Certainty::Forced);
    for (issue, name, pointer) in [
        (of(&two, "{}", any), "missing_required", ""),
        (of(&two, r#"{"_positional":[1]}"#, any), "arity", "/_positional"),
        (of(&two, r#"{"_positional":1}"#, any), "arity", "/_positional"),
        (of(&two, &positional, any), "named_conflict", "/o~1d~0d\n\""),
        (of(&synonyms, r#"{"~x":1,"~/y":2}"#, any), "ambiguous_alias", "/~0~1y"),
        (of(&two, r#"{"_positional":[1,2]}"#, forced), "uncertain", "/_positional"),
        (of(&two, "[]", any), "not_an_object", ""),
        (of(&two, r#"{"~1/":1,"~1/":2}"#, any), "duplicate_key", "/~01~1"),
        (of(&two, r#"{"":1,"":2}"#, any), "duplicate_key", "/"),
        (of(&two, "{\n\n]", any), "invalid_json", ""),
    ] {
        assert_eq!(issue.as_str(), name);
        assert_eq!(issue.pointer(), pointer, "{issue:?}");
        let sentence = issue.to_string();
        assert!(!sentence.trim().is_empty(), "{issue:?}");
        assert!(!sentence.contains(char::is_control), "{sentence:?}");
    }
}

#[test]
fn a_sentence_shows_what_is_hidden_and_leaves_quotes_and_backslashes_alone() {
    let issue = Issue::ProhibitedTool { tool: "a\"b'c\\d\u{200b}\n".to_owned() };
    assert_eq!(issue.to_string(), r#"do not use the tool `a"b'c\d\u{200b}\u{a}`"#);
}

#[test]
fn a_sentence_is_short_whatever_it_names() {
    let long = "n".repeat(200_000);
    let shown = format!("`{}\u{2026}`", "n".repeat(MAX_SHOWN));
    let twice = denied("a!", &format!("{{\"{long}\":1,\"{long}\":2}}"));
    assert_eq!(twice, [Issue::DuplicateKey { within: String::new(), name: long.clone() }]);
    assert_eq!(twice[0].to_string(), format!("give {shown} only once"));
    let just = "n".repeat(MAX_SHOWN);
    let issue = Issue::ProhibitedTool { tool: just.clone() };
    assert_eq!(issue.to_string(), format!("do not use the tool `{just}`"));
    let issue = Issue::ProhibitedTool { tool: just + "n" };
    assert_eq!(issue.to_string(), format!("do not use the tool {shown}"));
    // Of what is not a name of the call, too.
    let issue = Issue::Malformed { pointer: String::new(), detail: long.clone() };
    assert!(issue.to_string().len() < 500);
    let issue = Issue::InvalidJson { detail: long };
    assert!(issue.to_string().len() < 500);

    let names: Vec<String> = (0..2_000).map(|number| format!("p{number}")).collect();
    let many = names.iter().fold(Grammar::builder(), |all, name| all.required(name, None));
    let Verdict::Deny(deny) = many.build().unwrap().adjudicate("{}", Certainty::Forced) else {
        panic!("not denied")
    };
    assert_eq!(deny.issues, [Issue::MissingRequired { names: names.clone() }]);
    let sentence = deny.issues[0].to_string();
    let begin: Vec<String> = names[..MAX_LISTED].iter().map(|name| format!("`{name}`")).collect();
    let rest = 2_000 - MAX_LISTED;
    assert_eq!(
        sentence,
        format!("name the required arguments {}, and {rest} more", begin.join(", ")),
    );
}

#[test]
fn a_denial_lists_so_many_issues_and_counts_the_rest() {
    for count in [MAX_LISTED, MAX_LISTED + 1, MAX_LISTED + 2] {
        let names: Vec<String> = (0..count).map(|number| format!("p{number}")).collect();
        let short: Vec<String> = names.iter().map(|name| format!("{name}!")).collect();
        let named: Vec<String> = names.iter().map(|name| format!(",\"{name}\":1")).collect();
        let values = vec!["1"; count + 1].join(",");
        let call = format!("{{\"P\":[{values}]{}}}", named.concat());
        let mut expected: Vec<Issue> =
            names.iter().take(MAX_LISTED).map(|name| conflict(name, name)).collect();
        if count > MAX_LISTED {
            expected.push(Issue::More { count: count - MAX_LISTED });
        }
        // One more is required, and not named.
        assert_eq!(denied(&format!("{} last!", short.join(" ")), &call), expected);
    }
    let more = Issue::More { count: 2 };
    assert_eq!((more.as_str(), more.pointer().as_str()), ("more", ""));
}

#[test]
fn a_verdict_names_its_author_and_its_reason() {
    let of = |arguments| {
        let verdict = adjudicate("a! b! x>a", arguments);
        (verdict.by().map(str::to_owned), verdict.reason())
    };
    let grammar = (Some("grammar".to_owned()), Some(Reason::Misroute));
    assert_eq!(of(r#"{"x":1,"b":2}"#), grammar);
    assert_eq!(of(r#"{"P":[1,2]}"#), grammar);
    assert_eq!(of("{}"), grammar);
    assert_eq!(of("nonsense"), grammar);
    assert_eq!(of(r#"{"a":1,"b":2}"#), (None, None));
    assert_eq!((Verdict::Allow.by(), Verdict::Allow.reason()), (None, None));
}

#[test]
fn names_that_differ_in_what_cannot_be_seen_are_told_apart() {
    let sentence = |tool: &str| Issue::ProhibitedTool { tool: tool.to_owned() }.to_string();
    assert_eq!(sentence("a\u{200b}"), r"do not use the tool `a\u{200b}`");
    assert_eq!(sentence(r"a\u{200b}"), r"do not use the tool `a\u{5c}u{200b}`");
    for blank in ['\u{3164}', '\u{2800}', '\u{115f}'] {
        let shown = format!("do not use the tool `\\u{{{:x}}}`", u32::from(blank));
        assert_eq!(sentence(&blank.to_string()), shown);
    }
}

#[test]
fn the_names_in_records_are_those_of_the_contract() {
    assert_eq!(Verdict::Allow.as_str(), "allow");
    assert_eq!(Verdict::Defer.as_str(), "defer");
    assert_eq!(adjudicate("a!", r#"{"P":[1]}"#).as_str(), "transform");
    assert_eq!(adjudicate("a!", "{}").as_str(), "deny");
    assert_eq!(Reason::Misroute.as_str(), "misroute");
    assert_eq!(Reason::Malformed.as_str(), "malformed");
    assert_eq!(Certainty::Forced.as_str(), "forced");
    assert_eq!(Certainty::Conventional.as_str(), "conventional");
}
