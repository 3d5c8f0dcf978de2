#![doc = include_str!("../README.md")]
//!
//! # Dependency
//!
//! ```toml
//! cc-postgres = { path = "../context-compiler/crates/cc-postgres" }
//! ```
//!
//! Rust 1.95 or later. There are no features. No registry has this crate yet.
//!
//! S1 to S13 are the rules in `docs/sessions.md`.

mod error;
mod sql;
mod tls;
mod url;

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use cc_contract::ContractName;
use cc_sessions::{
    Append, Appended, Checkpoint, Deleted, Digest, Head, Listed, Nearest, SessionId, Snapshot,
    Store, StoreError, StoreErrorKind, StoreFuture, StoredEvent,
};
use deadpool_postgres::{
    Client, Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime as PoolRuntime,
};
use tokio::runtime::Runtime;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{NoTls, Row};

use crate::error::{After, after, connection, statement};
use crate::url::{Target, Tls};

pub use sql::SCHEMA_VERSION;

/// How many connections are open at most.
const CONNECTIONS: usize = 16;

/// How long a call waits for a connection, or for a reply.
const WAIT: Duration = Duration::from_secs(30);

/// How often a statement is sent again that the server undid because of others.
const MAX_ATTEMPTS: u32 = 20;

/// The most bytes of events that are read at once, but for a single one that is longer.
const MAX_PAGE_BYTES: i64 = 8 << 20;

/// A parameter with its type, so that no statement has to be prepared.
type Parameter<'p> = (&'p (dyn ToSql + Sync), Type);

/// Sessions in PostgreSQL.
///
/// Any number of processes may share a database. The store has a thread of its own for its
/// connections, so that its futures need no particular runtime.
pub struct PostgresStore {
    inner: Arc<Inner>,
    runtime: Option<Runtime>,
}

struct Inner {
    pool: Pool,
    shown: String,
}

impl fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresStore").field("target", &self.inner.shown).finish_non_exhaustive()
    }
}

impl PostgresStore {
    /// Connects to a database, and makes the tables if they are not there.
    ///
    /// The URL is `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with the parameters of PostgreSQL's
    /// own library that `tokio-postgres` knows, and `sslmode` and `sslrootcert` as they are there.
    ///
    /// # Errors
    ///
    /// A URL that is none, a server that cannot be reached, tables of a later version or of
    /// somebody else.
    pub async fn connect(url: &str) -> Result<Self, StoreError> {
        let target: Target = url.parse()?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("cc-postgres")
            .enable_all()
            .build()
            .map_err(|error| StoreError::new(StoreErrorKind::Other, error.to_string()))?;
        let pool = pool(&target)?;
        let inner = Arc::new(Inner { pool, shown: target.shown });
        let store = PostgresStore { inner, runtime: Some(runtime) };
        store.run(|inner| async move { inner.set_up().await }).await?;
        Ok(store)
    }

    /// The host and database, without what is secret.
    #[must_use]
    pub fn target(&self) -> &str {
        &self.inner.shown
    }

    /// Does something on the store's own thread, to its end even if nobody waits any more.
    fn run<'a, T, F>(&'a self, work: impl FnOnce(Arc<Inner>) -> F) -> StoreFuture<'a, T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        let task =
            self.runtime.as_ref().map(|runtime| runtime.spawn(work(Arc::clone(&self.inner))));
        Box::pin(async move {
            match task {
                Some(task) => {
                    task.await.unwrap_or_else(|_| Err(self.inner.other("the store has stopped")))
                }
                None => Err(self.inner.other("the store has stopped")),
            }
        })
    }
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // It may be dropped where nothing may block.
            runtime.shutdown_background();
        }
    }
}

