//! Contract m1 on the command line: records, text, states of version 1, and migration.

#![allow(clippy::unwrap_used, reason = "a file that cannot be written has failed the test")]

mod support;

use support::run;

/// The records of lines under contract m1.
#[track_caller]
fn json(input: &str) -> Vec<String> {
    let out = run(&["--contract", "m1", "--json"], input).success();
    out.lines().map(str::to_owned).collect()
}

fn state(fact: &str, prohibited: &str) -> String {
    format!(
        r#"{{"facts":{{"focus.device":{fact}}},"policies":{{"prohibit":[{prohibited}]}},"version":1}}"#
    )
}

fn update(state: &str) -> String {
    format!(r#"{{"kind":"update","prompt_to_user":null,"state":{state}}}"#)
}

const PASSTHROUGH: &str = r#"{"kind":"passthrough","prompt_to_user":null,"state":null}"#;

#[test]
fn each_line_gets_the_decision() {
    let asks =
        r#"{"kind":"clarify","prompt_to_user":"Did you mean to prohibit 'milk'?","state":null}"#;
    assert_eq!(
        json("use a Caf\u{e9} tablet\nnever use the tea and coffee\nhello\ndon use milk\nyes\n"),
        [
            update(&state(r#""a Caf\u00e9 tablet""#, "")),
            update(&state(r#""a Caf\u00e9 tablet""#, r#""coffee","tea""#)),
            PASSTHROUGH.to_owned(),
            asks.to_owned(),
            update(&state(r#""a Caf\u00e9 tablet""#, r#""coffee","milk","tea""#)),
        ],
    );
}

#[test]
fn with_records_only_exit_and_quit_are_commands() {
    for line in ["state", "step", "step use x", "preview use x", ""] {
        assert_eq!(json(line.trim_end()), vec![PASSTHROUGH; usize::from(!line.is_empty())]);
    }
    assert_eq!(json("hello\n Exit \nhello\n"), [PASSTHROUGH]);
}

#[test]
fn text_shows_decisions_previews_and_state() {
    let input = "state\nuse tablet\nnever use tea\nno, phone\npreview allow tea\ndon use x\nno\nstep use a and b\n";
    insta::assert_snapshot!(run(&["--contract", "m1"], input).success(), @"
    focus.device: (none)
    prohibited: (none)
    updated
    focus.device: tablet
    prohibited: (none)
    updated
    focus.device: tablet
    prohibited:
    - tea
    updated
    focus.device: phone
    prohibited:
    - tea
    preview
    updated
    focus.device: phone
    prohibited: (none)
    would_mutate: yes
    diff:
    - - prohibit tea
    confirm: Did you mean to prohibit 'x'?
    passthrough
    error: focus.device accepts one value. Please provide a single value.
    ");
}

#[test]
fn the_state_at_the_start_is_one_of_version_1() {
    let saved = state(r#""tablet""#, r#""The Tea""#);
    let arguments = ["--contract", "m1", "--initial-state-json", &saved];
    let out = run(&arguments, "actually phone\n").success();
    assert_eq!(out, "updated\nfocus.device: phone\nprohibited:\n- tea\n");
    let failed = run(&["--contract", "m1", "--initial-state-json", "{}"], "");
    assert_eq!(failed.code, Some(1));
    insta::assert_snapshot!(failed.err, @"error: preload failed: invalid state of contract m1: missing field `facts` at line 1 column 2");
}

#[test]
fn a_state_migrates_to_the_identities_of_the_target() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("m1.json");
    let path = path.to_str().unwrap();
    let migrate = |state: &str, arguments: &[&str]| {
        std::fs::write(path, state).unwrap();
        run(&[&["migrate"], arguments, &[path]].concat(), "")
    };
    let items = r#""stra\u00dfe","strasse","the tea""#;
    assert_eq!(
        migrate(&state("null", items), &["--to", "0.9"]).success(),
        "{\"policies\":{\"strasse\":\"prohibit\",\"the tea\":\"prohibit\"},\"premise\":null,\"version\":2}\n",
    );
    assert_eq!(
        migrate(&state("null", items), &["--to", "0.5"]).success(),
        "{\"policies\":{\"strasse\":\"prohibit\",\"stra\\u00dfe\":\"prohibit\",\"tea\":\"prohibit\"},\"premise\":null,\"version\":2}\n",
    );
    let fact = state(r#""My  Phone""#, "");
    assert_eq!(
        migrate(&fact, &["--to", "0.9", "--focus-device", "premise"]).success(),
        "{\"policies\":{},\"premise\":\"focus.device: My Phone\",\"version\":2}\n",
    );
    assert_eq!(
        migrate(&fact, &["--to", "0.9", "--focus-device", "drop"]).success(),
        "{\"policies\":{},\"premise\":null,\"version\":2}\n",
    );
    for (state, arguments) in [
        (fact.as_str(), ["--to", "0.9"]),
        (&state("null", r#""a""#), ["--to", "0.5"]),
        ("{", ["--to", "0.9"]),
    ] {
        let failed = migrate(state, &arguments);
        assert_eq!((failed.out.as_str(), failed.code), ("", Some(1)), "{state}");
        insta::assert_snapshot!(failed.err.replace(path, "FILE"));
    }
    assert_eq!(migrate(&fact, &[]).code, Some(2));
}

#[test]
fn a_checkpoint_is_not_of_this_contract_and_there_is_nothing_to_classify() {
    let checkpoint = ["--contract", "m1", "--initial-checkpoint-json", "{}"];
    for arguments in [&checkpoint[..], &["classify", "--contract", "m1"]] {
        assert_eq!(run(arguments, "").code, Some(2), "{arguments:?}");
    }
}
