//! Faults at every call of a store.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cc_contract::ContractName;
use cc_sessions::{
    Append, Appended, Checkpoint, Deleted, ErrorKind, EventKind, Head, Listed, Nearest, Session,
    SessionId, Sessions, Snapshot, Store, StoreError, StoreErrorKind, StoreFuture, StoredEvent,
    Turn,
};
use cc_wire::AnyEngine;
use futures_executor::block_on;

use crate::Place;

/// Where a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Before anything is done.
    Before,
    /// After it is done: the reply is lost.
    After,
    /// Before anything is done, and nobody can tell: the request is lost.
    Lost,
}

/// A store that fails at some of its calls.
pub struct FaultyStore {
    inner: Arc<dyn Store>,
    fault: Fault,
    /// How many calls succeed yet.
    left: AtomicUsize,
    /// How many fail after them.
    failing: AtomicUsize,
    /// Whether only appends are counted, and fail.
    only_appends: bool,
    /// What happens in the moment of a fault.
    meanwhile: Box<dyn Fn() + Send + Sync>,
}

impl FaultyStore {
    /// A store of which `failing` calls fail after the first `left`.
    pub fn new(inner: Arc<dyn Store>, fault: Fault, left: usize, failing: usize) -> Self {
        FaultyStore {
            inner,
            fault,
            left: AtomicUsize::new(left),
            failing: AtomicUsize::new(failing),
            only_appends: false,
            meanwhile: Box::new(|| ()),
        }
    }

    /// The same for appends alone, with something that happens in the moment of a fault.
    pub fn of_appends(self, meanwhile: impl Fn() + Send + Sync + 'static) -> Self {
        FaultyStore { only_appends: true, meanwhile: Box::new(meanwhile), ..self }
    }

    /// Whether all faults have happened.
    pub fn is_spent(&self) -> bool {
        self.failing.load(Ordering::SeqCst) == 0
    }

    fn take(counter: &AtomicUsize) -> bool {
        let less = |count: usize| count.checked_sub(1);
        counter.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less).is_ok()
    }

    fn call<'a, T: Send + 'a>(
        &'a self,
        call: impl FnOnce() -> StoreFuture<'a, T>,
    ) -> StoreFuture<'a, T> {
        if self.only_appends {
            return call();
        }
        self.counted(call)
    }

    fn counted<'a, T: Send + 'a>(
        &'a self,
        call: impl FnOnce() -> StoreFuture<'a, T>,
    ) -> StoreFuture<'a, T> {
        let is_failing = !FaultyStore::take(&self.left) && FaultyStore::take(&self.failing);
        let fault = self.fault;
        let error = move || {
            let error = StoreError::new(StoreErrorKind::Unavailable, "the store fails on cue");
            if fault == Fault::Before { error } else { error.with_unknown_outcome() }
        };
        if is_failing {
            (self.meanwhile)();
        }
        if is_failing && self.fault != Fault::After {
            return Box::pin(async move { Err(error()) });
        }
        let call = call();
        Box::pin(async move {
            let result = call.await;
            if is_failing { Err(error()) } else { result }
        })
    }
}

impl Store for FaultyStore {
    fn head<'a>(&'a self, id: &'a SessionId) -> StoreFuture<'a, Option<Head>> {
        self.call(|| self.inner.head(id))
    }

    fn create<'a>(
        &'a self,
        id: &'a SessionId,
        contract: ContractName,
    ) -> StoreFuture<'a, (Head, bool)> {
        self.call(|| self.inner.create(id, contract))
    }

    fn append<'a>(&'a self, id: &'a SessionId, append: Arc<Append>) -> StoreFuture<'a, Appended> {
        self.counted(|| self.inner.append(id, append))
    }

    fn events<'a>(
        &'a self,
        id: &'a SessionId,
        after: u64,
        limit: usize,
    ) -> StoreFuture<'a, Vec<StoredEvent>> {
        self.call(|| self.inner.events(id, after, limit))
    }

    fn by_keys<'a>(
        &'a self,
        id: &'a SessionId,
        keys: Vec<Arc<str>>,
    ) -> StoreFuture<'a, Vec<StoredEvent>> {
        self.call(|| self.inner.by_keys(id, keys))
    }

    fn checkpoint<'a>(
        &'a self,
        id: &'a SessionId,
        nearest: Nearest,
    ) -> StoreFuture<'a, Option<Checkpoint>> {
        self.call(|| self.inner.checkpoint(id, nearest))
    }

    fn put_snapshot<'a>(
        &'a self,
        id: &'a SessionId,
        snapshot: &'a str,
        revision: u64,
    ) -> StoreFuture<'a, bool> {
        self.call(|| self.inner.put_snapshot(id, snapshot, revision))
    }

    fn snapshots<'a>(&'a self, id: &'a SessionId) -> StoreFuture<'a, Vec<Snapshot>> {
        self.call(|| self.inner.snapshots(id))
    }

    fn list<'a>(
        &'a self,
        namespace: &'a str,
        after: &'a str,
        limit: usize,
    ) -> StoreFuture<'a, Vec<Listed>> {
        self.call(|| self.inner.list(namespace, after, limit))
    }

    fn delete<'a>(&'a self, id: &'a SessionId) -> StoreFuture<'a, Deleted> {
        self.call(|| self.inner.delete(id))
    }
}