fn pool(target: &Target) -> Result<Pool, StoreError> {
    let config = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let mut settings = target.config.clone();
    if settings.get_connect_timeout().is_none() {
        settings.connect_timeout(WAIT / 3);
    }
    let manager = match target.tls {
        Tls::Disable => Manager::from_config(settings, NoTls, config),
        _ => Manager::from_config(settings, tls::connector(target)?, config),
    };
    Pool::builder(manager)
        .max_size(CONNECTIONS)
        .wait_timeout(Some(WAIT))
        .create_timeout(Some(WAIT))
        .runtime(PoolRuntime::Tokio1)
        .build()
        .map_err(|error| StoreError::new(StoreErrorKind::Other, error.to_string()))
}

/// A revision as PostgreSQL has it, whose integers end earlier.
fn number(revision: u64) -> i64 {
    i64::try_from(revision).unwrap_or(i64::MAX)
}

impl Inner {
    fn other(&self, words: &str) -> StoreError {
        StoreError::new(StoreErrorKind::Other, format!("{}: {words}", self.shown))
    }

    fn damaged(&self, what: &str) -> StoreError {
        StoreError::new(StoreErrorKind::Damaged, format!("{}: {what} cannot be read", self.shown))
    }

    async fn client(&self) -> Result<Client, StoreError> {
        self.pool.get().await.map_err(|error| connection(&self.shown, error))
    }

