//! Opening the file: what is checked before anything is written, and how it is set up.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use cc_sessions::{StoreError, StoreErrorKind};
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::error::{fault, sqlite};

/// Marks a file as one of this store: "CCst".
pub const APPLICATION_ID: i32 = 0x4343_7374;

/// The version of the tables.
pub const SCHEMA_VERSION: i32 = 1;

/// The oldest SQLite that this store works with: the first without a fault that could damage a
/// database whose log is reset by two connections at once.
pub const MIN_SQLITE: (i32, &str) = (3_051_003, "3.51.3");

/// Every text is a column of bytes, so that it is kept as it is (S9).
const SCHEMA: &str = "
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    namespace BLOB NOT NULL,
    name BLOB NOT NULL,
    contract TEXT NOT NULL,
    revision INTEGER NOT NULL,
    digest BLOB NOT NULL,
    UNIQUE (namespace, name)
) STRICT;
CREATE TABLE events (
    session INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    digest BLOB NOT NULL,
    key BLOB,
    body BLOB NOT NULL,
    PRIMARY KEY (session, revision)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX event_keys ON events (session, key) WHERE key IS NOT NULL;
CREATE TABLE checkpoints (
    session INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    digest BLOB NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY (session, revision)
) STRICT, WITHOUT ROWID;
CREATE TABLE snapshots (
    session INTEGER NOT NULL,
    name BLOB NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (session, name)
) STRICT, WITHOUT ROWID;
";

/// The file that is meant: never a URI, and never a database in memory.
pub(crate) fn literal(path: &Path) -> Result<PathBuf, StoreError> {
    let other = |words: &str| fault(StoreErrorKind::Other, path, words);
    if path.as_os_str().is_empty() {
        return Err(StoreError::new(StoreErrorKind::Other, "the path of the store is empty"));
    }
    let path = std::path::absolute(path).map_err(|error| other(&error.to_string()))?;
    match path.is_dir() {
        true => Err(other("this is a folder, and a store is a file")),
        false => Ok(path),
    }
}

/// Makes the file if it is not there, for its owner alone. SQLite gives its log the same mode.
pub(crate) fn make(path: &Path) -> Result<(), StoreError> {
    let mut open = fs::OpenOptions::new();
    open.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut open, 0o600);
    match open.open(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => {
            let kind = match error.kind() {
                std::io::ErrorKind::StorageFull => StoreErrorKind::Full,
                _ => StoreErrorKind::ReadOnly,
            };
            Err(fault(kind, path, format_args!("the store cannot be made: {error}")))
        }
    }
}

/// Refuses what cannot keep what a store promises.
pub(crate) fn check_suitable(path: &Path) -> Result<(), StoreError> {
    let found = rusqlite::version_number();
    if found < MIN_SQLITE.0 {
        let (found, least) = (rusqlite::version(), MIN_SQLITE.1);
        let words = format!("this is SQLite {found}, and {least} is the oldest that will do");
        return Err(fault(StoreErrorKind::Unsuitable, path, words));
    }
    #[cfg(target_os = "linux")]
    if let Some(name) = network_file_system(path) {
        let words = format!("this is on a network file system ({name}), where locks do not hold");
        return Err(fault(StoreErrorKind::Unsuitable, path, words));
    }
    Ok(())
}

#[cfg(target_os = "linux")]
fn network_file_system(path: &Path) -> Option<&'static str> {
    let folder = path.parent()?;
    let magic = u32::try_from(rustix::fs::statfs(folder).ok()?.f_type & 0xffff_ffff).ok()?;
    Some(match magic {
        0x6969 => "NFS",
        0x517b | 0xff53_4d42 | 0xfe53_4d42 => "SMB",
        0x5346_414f | 0x6b41_4653 => "AFS",
        0x00c3_6400 => "Ceph",
        0x0bd0_0bd0 => "Lustre",
        0x7375_7245 => "Coda",
        _ => return None,
    })
}

