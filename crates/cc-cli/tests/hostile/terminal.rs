//! A terminal that sends what is no text, is dumb, or goes away.

use std::env;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use rexpect::session::{PtySession, spawn_command};

use crate::common::check_no_panic;
use crate::support::terminal::{READY, enter, leave, start, type_in};

/// Sends bytes that need not be text.
fn send(session: &PtySession, bytes: &[u8]) {
    session.process().get_file_handle().unwrap().write_all(bytes).unwrap();
}

#[test]
fn a_line_that_is_not_utf8_is_dropped_whole_and_the_talk_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let mut session = start(home.path(), &[]);
    enter(&mut session, "use tea", "- use tea");
    for wrong in [&b"\xff"[..], b"\xe9 ", b"\xe2\x82 ", b"\xc0\x80", b"\xed\xa0\x80"] {
        // What follows the fault would be a directive by itself.
        send(&session, &[b"hello ", wrong].concat());
        session.exp_string("error: the line is not UTF-8, and is dropped up to the next").unwrap();
        session.exp_string("(dropped) > ").unwrap();
        send(&session, b"clear state\r");
        session.exp_string("\u{1b}[?2004l").unwrap();
        let answer = session.exp_string(READY).unwrap();
        assert!(!answer.contains("updated"), "{answer}");
    }
    enter(&mut session, "state", "- use tea");
    leave(&mut session);
    let history = fs::read(home.path().join(".local/state/context-compiler/history")).unwrap();
    assert_eq!(history, b"#V2\nuse tea\nstate\n");
}

#[test]
fn control_c_ends_the_dropping() {
    let home = tempfile::tempdir().unwrap();
    let mut session = start(home.path(), &[]);
    send(&session, b"\xff");
    session.exp_string("(dropped) > ").unwrap();
    session.send_control('c').unwrap();
    session.exp_string(READY).unwrap();
    enter(&mut session, "use tea", "- use tea");
    leave(&mut session);
}

#[test]
fn every_control_character_can_be_typed() {
    let home = tempfile::tempdir().unwrap();
    let mut session = start(home.path(), &[]);
    // Without those that end the line, and so the time in which the terminal interprets nothing.
    let ends = [0x03, 0x04, b'\n', b'\r', 0x1a];
    for byte in (0..0x20_u8).filter(|byte| !ends.contains(byte)) {
        send(&session, &[b'x', byte, b'y']);
    }
    send(&session, b"\x7f\x1b[999;999H\x1b]0;title\x07\x1b[\x18\x1bOP\x1b\x1b\x1b");
    send(&session, b"use over\x03");
    session.exp_string("\u{1b}[?2004l").unwrap();
    session.exp_string(READY).unwrap();
    enter(&mut session, "use tea", "- use tea");
    leave(&mut session);
}

#[test]
fn any_kind_of_terminal_will_do() {
    let terminals: [&[(&str, &str)]; 5] = [
        &[("TERM", "dumb")],
        &[("TERM", ""), ("NO_COLOR", "")],
        &[("TERM", "no-such-terminal"), ("LINES", "0"), ("COLUMNS", "0")],
        &[("TERM", "xterm"), ("LANG", "xx_YY"), ("LC_ALL", "\u{1}"), ("COLUMNS", "-7")],
        &[("TERM", "xterm"), ("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")],
    ];
    for environment in terminals {
        let home = tempfile::tempdir().unwrap();
        let mut command = crate::support::command(&[]);
        command.env("HOME", home.path()).envs(environment.iter().copied());
        let mut session = spawn_command(command, Some(20_000)).unwrap();
        session.exp_string("> ").unwrap();
        type_in(&mut session, "use tea\r");
        session.exp_string("- use tea").unwrap();
        type_in(&mut session, "exit\r");
        check_no_panic(&session.exp_eof().unwrap());
    }
}

#[test]
fn a_paste_of_a_long_line_is_one_input() {
    let home = tempfile::tempdir().unwrap();
    let mut session = start(home.path(), &[]);
    let item = "x".repeat(20_000);
    type_in(&mut session, &format!("\u{1b}[200~use {item}\u{1b}[201~"));
    enter(&mut session, "", "updated");
    enter(&mut session, "use tea", "- use tea");
    leave(&mut session);
}

/// Where the test below says what its other half is to do.
const HOLDER: &str = "HOSTILE_HOLDER_DIRECTORY";

#[test]
#[ignore = "the other half of the test below, which starts and kills it"]
fn a_process_holds_a_terminal() {
    let Some(directory) = env::var_os(HOLDER) else {
        return;
    };
    // The shell is told of it by a signal, and the command by its terminal alone.
    let script = r#"trap '' HUP; "$0" --history-file history; echo $? >new; mv new status"#;
    let mut shell = Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_context-compiler")]);
    shell.current_dir(&directory).env("TERM", "xterm").env("NO_COLOR", "1");
    let mut session = spawn_command(shell, Some(20_000)).unwrap();
    session.exp_string(READY).unwrap();
    enter(&mut session, "use tea", "- use tea");
    type_in(&mut session, "use half");
    session.exp_string("(+ use half)").unwrap();
    fs::write(Path::new(&directory).join("ready"), "").unwrap();
    loop {
        std::thread::park();
    }
}

/// Waits for a file that another process makes.
#[track_caller]
fn wait_for(path: &Path) {
    for _ in 0..2_000 {
        if path.exists() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{} does not come", path.display());
}

#[test]
fn a_terminal_that_hangs_up_ends_the_talk() {
    let home = tempfile::tempdir().unwrap();
    let mut holder = Command::new(env::current_exe().unwrap())
        .args(["--ignored", "--exact", "terminal::a_process_holds_a_terminal"])
        .env(HOLDER, home.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    wait_for(&home.path().join("ready"));
    holder.kill().unwrap();
    holder.wait().unwrap();
    wait_for(&home.path().join("status"));
    assert_eq!(fs::read_to_string(home.path().join("status")).unwrap(), "1\n");
    assert_eq!(fs::read(home.path().join("history")).unwrap(), b"#V2\nuse tea\n");
}
