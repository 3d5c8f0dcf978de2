#![doc = include_str!("../README.md")]
//!
//! # Dependency
//!
//! ```toml
//! cc-sqlite = { path = "../context-compiler/crates/cc-sqlite" }
//! ```
//!
//! Rust 1.95 or later. There are no features. No registry has this crate yet.
//!
//! S1 to S13 are the rules in `docs/sessions.md`.

mod error;
mod open;
mod read;
mod write;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use cc_contract::ContractName;
use cc_sessions::{
    Append, Appended, Checkpoint, Deleted, Head, Listed, Nearest, SessionId, Snapshot, Store,
    StoreError, StoreErrorKind, StoreFuture, StoredEvent,
};
use futures_channel::oneshot;

use crate::error::fault;
use crate::read::Reading;
use crate::write::{Request, Write, Written};

pub use open::{APPLICATION_ID, MIN_SQLITE, SCHEMA_VERSION};

/// How many threads read.
const READERS: usize = 4;

/// How long a call waits for another process that holds the store.
const DEFAULT_WAIT: Duration = Duration::from_secs(5);

type Question = Box<dyn FnOnce(Reading<'_>) + Send>;

/// Sessions in an SQLite file.
///
/// One thread writes and commits all turns that wait at once; others read beside it. Several
/// processes may share the file; two of these stores in one process may not be used for one file
/// through different libraries of SQLite. When it is dropped, what was asked for is finished first.
pub struct SqliteStore {
    path: PathBuf,
    writes: Option<Sender<Request>>,
    questions: Option<Sender<Question>>,
    threads: Vec<JoinHandle<()>>,
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore").field("path", &self.path).finish_non_exhaustive()
    }
}

impl SqliteStore {
    /// Opens a file, and makes it if it is not there. The path is taken as it is, never as a URI.
    ///
    /// # Errors
    ///
    /// The kind of the [`StoreError`] tells a folder that cannot be written, a full disk, a file
    /// that another process holds, one that is no database or another program's, one of a later
    /// version, a network file system. Nothing was written then.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        SqliteStore::open_with_wait(path, DEFAULT_WAIT)
    }

    /// The same, with how long a call waits at most for another process that holds the store.
    ///
    /// # Errors
    ///
    /// As [`SqliteStore::open`].
    pub fn open_with_wait(path: impl AsRef<Path>, wait: Duration) -> Result<Self, StoreError> {
        let path = open::literal(path.as_ref())?;
        open::check_suitable(&path)?;
        open::make(&path)?;
        let writer = open::writer(&path, wait)?;
        let readers: Result<Vec<_>, _> = (0..READERS).map(|_| open::reader(&path, wait)).collect();
        let (writes, requests) = channel();
        let (questions, asked) = channel::<Question>();
        let mut store =
            SqliteStore { path, writes: Some(writes), questions: Some(questions), threads: vec![] };
        let path = store.path.clone();
        store.start(move || write::run(writer, &path, &requests))?;
        let asked = Arc::new(Mutex::new(asked));
        for connection in readers? {
            let (path, asked) = (store.path.clone(), Arc::clone(&asked));
            store.start(move || {
                while let Some(question) = next(&asked) {
                    question(Reading { connection: &connection, path: &path });
                }
            })?;
        }
        Ok(store)
    }

    fn start(&mut self, run: impl FnOnce() + Send + 'static) -> Result<(), StoreError> {
        let started = thread::Builder::new().name("cc-sqlite".to_owned()).spawn(run);
        let failed = |error| fault(StoreErrorKind::Other, &self.path, format_args!("{error}"));
        self.threads.push(started.map_err(failed)?);
        Ok(())
    }

    fn stopped(&self) -> StoreError {
        fault(StoreErrorKind::Other, &self.path, "the store has stopped")
    }

    /// Asks a reader.
    fn ask<'a, T: Send + 'static>(
        &'a self,
        question: impl FnOnce(Reading<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> StoreFuture<'a, T> {
        let (reply, answer) = oneshot::channel();
        if let Some(questions) = &self.questions {
            // Nobody may wait any more.
            let _ = questions.send(Box::new(move |reading| drop(reply.send(question(reading)))));
        }
        Box::pin(async move { answer.await.unwrap_or_else(|_| Err(self.stopped())) })
    }

    /// Hands something to the writer.
    fn write<'a, T: 'a>(
        &'a self,
        id: &SessionId,
        write: Write,
        read: impl FnOnce(Written) -> Option<T> + Send + 'a,
    ) -> StoreFuture<'a, T> {
        let (reply, answer) = oneshot::channel();
        if let Some(writes) = &self.writes {
            let _ = writes.send(Request { id: id.clone(), write, reply });
        }
        Box::pin(async move {
            let written = answer.await.unwrap_or_else(|_| Err(self.stopped()))?;
            read(written).ok_or_else(|| self.stopped())
        })
    }
}

