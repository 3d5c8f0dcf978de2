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
    {"arguments":{"place":"Zürich"},"certainty":null,"issues":[],"reason":null,"repairs":[],"tool":"forecast","verdict":"defer"}
    {"arguments":{"place":"Z\u00fcrich"},"certainty":"forced","issues":[],"reason":"misroute","repairs":[{"index":0,"kind":"positional","to":"place"}],"tool":"forecast","verdict":"transform"}
    {"arguments":{"src":"/a","dst":"/b"},"certainty":"forced","issues":[],"reason":"misroute","repairs":[{"from":"from","kind":"renamed","to":"src"},{"from":"to","kind":"renamed","to":"dst"}],"tool":"move","verdict":"transform"}
    {"arguments":null,"certainty":null,"issues":[{"kind":"missing_required","names":["src","dst"],"pointer":"","text":"name the required arguments `src`, `dst`"}],"reason":"misroute","repairs":[],"tool":"move","verdict":"deny"}
    {"arguments":[9007199254740993],"certainty":null,"issues":[],"reason":null,"repairs":[],"tool":"unknown","verdict":"defer"}
    {"arguments":null,"certainty":null,"issues":[{"kind":"missing_required","names":["place"],"pointer":"","text":"name the required arguments `place`"}],"reason":"misroute","repairs":[],"tool":"forecast","verdict":"deny"}
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
    {"arguments":"{\"src\":\"/a\",\"dst\":\"/b\"}","certainty":"conventional","issues":[],"reason":"misroute","repairs":[{"index":0,"kind":"positional","to":"src"},{"index":1,"kind":"positional","to":"dst"}],"tool":"move","verdict":"transform"}
    {"arguments":"{\"src\": 1,\"dst\":2}","certainty":null,"issues":[],"reason":null,"repairs":[],"tool":"move","verdict":"defer"}
    {"arguments":null,"certainty":null,"issues":[{"kind":"invalid_json","pointer":"","text":"give valid JSON: EOF while parsing an object at line 1 column 6"}],"reason":"misroute","repairs":[],"tool":"move","verdict":"deny"}
    {"arguments":"","certainty":null,"issues":[],"reason":null,"repairs":[],"tool":"now","verdict":"defer"}
    "#);
}

#[test]
fn a_schema_by_itself_is_that_of_the_tool_named_like_its_file() {
    let files = Files::new();
    let schema = r#"{"type":"object","properties":{"src":{},"dst":{}},"required":["src","dst"]}"#;
    let schema = files.write("move.json", schema);
    let call = r#"{"tool":"move","arguments":{"_positional":["/a","/b"]}}"#;
    let out = judge(&["--schema", &schema], call).success();
    assert!(out.starts_with(r#"{"arguments":{"src":"/a","dst":"/b"},"certainty":"conventional""#));
    let out = judge(&["--schema", &schema, "--order", "lexicographic"], call).success();
    assert!(out.starts_with(r#"{"arguments":{"dst":"/a","src":"/b"},"certainty":"conventional""#));
    let out = judge(&["--schema", &schema, "--least-certainty", "forced"], call).success();
    assert!(out.ends_with("\"tool\":\"move\",\"verdict\":\"deny\"}\n"), "{out}");
}

#[test]
fn a_line_that_is_no_call_gets_an_error_in_its_place() {
    let files = Files::new();
    let schemas = files.write("tools.json", MCP);
    let calls = b"nope\n\n7\n[\"x\",{}]\n{\"tool\":7}\n{\"arguments\":{}}\n\xff\n{\"tool\":\"x\",\"arguments\":\"\\ud800\"}\n{\"tool\":\"x\"}\n";
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
    assert_eq!(
        codes,
        [json, json, request, request, request, request, "invalid_utf8", json, "defer"],
    );
}

#[test]
fn files_that_describe_no_tools_end_the_run_with_status_1() {
    let files = Files::new();
    let tools = files.write("tools.json", MCP);
    let error = |arguments: &[&str]| {
        let run = judge(arguments, "{\"tool\":\"x\"}\n");
        assert_eq!((run.out.as_str(), run.code), ("", Some(1)), "{arguments:?}");
        run.err.replace(files.0.path().to_str().unwrap(), "DIR")
    };
    let broken = files.write("broken.json", "{");
    let neither = files.write("neither.json", "{}");
    let schema = files.write("move.json", r#"{"type":"array"}"#);
    let unknown = files.write("unknown.json", r#"{"fly":{"a":"b"}}"#);
    let target = files.write("target.json", r#"{"move":{"from":"source"}}"#);
    insta::assert_snapshot!(error(&["--schemas", &broken]), @"error: `DIR/broken.json`: EOF while parsing an object at line 1 column 1");
    insta::assert_snapshot!(error(&["--schemas", &neither]), @"error: `DIR/neither.json`: missing field `tools` at line 1 column 2");
    insta::assert_snapshot!(error(&["--schema", &schema]), @r#"error: `DIR/move.json`: tool `move`: the schema must describe an object: its `type` must be "object""#);
    insta::assert_snapshot!(error(&["--schema", "/no/such/file"]), @"error: cannot read `/no/such/file`: No such file or directory (os error 2)");
    insta::assert_snapshot!(error(&["--schemas", &tools, "--aliases", &unknown]), @"error: aliases are given for `fly`, which has no schema");
    insta::assert_snapshot!(error(&["--schemas", &tools, "--aliases", &target]), @"error: `DIR/tools.json`: tool `move`: an alias refers to `source`, which is not a parameter");
    let twice = files.write("forecast.json", r#"{"type":"object"}"#);
    insta::assert_snapshot!(error(&["--schemas", &tools, "--schema", &twice]), @"error: `DIR/tools.json`: the tool `forecast` is defined twice");
}

#[test]
fn tools_must_be_described() {
    let run = judge(&[], "");
    assert_eq!((run.out.as_str(), run.code), ("", Some(2)));
}

#[test]
fn help_is_complete() {
    insta::assert_snapshot!(judge(&["--help"], "").success());
}
