//! What a store has to do: keep events, and little else.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use cc_contract::ContractName;

use crate::digest::Digest;
use crate::id::SessionId;

/// What a store's methods return, for the life of the store's and the identifier's borrow.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Where sessions are kept.
///
/// A store evaluates nothing, caches nothing and repeats nothing: [`Sessions`](crate::Sessions)
/// does. It keeps every text byte for byte, and never answers an append that a loss of power could
/// undo.
pub trait Store: Send + Sync + 'static {
    /// Where a session stands; none if there is no such session.
    fn head<'a>(&'a self, id: &'a SessionId) -> StoreFuture<'a, Option<Head>>;

    /// Makes a session without events. If there is one already it stays as it is. Gives the head of
    /// the session that is there afterwards, and whether it is new.
    fn create<'a>(
        &'a self,
        id: &'a SessionId,
        contract: ContractName,
    ) -> StoreFuture<'a, (Head, bool)>;

    /// Appends events to a session, all or none, if it still stands where the append expects it. A
    /// session that is expected at revision 0 and is not there is made.
    ///
    /// The digests make this idempotent: where a reply was lost, the same append again tells by
    /// [`Appended::Conflict`] that the session moved on, and its events tell by whom.
    ///
    /// # Errors
    ///
    /// After one with [`StoreError::is_outcome_unknown`] the events may be there all the same.
    fn append<'a>(&'a self, id: &'a SessionId, append: Arc<Append>) -> StoreFuture<'a, Appended>;

    /// The events of a session behind a revision, in order: `limit` at most, and fewer only at the
    /// end or where they are so long that a store gives a part. Never none, if there is one.
    fn events<'a>(
        &'a self,
        id: &'a SessionId,
        after: u64,
        limit: usize,
    ) -> StoreFuture<'a, Vec<StoredEvent>>;

    /// The events of a session that have one of these request keys, in order.
    fn by_keys<'a>(
        &'a self,
        id: &'a SessionId,
        keys: Vec<Arc<str>>,
    ) -> StoreFuture<'a, Vec<StoredEvent>>;

    /// The checkpoint of a session that is nearest to a revision.
    fn checkpoint<'a>(
        &'a self,
        id: &'a SessionId,
        nearest: Nearest,
    ) -> StoreFuture<'a, Option<Checkpoint>>;

    /// Names a revision of a session, whatever the name stood for before; gives whether there is
    /// such a session.
    fn put_snapshot<'a>(
        &'a self,
        id: &'a SessionId,
        snapshot: &'a str,
        revision: u64,
    ) -> StoreFuture<'a, bool>;

    /// The snapshots of a session, by name in the order of their bytes.
    fn snapshots<'a>(&'a self, id: &'a SessionId) -> StoreFuture<'a, Vec<Snapshot>>;

    /// The sessions of a namespace whose names come after one, in the order of their bytes; `limit`
    /// at most.
    fn list<'a>(
        &'a self,
        namespace: &'a str,
        after: &'a str,
        limit: usize,
    ) -> StoreFuture<'a, Vec<Listed>>;

    /// Deletes a session with all that belongs to it, so that none of its bytes is left (S11).
    /// Completes earlier deletions that could not be.
    fn delete<'a>(&'a self, id: &'a SessionId) -> StoreFuture<'a, Deleted>;
}

/// A store that is shared, or chosen at run time.
impl<S: Store + ?Sized> Store for Arc<S> {
    fn head<'a>(&'a self, id: &'a SessionId) -> StoreFuture<'a, Option<Head>> {
        (**self).head(id)
    }

    fn create<'a>(
        &'a self,
        id: &'a SessionId,
        contract: ContractName,
    ) -> StoreFuture<'a, (Head, bool)> {
        (**self).create(id, contract)
    }

    fn append<'a>(&'a self, id: &'a SessionId, append: Arc<Append>) -> StoreFuture<'a, Appended> {
        (**self).append(id, append)
    }

    fn events<'a>(
        &'a self,
        id: &'a SessionId,
        after: u64,
        limit: usize,
    ) -> StoreFuture<'a, Vec<StoredEvent>> {
        (**self).events(id, after, limit)
    }

    fn by_keys<'a>(
        &'a self,
        id: &'a SessionId,
        keys: Vec<Arc<str>>,
    ) -> StoreFuture<'a, Vec<StoredEvent>> {
        (**self).by_keys(id, keys)
    }

    fn checkpoint<'a>(
        &'a self,
        id: &'a SessionId,
        nearest: Nearest,
    ) -> StoreFuture<'a, Option<Checkpoint>> {
        (**self).checkpoint(id, nearest)
    }

    fn put_snapshot<'a>(
        &'a self,
        id: &'a SessionId,
        snapshot: &'a str,
        revision: u64,
    ) -> StoreFuture<'a, bool> {
        (**self).put_snapshot(id, snapshot, revision)
    }

    fn snapshots<'a>(&'a self, id: &'a SessionId) -> StoreFuture<'a, Vec<Snapshot>> {
        (**self).snapshots(id)
    }

    fn list<'a>(
        &'a self,
        namespace: &'a str,
        after: &'a str,
        limit: usize,
    ) -> StoreFuture<'a, Vec<Listed>> {
        (**self).list(namespace, after, limit)
    }

    fn delete<'a>(&'a self, id: &'a SessionId) -> StoreFuture<'a, Deleted> {
        (**self).delete(id)
    }
}

