//! A terminal that sends what is no text, is dumb, or goes away.

use std::env;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use rexpect::session::PtySession;

use crate::common::check_no_panic;
use crate::support::terminal::{READY, WIDE, enter, leave, repl, spawn_after, start, type_in};

/// Sends bytes that need not be text.
fn send(session: &PtySession, bytes: &[u8]) {
    session.process().get_file_handle().unwrap().write_all(bytes).unwrap();
}

/// Bytes that are no text, and text after them where they need some.
const WRONG: [&[u8]; 5] = [b"\xff", b"\xe9 ", b"\xe2\x82 ", b"\xc0\x80", b"\xed\xa0\x80"];

#[test]
fn a_line_that_is_not_utf8_is_dropped_whole_and_the_talk_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let mut session = start(home.path(), &[]);
    enter(&mut session, "use tea", "- use tea");
    for wrong in WRONG {
        send(&session, &[b"hello ", wrong].concat());
        session.exp_string("error: the line is not UTF-8, and is dropped up to the next").unwrap();
        session.exp_string("(dropped) > ").unwrap();
        // What follows the fault would be a directive by itself, and is one only if it is said so.
        enter(&mut session, "clear state", "submit `clear state`? (yes or no)");
        enter(&mut session, "n", "not submitted");
    }
    enter(&mut session, "state", "- use tea");
    leave(&mut session);
    let history = fs::read(home.path().join(".local/state/context-compiler/history")).unwrap();
    assert_eq!(history, b"#V2\nuse tea\nstate\n");
}

#[test]
fn a_byte_that_is_not_utf8_right_before_enter_swallows_no_line() {
    let home = tempfile::tempdir().unwrap();
    let mut session = start(home.path(), &[]);
    for (number, wrong) in [&b"caf\xe9"[..], b"\xff", b"\xe2\x82", b"\xc0"].into_iter().enumerate()
    {
        // The editor takes the Enter with the wrong byte, or loses it with the rest.
        send(&session, &[wrong, b"\r"].concat());
        session.exp_string("(dropped) > ").unwrap();
        // An Enter is enough to go on.
        enter(&mut session, "", "\r\n");
        let item = format!("use item {number}");
        enter(&mut session, &item, &format!("- {item}"));
        // And without it, the line is not lost.
        send(&session, &[wrong, b"\r"].concat());
        session.exp_string("(dropped) > ").unwrap();
        let item = format!("use other {number}");
        enter(&mut session, &item, &format!("submit `{item}`? (yes or no)"));
        enter(&mut session, "y", &format!("- {item}"));
    }
    leave(&mut session);
}

#[test]
fn a_line_that_is_not_utf8_costs_no_other_where_lines_are_not_edited() {
    let home = tempfile::tempdir().unwrap();
    let mut session = spawn_after(":", WIDE, repl(home.path(), &[]).env("TERM", "dumb"));
    session.exp_string("> ").unwrap();
    send(&session, b"hello \xff clear state\nuse tea\n\xe9\nuse milk\nstate\n");
    for _ in 0..2 {
        session.exp_string("error: the line is not UTF-8, and is dropped\r\n").unwrap();
        session.exp_string("updated").unwrap();
    }
    session.exp_string("- use milk\r\n- use tea\r\n").unwrap();
    type_in(&mut session, "exit\n");
    check_no_panic(&session.exp_eof().unwrap());
}

#[test]
fn no_half_of_what_is_typed_ahead_is_taken_for_a_line() {
    let home = tempfile::tempdir().unwrap();
    // The editor reads 1,024 bytes at once, and each of these ends them before a directive.
    for start_of_burst in ["use tea\r", "use abandoned\u{3}", "use \u{1c}", "x\r\r"] {
        let mut session = start(home.path(), &["--no-history"]);
        enter(&mut session, "use milk", "- use milk");
        let filler = "x".repeat(1024 - start_of_burst.len() - "hello ".len());
        let line = format!("hello {filler}clear state");
        send(&session, format!("{start_of_burst}{line}\r:diff\r").as_bytes());
        session.exp_string("no_directive\r\n").unwrap();
        session.exp_string("diff:\r\n").unwrap();
        session.exp_string(READY).unwrap();
        enter(&mut session, "state", "- use milk");
        leave(&mut session);
    }
}

#[test]
fn a_long_burst_with_a_wrong_byte_runs_nothing_unasked() {
    let home = tempfile::tempdir().unwrap();
    let mut session = start(home.path(), &["--no-history"]);
    enter(&mut session, "use tea", "- use tea");
    for length in [0, 1_000, 1_023, 3_000] {
        let burst = [b"\xff", "x".repeat(length).as_bytes(), b"\rclear state\ryes\r"].concat();
        send(&session, &burst);
        session.exp_string("(dropped) > ").unwrap();
        // Whatever of it is left ends with the second of these.
        type_in(&mut session, "\u{3}\u{3}");
        enter(&mut session, "preview remove policy tea", "would_mutate: yes");
    }
    leave(&mut session);
}

#[test]
fn a_line_that_the_terminal_may_have_cut_off_is_asked_about() {
    let home = tempfile::tempdir().unwrap();
    let files = crate::common::Files::new();
    let start = files.directory().join("start");
    assert!(Command::new("mkfifo").arg(&start).status().unwrap().success());
    // The terminal keeps what is typed before the command is there, and shows that it does.
    let first = "stty echo; echo keeping; cat start; stty -echo";
    let mut command = repl(home.path(), &[]);
    command.env("TERM", "dumb").current_dir(files.directory());
    let mut session = spawn_after(first, WIDE, &command);
    session.exp_string("keeping").unwrap();
    send(&session, format!("set premise {}\nuse tea\n", "x".repeat(5_000)).as_bytes());
    session.exp_string("xxx\r\n").unwrap();
    fs::write(&start, "").unwrap();
    session.exp_string("this may be a part of a line").unwrap();
    session.exp_string("please answer yes or no").unwrap();
    type_in(&mut session, "no\n");
    session.exp_string("not submitted").unwrap();
    type_in(&mut session, "state\n");
    session.exp_string("premise: (none)").unwrap();
    type_in(&mut session, "exit\n");
    session.exp_eof().unwrap();
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
        let mut session = spawn_after(":", WIDE, &command);
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
    let mut session = spawn_after(":", WIDE, &shell);
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