    /// Sends one statement, which is a transaction of its own. Sends it again if the server undid it
    /// because of others.
    async fn query(&self, sql: &str, parameters: &[Parameter<'_>]) -> Result<Vec<Row>, StoreError> {
        let mut attempt = 0;
        loop {
            let client = self.client().await?;
            let sent = tokio::time::timeout(WAIT, client.query_typed(sql, parameters)).await;
            let Ok(result) = sent else {
                drop(Object::take(client));
                let words = format!("{}: the server does not answer", self.shown);
                let error = StoreError::new(StoreErrorKind::Unavailable, words);
                return Err(error.with_unknown_outcome());
            };
            let error = match result {
                Ok(rows) => return Ok(rows),
                Err(error) => error,
            };
            match after(&error) {
                After::Again if attempt < MAX_ATTEMPTS => {
                    attempt += 1;
                    self.pause(attempt).await;
                }
                After::Discard => {
                    drop(Object::take(client));
                    return Err(statement(&self.shown, error));
                }
                _ => return Err(statement(&self.shown, error)),
            }
        }
    }

    /// Waits a little longer each time, and not as long as others do.
    async fn pause(&self, attempt: u32) {
        let most = 1 << attempt.min(8);
        tokio::time::sleep(Duration::from_millis(fastrand::u64(0..=most))).await;
    }

    /// A statement that only reads: once more on another connection, if this one broke.
    async fn read(&self, sql: &str, parameters: &[Parameter<'_>]) -> Result<Vec<Row>, StoreError> {
        match self.query(sql, parameters).await {
            Err(error) if error.is_outcome_unknown() => self.query(sql, parameters).await,
            result => result,
        }
    }

    /// Makes the tables; several may do so at once.
    async fn set_up(&self) -> Result<(), StoreError> {
        for attempt in 0.. {
            let tables = self.read(sql::TABLES, &[]).await?;
            let row = tables.first().ok_or_else(|| self.damaged("the catalog"))?;
            match (self.column(row, 0)?, self.column(row, 1)?) {
                (true, _) => match self.version().await? {
                    Some(sql::SCHEMA_VERSION) => return Ok(()),
                    Some(version) if version > sql::SCHEMA_VERSION => {
                        let words = format!(
                            "{}: the store was made by a later version: its tables are of version \
                             {version}, and this program knows {}",
                            self.shown,
                            sql::SCHEMA_VERSION,
                        );
                        return Err(StoreError::new(StoreErrorKind::LaterVersion, words));
                    }
                    Some(_) => return Err(self.foreign()),
                    None => {}
                },
                (false, true) => return Err(self.foreign()),
                (false, false) => {}
            }
            let client = self.client().await?;
            match client.batch_execute(sql::SCHEMA).await {
                Ok(()) => {}
                // Another one made the same table in this very moment.
                Err(_) if attempt < MAX_ATTEMPTS => self.pause(attempt).await,
                Err(error) => return Err(statement(&self.shown, error)),
            }
        }
        Ok(())
    }

    fn foreign(&self) -> StoreError {
        let words = format!("{}: there are tables `cc_…` of another program", self.shown);
        StoreError::new(StoreErrorKind::Foreign, words)
    }

    async fn version(&self) -> Result<Option<i32>, StoreError> {
        let rows = self.read(sql::VERSION, &[]).await?;
        rows.first().map_or(Ok(None), |row| self.column(row, 0))
    }

    fn column<'r, T: tokio_postgres::types::FromSql<'r>>(
        &self,
        row: &'r Row,
        at: usize,
    ) -> Result<T, StoreError> {
        row.try_get(at).map_err(|_| self.damaged("a row"))
    }

    fn revision(&self, row: &Row, at: usize) -> Result<u64, StoreError> {
        u64::try_from(self.column::<i64>(row, at)?).map_err(|_| self.damaged("a revision"))
    }

    fn digest(&self, row: &Row, at: usize) -> Result<Digest, StoreError> {
        let bytes = <[u8; 32]>::try_from(self.column::<&[u8]>(row, at)?);
        Ok(bytes.map_err(|_| self.damaged("a digest"))?.into())
    }

    fn text(&self, row: &Row, at: usize) -> Result<String, StoreError> {
        String::from_utf8(self.column(row, at)?).map_err(|_| self.damaged("a text"))
    }

    fn head(&self, row: &Row) -> Result<Head, StoreError> {
        let contract: &str = self.column(row, 0)?;
        let contract = contract.parse().map_err(|_| self.damaged("a contract"))?;
        Ok(Head { contract, revision: self.revision(row, 1)?, digest: self.digest(row, 2)? })
    }

    fn event(&self, row: &Row) -> Result<StoredEvent, StoreError> {
        let key = match self.column::<Option<Vec<u8>>>(row, 2)? {
            Some(key) => Some(String::from_utf8(key).map_err(|_| self.damaged("a key"))?.into()),
            None => None,
        };
        Ok(StoredEvent {
            revision: self.revision(row, 0)?,
            digest: self.digest(row, 1)?,
            key,
            body: self.text(row, 3)?,
        })
    }

    async fn find(&self, id: &SessionId) -> Result<Option<Head>, StoreError> {
        let key = Key::new(id);
        let rows = self.read(sql::HEAD, &key.parameters()).await?;
        rows.first().map(|row| self.head(row)).transpose()
    }

    async fn append(&self, id: &SessionId, append: &Append) -> Result<Appended, StoreError> {
        let Some(last) = append.events.last() else { return Ok(Appended::Conflict) };
        let Head { contract, revision, digest } = append.expected;
        let revisions: Vec<_> = append.events.iter().map(|it| number(it.revision)).collect();
        let digests: Vec<_> = append.events.iter().map(|it| &it.digest.as_bytes()[..]).collect();
        let keys: Vec<_> =
            append.events.iter().map(|it| it.key.as_deref().map(str::as_bytes)).collect();
        let bodies: Vec<_> = append.events.iter().map(|it| it.body.as_bytes()).collect();
        let (contract, before, after) =
            (contract.as_str(), number(revision), number(last.revision));
        let (expected, reached) = (&digest.as_bytes()[..], &last.digest.as_bytes()[..]);
        let state = append.checkpoint.as_deref().map(str::as_bytes);
        let key = Key::new(id);
        let mut parameters = key.parameters();
        parameters.extend::<[Parameter<'_>; 10]>([
            (&contract, Type::TEXT),
            (&before, Type::INT8),
            (&expected, Type::BYTEA),
            (&after, Type::INT8),
            (&reached, Type::BYTEA),
            (&revisions, Type::INT8_ARRAY),
            (&digests, Type::BYTEA_ARRAY),
            (&keys, Type::BYTEA_ARRAY),
            (&bodies, Type::BYTEA_ARRAY),
            (&state, Type::BYTEA),
        ]);
        let sql = if revision == 0 { sql::BEGIN } else { sql::APPEND };
        match self.is_true(&self.query(sql, &parameters).await?)? {
            true => Ok(Appended::Done),
            false => Ok(Appended::Conflict),
        }
    }

    fn is_true(&self, rows: &[Row]) -> Result<bool, StoreError> {
        rows.first().map_or(Ok(false), |row| self.column(row, 0))
    }

    async fn delete(&self, id: &SessionId) -> Result<Deleted, StoreError> {
        let key = Key::new(id);
        let mut client = self.client().await?;
        let failed = |error| statement(&self.shown, error);
        let transaction = client.transaction().await.map_err(failed)?;
        let found = transaction.query_typed(sql::LOCK, &key.parameters()).await.map_err(failed)?;
        for sql in sql::DELETE {
            transaction.query_typed(sql, &key.parameters()).await.map_err(failed)?;
        }
        transaction.commit().await.map_err(failed)?;
        if !found.is_empty() {
            return Ok(Deleted::ErasurePending);
        }
        // It went before, so what is left of it goes now.
        match client.batch_execute(sql::ERASE).await {
            Ok(()) => Ok(Deleted::NotFound),
            Err(_) => Ok(Deleted::ErasurePending),
        }
    }
}

/// A session as the statements name it.
struct Key<'k> {
    namespace: &'k [u8],
    name: &'k [u8],
}

