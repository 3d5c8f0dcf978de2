//! The bytes of an exported state, and what an import takes and refuses.

use cc_m1::{Decision, Engine, Prompt, STATE_VERSION, State, StateDiff};

const EMPTY: &str = r#"{"facts":{"focus.device":null},"policies":{"prohibit":[]},"version":1}"#;

/// The payload with these values.
fn payload(device: &str, items: &str, version: &str) -> String {
    format!(
        r#"{{"facts":{{"focus.device":{device}}},"policies":{{"prohibit":{items}}},"version":{version}}}"#
    )
}

fn engine(inputs: &[&str]) -> Engine {
    let mut engine = Engine::new();
    for input in inputs {
        assert_eq!(engine.step(input), Decision::Update, "{input:?}");
    }
    engine
}

/// Imports each payload and reports all that are not refused with the message beside them.
#[track_caller]
fn assert_refused(cases: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (payload, message) in cases {
        let expected = format!("invalid state of contract m1: {message}");
        match State::import_json(payload) {
            Err(error) if error.to_string() == expected => {}
            other => wrong.push(format!("{payload}\n  expected {expected}\n  actual   {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Imports each payload, and compares what is exported then.
#[track_caller]
fn assert_accepted(cases: &[(&str, &str)]) {
    for (payload, export) in cases {
        let state = State::import_json(payload);
        assert_eq!(state.map(|state| state.export_json()).as_deref(), Ok(*export), "{payload}");
    }
}

#[test]
fn the_initial_state_has_these_bytes() {
    assert_eq!(State::new().export_json(), EMPTY);
    assert_eq!(State::default(), State::new());
    assert_eq!(Engine::new().state(), &State::new());
    assert_eq!(engine(&["use x", "never y", "clear state"]).state(), &State::new());
    assert_eq!(STATE_VERSION, 1);
    assert_eq!(State::new().focus_device(), None);
    assert_eq!(State::new().prohibited().len(), 0);
}

#[test]
fn exports_are_ascii_with_sorted_items() {
    let cases: [(&[&str], &str, &str); 8] = [
        (&["use The Desk"], r#""The Desk""#, "[]"),
        (&["never b, a"], "null", r#"["a","b"]"#),
        (&["use x", "never tea, 10, 9, x b, x-b"], r#""x""#, r#"["10","9","tea","x b","x-b"]"#),
        // Quotes, backslashes and solidus.
        (&[r#"use "a"\b/c"#], r#""\"a\"\\b/c""#, "[]"),
        // Control characters, short where JSON has a short form, and DEL.
        (
            &["use \0\u{1}\u{8}\u{1b}\u{7f}", "never \u{7f}\u{8}"],
            r#""\u0000\u0001\b\u001b\u007f""#,
            r#"["\u007f\b"]"#,
        ),
        // Outside ASCII, in lowercase hexadecimal digits, as surrogate pairs beyond U+FFFF.
        (
            &["use \u{e9}\u{80}\u{ffff}\u{1f375}\u{10ffff}"],
            r#""\u00e9\u0080\uffff\ud83c\udf75\udbff\udfff""#,
            "[]",
        ),
        // In the order of code points, which is not that of UTF-16.
        (
            &["never \u{10000}, \u{ffee}x, \u{e000}, \u{e9}, z, ~"],
            "null",
            r#"["z","~","\u00e9","\u25cbx","\ue000","\ud800\udc00"]"#,
        ),
        (&["never \u{1f375}, \u{fffd}, \u{d7ff}"], "null", r#"["\ud7ff","\ufffd","\ud83c\udf75"]"#),
    ];
    for (inputs, device, items) in cases {
        let engine = engine(inputs);
        let export = engine.state().export_json();
        assert_eq!(export, payload(device, items, "1"), "{inputs:?}");
        assert_eq!(State::import_json(&export).as_ref(), Ok(engine.state()), "{inputs:?}");
    }
}

#[test]
fn states_are_accepted_in_any_order_and_layout() {
    assert_accepted(&[
        (EMPTY, EMPTY),
        (
            " \t\r\n{ \"version\" : 1 ,\n\"policies\" : { \"prohibit\" : [ ] } , \"facts\" : { \
             \"focus.device\" : null } }\n ",
            EMPTY,
        ),
        (
            r#"{"\u0076ersion":1,"facts":{"focus\u002edevice":null},"policies":{"prohibit":[]}}"#,
            EMPTY,
        ),
        (&payload(r#""x""#, r#"["b", "a"]"#, "1"), &payload(r#""x""#, r#"["a","b"]"#, "1")),
        (
            &payload(r#""\/\u0041\ud83d\ude00""#, r#"["\u0000"]"#, "1"),
            &payload(r#""/A\ud83d\ude00""#, r#"["\u0000"]"#, "1"),
        ),
    ]);
}

#[test]
fn items_and_fact_are_normalized() {
    assert_accepted(&[
        (&payload("\" The\\n Ｄesk\u{3000}\"", "[]", "1"), &payload(r#""The Desk""#, "[]", "1")),
        (
            &payload(r#""O\u2019Brien`s e\u0301""#, "[]", "1"),
            &payload(r#""O'Brien's \u00e9""#, "[]", "1"),
        ),
        (
            &payload(
                "null",
                r#"[" The  TEA ", "an \ufb01g", "DONT", "O\u2019Brien", "The  a b"]"#,
                "1",
            ),
            &payload("null", r#"["a b","don't","fig","o'brien","tea"]"#, "1"),
        ),
        // These are single values here: nothing is split.
        (
            &payload(r#""a, b and c""#, r#"["x, y and z", "and", "use tea"]"#, "1"),
            &payload(r#""a, b and c""#, r#"["and","use tea","x, y and z"]"#, "1"),
        ),
        (&payload(r#""and""#, r#"["the"]"#, "1"), &payload(r#""and""#, r#"["the"]"#, "1")),
    ]);
}

#[test]
fn an_item_that_is_not_its_own_normal_form_comes_back() {
    // What is stored, and an input that leads to it.
    let cases = [
        ("a tea", "the a tea"),
        ("the", "the"),
        ("the the", "an The the"),
        ("j\u{30c}", "J\u{30c}"),
        ("a t\u{308}", "the a T\u{308}"),
        ("\u{3ca}\u{301} \u{3c9}\u{342}", "\u{3aa}\u{301} \u{3a9}\u{342}"),
        ("i\u{307}j\u{30c}\u{3c3}\u{3bf}\u{3c2}", "\u{130}J\u{30c}\u{3a3}\u{39f}\u{3a3}"),
        ("\u{1e96}h\u{331}\u{df}", "\u{1e96}H\u{331}\u{1e9e}"),
    ];
    for (item, input) in cases {
        let mut engine = Engine::new();
        engine.step(&format!("don use {input}"));
        assert_eq!(engine.step("yes"), Decision::Update);
        assert!(engine.state().prohibited().eq([item]), "{input:?} {engine:?}");
        let restored = State::import_json(&engine.state().export_json());
        assert_eq!(restored.as_ref(), Ok(engine.state()), "{input:?}");
        let mut restored = Engine::from(engine.state().clone());
        assert_eq!(restored.step(&format!("allow {input}")), Decision::Update);
        assert_eq!(restored, Engine::new(), "{input:?}");
    }
    // No input leads to these: what composes in capitals too, or has another normal form.
    assert_accepted(&[(
        &payload("null", "[\"cafe\u{301}\",\"\u{fb01}g j\u{30c}\"]", "1"),
        &payload("null", r#"["caf\u00e9","fig \u01f0"]"#, "1"),
    )]);
}

#[test]
fn every_character_comes_back_as_an_item() {
    let characters = ('\0'..=char::MAX).filter(|c| !c.is_ascii());
    let spellings =
        characters.flat_map(|c| ["", "\u{301}", "\u{308}"].map(|mark| format!("{c}{mark}")));
    let spellings: Vec<String> = spellings.filter(|s| s.to_lowercase() != *s).collect();
    let mut engine = Engine::new();
    for spelling in &spellings {
        engine.step(&format!("don use {spelling}"));
        engine.step("yes");
    }
    assert!(engine.state().prohibited().len() > 1000);
    assert_eq!(State::import_json(&engine.state().export_json()).as_ref(), Ok(engine.state()));
}

#[test]
fn text_that_is_not_one_json_value_is_refused() {
    assert_refused(&[
        ("", "EOF while parsing a value at line 1 column 0"),
        ("x", "expected value at line 1 column 1"),
        ("{", "EOF while parsing an object at line 1 column 1"),
        (&format!("\u{feff}{EMPTY}"), "expected value at line 1 column 1"),
        (&format!("{EMPTY}\n{EMPTY}"), "trailing characters at line 2 column 1"),
        (&format!("{EMPTY}\0"), "trailing characters at line 1 column 71"),
        (&EMPTY.replace("1}", "1,}"), "trailing comma at line 1 column 71"),
        ("{'version':1}", "key must be a string at line 1 column 2"),
        (&payload("NaN", "[]", "1"), "expected value at line 1 column 26"),
        (
            &payload("\"\n\"", "[]", "1"),
            "control character (\\u0000-\\u001F) found while parsing a string at line 2 column 0",
        ),
        (&payload(r#""\ud800""#, "[]", "1"), "unexpected end of hex escape at line 1 column 33"),
        (
            &payload(r#""\udc00""#, "[]", "1"),
            "lone leading surrogate in hex escape at line 1 column 32",
        ),
        (
            &payload("null", r#"["\ud83cx"]"#, "1"),
            "unexpected end of hex escape at line 1 column 63",
        ),
        (&payload("null", "[]", "01"), "invalid number at line 1 column 70"),
    ]);
}

#[test]
fn other_shapes_are_refused() {
    assert_refused(&[
        ("null", "invalid type: null, expected an object at line 1 column 4"),
        ("1", "invalid type: integer `1`, expected an object at line 1 column 1"),
        (r#""state""#, r#"invalid type: string "state", expected an object at line 1 column 7"#),
        ("[]", "invalid type: sequence, expected an object at line 1 column 0"),
        (r#"[["x"],[["tea"]],1]"#, "invalid type: sequence, expected an object at line 1 column 0"),
        (
            r#"{"facts":[null],"policies":{"prohibit":[]},"version":1}"#,
            "invalid type: sequence, expected an object at line 1 column 9",
        ),
        (
            r#"{"facts":{"focus.device":null},"policies":[[]],"version":1}"#,
            "invalid type: sequence, expected an object at line 1 column 42",
        ),
        (
            r#"{"facts":null,"policies":{"prohibit":[]},"version":1}"#,
            "invalid type: null, expected an object at line 1 column 13",
        ),
        (
            r#"{"facts":{"focus.device":null},"policies":"x","version":1}"#,
            r#"invalid type: string "x", expected an object at line 1 column 45"#,
        ),
        (
            &payload("1", "[]", "1"),
            "invalid type: integer `1`, expected a string at line 1 column 26",
        ),
        (
            &payload("true", "[]", "1"),
            "invalid type: boolean `true`, expected a string at line 1 column 29",
        ),
        (
            &payload(r#"["x"]"#, "[]", "1"),
            "invalid type: sequence, expected a string at line 1 column 25",
        ),
        (&payload("{}", "[]", "1"), "invalid type: map, expected a string at line 1 column 25"),
        (
            &payload("null", "null", "1"),
            "invalid type: null, expected a sequence at line 1 column 58",
        ),
        (&payload("null", "{}", "1"), "invalid type: map, expected a sequence at line 1 column 54"),
        (
            &payload("null", r#""tea""#, "1"),
            r#"invalid type: string "tea", expected a sequence at line 1 column 59"#,
        ),
        (
            &payload("null", r#"["tea",null]"#, "1"),
            "invalid type: null, expected a string at line 1 column 65",
        ),
        (
            &payload("null", "[1]", "1"),
            "invalid type: integer `1`, expected a string at line 1 column 56",
        ),
    ]);
}

#[test]
fn unknown_missing_and_duplicate_fields_are_refused() {
    assert_refused(&[
        ("{}", "missing field `facts` at line 1 column 2"),
        (
            r#"{"facts":{"focus.device":null},"policies":{"prohibit":[]}}"#,
            "missing field `version` at line 1 column 58",
        ),
        (
            r#"{"facts":{"focus.device":null},"version":1}"#,
            "missing field `policies` at line 1 column 43",
        ),
        (
            r#"{"policies":{"prohibit":[]},"version":1}"#,
            "missing field `facts` at line 1 column 40",
        ),
        (
            r#"{"facts":{},"policies":{"prohibit":[]},"version":1}"#,
            "missing field `focus.device` at line 1 column 11",
        ),
        (
            r#"{"facts":{"focus.device":null},"policies":{},"version":1}"#,
            "missing field `prohibit` at line 1 column 44",
        ),
        (
            r#"{"premise":null,"facts":{"focus.device":null},"policies":{"prohibit":[]},"version":1}"#,
            "unknown field `premise`, expected one of `facts`, `policies`, `version` at line 1 column 10",
        ),
        (
            r#"{"Version":1,"facts":{"focus.device":null},"policies":{"prohibit":[]}}"#,
            "unknown field `Version`, expected one of `facts`, `policies`, `version` at line 1 column 10",
        ),
        (
            r#"{"facts":{"focus.device":null,"x":1},"policies":{"prohibit":[]},"version":1}"#,
            "unknown field `x`, expected `focus.device` at line 1 column 33",
        ),
        (
            r#"{"facts":{"focus.device":null},"policies":{"prohibit":[],"use":[]},"version":1}"#,
            "unknown field `use`, expected `prohibit` at line 1 column 62",
        ),
        (
            r#"{"facts":{"focus.device":null},"policies":{"prohibit":[]},"version":1,"version":1}"#,
            "duplicate field `version` at line 1 column 79",
        ),
        (
            r#"{"facts":{"focus.device":null},"facts":{"focus.device":null},"policies":{"prohibit":[]},"version":1}"#,
            "duplicate field `facts` at line 1 column 38",
        ),
        (
            r#"{"facts":{"focus.device":null,"focus.device":null},"policies":{"prohibit":[]},"version":1}"#,
            "duplicate field `focus.device` at line 1 column 44",
        ),
        (
            r#"{"facts":{"focus.device":null},"policies":{"prohibit":[],"prohibit":[]},"version":1}"#,
            "duplicate field `prohibit` at line 1 column 67",
        ),
        (
            r#"{"policies":{},"premise":null,"version":2}"#,
            "missing field `prohibit` at line 1 column 14",
        ),
    ]);
}

#[test]
fn no_message_holds_what_cannot_be_seen() {
    let field = "{\"facts\":{\"focus.device\":null},\"a\\n\\u001b[1m\\u202e'\\\\\":1}";
    assert_refused(&[(
        field,
        r"unknown field `a\u{a}\u{1b}[1m\u{202e}'\`, expected one of `facts`, `policies`, `version` at line 1 column 54",
    )]);
    for blank in ['\u{3164}', '\u{2800}', '\u{115f}', '\u{200b}'] {
        let shown = format!("\\u{{{:x}}}", u32::from(blank));
        let twice = payload("null", &format!(r#"["a{blank}","a{blank}"]"#), "1");
        assert_refused(&[(&twice, &format!("the item `a{shown}` is prohibited twice"))]);
    }
}

#[test]
fn other_versions_are_refused() {
    let with = |version| payload("null", "[]", version);
    assert_refused(&[
        (&with("0"), "`version` must be 1, not 0"),
        (&with("2"), "`version` must be 1, not 2"),
        (&with("18446744073709551615"), "`version` must be 1, not 18446744073709551615"),
        (
            &with("18446744073709551616"),
            "invalid type: floating point `1.8446744073709552e+19`, expected u64 at line 1 column 88",
        ),
        (&with("-1"), "invalid value: integer `-1`, expected u64 at line 1 column 70"),
        (&with("1.0"), "invalid type: floating point `1.0`, expected u64 at line 1 column 71"),
        (&with("1e0"), "invalid type: floating point `1.0`, expected u64 at line 1 column 71"),
        (&with("true"), "invalid type: boolean `true`, expected u64 at line 1 column 72"),
        (&with("null"), "invalid type: null, expected u64 at line 1 column 72"),
        (&with(r#""1""#), r#"invalid type: string "1", expected u64 at line 1 column 71"#),
    ]);
}

#[test]
fn empty_values_and_items_that_are_the_same_are_refused() {
    let with = |items| payload("null", items, "1");
    let empty_fact = "`focus.device` is empty or only white space";
    assert_refused(&[
        (&payload(r#""""#, "[]", "1"), empty_fact),
        (&payload(r#"" \t\u3000\u001c""#, "[]", "1"), empty_fact),
        (&with(r#"[""]"#), "the item `` is empty or only white space"),
        (&with(r#"["tea"," \n"]"#), r"the item ` \u{a}` is empty or only white space"),
        (&with(r#"["tea","tea"]"#), "the item `tea` is prohibited twice"),
        (&with(r#"["tea","milk","The  TEA"]"#), "the item `The  TEA` is prohibited twice"),
        (&with(r#"["don't","DONT"]"#), r"the item `DONT` is prohibited twice"),
        (&with(r#"["a","\uff21\u0000","a\u0000"]"#), r"the item `a\u{0}` is prohibited twice"),
        // The first fault in the order version, fact, items is named.
        (&payload(r#""""#, r#"[""]"#, "2"), "`version` must be 1, not 2"),
        (&payload(r#""""#, r#"[""]"#, "1"), empty_fact),
    ]);
}

#[test]
fn a_deep_payload_is_refused_and_not_followed() {
    let deep = "[".repeat(100_000);
    assert!(State::import_json(&deep).is_err());
    assert!(State::import_json(&payload(&deep, "[]", "1")).is_err());
    assert!(State::import_json(&payload("null", &deep, "1")).is_err());
}

#[test]
fn what_an_import_refuses_leaves_no_trace() {
    let engine = engine(&["use lamp", "never tea"]);
    let before = engine.clone();
    assert!(State::import_json(&payload(r#""desk""#, r#"["milk",""]"#, "1")).is_err());
    assert_eq!(engine, before);
    assert_eq!(State::import_json(EMPTY), Ok(State::new()));
}

#[test]
fn an_engine_goes_on_from_a_stored_state() -> Result<(), cc_m1::ImportError> {
    let stored = State::import_json(&payload(r#""lamp""#, r#"["tea"]"#, "1"))?;
    let mut engine = Engine::from(stored.clone());
    assert_eq!(engine.state(), &stored);
    assert_eq!(engine.pending(), None);
    assert_eq!(engine.step("no"), Decision::Passthrough);
    // A stored fact is one that can be corrected.
    assert_eq!(engine.step("actually desk"), Decision::Update);
    assert_eq!(engine.step("allow tea"), Decision::Update);
    assert_eq!(engine.step("never milk"), Decision::Update);
    assert_eq!(engine.state().export_json(), payload(r#""desk""#, r#"["milk"]"#, "1"));

    let mut engine = Engine::from(State::import_json(&payload("null", r#"["tea"]"#, "1"))?);
    assert_eq!(engine.step("actually desk"), Decision::Clarify(Prompt::NothingToCorrect));
    assert_eq!(engine.step("use desk"), Decision::Update);
    assert_eq!(engine.step("actually lamp"), Decision::Update);
    assert_eq!(engine.state().export_json(), payload(r#""lamp""#, r#"["tea"]"#, "1"));
    Ok(())
}

#[test]
fn decisions_and_differences_are_written_as_records_and_differences_read_back() {
    let mut engine = engine(&["never tea", "never milk"]);
    let before = engine.state().clone();
    let written = |value: &Decision| serde_json::to_string(value).unwrap();
    assert_eq!(written(&engine.step("allow tea")), r#"{"kind":"update","prompt_to_user":null}"#);
    assert_eq!(written(&engine.step("hello")), r#"{"kind":"passthrough","prompt_to_user":null}"#);
    assert_eq!(
        written(&engine.step("allow ,")),
        r#"{"kind":"clarify","prompt_to_user":"What should I allow?"}"#
    );
    engine.step("never coffee");
    let diff = before.diff(engine.state());
    let text = serde_json::to_string(&diff).unwrap();
    assert_eq!(text, r#"{"added":["coffee"],"focus_device":null,"removed":["tea"]}"#);
    assert_eq!(serde_json::from_str::<StateDiff>(&text).unwrap(), diff);
}