/// A client that sends a turn again with its key until it is answered gets every turn once, in
/// order, whichever call failed and however often.
pub fn every_fault(place: &dyn Place) {
    let inputs = ["use tea", "hello", "prohibit tea", "use milk", "clear state", "use cups"];
    let mut engine = AnyEngine::new(ContractName::V0_9);
    inputs.iter().for_each(|input| drop(engine.step(input)));
    for (kind, failing) in
        [(Fault::Before, 1), (Fault::After, 1), (Fault::Before, 3), (Fault::After, 3)]
    {
        for left in 0.. {
            let store = Arc::new(FaultyStore::new(place.open(), kind, left, failing));
            // One event in the store before, so that a session is loaded too.
            let name = format!("{kind:?} {failing} {left}");
            let before = Sessions::new(place.open(), || 0).session("ann", &name).unwrap();
            block_on(before.turn(Turn::new("clear premise"))).unwrap();
            let sessions = Sessions::new(Arc::clone(&store), || 0);
            let session = sessions.session("ann", &name).unwrap();
            for pair in inputs.chunks(2).enumerate() {
                let (at, pair) = pair;
                let turns = |key: usize| Turn::new(pair[key]).key(&format!("{at} {key}"));
                // Two at once, and what is not answered again.
                let replies = block_on(session.turns(vec![turns(0), turns(1)]));
                for (key, reply) in replies.into_iter().enumerate() {
                    let mut reply = reply;
                    while let Err(error) = &reply {
                        assert_eq!(error.kind(), ErrorKind::Store, "{error}");
                        assert!(error.is_temporary());
                        reply = block_on(session.turn(turns(key)));
                    }
                }
            }
            let mut recorded = inputs_of(&before).split_off(1);
            let mut directives: Vec<_> = inputs.into_iter().filter(|it| *it != "hello").collect();
            recorded.sort_unstable();
            directives.sort_unstable();
            assert_eq!(recorded, directives, "{name}");
            assert_eq!(block_on(before.verify()).unwrap().difference, None);
            if !store.is_spent() {
                break;
            }
        }
    }
}

/// The inputs of a log that has only turns.
fn inputs_of(session: &Session) -> Vec<String> {
    let log = block_on(session.log(0, 100)).unwrap().into_iter();
    let inputs = log.map(|entry| match entry.event.kind {
        EventKind::Turn { input, .. } => input,
        other => panic!("{other:?}"),
    });
    inputs.collect()
}

/// A turn whose append gave no reply is answered all the same, and is there once: whether it was
/// done, or not, or another client was first.
pub fn a_lost_append_is_done_once(place: &dyn Place) {
    for (fault, is_second) in [(Fault::After, false), (Fault::Lost, false), (Fault::Lost, true)] {
        let name = format!("{fault:?} {is_second}");
        let other = Sessions::new(place.open(), || 7).session("ann", &name).unwrap();
        block_on(other.turn(Turn::new("use tea"))).unwrap();
        let first = other.clone();
        let store = FaultyStore::new(place.open(), fault, 0, 1).of_appends(move || {
            let first = first.clone();
            // One executor does not wait within another.
            let offer = move || block_on(first.turn(Turn::new("use cups"))).map(drop);
            if is_second {
                std::thread::spawn(offer).join().unwrap().unwrap();
            }
        });
        let session = Sessions::new(store, || 0).session("ann", &name).unwrap();
        let reply = block_on(session.turn(Turn::new("use milk"))).unwrap();
        let inputs = inputs_of(&other);
        let between: &[&str] = if is_second { &["use cups"] } else { &[] };
        assert_eq!(inputs, [&["use tea"], between, &["use milk"]].concat(), "{name}");
        assert_eq!(reply.revision, inputs.len() as u64, "{name}");
        assert_eq!(block_on(other.verify()).unwrap().difference, None);
    }
}
