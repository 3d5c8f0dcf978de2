//! `:save`: the file holds the old text or the new one, whatever stops the writing.

use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use rexpect::process::{Signal, WaitStatus};
use rexpect::session::{PtySession, spawn_command};

use crate::common::{Files, check_no_panic, many_policies};
use crate::support::{
    self,
    terminal::{READY, enter, leave, start, type_in},
};

/// What a file holds that is to be replaced.
const OLD: &str = "old\n";

/// Whether this process may do everything, and no permission can be missing.
fn is_root(files: &Files) -> bool {
    fs::metadata(files.directory()).unwrap().uid() == 0
}

/// Starts the REPL with a large state, by a shell that does something first.
fn start_after(files: &Files, first: &str) -> PtySession {
    let state = files.write("large.json", many_policies(20_000));
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!(r#"{first}; exec "$0" "$@""#));
    shell.arg(env!("CARGO_BIN_EXE_context-compiler"));
    shell.args(["--initial-state-file", &state, "--no-history"]);
    shell.env("TERM", "xterm").env("NO_COLOR", "1");
    let mut session = spawn_command(shell, Some(20_000)).unwrap();
    session.exp_string(READY).unwrap();
    session
}

#[test]
fn a_kill_at_any_moment_leaves_the_old_text_or_the_new() {
    let files = Files::new();
    let target = files.write("target.json", OLD);
    let new = many_policies(20_000) + "\n";
    let begun = |files: &Files| files.names().iter().any(|name| name.starts_with(".context-"));
    let mut left = [0; 2];
    for round in 0..12 {
        fs::write(&target, OLD).unwrap();
        let mut session = start_after(&files, "true");
        type_in(&mut session, &format!(":save {target}\r"));
        // From the moment at which there is a new file, a little later each round.
        let start = Instant::now();
        while !begun(&files) && fs::read_to_string(&target).unwrap() == OLD {
            assert!(start.elapsed() < Duration::from_secs(20), "nothing is saved");
        }
        std::thread::sleep(Duration::from_micros(500 * round));
        session.process_mut().signal(Signal::SIGKILL).unwrap();
        session.process().wait().unwrap();
        let text = fs::read_to_string(&target).unwrap();
        assert!(text == OLD || text == new, "{} bytes are half a file", text.len());
        left[usize::from(text == new)] += 1;
        // What was left behind is known by its name, and is in nobody's way.
        for name in files.names() {
            if name.starts_with(".context-compiler-") {
                fs::remove_file(files.directory().join(name)).unwrap();
            }
        }
        assert_eq!(files.names(), ["large.json", "target.json"]);
    }
    println!("{} old, {} new", left[0], left[1]);
}

#[test]
fn what_a_killed_run_left_is_in_nobodys_way() {
    let files = Files::new();
    files.write(".context-compiler-abcdef", "half of a st");
    let target = files.write("target.json", OLD);
    let mut session = start(files.directory(), &["--no-history"]);
    enter(&mut session, &format!(":save {target}"), "saved");
    enter(&mut session, &format!(":load {target}"), "loaded");
    leave(&mut session);
    assert_eq!(fs::read_to_string(&target).unwrap(), support::state("", "null") + "\n");
    assert_eq!(files.names(), [".context-compiler-abcdef", "target.json"]);
}

#[test]
fn a_disk_that_fills_up_midway_leaves_the_old_text_and_the_talk() {
    let files = Files::new();
    let target = files.write("target.json", OLD);
    let missing = files.directory().join("missing.json");
    let mut session = start_after(&files, "trap '' XFSZ; ulimit -f 64");
    for path in [&target, missing.to_str().unwrap()] {
        let error = format!("error: cannot write `{path}`: File too large (os error 27)\r\n");
        enter(&mut session, &format!(":save {path}"), &error);
        assert_eq!(files.names(), ["large.json", "target.json"]);
        assert_eq!(fs::read_to_string(&target).unwrap(), OLD);
    }
    // The state is still there, and so is its way out.
    enter(&mut session, "clear state", "policies: (none)");
    enter(&mut session, &format!(":save {target}"), "saved");
    leave(&mut session);
    assert_eq!(fs::read_to_string(&target).unwrap(), support::state("", "null") + "\n");
}

#[test]
fn a_limit_that_kills_midway_leaves_the_old_text() {
    let files = Files::new();
    let target = files.write("target.json", OLD);
    let mut session = start_after(&files, "ulimit -c 0; ulimit -f 64");
    type_in(&mut session, &format!(":save {target}\r"));
    let status = session.process().wait().unwrap();
    assert!(matches!(status, WaitStatus::Signaled(_, Signal::SIGXFSZ, _)), "{status:?}");
    check_no_panic(&session.exp_eof().unwrap());
    assert_eq!(fs::read_to_string(&target).unwrap(), OLD);
}

/// Saves to each path, and expects an error that names it and says this.
fn refuse(files: &Files, targets: &[(&str, &str)]) {
    let before = files.names();
    let mut session = start(files.directory(), &["--no-history"]);
    for (name, fault) in targets {
        let path = files.directory().join(name);
        let path = path.to_str().unwrap();
        let error = format!("error: cannot write `{path}`: {fault}");
        enter(&mut session, &format!(":save {path}"), &error);
        assert_eq!(files.names(), before, "{name}");
    }
    leave(&mut session);
}

#[test]
fn what_is_no_file_is_not_replaced_by_one() {
    let files = Files::new();
    let at = |name: &str| files.directory().join(name);
    fs::create_dir(at("directory")).unwrap();
    assert!(Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    let _socket = UnixListener::bind(at("socket")).unwrap();
    symlink("pipe", at("link to pipe")).unwrap();
    symlink("circle", at("circle")).unwrap();
    files.write("file", OLD);
    let mut targets = vec![
        ("directory", "it is a directory"),
        (".", "it is a directory"),
        ("pipe", "it is not a regular file"),
        ("socket", "it is not a regular file"),
        ("link to pipe", "it is not a regular file"),
        ("circle", "Too many levels of symbolic links"),
        ("file/below", "Not a directory"),
        ("missing/below", "entity not found"),
    ];
    // A device that is full. One that the machine needs is not to be risked.
    let made = is_root(&files)
        && Command::new("mknod").arg(at("full")).args(["c", "1", "7"]).status().unwrap().success();
    if made {
        targets.push(("full", "it is not a regular file"));
    }
    refuse(&files, &targets);
    let kind = |name: &str| fs::symlink_metadata(at(name)).unwrap().file_type();
    assert!(kind("directory").is_dir() && kind("pipe").is_fifo() && kind("socket").is_socket());
    assert!(kind("link to pipe").is_symlink() && kind("circle").is_symlink());
    assert!(!made || kind("full").is_char_device());
    assert_eq!(fs::read_to_string(at("file")).unwrap(), OLD);
}

#[test]
fn links_keep_pointing_where_they_point_even_to_nothing() {
    let files = Files::new();
    let at = |name: &str| files.directory().join(name);
    fs::create_dir(at("below")).unwrap();
    let links = [("one", "target"), ("below/two", "../one"), ("to nothing", "below/new")];
    for (link, target) in links {
        symlink(target, at(link)).unwrap();
    }
    symlink("to nothing", at("to a link to nothing")).unwrap();
    files.write("target", OLD);
    let mut session = start(files.directory(), &["--no-history"]);
    for link in ["below/two", "to a link to nothing"] {
        enter(&mut session, &format!(":save {}", at(link).display()), "saved");
    }
    leave(&mut session);
    for (link, target) in links {
        assert_eq!(fs::read_link(at(link)).unwrap(), Path::new(target));
    }
    for target in ["target", "below/new"] {
        let kind = fs::symlink_metadata(at(target)).unwrap().file_type();
        assert!(kind.is_file(), "{target}");
        let text = fs::read_to_string(at(target)).unwrap();
        assert_eq!(text, support::state("", "null") + "\n");
    }
}

#[test]
fn a_directory_that_takes_no_file_is_an_error() {
    let files = Files::new();
    if is_root(&files) {
        // Nothing is forbidden then.
        return;
    }
    fs::create_dir(files.directory().join("closed")).unwrap();
    files.write("closed/old", OLD);
    let closed = files.directory().join("closed");
    for mode in [0o500, 0o000] {
        fs::set_permissions(&closed, fs::Permissions::from_mode(mode)).unwrap();
        refuse(&files, &[("closed/old", ""), ("closed/new", "")]);
    }
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).unwrap();
    assert_eq!(fs::read_to_string(closed.join("old")).unwrap(), OLD);
    assert!(!closed.join("new").exists());
}
