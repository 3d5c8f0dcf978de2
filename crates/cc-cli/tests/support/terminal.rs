//! Running the REPL in a terminal.

use std::path::Path;
use std::process::Command;

use rexpect::session::{PtySession, spawn_command};

/// How many milliseconds a terminal may take for an answer.
const DEADLINE: u64 = 60_000;

/// So many columns that no answer is broken.
pub(crate) const WIDE: u16 = 250;

/// Starts a command in a terminal of so many columns, after a shell has done something else.
pub(crate) fn spawn_after(first: &str, columns: u16, command: &Command) -> PtySession {
    let mut shell = Command::new("/bin/sh");
    shell.arg("-c").arg(format!(r#"stty cols {columns}; {first}; exec "$0" "$@""#));
    shell.arg(command.get_program()).args(command.get_args()).env_clear();
    shell.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    if let Some(directory) = command.get_current_dir() {
        shell.current_dir(directory);
    }
    spawn_command(shell, Some(DEADLINE)).unwrap()
}

/// The REPL with its history under `home`.
pub(crate) fn repl(home: &Path, arguments: &[&str]) -> Command {
    let mut command = super::command(arguments);
    command.env("HOME", home).env("NO_COLOR", "1").env("TERM", "xterm");
    command
}

/// Starts the REPL with its history under `home`.
pub(crate) fn spawn(home: &Path, arguments: &[&str]) -> PtySession {
    spawn_after(":", WIDE, &repl(home, arguments))
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
