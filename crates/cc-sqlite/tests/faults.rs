//! What can be wrong with the file, its folder and its disk: each its own error, nothing written, and
//! the next turn works when the fault is gone (S12).

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics has failed")]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use cc_sessions::{Error, ErrorKind, Session, Sessions, StoreErrorKind, Turn};
use cc_sqlite::{APPLICATION_ID, SCHEMA_VERSION, SqliteStore};
use futures_executor::block_on;
use rusqlite::Connection;

fn session(path: &Path) -> Session {
    let store = SqliteStore::open_with_wait(path, Duration::from_millis(100)).unwrap();
    Sessions::new(store, || 0).session("ann", "trip").unwrap()
}

fn turn(session: &Session, input: &str) -> Result<u64, Error> {
    block_on(session.turn(Turn::new(input))).map(|reply| reply.revision)
}

/// Opening fails with a kind and words, and changes no byte.
fn refused(path: &Path, kind: StoreErrorKind, words: &str) {
    let before = fs::read(path).ok();
    let error = SqliteStore::open_with_wait(path, Duration::from_millis(50)).unwrap_err();
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.to_string().contains(words), "{error}");
    assert_eq!(fs::read(path).ok(), before);
}

#[test]
fn what_is_no_store_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    fs::write(&path, "this is a text, and long enough to be taken for a page").unwrap();
    refused(&path, StoreErrorKind::Foreign, "this is no SQLite database");
    let other = folder.path().join("other.db");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE notes (text)").unwrap();
    refused(&other, StoreErrorKind::Foreign, "this is a database of another program");
    let numbered = folder.path().join("numbered.db");
    let connection = Connection::open(&numbered).unwrap();
    connection.pragma_update(None, "application_id", 7).unwrap();
    drop(connection);
    refused(&numbered, StoreErrorKind::Foreign, "its application_id is 0x7");
}

#[test]
fn a_later_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sessions.db");
    turn(&session(&path), "use tea").unwrap();
    let connection = Connection::open(&path).unwrap();
    let id: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0)).unwrap();
    assert_eq!(id, APPLICATION_ID);
    connection.pragma_update(None, "user_version", SCHEMA_VERSION + 1).unwrap();
    connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    drop(connection);
    refused(&path, StoreErrorKind::LaterVersion, "its tables are of version 2");
}

#[test]
fn a_place_that_cannot_hold_a_file_is_told() {
    let folder = tempfile::tempdir().unwrap();
    refused(folder.path(), StoreErrorKind::Other, "this is a folder");
    refused(Path::new(""), StoreErrorKind::Other, "the path of the store is empty");
    let missing = folder.path().join("missing/sessions.db");
    refused(&missing, StoreErrorKind::ReadOnly, "the store cannot be made");
    refused(Path::new("/proc/sessions.db"), StoreErrorKind::ReadOnly, "the store cannot be made");
}

#[test]
fn a_path_is_a_name_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    for name in [":memory:", "file:x?mode=memory", "a b'c\"d", "é%20#?"] {
        let path = folder.path().join(name);
        turn(&session(&path), "use tea").unwrap();
        assert!(path.is_file(), "{name}");
        assert_eq!(turn(&session(&path), "use milk").unwrap(), 2, "{name}");
    }
}

#[test]
#[cfg(unix)]
fn nobody_else_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let session = session(&folder.path().join("sessions.db"));
    turn(&session, "use tea").unwrap();
    let files: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap()).collect();
    assert_eq!(files.len(), 3, "the database, its log and the log's index");
    for file in files {
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{file:?}");
    }
}

#[test]
fn a_locked_file_is_told_and_works_later() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sessions.db");
    let session = session(&path);
    turn(&session, "use tea").unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = turn(&session, "use milk").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Store);
    assert!(error.is_temporary() && !error.is_outcome_unknown());
    assert!(error.to_string().contains("another process holds the store"), "{error}");
    // Reading goes on, and so does ordinary text.
    assert_eq!(turn(&session, "hello").unwrap(), 1);
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(turn(&session, "use milk").unwrap(), 2);
}

