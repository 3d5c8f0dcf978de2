//! Lists of tools and of synonyms: the shapes that are understood, and what is refused.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use cc_toolcall::{ToolListErrorKind, read_aliases, read_tools};

fn read(list: &str) -> Vec<(String, String)> {
    let tools = read_tools(list).unwrap();
    tools.into_iter().map(|tool| (tool.name, tool.schema.to_owned())).collect()
}

#[test]
fn every_shape_of_a_list_gives_the_same_tools() {
    let (one, other) = (r#"{"type":"object","x": 1e400 }"#, "true");
    let expected = [("a".to_owned(), one.to_owned()), ("b".to_owned(), other.to_owned())];
    for list in [
        format!(r#"[{{"name":"a","inputSchema":{one}}},{{"name":"b","inputSchema":{other}}}]"#),
        format!(r#"[{{"name":"a","input_schema":{one}}},{{"input_schema":{other},"name":"b"}}]"#),
        format!(
            r#"[{{"type":"function","name":"a","parameters":{one}}},{{"name":"b","parameters":{other}}}]"#
        ),
        format!(
            r#" [{{"type":"function","function":{{"name":"a","parameters":{one}}}}},{{"function":{{"parameters":{other},"name":"b"}}}}]"#
        ),
        format!(
            r#"[{{"functionDeclarations":[{{"name":"a","parameters":{one}}},{{"name":"b","parametersJsonSchema":{other}}}]}}]"#
        ),
        format!(
            r#"[{{"function_declarations":[{{"name":"a","parameters_json_schema":{one}}}]}},{{"googleSearch":{{}}}},{{"function_declarations":[{{"name":"b","parameters":{other}}}]}}]"#
        ),
    ] {
        assert_eq!(read(&list), expected, "{list}");
        for envelope in [
            r#"{"tools":@}"#,
            r#"{"model":"m","tools":@,"messages":[]}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{"tools":@,"nextCursor":"x"}}"#,
            r#"{"result":{},"tools":@}"#,
        ] {
            assert_eq!(read(&envelope.replace('@', &list)), expected, "{envelope}: {list}");
        }
    }
}

#[test]
fn a_tool_without_a_name_or_a_schema_is_left_out() {
    for list in [
        "[]",
        r#"{"tools":[]}"#,
        r#"[{"name":"a"}]"#,
        r#"[{"inputSchema":{}}]"#,
        r#"[{"type":"function","function":{"name":"now"}}]"#,
        r#"[{"type":"web_search"}]"#,
        r#"[{"functionDeclarations":[]}]"#,
        r#"[{"name":"a","parameters":null}]"#,
    ] {
        assert_eq!(read(list), [], "{list}");
    }
}

#[test]
fn what_is_no_list_is_refused_for_what_is_wrong() {
    let (json, list) = (ToolListErrorKind::NotJson, ToolListErrorKind::NotAList);
    let none = "it has no `tools`, at the top or in `result`";
    for (text, kind, message) in [
        ("", json, "EOF while parsing a value at line 1 column 0"),
        ("{", json, "EOF while parsing an object at line 1 column 1"),
        ("[{}]x", json, "trailing characters at line 1 column 5"),
        ("{}", list, none),
        (r#"{"result":{}}"#, list, none),
        (r#"{"result":null,"tool":[]}"#, list, none),
        ("7", list, "invalid type: integer `7`, expected an object at line 1 column 1"),
        (
            r#"{"result":{"tools":[{"name":7}]}}"#,
            list,
            "invalid type: integer `7`, expected a string at line 1 column 29",
        ),
        (
            r#"{"tools":7}"#,
            list,
            "invalid type: integer `7`, expected a sequence at line 1 column 10",
        ),
        (
            r#"{"result":[[]]}"#,
            list,
            "invalid type: sequence, expected an object at line 1 column 10",
        ),
        // Values in the order of the fields are not taken for the fields.
        (r#"[["a",{}]]"#, list, "invalid type: sequence, expected an object at line 1 column 1"),
    ] {
        let error = read_tools(text).unwrap_err();
        assert_eq!((error.kind(), error.to_string().as_str()), (kind, message), "{text}");
    }
}

#[test]
fn a_name_that_stands_twice_is_refused_with_its_place() {
    for (list, message) in [
        (
            r#"[{"name":"a","inputSchema":{"required":["x"],"required":[]}}]"#,
            "the name `required` is given twice in `/0/inputSchema`",
        ),
        (
            r#"{"tools":[{"name":"a","name":"b","inputSchema":{}}]}"#,
            "the name `name` is given twice in `/tools/0`",
        ),
        (r#"{"tools":[],"tools":[]}"#, "the name `tools` is given twice"),
        (r#"[{"description":{"a":1,"a":1}}]"#, "the name `a` is given twice in `/0/description`"),
    ] {
        let error = read_tools(list).unwrap_err();
        assert_eq!(error.kind(), ToolListErrorKind::DuplicateKey, "{list}");
        assert_eq!(error.to_string(), message, "{list}");
    }
    for (aliases, message) in [
        (r#"{"a":{"x":"y","x":"z"}}"#, "the name `x` is given twice in `/a`"),
        (r#"{"a":{"x":"y"},"\u0061":{}}"#, "the name `a` is given twice"),
    ] {
        let error = read_aliases(aliases).unwrap_err();
        assert_eq!(error.kind(), ToolListErrorKind::DuplicateKey, "{aliases}");
        assert_eq!(error.to_string(), message, "{aliases}");
    }
}

#[test]
fn synonyms_are_read_by_tool() {
    let aliases = read_aliases(r#" {"b":{"x":"y"},"a":{}} "#).unwrap();
    assert_eq!(aliases.keys().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(aliases["b"]["x"], "y");
    for (text, kind) in [
        ("{", ToolListErrorKind::NotJson),
        ("[]", ToolListErrorKind::NotAList),
        (r#"{"a":["x","y"]}"#, ToolListErrorKind::NotAList),
        (r#"{"a":{"x":7}}"#, ToolListErrorKind::NotAList),
    ] {
        assert_eq!(read_aliases(text).unwrap_err().kind(), kind, "{text}");
    }
}
