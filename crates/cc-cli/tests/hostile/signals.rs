//! Signals, where the command waits, reads, or edits a line.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};

use rexpect::process::{Signal, WaitStatus};
use rexpect::session::PtySession;

use crate::common::{Files, Mode, check_no_panic, ended, give};
use crate::support;
use crate::support::terminal::{READY, WIDE, enter, leave, spawn_after, start, type_in};

/// The signals that end what does not expect them, and their numbers.
const ENDING: [(&str, i32); 3] = [("HUP", 1), ("INT", 2), ("TERM", 15)];

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
    assert!(status.unwrap().success());
}

/// Waits until the answers to the session of a mode have come, as they should.
fn read_answers(mode: &Mode, child: &mut Child) {
    let expected = mode.answers();
    let mut answers = vec![0; expected.len()];
    child.stdout.as_mut().unwrap().read_exact(&mut answers).unwrap();
    assert_eq!(answers, expected, "{:?}", mode.arguments);
}

#[test]
fn a_signal_ends_a_run_between_answers_and_within_a_line() {
    let files = Files::new();
    for mode in files.modes() {
        for (name, number) in ENDING {
            for rest in [&b""[..], b"use half of a li", b"\xe2\x82"] {
                let (mut child, mut stdin) = mode.spawn();
                stdin.write_all(&[&mode.session(), rest].concat()).unwrap();
                read_answers(&mode, &mut child);
                signal(&child, name);
                let output = child.wait_with_output().unwrap();
                // What was half there got no answer.
                assert_eq!(
                    (output.stdout.as_slice(), output.stderr.as_slice()),
                    (&b""[..], &b""[..])
                );
                assert_eq!(output.status.signal(), Some(number), "{:?}", mode.arguments);
            }
        }
    }
}

