//! The REPL in a real terminal.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a terminal that does not answer has failed the test")]

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt;

use rexpect::process::WaitStatus;
use rexpect::session::spawn_command;
use support::terminal::{READY, enter, leave, spawn, start, type_in};

#[test]
fn a_conversation_with_repair_and_exit() {
    let home = tempfile::tempdir().unwrap();
    let mut session = start(home.path(), &[]);
    enter(&mut session, "prohibit tea", "- prohibit tea");
    enter(&mut session, "use tea", "2. use tea");
    enter(&mut session, ":repair 1", "submit `remove policy tea`? (yes or no)");
    enter(&mut session, "yes", "policies: (none)");
    enter(&mut session, "use tea and use milk", "no_directive\r\n");
    type_in(&mut session, "exit\r");
    session.exp_eof().unwrap();
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
    let command = support::command(&["--json"]);
    let mut session = spawn_command(command, Some(20_000)).unwrap();
    session.exp_string("error: --json requires non-interactive stdin/stdout.").unwrap();
    session.exp_eof().unwrap();
    let status = session.process().wait().unwrap();
    assert!(matches!(status, WaitStatus::Exited(_, 2)), "{status:?}");
}