/// On a file system of 1 MiB, which takes rights to mount one.
#[test]
fn a_full_disk_is_told_and_works_later() {
    let folder = tempfile::tempdir().unwrap();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"])
        .arg(folder.path())
        .output();
    if !mounted.is_ok_and(|output| output.status.success()) {
        eprintln!("LEFT OUT: a full disk, since no file system can be mounted");
        return;
    }
    let result = std::panic::catch_unwind(|| fill(folder.path()));
    assert!(Command::new("umount").arg(folder.path()).status().unwrap().success());
    result.unwrap();
}

fn fill(folder: &Path) {
    let path = folder.join("sessions.db");
    let session = session(&path);
    let ballast = folder.join("ballast");
    fs::write(&ballast, vec![0; 500_000]).unwrap();
    let operand = "x".repeat(20_000);
    let mut written = 0;
    let error = loop {
        match turn(&session, &format!("use {written}{operand}")) {
            Ok(revision) => {
                written += 1;
                assert_eq!(revision, written);
            }
            Err(error) => break error,
        }
        assert!(written < 100, "the disk is never full");
    };
    assert!(written > 0);
    assert_eq!(error.kind(), ErrorKind::Store);
    assert!(error.is_temporary(), "{error}");
    assert!(error.to_string().contains("no space left"), "{error}");
    // Ordinary text needs no space.
    assert_eq!(turn(&session, "hello").unwrap(), written);
    fs::remove_file(&ballast).unwrap();
    assert_eq!(turn(&session, "use tea").unwrap(), written + 1);
    assert_eq!(block_on(session.verify()).unwrap().difference, None);
}

/// A copy of the file and its log, taken between two writes, opens to what was answered.
#[test]
fn a_copy_at_any_moment_holds_what_was_answered() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sessions.db");
    let session = session(&path);
    for number in 1..60 {
        assert_eq!(turn(&session, &format!("use item {number}")).unwrap(), number);
        let copies = tempfile::tempdir().unwrap();
        for name in ["sessions.db", "sessions.db-wal"] {
            fs::copy(folder.path().join(name), copies.path().join(name)).unwrap();
        }
        let copy = self::session(&copies.path().join("sessions.db"));
        assert_eq!(block_on(copy.verify()).unwrap().head.revision, number);
        // The log cut anywhere gives a prefix.
        drop(copy);
        let log = folder.path().join("sessions.db-wal");
        let log = fs::read(log).unwrap();
        let cut = tempfile::tempdir().unwrap();
        let there = cut.path().join("sessions.db");
        fs::copy(&path, &there).unwrap();
        let end = log.len() * usize::try_from(number).unwrap() / 61;
        fs::write(cut.path().join("sessions.db-wal"), &log[..end]).unwrap();
        match SqliteStore::open(&there) {
            Ok(store) => {
                let sessions = Sessions::new(store, || 0);
                let session = sessions.session("ann", "trip").unwrap();
                match block_on(session.verify()) {
                    Ok(verified) => {
                        assert_eq!(verified.difference, None);
                        assert!(verified.head.revision <= number);
                    }
                    Err(error) => assert_eq!(error.kind(), ErrorKind::NotFound, "{error}"),
                }
            }
            Err(error) => assert_eq!(error.kind(), StoreErrorKind::Foreign, "{error}"),
        }
    }
}

/// A database that was changed from outside is found out.
#[test]
fn damage_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sessions.db");
    {
        let session = session(&path);
        for number in 1..10 {
            turn(&session, &format!("use item {number}")).unwrap();
        }
    }
    let damage = |sql: &str| Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    damage(
        "UPDATE events SET body = CAST(replace(CAST(body AS TEXT), 'item 3', 'item 0') AS BLOB) \
         WHERE revision = 3",
    );
    let verified = block_on(session(&path).verify()).unwrap();
    assert_eq!(verified.difference.unwrap().revision, 3);
    let error = block_on(session(&path).state()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Damaged);
    assert!(error.to_string().starts_with("event 3 of session `trip` is damaged"), "{error}");
    damage("DELETE FROM events WHERE revision = 3");
    let verified = block_on(session(&path).verify()).unwrap();
    assert_eq!(verified.difference.unwrap().revision, 3);
}
