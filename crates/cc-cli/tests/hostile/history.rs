//! The file of the history, whatever is there and whoever else writes it.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::Path;
use std::process::Command;

use rexpect::process::Signal;
use rexpect::session::PtySession;

use crate::common::Files;
use crate::support;
use crate::support::terminal::{READY, WIDE, enter, leave, spawn_after, type_in};

/// Starts the REPL with a history, and gives what it said before its first prompt.
fn start_with(file: &Path, first: &str) -> (PtySession, String) {
    let mut command = support::command(&["--history-file"]);
    command.arg(file).env("TERM", "xterm").env("NO_COLOR", "1");
    let mut session = spawn_after(first, WIDE, &command);
    let said = session.exp_string(READY).unwrap();
    (session, said)
}

#[test]
fn what_is_no_history_is_left_alone_and_the_talk_goes_on() {
    let files = Files::new();
    let at = |name: &str| files.directory().join(name);
    fs::create_dir(at("directory")).unwrap();
    assert!(Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    let texts: [(&str, &[u8]); 4] = [
        ("junk", b"\x7fELF\0\xff\xfe\n\0"),
        ("notes", b"keep me\n"),
        ("cut", b"#V"),
        ("other version", b"#V3\nuse tea\n"),
    ];
    for (name, text) in texts {
        files.write(name, text);
        fs::set_permissions(at(name), fs::Permissions::from_mode(0o644)).unwrap();
    }
    let files_and_faults = texts.map(|(name, _)| (name, "it is not a history"));
    let others = [("directory", "it is a directory"), ("pipe", "it is not a regular file")];
    for (name, fault) in files_and_faults.into_iter().chain(others) {
        let (mut session, said) = start_with(&at(name), "true");
        let path = at(name).display().to_string();
        let warning = format!("warning: the history is not kept in `{path}`: {fault}\r\n");
        assert!(said.contains(&warning), "{said}");
        enter(&mut session, "use tea", "- use tea");
        leave(&mut session);
    }
    for (name, text) in texts {
        assert_eq!(fs::read(at(name)).unwrap(), text);
        assert_eq!(fs::metadata(at(name)).unwrap().permissions().mode() & 0o777, 0o644);
    }
    assert!(fs::metadata(at("pipe")).unwrap().file_type().is_fifo());
}

#[test]
fn wrong_bytes_in_a_history_cost_only_the_entries_that_hold_them() {
    let files = Files::new();
    let file = files.write("history", b"#V2\nuse tea\n\xff\xfe\nuse \0 \x1b[2J\nuse cut of");
    let (mut session, said) = start_with(Path::new(&file), "true");
    assert!(!said.contains("warning"), "{said}");
    // Up, and up again: the entry that was cut off is gone, and so is the one that is no text.
    type_in(&mut session, "\u{1b}[A");
    session.exp_string("> use ? ?[2J").unwrap();
    type_in(&mut session, "\u{1b}[A");
    enter(&mut session, "", "- use tea");
    leave(&mut session);
    let kept = fs::read(&file).unwrap();
    assert_eq!(kept, b"#V2\nuse tea\n\xff\xfe\nuse \0 \x1b[2J\nuse tea\n");
}

#[test]
fn a_history_of_a_hundred_megabytes_is_read_at_its_end_and_shortened() {
    let files = Files::new();
    let file = files.directory().join("history");
    fs::write(&file, "#V2\nuse first\n").unwrap();
    // A hole costs no space, and is read as a hundred million characters that nobody typed.
    fs::OpenOptions::new().write(true).open(&file).unwrap().set_len(100 << 20).unwrap();
    let mut text = fs::OpenOptions::new().append(true).open(&file).unwrap();
    std::io::Write::write_all(&mut text, b"\nuse tea\n").unwrap();
    let (mut session, said) = start_with(&file, "ulimit -v 400000");
    assert!(!said.contains("warning"), "{said}");
    enter(&mut session, "\u{1b}[A", "- use tea");
    leave(&mut session);
    assert_eq!(fs::read(&file).unwrap(), b"#V2\nuse tea\n");
}

#[test]
fn two_talks_at_once_keep_the_entries_of_both() {
    let files = Files::new();
    let file = files.directory().join("history");
    let (mut one, _) = start_with(&file, "true");
    let (mut two, _) = start_with(&file, "true");
    let mut expected = "#V2\n".to_owned();
    for number in 0..5 {
        for (name, session) in [("one", &mut one), ("two", &mut two)] {
            enter(session, &format!("use {name} {number}"), "updated");
            expected.push_str(&format!("use {name} {number}\n"));
        }
    }
    leave(&mut one);
    enter(&mut two, "use last", "updated");
    leave(&mut two);
    assert_eq!(fs::read_to_string(&file).unwrap(), expected + "use last\n");
}

#[test]
fn a_history_that_is_taken_away_is_begun_again() {
    let files = Files::new();
    let file = files.directory().join("history");
    let (mut session, _) = start_with(&file, "true");
    enter(&mut session, "use one", "- use one");
    fs::remove_file(&file).unwrap();
    enter(&mut session, "use two", "- use two");
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    enter(&mut session, "use three", "warning: the history is not kept in");
    // It is said once.
    type_in(&mut session, "use four\r");
    let answer = session.exp_string("- use four").unwrap();
    assert!(!answer.contains("warning"), "{answer}");
    session.exp_string(READY).unwrap();
    leave(&mut session);
}

#[test]
fn a_disk_that_fills_up_midway_leaves_the_entries_before() {
    let files = Files::new();
    // How long a file may be depends on the shell's unit.
    let full = files.directory().join("full");
    let script = format!("trap '' XFSZ; ulimit -f 2; cat /dev/zero >'{}'", full.display());
    let _ = Command::new("sh").args(["-c", &script]).output().unwrap();
    let most = usize::try_from(fs::metadata(&full).unwrap().len()).unwrap();
    assert!(most >= 512, "{most}");
    for room in 0..10 {
        let entry = "x".repeat(most - "#V2\n\n".len() - room);
        let text = format!("#V2\n{entry}\n");
        let file = files.write("history", &text);
        let (mut session, _) = start_with(Path::new(&file), "trap '' XFSZ; ulimit -f 2");
        let warning = format!("warning: the history is not kept in `{file}`: File too large");
        if room < "use tea\n".len() {
            enter(&mut session, "use tea", &warning);
            assert_eq!(fs::read_to_string(&file).unwrap(), text, "with room for {room} bytes");
        } else {
            enter(&mut session, "use tea", "- use tea");
            assert_eq!(fs::read_to_string(&file).unwrap(), text + "use tea\n");
        }
        leave(&mut session);
    }
}

#[test]
fn a_kill_between_any_two_entries_leaves_whole_ones() {
    let files = Files::new();
    let file = files.directory().join("history");
    let mut entered = 0;
    for round in 0..5 {
        let (mut session, _) = start_with(&file, "true");
        for _ in 0..round {
            enter(&mut session, &format!("use item {entered}"), "updated");
            entered += 1;
        }
        // The last one may be there or not, but not in part.
        type_in(&mut session, &format!("use last {round}\r"));
        session.process_mut().signal(Signal::SIGKILL).unwrap();
        session.process().wait().unwrap();
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.is_empty() || text.starts_with("#V2\n") && text.ends_with('\n'), "{text:?}");
        assert_eq!(text.matches("use item").count(), entered);
        let whole = |line: &str| line == "#V2" || line.len() == "use item 0".len();
        assert!(text.lines().all(whole), "{text:?}");
    }
}

/// What is said before the first prompt, in an environment with this home.
fn at_home(home: Option<&OsStr>) -> String {
    let mut command = support::command(&[]);
    command.env("TERM", "xterm").env("NO_COLOR", "1");
    if let Some(home) = home {
        command.env("HOME", home);
    }
    let mut session = spawn_after(":", WIDE, &command);
    let said = session.exp_string(READY).unwrap();
    enter(&mut session, "use tea", "- use tea");
    leave(&mut session);
    said
}

#[test]
fn a_home_that_is_none_is_a_warning() {
    let nowhere = "warning: the history is not kept in `history`: no home directory is set";
    for home in [None, Some(""), Some("relative/home")] {
        let said = at_home(home.map(OsStr::new));
        assert!(said.contains(nowhere), "{said}");
    }
    let said = at_home(Some(OsStr::new("/dev/null")));
    let warning = "warning: the history is not kept in `/dev/null/.local/state/context-compiler/";
    assert!(said.contains(warning) && said.contains("Not a directory"), "{said}");
}
