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
    // The same from standard input.
    let saved = state("null", items);
    let from_input = run(&["migrate", "--to", "0.9", "-"], format!("\u{feff}{saved}\n")).success();
    assert_eq!(from_input, migrate(&saved, &["--to", "0.9"]).success());
    for (input, fault) in [
        (&b"{"[..], "invalid state of contract m1: EOF while parsing an object at line 1 column 1"),
        (b"\xff", "standard input is not UTF-8: invalid utf-8 sequence of 1 bytes from index 0"),
    ] {
        let failed = run(&["migrate", "--to", "0.9", "-"], input);
        assert_eq!((failed.out.as_str(), failed.code), ("", Some(1)));
        assert_eq!(failed.err, format!("error: cannot migrate: {fault}\n"));
    }
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
fn what_is_no_state_of_m1_is_not_migrated_and_told_apart() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("given.json");
    let path = path.to_str().unwrap();
    let version_2 = support::state(r#""tea":"use""#, "null");
    let checkpoint =
        format!(r#"{{"authoritative_state":{version_2},"checkpoint_version":1,"pending":null}}"#);
    for to in ["0.9", "0.5"] {
        let error = |text: &str| {
            std::fs::write(path, text).unwrap();
            let failed = run(&["migrate", "--to", to, path], "");
            assert_eq!((failed.out.as_str(), failed.code), ("", Some(1)), "{text}");
            failed.err.replace(path, "FILE")
        };
        for state in [&version_2, &support::state("", "null")] {
            assert_eq!(
                error(state),
                "error: cannot migrate: already version 2, which `--initial-state-file` takes (file `FILE`)\n",
            );
        }
        let advice = "; this is a checkpoint, which `--initial-checkpoint-file` takes under contract 0.5 (file `FILE`)\n";
        assert!(error(&checkpoint).ends_with(advice));
        let record = run(&["--json"], "use tea").success();
        let advice =
            "; this is a record, and the state is what its field `state` holds (file `FILE`)\n";
        assert!(error(&record).ends_with(advice));
    }
}

#[test]
fn an_item_that_no_directive_can_spell_is_migrated_with_a_warning() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("m1.json");
    let migrate = |items: &str, to: &str| {
        std::fs::write(&path, state("null", items)).unwrap();
        run(&["migrate", "--to", to, path.to_str().unwrap()], "")
    };
    for to in ["0.9", "0.5"] {
        let migrated = migrate(r#""drug use","multi-use items","tea","tea instead of milk""#, to);
        assert_eq!(migrated.code, Some(0));
        let warning = |item| {
            format!(
                "warning: no directive of contract {to} can spell `{item}`; to remove it, delete \
                 it from the JSON text, or use `reset policies` or `clear state`\n"
            )
        };
        assert_eq!(migrated.err, warning("drug use") + &warning("multi-use items"));

        // It is as the warning says.
        let with = |input: &str, state: &str| {
            run(&["--contract", to, "--initial-state-json", state], input).out
        };
        let left = |input: &str| with(&format!("{input}\nstate"), &migrated.out);
        for input in ["remove policy multi-use items", "use multi-use items"] {
            assert!(left(input).contains("\n- prohibit multi-use items\n"), "{to}: {input}");
        }
        for input in ["reset policies", "clear state"] {
            assert!(left(input).ends_with("\npolicies: (none)\n"), "{to}: {input}");
        }
        assert!(left("remove policy tea instead of milk").contains("\n- prohibit tea\n"));
        assert!(!left("remove policy tea instead of milk").contains("milk"));
        let without = migrated.out.replace(r#""multi-use items":"prohibit","#, "");
        assert!(!with("state", &without).contains("multi-use"));

        assert!(migrate(r#""tea","used things""#, to).success().contains("used things"));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_warning_that_nobody_can_read_is_no_failure() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("m1.json");
    std::fs::write(&path, state("null", r#""drug use""#)).unwrap();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = support::command(&["migrate", "--to", "0.9", path.to_str().unwrap()]);
    let output = command.stderr(full).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.starts_with(br#"{"policies":{"drug use":"prohibit"}"#));
}

#[test]
fn a_checkpoint_is_not_of_this_contract_and_there_is_nothing_to_classify() {
    let checkpoint = ["--contract", "m1", "--initial-checkpoint-json", "{}"];
    for arguments in [&checkpoint[..], &["classify", "--contract", "m1"]] {
        assert_eq!(run(arguments, "").code, Some(2), "{arguments:?}");
    }
}
