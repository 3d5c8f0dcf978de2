//! The completion scripts, in the shells that they are for.
//!
//! A shell that is not installed is passed over, unless the variable `CC_SHELLS` names it, as
//! `.ci/run` does.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a shell that does not answer has failed the test")]

mod support;

use std::env;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use rexpect::session::spawn_command;
use tempfile::TempDir;

/// Lines to complete the end of, and what is offered there.
const LINES: [(&str, &[&str]); 3] = [
    (
        "context-compiler toolcall --",
        &[
            "--aliases",
            "--help",
            "--least-certainty",
            "--max-line-bytes",
            "--order",
            "--schema",
            "--schemas",
            "--strict",
            "--values",
        ],
    ),
    ("context-compiler migrate --to ", &["0.5", "0.9"]),
    ("context-compiler --contract ", &["0.5", "0.9", "m1"]),
];

/// The sessions that there are.
const SESSIONS: [&str; 3] = ["garden", "trip", "two words"];

/// Lines that want the name of a session at their end.
const WANT_NAMES: [&str; 6] = [
    "context-compiler --session ",
    "context-compiler session show ",
    "context-compiler session why ",
    "context-compiler session compose trip ",
    "context-compiler session import ",
    "context-compiler session recall trip base --from ",
];

/// Lines that want none: of another store, or of something else.
const WANT_NO_NAMES: [&str; 3] = [
    "context-compiler --store sqlite:other.db --session ",
    "context-compiler session show --",
    "context-compiler --contract ",
];

/// A shell that is there, and its completion script.
struct Shell {
    name: &'static str,
    directory: TempDir,
    script: PathBuf,
}

impl Shell {
    /// The shell, if it is installed.
    fn find(name: &'static str) -> Option<Self> {
        let version = Command::new(name).arg("--version").stdout(Stdio::null()).status();
        if version.is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            let wanted = env::var("CC_SHELLS").unwrap_or_default();
            assert!(
                !wanted.split(' ').any(|shell| shell == name),
                "{name} is not installed: install it, or take it out of the variable CC_SHELLS"
            );
            println!("passed over: {name} is not installed");
            return None;
        }
        let directory = tempfile::tempdir().unwrap();
        let script = directory.path().join("script");
        std::fs::write(&script, support::run(&["completions", name], "").success()).unwrap();
        let shell = Shell { name, directory, script };
        for session in SESSIONS {
            let talk = ["--session", session, "--store", &shell.store()];
            support::run(&talk, "use tea\n").success();
        }
        Some(shell)
    }

    /// The store that the environment names.
    fn store(&self) -> String {
        format!("sqlite:{}", self.directory.path().join("sessions.db").display())
    }

    /// The shell with no settings of the user's, which finds the command.
    fn command(&self) -> Command {
        let mut command = Command::new(self.name);
        let path = env::var_os("PATH").unwrap_or_default();
        let own =
            PathBuf::from(env!("CARGO_BIN_EXE_context-compiler")).parent().unwrap().to_owned();
        let path = env::join_paths([own].into_iter().chain(env::split_paths(&path))).unwrap();
        command.env_clear().env("PATH", path).env("CONTEXT_COMPILER_STORE", self.store());
        command.env("HOME", self.directory.path()).current_dir(self.directory.path());
        command
    }

    /// What a command of the shell prints, by lines and sorted.
    #[track_caller]
    fn prints(&self, arguments: &[&str]) -> Vec<String> {
        let output = self.command().args(arguments).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{}", self.name);
        let printed = String::from_utf8(output.stdout).unwrap();
        let mut lines: Vec<String> = printed.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    }
}

