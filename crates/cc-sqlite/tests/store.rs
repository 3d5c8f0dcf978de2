//! The tests of every store, on SQLite.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::fs;
use std::sync::Arc;

use cc_sessions::Store;
use cc_sqlite::SqliteStore;
use cc_store_tests::{Place, store_tests};
use tempfile::TempDir;

struct Folder(TempDir);

impl Place for Folder {
    fn open(&self) -> Arc<dyn Store> {
        Arc::new(SqliteStore::open(self.0.path().join("sessions.db")).unwrap())
    }

    fn bytes(&self) -> Option<Vec<u8>> {
        let files = fs::read_dir(self.0.path()).unwrap();
        Some(files.flat_map(|file| fs::read(file.unwrap().path()).unwrap()).collect())
    }
}

store_tests!(Some(Folder(tempfile::tempdir().unwrap())));

#[test]
fn many_processes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sessions.db").display().to_string();
    cc_store_tests::many_processes("many_processes", Some(file), |file| {
        Arc::new(SqliteStore::open(file).unwrap())
    });
}

/// What a file is has to be read at one moment: between two, another may set it up.
#[test]
fn a_new_file_is_opened_by_many_at_once() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..40 {
        let file = folder.path().join(format!("{round}.db"));
        let barrier = std::sync::Barrier::new(4);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    barrier.wait();
                    SqliteStore::open(&file).unwrap()
                });
            }
        });
    }
}
