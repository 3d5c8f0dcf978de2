//! The REPL in a real terminal.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a terminal that does not answer has failed the test")]

mod support;

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;

use rexpect::process::WaitStatus;
use rexpect::session::PtySession;
use support::terminal::{READY, WIDE, enter, leave, repl, spawn, spawn_after, start, type_in};

#[test]
fn a_conversation_with_repair_and_exit() {
    let home = tempfile::tempdir().unwrap();
    let mut session = start(home.path(), &[]);
    enter(&mut session, "prohibit tea", "- prohibit tea");
    enter(&mut session, "use tea", "2. use tea");
    enter(&mut session, ":repair 1", "submit `remove policy tea`? (yes or no)");
    session.exp_string("(yes or no) > ").unwrap();
    enter(&mut session, "milk", "please answer yes or no");
    session.exp_string("(yes or no) > ").unwrap();
    type_in(&mut session, "\u{3}");
    session.exp_string("not submitted").unwrap();
    session.exp_string(READY).unwrap();
    enter(&mut session, ":repair 1", "submit `remove policy tea`? (yes or no)");
    enter(&mut session, "y", "policies: (none)");
    enter(&mut session, "use tea and use milk", "no_directive\r\n");
    type_in(&mut session, "exit\r");
    session.exp_eof().unwrap();
}

#[test]
fn a_session_is_named_first_and_followed_as_others_change_it() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("s.db").display().to_string();
    let store = format!("sqlite:{file}");
    let talk = ["--session", "trip", "--store", &store];
    support::run(&talk, "use tea\n").success();
    let mut session = spawn(home.path(), &talk);
    let greeting = format!("contract 0.9, session trip at revision 1 in `{file}`\r\n");
    session.exp_string(&greeting).unwrap();
    session.exp_string(READY).unwrap();
    support::run(&talk, "prohibit milk\nuse cups\n").success();
    enter(&mut session, "state", "- use cups\r\n- prohibit milk\r\n- use tea\r\n");
    support::run(&talk, "remove policy cups\n").success();
    enter(&mut session, "hello", "no_directive\r\n");
    enter(&mut session, "preview use milk", "error: \"milk\" is currently prohibited.");
    support::run(&talk, "remove policy milk\n").success();
    enter(
        &mut session,
        "use milk",
        "updated\r\npremise: (none)\r\npolicies:\r\n- use milk\r\n- use tea\r\n",
    );
    leave(&mut session);
    let log = support::run(&["session", "log", "trip", "--store", &store], "").success();
    assert_eq!(log.lines().filter(|line| line.contains("use milk")).count(), 1, "{log}");
}

#[test]
fn control_c_abandons_the_line_and_control_d_leaves() {
    let home = tempfile::tempdir().unwrap();
    let mut session = start(home.path(), &[]);
    type_in(&mut session, "use abandoned");
    session.exp_string("(+ use abandoned)").unwrap();
    session.send_control('c').unwrap();
    session.exp_string(READY).unwrap();
    enter(&mut session, "state", "policies: (none)");
    leave(&mut session);
}

/// Sends a text at once, as it comes from a paste that is not marked, or from fast fingers.
fn burst(session: &PtySession, text: &str) {
    session.process().get_file_handle().unwrap().write_all(text.as_bytes()).unwrap();
}

#[test]
fn lines_that_come_at_once_are_all_taken() {
    let home = tempfile::tempdir().unwrap();
    let mut session = start(home.path(), &[]);
    burst(&session, "use one\rprohibit two\r\r\nuse three\r\npreview use four\rexit\r");
    session.exp_string("- use one\r\n- use three\r\n- prohibit two\r\n").unwrap();
    session.exp_string("+ use four\r\n").unwrap();
    session.exp_eof().unwrap();
    let history = fs::read_to_string(home.path().join(".local/state/context-compiler/history"));
    assert_eq!(history.unwrap(), "#V2\nuse one\nprohibit two\nuse three\npreview use four\nexit\n");
}

