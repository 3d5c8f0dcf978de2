//! Running the REPL in a terminal.

use std::path::Path;

use rexpect::session::{PtySession, spawn_command};

/// Starts the REPL with its history under `home`.
pub(crate) fn spawn(home: &Path, arguments: &[&str]) -> PtySession {
    let mut command = super::command(arguments);
    command.env("HOME", home).env("NO_COLOR", "1").env("TERM", "xterm");
    spawn_command(command, Some(20_000)).unwrap()
}

/// Starts the REPL, and waits until it can be typed into.
pub(crate) fn start(home: &Path, arguments: &[&str]) -> PtySession {
    let mut session = spawn(home, arguments);
    session.exp_string("Type a directive").unwrap();
    session.exp_string(READY).unwrap();
    session
}

/// What the terminal is told when the next line can be typed: to mark what is pasted.
pub(crate) const READY: &str = "\u{1b}[?2004h";

/// Types a text.
#[track_caller]
pub(crate) fn type_in(session: &mut PtySession, text: &str) {
    session.send(text).unwrap();
    session.flush().unwrap();
}

/// Enters a line, and waits for a text in the answer and for the next prompt.
#[track_caller]
pub(crate) fn enter(session: &mut PtySession, line: &str, answer: &str) {
    type_in(session, line);
    type_in(session, "\r");
    session.exp_string(answer).unwrap();
    session.exp_string(READY).unwrap();
}

/// Leaves with Ctrl-D.
#[track_caller]
pub(crate) fn leave(session: &mut PtySession) {
    session.send_control('d').unwrap();
    session.exp_eof().unwrap();
}
