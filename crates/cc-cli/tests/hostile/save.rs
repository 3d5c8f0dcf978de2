//! `:save`: the file holds the old text or the new one, whatever stops the writing.

use std::fs::{self, File};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use rexpect::process::{Signal, WaitStatus};
use rexpect::session::PtySession;

use crate::common::{Files, check_no_panic, many_policies};
use crate::support::{
    self,
    terminal::{READY, WIDE, enter, leave, repl, spawn_after, start, type_in},
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
    let arguments = ["--initial-state-file", &state, "--no-history"];
    let mut session = spawn_after(first, WIDE, &repl(files.directory(), &arguments));
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
        type_in(&mut session, &format!(":save! {target}\r"));
        // From the moment at which there is a new file, a little later each round.
        let begin = Instant::now();
        while !begun(&files) && fs::read_to_string(&target).unwrap() == OLD {
            assert!(begin.elapsed() < Duration::from_secs(20), "nothing is saved");
        }
        std::thread::sleep(Duration::from_micros(500 * round));
        session.process_mut().signal(Signal::SIGKILL).unwrap();
        session.process().wait().unwrap();
        let text = fs::read_to_string(&target).unwrap();
        assert!(text == OLD || text == new, "{} bytes are half a file", text.len());
        left[usize::from(text == new)] += 1;
        // What was left behind goes with the next save.
        let mut session = start(files.directory(), &["--no-history"]);
        enter(&mut session, &format!(":save! {target}"), "saved");
        leave(&mut session);
        assert_eq!(files.names(), ["large.json", "target.json"]);
    }
    println!("{} old, {} new", left[0], left[1]);
}

#[test]
fn a_save_removes_what_killed_runs_left_and_nothing_else() {
    let files = Files::new();
    let at = |name: &str| files.directory().join(name);
    let left = [".context-compiler-abcdefghijkl.tmp", ".context-compiler-0123456789AB.tmp"];
    for name in left {
        files.write(name, "half of a st");
    }
    let mut kept = vec![
        ".context-compiler-abcdefghijk.tmp",
        ".context-compiler-abcdefghijklm.tmp",
        ".context-compiler-abcdef-hijkl.tmp",
        ".context-compiler-abcdefghijkl",
        ".context-compiler-abcdefghijkl.tmp.json",
        "context-compiler-abcdefghijkl.tmp",
        "copy of .context-compiler-abcdefghijkl.tmp",
    ];
    for name in &kept {
        files.write(name, OLD);
    }
    // A run that is still writing has its file locked.
    let written = ".context-compiler-writingwrite.tmp";
    files.write(written, "half of a st");
    let writer = File::open(at(written)).unwrap();
    writer.lock().unwrap();
    // What is no file is of another kind, whatever its name.
    let [directory, link, pipe] = ["directoryxxx", "linklinklink", "pipepipepipe"]
        .map(|name| format!(".context-compiler-{name}.tmp"));
    fs::create_dir(at(&directory)).unwrap();
    symlink(kept[0], at(&link)).unwrap();
    assert!(Command::new("mkfifo").arg(at(&pipe)).status().unwrap().success());
    kept.extend([written, directory.as_str(), link.as_str(), pipe.as_str(), "target.json"]);
    kept.sort_unstable();

    let target = files.write("target.json", OLD);
    let mut session = start(files.directory(), &["--no-history"]);
    enter(&mut session, &format!(":save! {target}"), "saved");
    assert_eq!(files.names(), kept);
    assert_eq!(fs::read_to_string(&target).unwrap(), support::state("", "null") + "\n");
    // Once that run has been killed too, its file goes.
    drop(writer);
    enter(&mut session, &format!(":save! {target}"), "saved");
    leave(&mut session);
    assert!(!at(written).exists());
}

#[test]
fn a_file_is_replaced_only_after_yes() {
    let files = Files::new();
    let target = files.write("target.json", OLD);
    let mut session = start(files.directory(), &["--no-history"]);
    for answer in ["no", "n", "\u{3}"] {
        enter(
            &mut session,
            &format!(":save {target}"),
            &format!("replace `{target}`? (yes or no)"),
        );
        if answer == "\u{3}" {
            type_in(&mut session, answer);
            session.exp_string("not saved\r\n").unwrap();
            session.exp_string(READY).unwrap();
        } else {
            enter(&mut session, answer, "not saved\r\n");
        }
        assert_eq!(fs::read_to_string(&target).unwrap(), OLD);
    }
    enter(&mut session, &format!(":save {target}"), "(yes or no)");
    enter(&mut session, "y", "saved");
    leave(&mut session);
    assert_eq!(fs::read_to_string(&target).unwrap(), support::state("", "null") + "\n");
}

#[test]
fn a_disk_that_fills_up_midway_leaves_the_old_text_and_the_talk() {
    let files = Files::new();
    let target = files.write("target.json", OLD);
    let missing = files.directory().join("missing.json");
    let mut session = start_after(&files, "trap '' XFSZ; ulimit -f 64");
    for path in [&target, missing.to_str().unwrap()] {
        let error = format!("error: cannot write `{path}`: File too large (os error 27)\r\n");
        enter(&mut session, &format!(":save! {path}"), &error);
        assert_eq!(files.names(), ["large.json", "target.json"]);
        assert_eq!(fs::read_to_string(&target).unwrap(), OLD);
    }
    // The state is still there, and so is its way out.
    enter(&mut session, "clear state", "policies: (none)");
    enter(&mut session, &format!(":save! {target}"), "saved");
    leave(&mut session);
    assert_eq!(fs::read_to_string(&target).unwrap(), support::state("", "null") + "\n");
}

#[test]
fn a_limit_that_kills_midway_leaves_the_old_text() {
    let files = Files::new();
    let target = files.write("target.json", OLD);
    let mut session = start_after(&files, "ulimit -c 0; ulimit -f 64");
    type_in(&mut session, &format!(":save! {target}\r"));
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
        enter(&mut session, &format!(":save! {path}"), &error);
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
        enter(&mut session, &format!(":save! {}", at(link).display()), "saved");
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
