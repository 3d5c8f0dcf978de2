//! Durable sessions: `--session` and the subcommand `session`.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics has failed")]

mod support;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use support::Run;
use tempfile::TempDir;

/// A store in a folder of its own.
struct Store {
    folder: TempDir,
}

impl Store {
    fn new() -> Self {
        Store { folder: tempfile::tempdir().unwrap() }
    }

    fn url(&self) -> String {
        format!("sqlite:{}", self.folder.path().join("sessions.db").display())
    }

    /// Talks to the session `trip`.
    fn talk(&self, options: &[&str], input: &str) -> Run {
        let url = self.url();
        support::run(&[&["--session", "trip", "--store", &url], options].concat(), input)
    }

    /// Runs `session`.
    fn session(&self, arguments: &[&str]) -> Run {
        let url = self.url();
        support::run(&[&["session", "--store", &url], arguments].concat(), "")
    }
}

#[test]
fn a_session_goes_on_where_it_was() {
    let store = Store::new();
    let first = store.talk(&[], "use npm\nprohibit npm\nhello\n").success();
    assert_eq!(
        first,
        "updated\npremise: (none)\npolicies:\n- use npm\n\
         error: \"npm\" is currently in use.\nRemove or replace it before prohibiting it.\n\
         no_directive\n"
    );
    let state = store.talk(&[], "state\nstep clear state\nexit\nuse tea\n").success();
    assert_eq!(
        state,
        "premise: (none)\npolicies:\n- use npm\nupdated\npremise: (none)\npolicies: (none)\n"
    );
}

#[test]
fn records_say_which_session_and_revision() {
    let store = Store::new();
    let lines = store.talk(&["--json"], "use npm\nhello\nstate\n").success();
    assert_eq!(
        lines.lines().collect::<Vec<_>>(),
        [
            r#"{"command":"input","decision":{"changed":true,"kind":"update","message":null},"mode":"step","output_version":2,"revision":1,"session":"trip","state":{"policies":{"npm":"use"},"premise":null,"version":2}}"#,
            r#"{"command":"input","decision":{"kind":"no_directive","message":null},"mode":"step","output_version":2,"revision":1,"session":"trip","state":{"policies":{"npm":"use"},"premise":null,"version":2}}"#,
            r#"{"command":"state","mode":"state","output_version":2,"revision":1,"session":"trip","state":{"policies":{"npm":"use"},"premise":null,"version":2}}"#,
        ]
    );
}