/// A connection that writes. Sets the file up if it is empty.
pub(crate) fn writer(path: &Path, wait: Duration) -> Result<Connection, StoreError> {
    let deadline = Instant::now() + wait;
    loop {
        // The switch to the log needs the file alone for a moment, and does not wait for it.
        match connect(path, wait, false).and_then(|mut connection| {
            set_up(&mut connection, path)?;
            Ok(connection)
        }) {
            Err(error)
                if error.kind() == StoreErrorKind::Unavailable && Instant::now() < deadline =>
            {
                thread::sleep(Duration::from_millis(5));
            }
            result => return result,
        }
    }
}

/// A connection that only reads, on a file that is set up.
pub(crate) fn reader(path: &Path, wait: Duration) -> Result<Connection, StoreError> {
    let connection = connect(path, wait, true)?;
    check_settings(&connection, path)?;
    Ok(connection)
}

fn connect(path: &Path, wait: Duration, only_reads: bool) -> Result<Connection, StoreError> {
    let failed = |error| sqlite(path, error);
    // No URI flag, and no flag to create: the file is there, with the mode it has to have.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    connection.busy_timeout(wait).map_err(failed)?;
    check_owner(&connection, path)?;
    for (name, value) in [
        ("synchronous", "FULL"),
        ("secure_delete", "ON"),
        ("temp_store", "MEMORY"),
        ("trusted_schema", "OFF"),
        ("query_only", if only_reads { "ON" } else { "OFF" }),
    ] {
        // Some of these answer with their new value, and some with nothing.
        connection.pragma_update_and_check(None, name, value, |_| Ok(())).or_else(|error| {
            match error {
                rusqlite::Error::QueryReturnedNoRows => Ok(()),
                error => Err(failed(error)),
            }
        })?;
    }
    connection.set_prepared_statement_cache_capacity(32);
    Ok(connection)
}

/// What the file is, before anything is written to it.
fn check_owner(connection: &Connection, path: &Path) -> Result<bool, StoreError> {
    // One statement sees one moment, and another process may be setting the file up.
    let owner = "SELECT (SELECT application_id FROM pragma_application_id),
                        (SELECT user_version FROM pragma_user_version),
                        (SELECT count(*) FROM sqlite_schema)";
    let numbers = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let found = connection.query_row(owner, [], numbers).map_err(|error| sqlite(path, error))?;
    let (id, version, tables): (i32, i32, i64) = found;
    match (id, version, tables) {
        (0, 0, 0) => Ok(false),
        (APPLICATION_ID, SCHEMA_VERSION, _) => Ok(true),
        (APPLICATION_ID, version, _) if version > SCHEMA_VERSION => {
            let words = format!(
                "the store was made by a later version: its tables are of version {version}, and \
                 this program knows {SCHEMA_VERSION}",
            );
            Err(fault(StoreErrorKind::LaterVersion, path, words))
        }
        _ => {
            let words = format!(
                "this is a database of another program: its application_id is {id:#x}, and that \
                 of a store is {APPLICATION_ID:#x}",
            );
            Err(fault(StoreErrorKind::Foreign, path, words))
        }
    }
}

fn set_up(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let failed = |error| sqlite(path, error);
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).map_err(failed)?;
    check_settings(connection, path)?;
    if check_owner(connection, path)? {
        return Ok(());
    }
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    // Another process may have been first.
    if !check_owner(&transaction, path)? {
        transaction.execute_batch(SCHEMA).map_err(failed)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID).map_err(failed)?;
        transaction.pragma_update(None, "user_version", SCHEMA_VERSION).map_err(failed)?;
    }
    transaction.commit().map_err(failed)
}

/// Reads back what durability rests on (S5).
fn check_settings(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let failed = |error| sqlite(path, error);
    let journal: String =
        connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).map_err(failed)?;
    let synchronous: i64 =
        connection.pragma_query_value(None, "synchronous", |row| row.get(0)).map_err(failed)?;
    if journal == "wal" && synchronous == 2 {
        return Ok(());
    }
    let words = format!(
        "SQLite works with journal_mode={journal} and synchronous={synchronous} here, and a store \
         needs wal and 2",
    );
    Err(fault(StoreErrorKind::Unsuitable, path, words))
}