/// Starts a mode through a shell that does something about signals first.
fn trapping(mode: &Mode, trap: &str) -> Child {
    let command = support::command(&mode.arguments());
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!(r#"{trap}; exec "$0" "$@""#));
    shell.arg(command.get_program()).args(command.get_args());
    shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn a_run_that_is_told_to_ignore_signals_goes_on() {
    let files = Files::new();
    for mode in files.modes() {
        let mut child = trapping(&mode, "trap '' HUP INT TERM QUIT TSTP");
        let mut stdin = child.stdin.take().unwrap();
        // The shell has gone when the first answer comes.
        let (first, rest) = mode.lines.split_first().unwrap();
        stdin.write_all(&[first, &b"\n"[..]].concat()).unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap());
        let mut all = Vec::new();
        answers.read_until(b'\n', &mut all).unwrap();
        for (name, _) in ENDING {
            signal(&child, name);
        }
        for line in rest {
            stdin.write_all(&[line, &b"\n"[..]].concat()).unwrap();
        }
        drop(stdin);
        answers.read_to_end(&mut all).unwrap();
        assert_eq!(all, mode.answers(), "{:?}", mode.arguments);
        assert_eq!(ended(child), (String::new(), Some(0)), "{:?}", mode.arguments);
    }
}

#[test]
fn a_closed_pipe_is_the_same_whether_its_signal_is_ignored_or_not() {
    let files = Files::new();
    for mode in files.modes() {
        for trap in ["trap '' PIPE", "trap - PIPE"] {
            let mut child = trapping(&mode, trap);
            drop(child.stdout.take());
            give(child.stdin.take().unwrap(), &mode.session());
            assert_eq!(ended(child), (String::new(), Some(0)), "{:?}, {trap}", mode.arguments);
        }
    }
}

#[test]
fn a_run_that_was_stopped_goes_on() {
    let files = Files::new();
    for mode in files.modes() {
        let (mut child, mut stdin) = mode.spawn();
        let session = mode.session();
        let (first, second) = session.split_at(session.len() / 2);
        stdin.write_all(first).unwrap();
        signal(&child, "STOP");
        stdin.write_all(second).unwrap();
        signal(&child, "CONT");
        read_answers(&mode, &mut child);
        drop(stdin);
        assert_eq!(ended(child), (String::new(), Some(0)));
    }
}

#[test]
fn a_signal_ends_the_repl_and_leaves_its_history_whole() {
    for signal in [Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT, Signal::SIGKILL] {
        let home = tempfile::tempdir().unwrap();
        let mut session = start(home.path(), &[]);
        enter(&mut session, "use tea", "- use tea");
        type_in(&mut session, "use half of a li");
        session.exp_string("(+ use half of a li)").unwrap();
        session.process_mut().signal(signal).unwrap();
        let status = session.process().wait().unwrap();
        assert!(matches!(status, WaitStatus::Signaled(_, by, _) if by == signal), "{status:?}");
        check_no_panic(&session.exp_eof().unwrap());
        let file = home.path().join(".local/state/context-compiler/history");
        assert_eq!(fs::read(file).unwrap(), b"#V2\nuse tea\n");
    }
}

/// Starts the REPL below a shell that compares the mode of the terminal before and after, and gives
/// its process.
fn start_between_looks(first: &str) -> (PtySession, String) {
    let script = r#"before=$(stty -g)
sh -c "$1"'; echo "process $$."; exec "$0" --no-history' "$0"
[ "$before" = "$(stty -g)" ] && echo "same mode" || echo "other mode""#;
    let mut shell = Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_context-compiler"), first]);
    shell.env("TERM", "xterm").env("NO_COLOR", "1");
    let mut session = spawn_after(":", WIDE, &shell);
    session.exp_string("process ").unwrap();
    let process = session.exp_char('.').unwrap();
    session.exp_string(READY).unwrap();
    (session, process)
}

fn signal_process(process: &str, name: &str) {
    assert!(Command::new("kill").args(["-s", name, process]).status().unwrap().success());
}

#[test]
fn a_signal_that_ends_the_repl_gives_the_terminal_back() {
    for name in ["TERM", "HUP", "QUIT"] {
        let (mut session, process) = start_between_looks("ulimit -c 0");
        enter(&mut session, "use tea", "- use tea");
        type_in(&mut session, "use half of a li");
        session.exp_string("(+ use half of a li)").unwrap();
        signal_process(&process, name);
        // No paste is marked any more.
        session.exp_string("\u{1b}[?2004l").unwrap();
        session.exp_string("same mode").unwrap();
        session.exp_eof().unwrap();
    }
}

#[test]
fn a_signal_that_is_to_be_ignored_does_not_end_the_repl() {
    let (mut session, process) = start_between_looks("trap '' TERM HUP QUIT");
    for name in ["TERM", "HUP", "QUIT"] {
        signal_process(&process, name);
        enter(&mut session, "use tea", "- use tea");
    }
    session.send_control('d').unwrap();
    session.exp_string("same mode").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn an_interrupt_from_elsewhere_abandons_the_line_like_control_c() {
    let home = tempfile::tempdir().unwrap();
    let mut session = start(home.path(), &[]);
    type_in(&mut session, "use abandoned");
    session.exp_string("(+ use abandoned)").unwrap();
    session.process_mut().signal(Signal::SIGINT).unwrap();
    session.exp_string(READY).unwrap();
    enter(&mut session, "state", "policies: (none)");
    leave(&mut session);
}

#[test]
fn the_repl_goes_on_after_a_stop_and_after_its_window_changed() {
    let home = tempfile::tempdir().unwrap();
    let mut session = start(home.path(), &[]);
    for _ in 0..50 {
        session.process_mut().signal(Signal::SIGWINCH).unwrap();
    }
    type_in(&mut session, "use te");
    session.exp_string("(+ use te)").unwrap();
    session.process_mut().signal(Signal::SIGSTOP).unwrap();
    type_in(&mut session, "a");
    session.process_mut().signal(Signal::SIGCONT).unwrap();
    session.exp_string("(+ use tea)").unwrap();
    // There is no shell here to go back to, so this does nothing.
    session.send_control('z').unwrap();
    enter(&mut session, "", "- use tea");
    leave(&mut session);
}