#[test]
fn records_of_older_contracts_keep_their_shape() {
    let store = Store::new();
    let lines =
        store.talk(&["--json", "--contract", "0.5"], "use npm\nuse\nhello\npreview use tea\n");
    let lines = lines.success();
    let lines: Vec<_> = lines.lines().collect();
    assert_eq!(
        lines[0],
        r#"{"command":"input","decision":{"kind":"update","prompt_to_user":null,"state":{"policies":{"npm":"use"},"premise":null,"version":2}},"mode":"step","output_version":1,"revision":1,"session":"trip","state":{"policies":{"npm":"use"},"premise":null,"version":2}}"#,
    );
    assert!(lines[1].contains(r#""kind":"clarify""#) && lines[1].contains(r#""state":null}"#));
    assert!(lines[2].contains(r#""kind":"passthrough""#) && lines[2].contains(r#""revision":2"#));
    assert!(lines[3].starts_with(r#"{"command":"preview""#), "{}", lines[3]);

    let store = Store::new();
    let lines = store.talk(&["--json", "--contract", "m1"], "don use tea\nyes\n").success();
    assert_eq!(
        lines.lines().collect::<Vec<_>>(),
        [
            r#"{"kind":"clarify","prompt_to_user":"Did you mean to prohibit 'tea'?","revision":1,"session":"trip","state":null}"#,
            r#"{"kind":"update","prompt_to_user":null,"revision":2,"session":"trip","state":{"facts":{"focus.device":null},"policies":{"prohibit":["tea"]},"version":1}}"#,
        ]
    );
}

#[test]
fn a_line_can_hold_a_key_and_a_revision() {
    let store = Store::new();
    let input = "{\"input\":\"use npm\",\"key\":\"k\"}\n{\"input\":\"use npm\",\"key\":\"k\"}\n\
                 {\"input\":\"use tea\",\"key\":\"k\"}\n{\"input\":\"use tea\",\"expect\":7}\n\
                 {\"input\":\"use tea\",\"key\":\"\"}\n{\"inptu\":\"x\"}\n{\"input\":1}\n\
                 {\"input\":\"x\",\"expect\":-1}\n{\"input\":\"x\",\"expect\":9223372036854775808}\n\
                 \"use tea\"\n";
    let lines = store.talk(&["--json", "--input", "json"], input).success();
    let lines: Vec<_> = lines.lines().collect();
    assert!(lines[0].contains(r#""revision":1"#) && !lines[0].contains("replayed"));
    assert!(lines[1].contains(r#""replayed":true,"revision":1"#));
    for (line, code) in [
        (2, "key_reused"),
        (3, "conflict"),
        (4, "invalid_request"),
        (5, "invalid_request"),
        (6, "invalid_request"),
        (7, "invalid_request"),
        (8, "conflict"),
    ] {
        assert!(lines[line].contains(&format!(r#""code":"{code}""#)), "{}", lines[line]);
    }
    assert!(lines[9].contains(r#""revision":2"#));
}

#[test]
fn what_is_wrong_is_told_and_nothing_changes() {
    let store = Store::new();
    store.talk(&[], "use npm\n").success();
    let long = "x".repeat(256);
    for (run, code, message) in [
        (
            store.talk(&["--contract", "0.5"], "use tea\n"),
            1,
            "session `trip` has contract 0.9, not 0.5",
        ),
        (store.talk(&["--initial-state-json", "{}"], ""), 2, "a session has its own state"),
        (store.session(&["show", ""]), 1, "the name of the session is empty"),
        (store.session(&["show", &long]), 1, "has 256 bytes, and 255 is the most"),
        (store.session(&["show", "a\tb"]), 1, "has a control character at byte 1"),
        (store.session(&["show", "nobody"]), 1, "there is no session `nobody`"),
        (store.session(&["delete", "nobody"]), 1, "there is no session `nobody`"),
        (store.session(&["log", "trip", "--after", "-1"]), 2, "unexpected argument '-1'"),
        (
            store.session(&["fork", "trip", "new", "--at", "9"]),
            1,
            "has no revision 9: its last is 1",
        ),
        (store.session(&["fork", "trip", "trip"]), 1, "there is a session `trip` already"),
        (store.session(&["recall", "trip", "never"]), 1, "session `trip` has no snapshot `never`"),
        (store.session(&["import", "trip", "/nonexistent"]), 1, "cannot read `/nonexistent`"),
        (store.session(&["why", "trip"]), 2, "<ITEM>"),
        (store.session(&["compose", "trip", "nobody"]), 1, "there is no session `nobody`"),
        (
            support::run(&["session", "list", "--store", "x:y"], ""),
            1,
            "the store must be `sqlite:PATH`",
        ),
        (
            support::run(&["session", "list", "--store", "sqlite:"], ""),
            1,
            "the path of the store is empty",
        ),
        (support::run(&["session", "list"], ""), 1, "no home directory is set"),
    ] {
        assert_eq!(run.code, Some(code), "{run:?}");
        assert!(run.err.contains(message), "{message}: {run:?}");
    }
    assert_eq!(store.session(&["list"]).success(), "0.9       1  trip\n");
}

#[test]
fn looking_at_a_store_makes_none() {
    let store = Store::new();
    assert_eq!(store.session(&["list"]).success(), "");
    assert_eq!(store.session(&["verify"]).success(), "");
    let shown = store.session(&["show", "trip"]);
    assert_eq!((shown.code, shown.out.as_str()), (Some(1), ""));
    assert!(shown.err.contains("there is no session `trip`"), "{}", shown.err);
    assert_eq!(std::fs::read_dir(store.folder.path()).unwrap().count(), 0);
    assert_eq!(
        support::run(
            &["session", "import", "trip", "-", "--store", &store.url()],
            "{\"policies\":{\"tea\":\"use\"},\"premise\":null,\"version\":2}"
        )
        .success(),
        "imported: trip is at revision 1\n"
    );
    assert_eq!(store.session(&["list", "--names"]).success(), "trip\n");
}

#[test]
fn a_log_is_read_in_columns_and_says_what_changed() {
    let store = Store::new();
    store.talk(&[], "use npm\nprohibit npm\nset premise be\u{200b} brief\nclear state\n").success();
    let log = store.session(&["log", "trip"]).success();
    // The times are those of the clock.
    let untimed: Vec<_> = log.lines().map(|line| line.get(20..).unwrap()).collect();
    insta::assert_snapshot!(untimed.join("\n"));
    let why = store.session(&["why", "trip", "NPM"]).success();
    let (when, rest) = why.split_once('\n').unwrap();
    assert!(when.starts_with("revision 4, 20") && when.ends_with('Z'), "{when}");
    assert!(rest.starts_with("clear state\n"), "{rest}");
    let event = store.session(&["why", "trip", "npm", "--json"]).success();
    assert!(event.contains(r#""input":"clear state""#) && event.ends_with("}\n"), "{event}");
    assert_eq!(store.session(&["why", "trip", "tea"]).success(), "no event changed it\n");
    assert_eq!(store.session(&["why", "trip", "tea", "--json"]).success(), "null\n");
}

#[test]
fn states_go_from_session_to_session() {
    let store = Store::new();
    store.talk(&[], "use npm\nuse tea\n").success();
    let done = |arguments: &[&str], told: &str| {
        assert_eq!(store.session(arguments).success(), format!("{told}\n"), "{arguments:?}");
    };
    done(&["snapshot", "trip", "s"], "named: trip is at revision 2");
    done(&["fork", "trip", "new", "--at", "1"], "forked: new is at revision 1");
    done(&["recall", "new", "s", "--from", "trip"], "recalled: new is at revision 2");
    done(
        &["recall", "new", "s", "--from", "trip", "--json"],
        r#"{"revision":3,"session":"new","snapshot":"s"}"#,
    );
    let both = r#"{"policies":{"npm":"use","tea":"use"},"premise":null,"version":2}"#;
    done(&["export", "new"], both);
    done(&["compose", "new", "trip", "--json"], &format!(r#"{{"refused":[],"state":{both}}}"#));
    let envelope = store.session(&["export", "trip", "--at", "1", "--envelope"]).success();
    let file = store.folder.path().join("envelope.json");
    std::fs::write(&file, &envelope).unwrap();
    done(&["import", "copy", file.to_str().unwrap()], "imported: copy is at revision 1");
    std::fs::write(&file, envelope.replace("npm", "pnpm")).unwrap();
    let refused = store.session(&["import", "copy", file.to_str().unwrap()]);
    assert!(refused.err.contains("the state has the SHA-256"), "{refused:?}");
    done(&["verify"], "copy: 1 event, all well\nnew: 3 events, all well\ntrip: 2 events, all well");
    done(&["verify", "trip", "--json"], r#"{"difference":null,"revision":2,"session":"trip"}"#);
    done(&["delete", "copy"], "deleted copy");
    let bytes = std::fs::read(store.folder.path().join("sessions.db")).unwrap();
    assert!(!bytes.windows(4).any(|window| window == b"copy"));
}

/// A process that takes keyed turns, and what it answers.
struct Talk {
    child: Child,
    stdin: ChildStdin,
    replies: Receiver<String>,
}

impl Talk {
    fn start(url: &str) -> Self {
        let mut child =
            support::command(&["--session", "trip", "--store", url, "--json", "--input", "json"])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
        let (stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, replies) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Talk { child, stdin, replies }
    }
}

/// Killed at any moment and sent again: nothing that was answered is lost, nothing is there twice,
/// and the order is kept (S3, S5). `CC_KILLS` says how often; it is 25 otherwise.
#[test]
#[cfg(unix)]
fn a_kill_at_any_moment_loses_nothing_that_was_answered() {
    let kills = std::env::var("CC_KILLS").map_or(25, |kills| kills.parse().unwrap());
    let store = Store::new();
    let url = store.url();
    let mut random = 88_172_645_463_325_252_u64;
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random
    };
    let turns = kills * 12;
    let line = |number: u64| format!("{{\"input\":\"use item {number}\",\"key\":\"{number}\"}}\n");
    let (mut answered, mut killed) = (0, 0);
    while answered < turns {
        let mut talk = Talk::start(&url);
        // Ahead of the answers, so that a kill finds turns in every stage.
        let ahead = (answered + 1 + next() % 40).min(turns);
        let sent: String = (answered..ahead).map(line).collect();
        // It may be killed before it has read all.
        let _ = talk.stdin.write_all(sent.as_bytes());
        if killed < kills {
            let wait = next() % 12_000;
            let until = next() % (ahead - answered + 1);
            let first = answered;
            while answered < first + until
                && let Ok(reply) = talk.replies.recv_timeout(Duration::from_micros(wait))
            {
                answered += take(&reply, answered);
            }
            talk.child.kill().unwrap();
            killed += 1;
        } else {
            drop(talk.stdin);
        }
        // What was written before the end was answered.
        while let Ok(reply) = talk.replies.recv_timeout(Duration::from_secs(20)) {
            answered += take(&reply, answered);
        }
        talk.child.wait().unwrap();
    }
    let log = store.session(&["log", "trip", "--json"]).success();
    let inputs: Vec<_> =
        log.lines().map(|line| line.split("\"input\":\"").nth(1).unwrap()).collect();
    assert_eq!(inputs.len() as u64, turns);
    for (number, input) in inputs.iter().enumerate() {
        assert!(input.starts_with(&format!("use item {number}\"")), "{number}: {input}");
    }
    store.session(&["verify"]).success();
}

/// One answer: to the turn of this number, at the revision behind it.
fn take(reply: &str, number: u64) -> u64 {
    assert!(reply.contains(&format!(r#""revision":{},"#, number + 1)), "{number}: {reply}");
    assert!(reply.contains(r#""kind":"update""#), "{reply}");
    1
}

/// Four processes on one file.
#[test]
fn processes_share_a_file() {
    let store = Store::new();
    let url = store.url();
    let input = |process: usize| -> String {
        (0..100).map(|number| format!("use item {process} {number}\n")).collect()
    };
    thread::scope(|scope| {
        for process in 0..4 {
            let url = &url;
            scope.spawn(move || {
                let lines =
                    support::run(&["--session", "trip", "--store", url, "--json"], input(process));
                assert_eq!(lines.success().lines().count(), 100);
            });
        }
    });
    assert_eq!(store.session(&["list"]).success(), "0.9     400  trip\n");
    assert_eq!(store.session(&["verify"]).success(), "trip: 400 events, all well\n");
    assert!(Path::new(url.strip_prefix("sqlite:").unwrap()).exists());
}