impl<'k> Key<'k> {
    fn new(id: &'k SessionId) -> Self {
        Key { namespace: id.namespace().as_bytes(), name: id.name().as_bytes() }
    }

    fn parameters(&self) -> Vec<Parameter<'_>> {
        vec![(&self.namespace, Type::BYTEA), (&self.name, Type::BYTEA)]
    }
}

impl Store for PostgresStore {
    fn head<'a>(&'a self, id: &'a SessionId) -> StoreFuture<'a, Option<Head>> {
        let id = id.clone();
        self.run(|inner| async move { inner.find(&id).await })
    }

    fn create<'a>(
        &'a self,
        id: &'a SessionId,
        contract: ContractName,
    ) -> StoreFuture<'a, (Head, bool)> {
        let id = id.clone();
        self.run(move |inner| async move {
            let head = Head::new(contract);
            let (name, digest) = (contract.as_str(), &head.digest.as_bytes()[..]);
            let key = Key::new(&id);
            let mut parameters = key.parameters();
            parameters.extend::<[Parameter<'_>; 2]>([(&name, Type::TEXT), (&digest, Type::BYTEA)]);
            if inner.is_true(&inner.query(sql::CREATE, &parameters).await?)? {
                return Ok((head, true));
            }
            let found = inner.find(&id).await?;
            Ok((found.ok_or_else(|| inner.other("the session was deleted meanwhile"))?, false))
        })
    }

    fn append<'a>(&'a self, id: &'a SessionId, append: Arc<Append>) -> StoreFuture<'a, Appended> {
        let id = id.clone();
        self.run(move |inner| async move { inner.append(&id, &append).await })
    }

    fn events<'a>(
        &'a self,
        id: &'a SessionId,
        after: u64,
        limit: usize,
    ) -> StoreFuture<'a, Vec<StoredEvent>> {
        let id = id.clone();
        self.run(move |inner| async move {
            let (after, limit) = (number(after), i64::try_from(limit).unwrap_or(i64::MAX));
            let key = Key::new(&id);
            let mut parameters = key.parameters();
            parameters.extend::<[Parameter<'_>; 3]>([
                (&after, Type::INT8),
                (&limit, Type::INT8),
                (&MAX_PAGE_BYTES, Type::INT8),
            ]);
            let rows = inner.read(sql::EVENTS, &parameters).await?;
            rows.iter().map(|row| inner.event(row)).collect()
        })
    }

    fn by_keys<'a>(
        &'a self,
        id: &'a SessionId,
        keys: Vec<Arc<str>>,
    ) -> StoreFuture<'a, Vec<StoredEvent>> {
        let id = id.clone();
        self.run(move |inner| async move {
            let keys: Vec<_> = keys.iter().map(|key| key.as_bytes()).collect();
            let key = Key::new(&id);
            let mut parameters = key.parameters();
            parameters.push((&keys, Type::BYTEA_ARRAY));
            let rows = inner.read(sql::BY_KEYS, &parameters).await?;
            rows.iter().map(|row| inner.event(row)).collect()
        })
    }

    fn checkpoint<'a>(
        &'a self,
        id: &'a SessionId,
        nearest: Nearest,
    ) -> StoreFuture<'a, Option<Checkpoint>> {
        let id = id.clone();
        self.run(move |inner| async move {
            let (sql, revision) = match nearest {
                Nearest::At(revision) => (sql::CHECKPOINT_AT, number(revision)),
                Nearest::After(revision) => (sql::CHECKPOINT_AFTER, number(revision)),
            };
            let key = Key::new(&id);
            let mut parameters = key.parameters();
            parameters.push((&revision, Type::INT8));
            let rows = inner.read(sql, &parameters).await?;
            let checkpoint = |row| {
                Ok(Checkpoint {
                    revision: inner.revision(row, 0)?,
                    digest: inner.digest(row, 1)?,
                    state: inner.text(row, 2)?,
                })
            };
            rows.first().map(checkpoint).transpose()
        })
    }

    fn put_snapshot<'a>(
        &'a self,
        id: &'a SessionId,
        snapshot: &'a str,
        revision: u64,
    ) -> StoreFuture<'a, bool> {
        let (id, snapshot) = (id.clone(), snapshot.as_bytes().to_vec());
        self.run(move |inner| async move {
            let revision = number(revision);
            let key = Key::new(&id);
            let mut parameters = key.parameters();
            parameters
                .extend::<[Parameter<'_>; 2]>([(&snapshot, Type::BYTEA), (&revision, Type::INT8)]);
            inner.is_true(&inner.query(sql::PUT_SNAPSHOT, &parameters).await?)
        })
    }

    fn snapshots<'a>(&'a self, id: &'a SessionId) -> StoreFuture<'a, Vec<Snapshot>> {
        let id = id.clone();
        self.run(move |inner| async move {
            let key = Key::new(&id);
            let rows = inner.read(sql::SNAPSHOTS, &key.parameters()).await?;
            let snapshot =
                |row| Ok(Snapshot { name: inner.text(row, 0)?, revision: inner.revision(row, 1)? });
            rows.iter().map(snapshot).collect()
        })
    }

    fn list<'a>(
        &'a self,
        namespace: &'a str,
        after: &'a str,
        limit: usize,
    ) -> StoreFuture<'a, Vec<Listed>> {
        let (namespace, after) = (namespace.to_owned(), after.to_owned());
        self.run(move |inner| async move {
            let (namespace, after) = (namespace.as_bytes(), after.as_bytes());
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let parameters: [Parameter<'_>; 3] =
                [(&namespace, Type::BYTEA), (&after, Type::BYTEA), (&limit, Type::INT8)];
            let rows = inner.read(sql::LIST, &parameters).await?;
            let listed = |row| Ok(Listed { name: inner.text(row, 3)?, head: inner.head(row)? });
            rows.iter().map(listed).collect()
        })
    }

    fn delete<'a>(&'a self, id: &'a SessionId) -> StoreFuture<'a, Deleted> {
        let id = id.clone();
        self.run(move |inner| async move { inner.delete(&id).await })
    }
}