/// The next question, when it is this thread's turn.
fn next(asked: &Mutex<Receiver<Question>>) -> Option<Question> {
    asked.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        (self.writes, self.questions) = (None, None);
        for thread in self.threads.drain(..) {
            // A thread that panicked has nothing left to close.
            let _ = thread.join();
        }
    }
}

impl Store for SqliteStore {
    fn head<'a>(&'a self, id: &'a SessionId) -> StoreFuture<'a, Option<Head>> {
        let id = id.clone();
        self.ask(move |reading| reading.head(&id))
    }

    fn create<'a>(
        &'a self,
        id: &'a SessionId,
        contract: ContractName,
    ) -> StoreFuture<'a, (Head, bool)> {
        self.write(id, Write::Create(contract), |written| match written {
            Written::Created(head, is_new) => Some((head, is_new)),
            _ => None,
        })
    }

    fn append<'a>(&'a self, id: &'a SessionId, append: Arc<Append>) -> StoreFuture<'a, Appended> {
        self.write(id, Write::Append(append), |written| match written {
            Written::Appended(appended) => Some(appended),
            _ => None,
        })
    }

    fn events<'a>(
        &'a self,
        id: &'a SessionId,
        after: u64,
        limit: usize,
    ) -> StoreFuture<'a, Vec<StoredEvent>> {
        let id = id.clone();
        self.ask(move |reading| reading.events(&id, after, limit))
    }

    fn by_keys<'a>(
        &'a self,
        id: &'a SessionId,
        keys: Vec<Arc<str>>,
    ) -> StoreFuture<'a, Vec<StoredEvent>> {
        let id = id.clone();
        self.ask(move |reading| reading.by_keys(&id, &keys))
    }

    fn checkpoint<'a>(
        &'a self,
        id: &'a SessionId,
        nearest: Nearest,
    ) -> StoreFuture<'a, Option<Checkpoint>> {
        let id = id.clone();
        self.ask(move |reading| reading.checkpoint(&id, nearest))
    }

    fn put_snapshot<'a>(
        &'a self,
        id: &'a SessionId,
        snapshot: &'a str,
        revision: u64,
    ) -> StoreFuture<'a, bool> {
        let write = Write::Snapshot(snapshot.to_owned(), revision);
        self.write(id, write, |written| match written {
            Written::Snapshot(is_there) => Some(is_there),
            _ => None,
        })
    }

    fn snapshots<'a>(&'a self, id: &'a SessionId) -> StoreFuture<'a, Vec<Snapshot>> {
        let id = id.clone();
        self.ask(move |reading| reading.snapshots(&id))
    }

    fn list<'a>(
        &'a self,
        namespace: &'a str,
        after: &'a str,
        limit: usize,
    ) -> StoreFuture<'a, Vec<Listed>> {
        let (namespace, after) = (namespace.to_owned(), after.to_owned());
        self.ask(move |reading| reading.list(&namespace, &after, limit))
    }

    fn delete<'a>(&'a self, id: &'a SessionId) -> StoreFuture<'a, Deleted> {
        self.write(id, Write::Delete, |written| match written {
            Written::Deleted(deleted) => Some(deleted),
            _ => None,
        })
    }
}