/// Where a session stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its contract.
    pub contract: ContractName,
    /// The number of its last event; 0 before the first.
    pub revision: u64,
    /// The digest of its last event.
    pub digest: Digest,
}

impl Head {
    /// Where a session of a contract begins.
    #[must_use]
    pub const fn new(contract: ContractName) -> Self {
        Head { contract, revision: 0, digest: Digest::ZERO }
    }
}

/// Events to be appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// Where the session has to stand.
    pub expected: Head,
    /// The events, at least one, whose revisions go on from there.
    pub events: Vec<StoredEvent>,
    /// The exported state after the last of them, if it is to be kept.
    pub checkpoint: Option<String>,
}

/// What came of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The events are there, and stay there whatever happens.
    Done,
    /// The session stands elsewhere or has another contract. Nothing was written.
    Conflict,
}

/// An event as a store keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// Its number.
    pub revision: u64,
    /// Its digest.
    pub digest: Digest,
    /// The request key of a turn, unique in its session.
    pub key: Option<Arc<str>>,
    /// Its canonical JSON.
    pub body: String,
}

/// A state that is kept so that not every event has to be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The revision.
    pub revision: u64,
    /// The digest of its event.
    pub digest: Digest,
    /// The exported state after it.
    pub state: String,
}

/// Which checkpoint is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nearest {
    /// The last one at this revision or before it.
    At(u64),
    /// The first one after this revision.
    After(u64),
}

/// A name for a revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The name.
    pub name: String,
    /// The revision.
    pub revision: u64,
}

/// A session in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub head: Head,
}

/// What came of a deletion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deleted {
    /// There was no such session, and nothing is left of an earlier one.
    NotFound,
    /// None of its bytes is left.
    Erased,
    /// It is gone, but bytes of it are still in the store's files, because a reader holds them.
    /// Deleting again completes it.
    ErasurePending,
}

/// What kind of fault a [`StoreError`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StoreErrorKind {
    /// The store is away, locked or busy.
    Unavailable,
    /// There is no space left.
    Full,
    /// The store can be read only.
    ReadOnly,
    /// What is there belongs to another program, or to none.
    Foreign,
    /// The store was made by a later version of this software.
    LaterVersion,
    /// The store is damaged.
    Damaged,
    /// The store is set up in a way that cannot keep what is promised.
    Unsuitable,
    /// Anything else.
    Other,
}

/// A store that failed.
#[derive(Clone, Debug)]
pub struct StoreError {
    kind: StoreErrorKind,
    message: String,
    source: Option<Arc<dyn std::error::Error + Send + Sync>>,
    is_outcome_unknown: bool,
}

impl StoreError {
    /// An error with a message that names the place and the fault.
    pub fn new(kind: StoreErrorKind, message: impl Into<String>) -> Self {
        StoreError { kind, message: message.into(), source: None, is_outcome_unknown: false }
    }

    /// The same with what caused it.
    #[must_use]
    pub fn with_source(self, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        StoreError { source: Some(Arc::new(source)), ..self }
    }

    /// The same for a reply that was lost: what was asked for may have been done, or be done yet.
    #[must_use]
    pub fn with_unknown_outcome(self) -> Self {
        StoreError { is_outcome_unknown: true, ..self }
    }

    /// Whether what was asked for may have been done all the same, or may be done yet.
    #[must_use]
    pub const fn is_outcome_unknown(&self) -> bool {
        self.is_outcome_unknown
    }

    /// The kind of fault.
    #[must_use]
    pub const fn kind(&self) -> StoreErrorKind {
        self.kind
    }

    /// Whether the same call may succeed later.
    #[must_use]
    pub const fn is_temporary(&self) -> bool {
        matches!(
            self.kind,
            StoreErrorKind::Unavailable | StoreErrorKind::Full | StoreErrorKind::ReadOnly
        )
    }

    /// Whether what is in the store is not what was written to it.
    #[must_use]
    pub const fn is_damaged(&self) -> bool {
        matches!(self.kind, StoreErrorKind::Damaged)
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}
