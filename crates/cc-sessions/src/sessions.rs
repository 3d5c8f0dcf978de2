//! All sessions of a store, and the cache of those in use.

use std::fmt;
use std::sync::{Arc, Mutex};

use lru::LruCache;

use crate::error::Error;
use crate::id::{SessionId, check_name};
use crate::session::Session;
use crate::store::{Listed, Store};
use crate::work::{Slot, locked};

/// How many bytes of sessions are kept in memory, if nothing else is said.
pub const DEFAULT_CACHE_BYTES: usize = 64 << 20;

/// What a session in the cache takes at least.
const SLOT_BYTES: usize = 512;

/// The sessions of a store.
///
/// Cheap to clone; the clones share the cache.
///
/// ```
/// # futures_executor::block_on(async {
/// use cc_sessions::{MemoryStore, Sessions, Turn};
///
/// let sessions = Sessions::new(MemoryStore::new(), || 1_764_547_200_000);
/// let trip = sessions.session("ann", "trip")?;
/// assert_eq!(trip.turn(Turn::new("prohibit peanuts")).await?.revision, 1);
/// assert_eq!(sessions.list("ann", "", 10).await?.len(), 1);
/// # Ok::<(), cc_sessions::Error>(())
/// # }).unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct Sessions(Arc<Shelf>);

/// What sessions share.
pub(crate) struct Shelf {
    pub(crate) store: Box<dyn Store>,
    pub(crate) clock: Box<dyn Fn() -> u64 + Send + Sync>,
    limit: usize,
    cache: Mutex<Cache>,
}

struct Cache {
    slots: LruCache<SessionId, (Arc<Slot>, usize)>,
    bytes: usize,
}

impl fmt::Debug for Shelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sessions").field("limit", &self.limit).finish_non_exhaustive()
    }
}

impl Sessions {
    /// The sessions of a store. The clock gives the milliseconds since the beginning of 1970, UTC;
    /// events carry its time.
    pub fn new(store: impl Store, clock: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        Sessions::with_cache(store, clock, DEFAULT_CACHE_BYTES)
    }

    /// The same, with about so many bytes of sessions kept in memory. Those that were not used for
    /// longest are dropped first, and loaded again when they are needed.
    pub fn with_cache(
        store: impl Store,
        clock: impl Fn() -> u64 + Send + Sync + 'static,
        bytes: usize,
    ) -> Self {
        Sessions(Arc::new(Shelf {
            store: Box::new(store),
            clock: Box::new(clock),
            limit: bytes,
            cache: Mutex::new(Cache { slots: LruCache::unbounded(), bytes: 0 }),
        }))
    }

    /// A session, whether it is there or not. Does not ask the store.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidName`](crate::ErrorKind::InvalidName).
    pub fn session(&self, namespace: &str, name: &str) -> Result<Session, Error> {
        Ok(Session::new(Arc::clone(&self.0), SessionId::new(namespace, name)?))
    }

    /// The sessions of a namespace whose names come after `after` in the order of their bytes,
    /// `limit` at most. An empty `after` begins at the beginning.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidName`](crate::ErrorKind::InvalidName), and those of the store.
    ///
    /// ```
    /// # futures_executor::block_on(async {
    /// use cc_sessions::{MemoryStore, Sessions, Turn};
    ///
    /// let sessions = Sessions::new(MemoryStore::new(), || 0);
    /// sessions.session("ann", "trip")?.turn(Turn::new("use tea")).await?;
    /// let listed = sessions.list("ann", "", 100).await?;
    /// assert_eq!((&*listed[0].name, listed[0].head.revision), ("trip", 1));
    /// # Ok::<(), cc_sessions::Error>(())
    /// # }).unwrap();
    /// ```
    pub async fn list(
        &self,
        namespace: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<Listed>, Error> {
        check_name("namespace", namespace)?;
        Ok(self.0.store.list(namespace, after, limit).await?)
    }
}

impl Shelf {
    /// The slot of a session, which is made if it is not there.
    pub(crate) fn slot(&self, id: &SessionId) -> Arc<Slot> {
        let mut cache = locked(&self.cache);
        if let Some((slot, _)) = cache.slots.get(id) {
            return Arc::clone(slot);
        }
        let slot = Arc::new(Slot::default());
        cache.slots.put(id.clone(), (Arc::clone(&slot), 0));
        drop(cache);
        self.note(id, SLOT_BYTES);
        slot
    }

    /// Notes how much a session takes, and drops others if that is too much. Whoever still works on
    /// one that is dropped is not disturbed: the store tells apart which came first.
    pub(crate) fn note(&self, id: &SessionId, bytes: usize) {
        let mut cache = locked(&self.cache);
        let Some((_, before)) = cache.slots.peek_mut(id) else { return };
        let before = std::mem::replace(before, bytes);
        cache.bytes = cache.bytes - before + bytes;
        while cache.bytes > self.limit && cache.slots.len() > 1 {
            let Some((_, (_, freed))) = cache.slots.pop_lru() else { return };
            cache.bytes -= freed;
        }
    }

    /// Forgets a session.
    pub(crate) fn forget(&self, id: &SessionId) {
        let mut cache = locked(&self.cache);
        if let Some((_, freed)) = cache.slots.pop(id) {
            cache.bytes -= freed;
        }
    }
}
