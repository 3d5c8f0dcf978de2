//! A store in memory, for tests and for sessions that need not outlive the process.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Arc, Mutex};

use cc_contract::ContractName;

use crate::id::SessionId;
use crate::store::{
    Append, Appended, Checkpoint, Deleted, Head, Listed, Nearest, Snapshot, Store, StoreFuture,
    StoredEvent,
};
use crate::work::locked;

/// A store in memory. What it answers is durable as long as it lives; clones share it.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore(Arc<Mutex<BTreeMap<SessionId, Kept>>>);

#[derive(Debug)]
struct Kept {
    head: Head,
    events: Vec<StoredEvent>,
    checkpoints: BTreeMap<u64, Checkpoint>,
    snapshots: BTreeMap<String, u64>,
}

impl Kept {
    fn new(contract: ContractName) -> Self {
        Kept {
            head: Head::new(contract),
            events: Vec::new(),
            checkpoints: BTreeMap::new(),
            snapshots: BTreeMap::new(),
        }
    }
}

impl MemoryStore {
    /// A store without sessions.
    #[must_use]
    pub fn new() -> Self {
        MemoryStore::default()
    }

    /// Answers at once, with what is done to a session that may be there.
    fn with<'a, T: Send + 'a>(
        &self,
        id: &SessionId,
        ask: impl FnOnce(Option<&mut Kept>) -> T,
    ) -> StoreFuture<'a, T> {
        let answer = ask(locked(&self.0).get_mut(id));
        Box::pin(std::future::ready(Ok(answer)))
    }
}

impl Store for MemoryStore {
    fn head<'a>(&'a self, id: &'a SessionId) -> StoreFuture<'a, Option<Head>> {
        self.with(id, |kept| kept.map(|kept| kept.head))
    }

    fn create<'a>(
        &'a self,
        id: &'a SessionId,
        contract: ContractName,
    ) -> StoreFuture<'a, (Head, bool)> {
        let answer = match locked(&self.0).entry(id.clone()) {
            Entry::Occupied(kept) => (kept.get().head, false),
            Entry::Vacant(vacant) => (vacant.insert(Kept::new(contract)).head, true),
        };
        Box::pin(std::future::ready(Ok(answer)))
    }

    fn append<'a>(&'a self, id: &'a SessionId, append: Arc<Append>) -> StoreFuture<'a, Appended> {
        let mut all = locked(&self.0);
        let expected = append.expected;
        let there = match all.entry(id.clone()) {
            Entry::Occupied(kept) => Some(kept.into_mut()),
            Entry::Vacant(vacant) => {
                (expected.revision == 0).then(|| vacant.insert(Kept::new(expected.contract)))
            }
        };
        let answer = match (there, append.events.last()) {
            (Some(kept), Some(last)) if kept.head == expected => {
                kept.head = Head { revision: last.revision, digest: last.digest, ..expected };
                kept.events.extend(append.events.iter().cloned());
                if let Some(state) = append.checkpoint.clone() {
                    let (revision, digest) = (last.revision, last.digest);
                    kept.checkpoints.insert(revision, Checkpoint { revision, digest, state });
                }
                Appended::Done
            }
            _ => Appended::Conflict,
        };
        Box::pin(std::future::ready(Ok(answer)))
    }

    fn events<'a>(
        &'a self,
        id: &'a SessionId,
        after: u64,
        limit: usize,
    ) -> StoreFuture<'a, Vec<StoredEvent>> {
        self.with(id, |kept| {
            let events = kept.map_or(&[][..], |kept| &kept.events);
            let start = events.partition_point(|event| event.revision <= after);
            events.iter().skip(start).take(limit).cloned().collect()
        })
    }

    fn by_keys<'a>(
        &'a self,
        id: &'a SessionId,
        keys: Vec<Arc<str>>,
    ) -> StoreFuture<'a, Vec<StoredEvent>> {
        let is_asked =
            |event: &&StoredEvent| event.key.as_ref().is_some_and(|it| keys.contains(it));
        self.with(id, |kept| {
            kept.map_or(&[][..], |kept| &kept.events).iter().filter(is_asked).cloned().collect()
        })
    }

    fn checkpoint<'a>(
        &'a self,
        id: &'a SessionId,
        nearest: Nearest,
    ) -> StoreFuture<'a, Option<Checkpoint>> {
        self.with(id, |kept| {
            let checkpoints = &kept?.checkpoints;
            let found = match nearest {
                Nearest::At(revision) => checkpoints.range(..=revision).next_back(),
                Nearest::After(revision) => checkpoints.range(revision.checked_add(1)?..).next(),
            };
            found.map(|(_, checkpoint)| checkpoint.clone())
        })
    }

    fn put_snapshot<'a>(
        &'a self,
        id: &'a SessionId,
        snapshot: &'a str,
        revision: u64,
    ) -> StoreFuture<'a, bool> {
        self.with(id, |kept| {
            kept.map(|kept| kept.snapshots.insert(snapshot.to_owned(), revision)).is_some()
        })
    }

    fn snapshots<'a>(&'a self, id: &'a SessionId) -> StoreFuture<'a, Vec<Snapshot>> {
        self.with(id, |kept| {
            let all = kept.into_iter().flat_map(|kept| &kept.snapshots);
            all.map(|(name, revision)| Snapshot { name: name.clone(), revision: *revision })
                .collect()
        })
    }

    fn list<'a>(
        &'a self,
        namespace: &'a str,
        after: &'a str,
        limit: usize,
    ) -> StoreFuture<'a, Vec<Listed>> {
        let all = locked(&self.0);
        let later = all.iter().filter(|(id, _)| id.namespace() == namespace && id.name() > after);
        let listed = later.take(limit);
        let listed =
            listed.map(|(id, kept)| Listed { name: id.name().to_owned(), head: kept.head });
        Box::pin(std::future::ready(Ok(listed.collect())))
    }

    fn delete<'a>(&'a self, id: &'a SessionId) -> StoreFuture<'a, Deleted> {
        let answer = match locked(&self.0).remove(id) {
            Some(_) => Deleted::Erased,
            None => Deleted::NotFound,
        };
        Box::pin(std::future::ready(Ok(answer)))
    }
}
