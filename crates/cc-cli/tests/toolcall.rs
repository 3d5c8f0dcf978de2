//! The subcommand `toolcall`: verdicts on standard input, and the files that describe tools.

#![allow(clippy::unwrap_used, reason = "a file that cannot be written has failed the test")]

mod support;

use std::path::PathBuf;

use support::{Run, run};
use tempfile::TempDir;

/// What an MCP server answers to `tools/list`.
const MCP: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[
    {"name":"forecast","description":"Weather","inputSchema":{"type":"object","properties":{"place":{"type":"string"},"days":{"type":"integer"}},"required":["place"]}},
    {"name":"move","inputSchema":{"type":"object","properties":{"src":{"type":"string"},"dst":{"type":"string"}},"required":["src","dst"]}}
]}}"#;

/// The `tools` of a chat completion.
const CHAT: &str = r#"[
    {"type":"function","function":{"name":"move","parameters":{"type":"object","properties":{"src":{"type":"string"},"dst":{"type":"string"}},"required":["src","dst"]}}},
    {"type":"function","function":{"name":"now"}}
]"#;

/// Files for one run.
struct Files(TempDir);

impl Files {
    fn new() -> Self {
        Files(tempfile::tempdir().unwrap())
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path: PathBuf = self.0.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

fn judge(arguments: &[&str], calls: &str) -> Run {
    run(&[&["toolcall"], arguments].concat(), calls)
}

#[test]
fn the_tools_of_an_mcp_server_are_judged() {
    let files = Files::new();
    let schemas = files.write("tools.json", MCP);
    let aliases = files.write("aliases.json", r#"{"move":{"from":"src","to":"dst"}}"#);
    let calls = concat!(
        r#"{"tool":"forecast","arguments":{"place":"Zürich"}}"#,
        "\n",
        r#"{"tool":"forecast","arguments":{"_positional":["Z\u00fcrich"]}}"#,
        "\n",
        r#"{"tool":"move","arguments":{"from":"/a","to":"/b"}}"#,
        "\n",
        r#"{"tool":"move","arguments":{"from":"/a"}}"#,
        "\n",
        r#"{"tool":"unknown","arguments":[9007199254740993]}"#,
        "\n",
        r#"{"tool":"forecast"}"#,
        "\n",
    );
    let out = judge(&["--schemas", &schemas, "--aliases", &aliases], calls).success();
    insta::assert_snapshot!(out, @r#"
    {"arguments":{"place":"Zürich"},"by":null,"certainty":null,"issues":[],"reason":null,"repairs":[],"tool":"forecast","verdict":"defer"}
    {"arguments":{"place":"Z\u00fcrich"},"by":"grammar","certainty":"forced","issues":[],"reason":"misroute","repairs":[{"index":0,"kind":"positional","to":"place"}],"tool":"forecast","verdict":"transform"}
    {"arguments":{"src":"/a","dst":"/b"},"by":"grammar","certainty":"forced","issues":[],"reason":"misroute","repairs":[{"from":"from","kind":"renamed","to":"src"},{"from":"to","kind":"renamed","to":"dst"}],"tool":"move","verdict":"transform"}
    {"arguments":null,"by":"grammar","certainty":null,"issues":[{"kind":"missing_required","names":["src","dst"],"pointer":"","text":"name the required arguments `src`, `dst`"}],"reason":"misroute","repairs":[],"tool":"move","verdict":"deny"}
    {"arguments":[9007199254740993],"by":null,"certainty":null,"issues":[],"reason":null,"repairs":[],"tool":"unknown","verdict":"defer"}
    {"arguments":null,"by":"grammar","certainty":null,"issues":[{"kind":"missing_required","names":["place"],"pointer":"","text":"name the required arguments `place`"}],"reason":"misroute","repairs":[],"tool":"forecast","verdict":"deny"}
    "#);
}

#[test]
fn arguments_that_are_a_string_of_json_stay_one() {
    let files = Files::new();
    let schemas = files.write("tools.json", CHAT);
    let calls = concat!(
        r#"{"tool":"move","arguments":"{\"_positional\":[\"/a\",\"/b\"]}"}"#,
        "\n",
        r#"{"tool":"move","arguments":"{\"src\": 1,\"dst\":2}"}"#,
        "\n",
        r#"{"tool":"move","arguments":"{\"src\""}"#,
        "\n",
        r#"{"tool":"now","arguments":""}"#,
        "\n",
    );
    insta::assert_snapshot!(judge(&["--schemas", &schemas], calls).success(), @r#"
    {"arguments":"{\"src\":\"/a\",\"dst\":\"/b\"}","by":"grammar","certainty":"conventional","issues":[],"reason":"misroute","repairs":[{"index":0,"kind":"positional","to":"src"},{"index":1,"kind":"positional","to":"dst"}],"tool":"move","verdict":"transform"}
    {"arguments":"{\"src\": 1,\"dst\":2}","by":null,"certainty":null,"issues":[],"reason":null,"repairs":[],"tool":"move","verdict":"defer"}
    {"arguments":null,"by":"grammar","certainty":null,"issues":[{"kind":"invalid_json","pointer":"","text":"give valid JSON: EOF while parsing an object at line 1 column 6"}],"reason":"misroute","repairs":[],"tool":"move","verdict":"deny"}
    {"arguments":"","by":null,"certainty":null,"issues":[],"reason":null,"repairs":[],"tool":"now","verdict":"defer"}
    "#);
}

#[test]
fn a_schema_by_itself_is_that_of_the_tool_named_like_its_file() {
    let files = Files::new();
    let schema = r#"{"type":"object","properties":{"src":{},"dst":{}},"required":["src","dst"]}"#;
    let schema = files.write("move.json", schema);
    let call = r#"{"tool":"move","arguments":{"_positional":["/a","/b"]}}"#;
    let out = judge(&["--schema", &schema], call).success();
    assert!(out.starts_with(
        r#"{"arguments":{"src":"/a","dst":"/b"},"by":"grammar","certainty":"conventional""#
    ));
    let out = judge(&["--schema", &schema, "--order", "lexicographic"], call).success();
    assert!(out.starts_with(
        r#"{"arguments":{"dst":"/a","src":"/b"},"by":"grammar","certainty":"conventional""#
    ));
    let out = judge(&["--schema", &schema, "--least-certainty", "forced"], call).success();
    assert!(out.ends_with("\"tool\":\"move\",\"verdict\":\"deny\"}\n"), "{out}");
}

#[test]
fn a_line_that_is_no_call_gets_an_error_in_its_place() {
    let files = Files::new();
    let schemas = files.write("tools.json", MCP);
    let calls =
        b"nope\n\n7\n[\"x\",{}]\n{\"tool\":7}\n{\"arguments\":{}}\n\xff\n{\"tool\":\"x\"}\n";
    let run = run(&["toolcall", "--schemas", &schemas], calls);
    assert_eq!(run.code, Some(0));
    let codes: Vec<String> = run
        .out
        .lines()
        .map(|line| {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            let code = record.pointer("/error/code").or(record.get("verdict"));
            code.and_then(serde_json::Value::as_str).unwrap().to_owned()
        })
        .collect();
    let (json, request) = ("invalid_json", "invalid_request");
    assert_eq!(codes, [json, json, request, request, request, request, "invalid_utf8", "defer"],);
}

/// The error of a run that takes no line, with the folder of its files left out.
#[track_caller]
fn refused(files: &Files, arguments: &[&str]) -> String {
    let run = judge(arguments, "{\"tool\":\"x\"}\n");
    assert_eq!((run.out.as_str(), run.code), ("", Some(1)), "{arguments:?}");
    run.err.replace(files.0.path().to_str().unwrap(), "DIR")
}

#[test]
fn files_that_describe_no_tools_end_the_run_with_status_1() {
    let files = Files::new();
    let tools = files.write("tools.json", MCP);
    let error = |arguments: &[&str]| refused(&files, arguments);
    let broken = files.write("broken.json", "{");
    let neither = files.write("neither.json", "{}");
    let schema = files.write("move.json", r#"{"type":"object","properties":[]}"#);
    let number = files.write("number.json", r#"{"result":{"tools":[{"name":7}]}}"#);
    let bare = files.write("bare.json", r#"[{"type":"function","function":{"name":"now"}}]"#);
    insta::assert_snapshot!(error(&["--schemas", &broken]), @"error: `DIR/broken.json`: EOF while parsing an object at line 1 column 1");
    insta::assert_snapshot!(error(&["--schemas", &neither]), @"error: `DIR/neither.json`: it has no `tools`, at the top or in `result`");
    insta::assert_snapshot!(error(&["--schemas", &number]), @"error: `DIR/number.json`: invalid type: integer `7`, expected a string at line 1 column 29");
    insta::assert_snapshot!(error(&["--schemas", &bare]), @"error: `DIR/bare.json`: it has no tool with a `name` and a schema, which is its `inputSchema`, `input_schema` or `parameters`");
    insta::assert_snapshot!(error(&["--schema", &schema]), @"error: `DIR/move.json`: tool `move`: the field `properties` of the schema has the wrong form");
    insta::assert_snapshot!(error(&["--schema", "/no/such/file"]), @"error: cannot read `/no/such/file`: No such file or directory (os error 2)");
    let twice = files.write("forecast.json", r#"{"type":"object"}"#);
    insta::assert_snapshot!(error(&["--schemas", &tools, "--schema", &twice]), @"error: `DIR/tools.json`: the tool `forecast` is defined twice");
}

#[test]
fn what_is_wrong_with_aliases_is_said_of_their_file() {
    let files = Files::new();
    let tools = files.write("tools.json", MCP);
    let error = |aliases: &str| {
        let aliases = files.write("aliases.json", aliases);
        refused(&files, &["--schemas", &tools, "--aliases", &aliases])
    };
    insta::assert_snapshot!(error(r#"{"fly":{"a":"b"}}"#), @"error: `DIR/aliases.json`: aliases are given for `fly`, which has no schema");
    insta::assert_snapshot!(error(r#"{"move":{"from":"source"}}"#), @"error: `DIR/aliases.json`: tool `move`: an alias refers to `source`, which is not a parameter");
    insta::assert_snapshot!(error(r#"{"move":{"src":"dst"}}"#), @"error: `DIR/aliases.json`: tool `move`: the alias `src` is also the name of a parameter");
    insta::assert_snapshot!(error(r#"{"move":{"_positional":"dst"}}"#), @"error: `DIR/aliases.json`: tool `move`: `_positional` is reserved for values without names");
    insta::assert_snapshot!(error(r#"{"move":{"from":"src","from":"dst"}}"#), @"error: `DIR/aliases.json`: the name `from` is given twice in `/move`");
    insta::assert_snapshot!(error(r#"{"move":["from","src"]}"#), @"error: `DIR/aliases.json`: invalid type: sequence, expected a map at line 1 column 8");
}

#[test]
fn a_name_that_stands_twice_in_a_file_is_refused_with_its_place() {
    let files = Files::new();
    let schema = files.write(
        "find.json",
        r#"{"type":"object","properties":{"q":{}},"required":["q"],"required":[]}"#,
    );
    insta::assert_snapshot!(refused(&files, &["--schema", &schema]), @"error: `DIR/find.json`: tool `find`: the name `required` is given twice");
    let list = files.write(
        "tools.json",
        r#"{"tools":[{"name":"a","inputSchema":{"type":"object","x":{"y":1,"y":2}}}]}"#,
    );
    insta::assert_snapshot!(refused(&files, &["--schemas", &list]), @"error: `DIR/tools.json`: the name `y` is given twice in `/tools/0/inputSchema/x`");
}

#[test]
fn a_file_given_to_the_wrong_option_is_told_the_right_one() {
    let files = Files::new();
    for (name, list) in [("mcp.json", MCP), ("chat.json", CHAT)] {
        let list = files.write(name, list);
        let error = refused(&files, &["--schema", &list]);
        let expected = "it is a list of tools, which is to be given with `--schemas`";
        assert_eq!(error, format!("error: `DIR/{name}`: {expected}\n"));
    }
    let schema = files.write("find.json", r#"{"type":"object","properties":{"q":{}}}"#);
    insta::assert_snapshot!(refused(&files, &["--schemas", &schema]), @"error: `DIR/find.json`: it is the schema of one tool, which is to be given with `--schema`");
}

#[test]
fn other_providers_lists_are_understood() {
    let files = Files::new();
    let call = r#"{"tool":"find","arguments":{"_positional":["tea"]}}"#;
    for list in [
        r#"[{"name":"find","input_schema":{"type":"object","properties":{"q":{}},"required":["q"]}}]"#,
        r#"{"tools":[{"functionDeclarations":[{"name":"find","parameters":{"type":"object","properties":{"q":{}},"required":["q"]}}]}]}"#,
    ] {
        let list = files.write("tools.json", list);
        let out = judge(&["--schemas", &list], call).success();
        assert!(out.starts_with(r#"{"arguments":{"q":"tea"},"by":"grammar""#), "{out}");
    }
}

/// Tools of which one has a grammar; the schemas of the others are legal.
const LEGAL: &str = r##"{"tools":[
    {"name":"any","inputSchema":{}},
    {"name":"all","inputSchema":{"allOf":[{"type":"object"}]}},
    {"name":"null","inputSchema":{"type":["object","null"]}},
    {"name":"ref","inputSchema":{"$ref":"#/$defs/a","$defs":{"a":{"type":"object","required":["q"]}}}},
    {"name":"list","inputSchema":{"type":"object","properties":{"_positional":{}}}},
    {"name":"gone","inputSchema":{"type":"object","required":["q"]}},
    {"name":"away","inputSchema":{"type":"object","properties":{"q":{"$ref":"http://elsewhere.invalid/q"}}}},
    {"name":"find","inputSchema":{"type":"object","properties":{"q":{}},"required":["q"]}}
]}"##;

#[test]
fn one_legal_schema_does_not_stop_the_other_tools() {
    let files = Files::new();
    let list = files.write("tools.json", LEGAL);
    let aliases = files.write("aliases.json", r#"{"any":{"query":"q"},"find":{"query":"q"}}"#);
    let calls = concat!(
        r#"{"tool":"any","arguments":{"_positional":[1]}}"#,
        "\n",
        r#"{"tool":"ref","arguments":{}}"#,
        "\n",
        r#"{"tool":"away","arguments":{"q":1}}"#,
        "\n",
        r#"{"tool":"find","arguments":{"query":"tea"}}"#,
        "\n",
    );
    let verdicts = |run: &Run| -> Vec<String> {
        let field = |line: &str| {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            format!("{} {}", record["verdict"].as_str().unwrap(), record["by"])
        };
        run.out.lines().map(field).collect()
    };
    let run = judge(&["--schemas", &list, "--aliases", &aliases], calls);
    assert_eq!(run.code, Some(0));
    assert_eq!(verdicts(&run), ["defer null", "defer null", "defer null", "transform \"grammar\""]);
    let notes = run.err.replace(files.0.path().to_str().unwrap(), "DIR");
    insta::assert_snapshot!(notes, @r#"
    note: `DIR/tools.json`: tool `any` has no grammar: the schema must describe an object: its `type` must be "object"
    note: `DIR/tools.json`: tool `all` has no grammar: the schema must describe an object: its `type` must be "object"
    note: `DIR/tools.json`: tool `null` has no grammar: the schema must describe an object: its `type` must be "object"
    note: `DIR/tools.json`: tool `ref` has no grammar: the schema must describe an object: its `type` must be "object"
    note: `DIR/tools.json`: tool `list` has no grammar: `_positional` is reserved for values without names
    note: `DIR/tools.json`: tool `gone` has no grammar: the required parameter `q` is not defined
    "#);

    // A schema without a grammar is a schema all the same.
    let run = judge(&["--schemas", &list, "--values"], calls);
    assert_eq!(run.code, Some(0));
    assert_eq!(verdicts(&run), ["defer null", "deny \"schema\"", "defer null", "deny \"grammar\""],);
    let notes = run.err.replace(files.0.path().to_str().unwrap(), "DIR");
    insta::assert_snapshot!(notes.lines().last().unwrap(), @"note: `DIR/tools.json`: the values of tool `away` are not checked: the schema cannot be used: it refers to `http://elsewhere.invalid/q`, which is elsewhere");

    let error = refused(&files, &["--schemas", &list, "--strict"]);
    insta::assert_snapshot!(error, @r#"error: `DIR/tools.json`: tool `any`: the schema must describe an object: its `type` must be "object""#);
    let away = r#"{"type":"object","properties":{"q":{"$ref":"http://elsewhere.invalid/q"}}}"#;
    let away = files.write("away.json", away);
    assert_eq!(judge(&["--schema", &away, "--strict"], calls).success().lines().count(), 4);
    insta::assert_snapshot!(refused(&files, &["--schema", &away, "--strict", "--values"]), @"error: `DIR/away.json`: tool `away`: the schema cannot be used: it refers to `http://elsewhere.invalid/q`, which is elsewhere");
}

#[test]
fn a_schema_that_is_none_is_refused_where_values_are_checked() {
    let files = Files::new();
    let schema = r#"{"type":"object","properties":{"q":{"type":"text"}}}"#;
    let schema = files.write("find.json", schema);
    assert_eq!(judge(&["--schema", &schema], "").success(), "");
    let error = refused(&files, &["--schema", &schema, "--values"]);
    assert!(error.starts_with("error: `DIR/find.json`: tool `find`: the schema cannot be used: "));
}

#[test]
fn values_are_checked_as_they_go_on() {
    let files = Files::new();
    let schema = r#"{"type":"object","properties":{"amount":{"type":"number","maximum":100},
        "to":{"type":"object"}},"required":["amount"]}"#;
    let schema = files.write("pay.json", schema);
    let aliases = files.write("aliases.json", r#"{"pay":{"sum":"amount"}}"#);
    let calls = concat!(
        r#"{"tool":"pay","arguments":{"sum":100.00}}"#,
        "\n",
        r#"{"tool":"pay","arguments":{"sum":100.00000000000000000001}}"#,
        "\n",
        r#"{"tool":"pay","arguments":"{\"_positional\":[\"5\"]}"}"#,
        "\n",
        r#"{"tool":"pay","arguments":{"amount":{"$serde_json::private::RawValue":"5"}}}"#,
        "\n",
        r#"{"tool":"pay","arguments":{"amount":1,"to":{"path":"/etc/passwd","path":"/srv/ok"}}}"#,
        "\n",
        r#"{"tool":"pay","arguments":{}}"#,
        "\n",
        r#"{"tool":"other","arguments":{"a":1,"a":2}}"#,
        "\n",
    );
    let arguments = ["--schema", &schema, "--aliases", &aliases, "--values"];
    insta::assert_snapshot!(judge(&arguments, calls).success(), @r#"
    {"arguments":{"amount":100.00},"by":"grammar","certainty":"forced","issues":[],"reason":"misroute","repairs":[{"from":"sum","kind":"renamed","to":"amount"}],"tool":"pay","verdict":"transform"}
    {"arguments":null,"by":"schema","certainty":null,"issues":[{"kind":"malformed","pointer":"/amount","text":"give arguments that fit the schema: 100.00000000000000000001 is greater than the maximum of 100"}],"reason":"malformed","repairs":[],"tool":"pay","verdict":"deny"}
    {"arguments":null,"by":"schema","certainty":null,"issues":[{"kind":"malformed","pointer":"/amount","text":"give arguments that fit the schema: \"5\" is not of type \"number\""}],"reason":"malformed","repairs":[],"tool":"pay","verdict":"deny"}
    {"arguments":null,"by":"schema","certainty":null,"issues":[{"kind":"malformed","pointer":"/amount","text":"give arguments that fit the schema: {\"$serde_json::private::RawValue\":\"5\"} is not of type \"number\""}],"reason":"malformed","repairs":[],"tool":"pay","verdict":"deny"}
    {"arguments":null,"by":"schema","certainty":null,"issues":[{"kind":"duplicate_key","name":"path","pointer":"/to/path","text":"give `path` only once in `/to`"}],"reason":"malformed","repairs":[],"tool":"pay","verdict":"deny"}
    {"arguments":null,"by":"grammar","certainty":null,"issues":[{"kind":"missing_required","names":["amount"],"pointer":"","text":"name the required arguments `amount`"}],"reason":"misroute","repairs":[],"tool":"pay","verdict":"deny"}
    {"arguments":{"a":1,"a":2},"by":null,"certainty":null,"issues":[],"reason":null,"repairs":[],"tool":"other","verdict":"defer"}
    "#);
}

#[test]
fn what_is_told_of_a_long_call_is_short() {
    let files = Files::new();
    let schema =
        files.write("find.json", r#"{"type":"object","additionalProperties":{"type":"null"}}"#);
    let long = "x".repeat(200_000);
    let wrong: Vec<String> = (0..2_000).map(|number| format!("\"{number}\":1")).collect();
    let calls = format!(
        "{{\"tool\":\"find\",\"arguments\":{{\"q\":\"{long}\"}}}}\n{{\"tool\":\"find\",\"arguments\":{{{}}}}}\n",
        wrong.join(","),
    );
    let out = judge(&["--schema", &schema, "--values"], &calls).success();
    assert!(out.lines().all(|line| line.len() < 4_000), "{out}");
    let last = out.lines().last().unwrap();
    let more = r#"{"count":1980,"kind":"more","pointer":"","text":"put right 1980 more faults, which are not listed"}],"reason":"malformed""#;
    assert!(last.contains(more), "{last}");
}

#[test]
fn requests_of_mcp_and_of_chat_completions_are_understood() {
    let files = Files::new();
    let schemas = files.write("tools.json", MCP);
    let expected = judge(
        &["--schemas", &schemas],
        r#"{"tool":"move","arguments":{"from":1,"_positional":["/a","/b"]}}"#,
    );
    let expected = expected.success();
    for call in [
        r#"{"name":"move","arguments":{"from":1,"_positional":["/a","/b"]}}"#,
        r#"{"id":7,"function":{"name":"move","arguments":{"from":1,"_positional":["/a","/b"]}},"type":"function"}"#,
        r#"{"arguments":{"from":1,"_positional":["/a","/b"]},"name":"move","function":7}"#,
        r#"{"tool":"move","arguments":{"from":1,"_positional":["/a","/b"]},"name":7,"function":{}}"#,
    ] {
        assert_eq!(judge(&["--schemas", &schemas], call).success(), expected, "{call}");
    }
    let calls = concat!(
        r#"{"function":{"name":"move","arguments":"{\"_positional\":[\"\u00e9\",2]}"}}"#,
        "\n",
        r#"{"name":7,"arguments":{}}"#,
        "\n",
        r#"{"function":["move",{}]}"#,
        "\n",
        r#"{"function":{"arguments":{}}}"#,
        "\n",
        r#"{"params":{"name":"move"}}"#,
        "\n",
    );
    insta::assert_snapshot!(judge(&["--schemas", &schemas], calls).success(), @r#"
    {"arguments":"{\"src\":\"\u00e9\",\"dst\":2}","by":"grammar","certainty":"conventional","issues":[],"reason":"misroute","repairs":[{"index":0,"kind":"positional","to":"src"},{"index":1,"kind":"positional","to":"dst"}],"tool":"move","verdict":"transform"}
    {"command":"input","error":{"code":"invalid_request","message":"input must be a tool call: invalid type: integer `7`, expected a string at line 1 column 9"},"mode":"error","output_version":2}
    {"command":"input","error":{"code":"invalid_request","message":"input must be a tool call: invalid type: sequence, expected an object at line 1 column 12"},"mode":"error","output_version":2}
    {"command":"input","error":{"code":"invalid_request","message":"input must be a tool call: missing field `name` at line 1 column 28"},"mode":"error","output_version":2}
    {"command":"input","error":{"code":"invalid_request","message":"input must be a tool call: missing field `tool` at line 1 column 26"},"mode":"error","output_version":2}
    "#);
}

#[test]
fn arguments_that_are_a_string_come_out_in_one_form_whatever_the_verdict_is() {
    let files = Files::new();
    let schemas = files.write("tools.json", MCP);
    let calls = concat!(
        "{\"tool\":\"forecast\",\"arguments\":\"{\\\"place\\\":\\\"\u{e9}\u{2028}\u{1f600}\\/\\\"}\"}\n",
        "{\"tool\":\"forecast\",\"arguments\":\"{\\\"_positional\\\":[\\\"\u{e9}\u{2028}\u{1f600}\\/\\\"]}\"}\n",
        "{\"tool\":\"nope\",\"arguments\":\"\u{e9}\u{2028}\u{1f600}\\/\"}\n",
    );
    insta::assert_snapshot!(judge(&["--schemas", &schemas], calls).success(), @r#"
    {"arguments":"{\"place\":\"\u00e9\u2028\ud83d\ude00/\"}","by":null,"certainty":null,"issues":[],"reason":null,"repairs":[],"tool":"forecast","verdict":"defer"}
    {"arguments":"{\"place\":\"\u00e9\u2028\ud83d\ude00/\"}","by":"grammar","certainty":"forced","issues":[],"reason":"misroute","repairs":[{"index":0,"kind":"positional","to":"place"}],"tool":"forecast","verdict":"transform"}
    {"arguments":"\u00e9\u2028\ud83d\ude00/","by":null,"certainty":null,"issues":[],"reason":null,"repairs":[],"tool":"nope","verdict":"defer"}
    "#);
}

#[test]
fn a_tool_without_a_grammar_is_never_refused() {
    let files = Files::new();
    let schemas = files.write("tools.json", MCP);
    for arguments in [r#""\ud800""#, r#""\udc00\ud800""#, r#""[""#, "7", r#"{"a":1,"a":2}"#] {
        let call = format!(r#"{{"tool":"nope","arguments":{arguments}}}"#);
        let out = judge(&["--schemas", &schemas, "--values"], &call).success();
        assert!(out.starts_with(&format!("{{\"arguments\":{arguments},\"by\":null")), "{out}");
        assert!(out.ends_with("\"tool\":\"nope\",\"verdict\":\"defer\"}\n"), "{out}");
    }
    let out =
        judge(&["--schemas", &schemas], "{\"tool\":\"nope\",\"arguments\":\"\u{e9}\\ud800\"}");
    assert!(out.success().starts_with(r#"{"arguments":"\u00e9\ud800""#));
    // One that has a grammar needs an object.
    let out = judge(&["--schemas", &schemas], r#"{"tool":"move","arguments":"\ud800"}"#).success();
    assert!(out.contains(r#""kind":"not_an_object""#), "{out}");
}

#[test]
fn tools_must_be_described() {
    let run = judge(&[], "");
    assert_eq!((run.out.as_str(), run.code), ("", Some(2)));
    insta::assert_snapshot!(run.err, @"
    error: the following required arguments were not provided:
      <--schema <FILE>|--schemas <FILE>>

    Usage: context-compiler toolcall <--schema <FILE>|--schemas <FILE>>

    For more information, try '--help'.
    ");
    assert_eq!(judge(&["--values", "--strict"], "").code, Some(2));
}

#[test]
fn help_is_complete() {
    insta::assert_snapshot!(judge(&["--help"], "").success());
}