#[test]
fn control_c_costs_the_line_and_nothing_that_comes_with_it() {
    let home = tempfile::tempdir().unwrap();
    let mut session = start(home.path(), &[]);
    burst(&session, "use one\ruse abandoned\u{3}use two\ruse half\u{1c}use three\r");
    session.exp_string("- use one\r\n- use three\r\n- use two\r\n").unwrap();
    session.exp_string(READY).unwrap();
    burst(&session, "prohibit one\r:repair 1\r\u{3}state\rexit\r");
    session.exp_string("submit `remove policy one`? (yes or no)").unwrap();
    session.exp_string("not submitted\r\n").unwrap();
    session.exp_string("- use one\r\n- use three\r\n- use two\r\n").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn forty_columns_are_enough() {
    let home = tempfile::tempdir().unwrap();
    let mut session = spawn_after(":", 40, &repl(home.path(), &[]));
    session.exp_string("Type a directive, `help` for help, or\r\n  `exit` to leave.\r\n").unwrap();
    session.exp_string(READY).unwrap();
    enter(&mut session, "prohibit tea", "- prohibit tea");
    type_in(&mut session, "use tea");
    // Below the line, and broken between words.
    session.exp_string("\r\n  (refused: \"tea\" is currently\r\n    prohibited.)").unwrap();
    enter(&mut session, "", "\r\nerror: \"tea\" is currently prohibited.\r\n");
    let line = "use the green tea and the black tea and prohibit coffee";
    enter(
        &mut session,
        line,
        "  ... the black tea and prohibit coffee\r\n                        ^^^^^^^^\r\n",
    );
    leave(&mut session);
}

#[test]
fn contract_m1_is_helped_like_the_others() {
    let home = tempfile::tempdir().unwrap();
    let mut session = start(home.path(), &["--contract", "m1", "--color", "always"]);
    type_in(&mut session, "never use tea");
    session.exp_string("\u{1b}[36mnever use \u{1b}[0mtea").unwrap();
    session.exp_string("(+ prohibit tea)").unwrap();
    enter(&mut session, "", "- tea");
    enter(&mut session, "use tea and milk", "\u{1b}[31m^^^^^^^^^^^^");
    enter(&mut session, "don use milk", "Did you mean to prohibit 'milk'?");
    session.exp_string("(yes or no) > ").unwrap();
    enter(&mut session, "yes", "- milk");
    leave(&mut session);
}

#[test]
fn what_reads_a_terminal_without_a_prompt_says_what_it_waits_for() {
    let directory = tempfile::tempdir().unwrap();
    let schema = directory.path().join("find.json");
    fs::write(&schema, r#"{"type":"object","properties":{}}"#).unwrap();
    let schema = schema.to_str().unwrap();
    let m1 = r#"{"facts":{"focus.device":null},"policies":{"prohibit":["tea"]},"version":1}"#;
    for (arguments, awaited, typed, answer) in [
        (&["classify"][..], "lines to classify", "use tea", r#""kind":"use_item""#),
        (&["--input", "json"], "JSON strings, one in a line,", "\"use tea\"", "- use tea"),
        (&["toolcall", "--schema", schema], "tool calls, one JSON object in a line,", "{", "error"),
        (&["migrate", "--to", "0.9", "-"], "a state of contract m1", m1, r#"{"tea":"prohibit"}"#),
    ] {
        let mut session = spawn_after(":", WIDE, &support::command(arguments));
        session
            .exp_string(&format!("reading {awaited} from the terminal, until Ctrl-D\r\n"))
            .unwrap();
        type_in(&mut session, &format!("{typed}\n\u{4}"));
        session.exp_string(answer).unwrap();
        session.exp_eof().unwrap();
    }
    // Where only the replies go elsewhere, too.
    let replies = directory.path().join("replies");
    let first = format!("exec >'{}'", replies.display());
    let mut session = spawn_after(&first, WIDE, &support::command(&[]));
    session.exp_string("reading lines from the terminal, until Ctrl-D\r\n").unwrap();
    type_in(&mut session, "use tea\n\u{4}");
    session.exp_eof().unwrap();
    assert!(fs::read_to_string(replies).unwrap().ends_with("- use tea\n"));
}

#[test]
fn a_paste_of_several_lines_is_several_inputs() {
    let home = tempfile::tempdir().unwrap();
    let mut session = start(home.path(), &[]);
    enter(&mut session, "\u{1b}[200~use one\rprohibit two\u{1b}[201~", "- prohibit two");
    enter(&mut session, "state", "- use one");
    leave(&mut session);
}

#[test]
fn the_history_outlives_the_session_and_only_its_owner_can_read_it() {
    let home = tempfile::tempdir().unwrap();
    let mut session = start(home.path(), &[]);
    enter(&mut session, "use remembered", "- use remembered");
    leave(&mut session);

    let file = home.path().join(".local/state/context-compiler/history");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(fs::read_to_string(&file).unwrap().contains("use remembered\n"));

    let mut session = start(home.path(), &[]);
    enter(&mut session, "\u{1b}[A", "- use remembered");
    leave(&mut session);
}

#[test]
fn the_history_goes_where_it_is_told_or_nowhere() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("elsewhere");
    for arguments in [&["--history-file", file.to_str().unwrap()][..], &["--no-history"]] {
        let mut session = start(home.path(), arguments);
        enter(&mut session, "use once", "- use once");
        leave(&mut session);
    }
    assert_eq!(fs::read_to_string(&file).unwrap().matches("use once").count(), 1);
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
}

#[test]
fn a_history_that_cannot_be_kept_is_a_warning() {
    let home = tempfile::tempdir().unwrap();
    let mut session = spawn(home.path(), &["--history-file", "/dev/null/history"]);
    session.exp_string("warning: the history is not kept in `/dev/null/history`").unwrap();
    session.exp_string(READY).unwrap();
    enter(&mut session, "use tea", "- use tea");
    leave(&mut session);
}

#[test]
fn the_tab_key_completes_and_the_hint_shows_the_effect() {
    let home = tempfile::tempdir().unwrap();
    let mut session = start(home.path(), &[]);
    type_in(&mut session, "proh\t");
    session.exp_string("(the item is missing)").unwrap();
    type_in(&mut session, "tea");
    session.exp_string("(+ prohibit tea)").unwrap();
    enter(&mut session, "", "- prohibit tea");
    leave(&mut session);
}

#[test]
fn json_at_a_terminal_is_an_error() {
    let mut session = spawn_after(":", WIDE, &support::command(&["--json"]));
    session.exp_string("error: --json requires non-interactive stdin/stdout.").unwrap();
    session.exp_eof().unwrap();
    let status = session.process().wait().unwrap();
    assert!(matches!(status, WaitStatus::Exited(_, 2)), "{status:?}");
}