/// Does what bash does when it completes the last word of `$2`.
const BASH: &str = r#"
source "$1"
read -r -a COMP_WORDS <<<"$2"
[[ "$2" == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
registered=$(complete -p context-compiler)
[[ "$registered" =~ -F\ ([^ ]+) ]]
"${BASH_REMATCH[1]}" context-compiler "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
"#;

#[test]
fn bash_completes_options_and_values_after_subcommands_too() {
    let Some(bash) = Shell::find("bash") else { return };
    for (line, offered) in LINES {
        let script = bash.script.to_str().unwrap();
        let printed = bash.prints(&["--norc", "--noprofile", "-c", BASH, "bash", script, line]);
        // An option has one letter, too.
        let words = printed.iter().filter(|word| *word != "-h");
        assert!(words.eq(offered), "{line:?}: {printed:?}");
    }
}

#[test]
fn bash_completes_names_of_sessions() {
    let Some(bash) = Shell::find("bash") else { return };
    let script = bash.script.to_str().unwrap();
    let print = |line| bash.prints(&["--norc", "--noprofile", "-c", BASH, "bash", script, line]);
    for line in WANT_NAMES {
        assert_eq!(print(line), ["garden", "trip", r"two\ words"], "{line:?}");
    }
    assert_eq!(print("context-compiler session show tr"), ["trip"]);
    for line in WANT_NO_NAMES {
        assert!(!print(line).contains(&"trip".to_owned()), "{line:?}");
    }
}

#[test]
fn fish_completes_names_of_sessions() {
    let Some(fish) = Shell::find("fish") else { return };
    let script = fish.script.to_str().unwrap();
    let complete = "source $argv[1]; complete -C $argv[2]";
    let print = |line| fish.prints(&["--no-config", "-c", complete, script, line]);
    for line in WANT_NAMES {
        let printed = print(line);
        let names: Vec<_> = printed.iter().filter(|it| SESSIONS.contains(&it.as_str())).collect();
        assert_eq!(names, SESSIONS, "{line:?}: {printed:?}");
    }
    for line in WANT_NO_NAMES {
        assert!(!print(line).contains(&"trip".to_owned()), "{line:?}");
    }
}

#[test]
fn fish_completes_options_and_values_after_subcommands_too() {
    let Some(fish) = Shell::find("fish") else { return };
    for (line, offered) in LINES {
        let script = fish.script.to_str().unwrap();
        let complete = "source $argv[1]; complete -C $argv[2]";
        let printed = fish.prints(&["--no-config", "-c", complete, script, line]);
        let words = printed.iter().map(|line| line.split('\t').next().unwrap());
        assert!(words.eq(offered.iter().copied()), "{line:?}: {printed:?}");
    }
}

#[test]
fn zsh_completes_options_values_and_names_of_sessions() {
    let Some(zsh) = Shell::find("zsh") else { return };
    let mut command = zsh.command();
    command.args(["-f", "-i"]).env("TERM", "xterm").env("COLUMNS", "200").env("LINES", "50");
    let mut session = spawn_command(command, Some(20_000)).unwrap();
    let mut type_in = |text: &str, expected: &[&str]| {
        support::terminal::type_in(&mut session, text);
        for text in expected {
            session.exp_string(text).unwrap();
        }
    };
    // The prompts are written so that the echo of this is none.
    let setup = "autoload -U compinit; compinit -u -D; setopt nobeep; zstyle ':completion:*' \
                 list-separator =; source ./script; PS1='%B%b<ready>'\r";
    type_in(setup, &["\u{1b}[0m<ready>"]);
    for (line, offered) in LINES {
        // The first key completes what is common to all, the second lists them in any case.
        type_in(&format!("{line}\t\t"), &[]);
        let mut listed: Vec<String> = offered.iter().map(|word| format!("{word} ")).collect();
        listed.push(" = ".to_owned());
        let listed: Vec<&str> = listed.iter().map(String::as_str).collect();
        type_in("", &listed);
        type_in("\u{3}", &["<ready>"]);
    }
    for line in WANT_NAMES {
        type_in(&format!("{line}\t\t"), &["garden", "trip", r"two\ words"]);
        type_in("\u{3}", &["<ready>"]);
    }
    type_in("context-compiler session show tr\t\u{1}echo \r", &["session show trip", "<ready>"]);
    type_in("exit\r", &[]);
    session.exp_eof().unwrap();
}
