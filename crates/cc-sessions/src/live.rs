//! A session in memory: its engine, and where it stands.

use cc_contract::ContractName;
use cc_engine::{Decision, v0_5};
use cc_wire::{AnyDecision, AnyEngine};

use crate::error::{Error, ErrorKind};
use crate::event::{Answer, Event, EventKind};
use crate::id::SessionId;
use crate::store::{Head, Nearest, Store, StoredEvent};

/// How many events are read at a time.
pub(crate) const PAGE: usize = 1024;

/// The least bytes of events between two checkpoints.
const MIN_CHECKPOINT_BYTES: usize = 4096;

/// The version of Unicode by whose tables this program evaluates.
pub(crate) fn unicode_version() -> String {
    let (major, minor, patch) = cc_state::UNICODE_VERSION;
    format!("{major}.{minor}.{patch}")
}

/// A session in memory.
#[derive(Clone, Debug)]
pub(crate) struct Live {
    pub(crate) engine: AnyEngine,
    pub(crate) head: Head,
    /// Whether the store has it.
    pub(crate) is_stored: bool,
    /// The bytes of the events since the last checkpoint.
    since_checkpoint: usize,
    /// The bytes of the last checkpoint, which are those of the state then.
    checkpoint_bytes: usize,
}

impl Live {
    /// A session that is not stored yet.
    pub(crate) fn new(contract: ContractName) -> Self {
        Live {
            engine: AnyEngine::new(contract),
            head: Head::new(contract),
            is_stored: false,
            since_checkpoint: 0,
            checkpoint_bytes: 0,
        }
    }

    /// A stored session before its first event.
    pub(crate) fn stored(contract: ContractName) -> Self {
        Live { is_stored: true, ..Live::new(contract) }
    }

    /// Where a session was at a checkpoint, or at its beginning.
    pub(crate) async fn at_checkpoint(
        store: &dyn Store,
        id: &SessionId,
        contract: ContractName,
        revision: u64,
    ) -> Result<Self, Error> {
        let mut live = Live::stored(contract);
        if let Some(base) = store.checkpoint(id, Nearest::At(revision)).await? {
            live.engine = AnyEngine::import_json(contract, &base.state).map_err(|fault| {
                damaged(id, base.revision, &format_args!("its checkpoint: {fault}"))
            })?;
            live.head = Head { contract, revision: base.revision, digest: base.digest };
            live.checkpoint_bytes = base.state.len();
        }
        Ok(live)
    }

    /// Loads a session as it was at a revision, or as it is. None, if there is no such session.
    ///
    /// Costs the size of the state: a checkpoint, and events that are not much longer.
    pub(crate) async fn load(
        store: &dyn Store,
        id: &SessionId,
        at: Option<u64>,
    ) -> Result<Option<Self>, Error> {
        let mut known = store.head(id).await?;
        loop {
            let Some(head) = known else { return Ok(None) };
            let end = at.unwrap_or(head.revision);
            if end > head.revision {
                return Err(Error::new(
                    ErrorKind::NotFound,
                    format!("session `{id}` has no revision {end}: its last is {}", head.revision),
                ));
            }
            let loaded = Live::replayed(store, id, head.contract, end).await;
            match loaded {
                Ok(live) if end < head.revision || live.head == head => return Ok(Some(live)),
                Err(error) if error.kind() != ErrorKind::Damaged => return Err(error),
                _ => {}
            }
            // It does not fit together: it was deleted and made anew in the meantime, or is damaged.
            let now = store.head(id).await?;
            if now == known {
                loaded?;
                return Err(damaged(id, end, &"its digest is not that of its log"));
            }
            known = now;
        }
    }

    async fn replayed(
        store: &dyn Store,
        id: &SessionId,
        contract: ContractName,
        end: u64,
    ) -> Result<Self, Error> {
        let mut live = Live::at_checkpoint(store, id, contract, end).await?;
        while live.head.revision < end {
            let missing = usize::try_from(end - live.head.revision).unwrap_or(PAGE).min(PAGE);
            let events = store.events(id, live.head.revision, missing).await?;
            if events.is_empty() {
                return Err(damaged(id, live.head.revision + 1, &"it is not there"));
            }
            for event in &events {
                live.replay(id, event)?;
            }
        }
        Ok(live)
    }

    /// Follows an event of the log, which has to be the next one.
    pub(crate) fn replay(&mut self, id: &SessionId, stored: &StoredEvent) -> Result<(), Error> {
        let event = self.read(id, stored)?;
        self.follow(id, &event, stored)
    }

    /// Reads an event of the log, which has to be the next one.
    pub(crate) fn read(&self, id: &SessionId, stored: &StoredEvent) -> Result<Event, Error> {
        let revision = self.head.revision + 1;
        let digest = self.head.digest.then(&stored.body);
        if (stored.revision, stored.digest) != (revision, digest) {
            return Err(damaged(id, revision, &"its digest is not that of its text"));
        }
        let event =
            Event::from_json(&stored.body).map_err(|fault| damaged(id, revision, &fault))?;
        if event.revision != revision || event.contract != self.head.contract {
            return Err(damaged(id, revision, &"it belongs to another revision or contract"));
        }
        Ok(event)
    }

    /// Does what an event says that was read.
    pub(crate) fn follow(
        &mut self,
        id: &SessionId,
        event: &Event,
        stored: &StoredEvent,
    ) -> Result<(), Error> {
        match &event.kind {
            EventKind::Turn { input, .. } => drop(self.engine.step(input)),
            EventKind::Import { state }
            | EventKind::Recall { state, .. }
            | EventKind::Fork { state, .. } => {
                self.engine = AnyEngine::import_json(event.contract, state)
                    .map_err(|fault| damaged(id, event.revision, &fault))?;
            }
        }
        self.advance(stored);
        Ok(())
    }

    /// Takes one input. Gives the answer, and whether this is an event (S2).
    pub(crate) fn step(&mut self, input: &str) -> (Answer, bool) {
        let pending = self.engine.pending().map(str::to_owned);
        let decision = self.engine.step(input);
        let is_ordinary = matches!(
            decision,
            AnyDecision::V0_9(Decision::Ordinary | Decision::Invalid(_))
                | AnyDecision::V0_5(v0_5::Decision::Ordinary)
                | AnyDecision::M1(cc_m1::Decision::Passthrough)
        );
        let answer = Answer::new(&decision);
        (answer, !is_ordinary || self.engine.pending() != pending.as_deref())
    }

    /// Makes an event the last one.
    pub(crate) fn record(&mut self, event: &Event) -> StoredEvent {
        let body = event.to_json();
        let stored = StoredEvent {
            revision: event.revision,
            digest: self.head.digest.then(&body),
            key: match &event.kind {
                EventKind::Turn { key, .. } => key.as_deref().map(Into::into),
                _ => None,
            },
            body,
        };
        self.advance(&stored);
        stored
    }

    fn advance(&mut self, stored: &StoredEvent) {
        self.head.revision = stored.revision;
        self.head.digest = stored.digest;
        self.since_checkpoint += stored.body.len();
    }

    /// The state to be kept, if as much was recorded since the last one as that one is long: so what
    /// is written for checkpoints is never more than for events (S8). None while a question is
    /// open, which a state does not hold.
    pub(crate) fn due_checkpoint(&mut self, has_new_state: bool) -> Option<String> {
        let is_due = self.since_checkpoint >= self.checkpoint_bytes.max(MIN_CHECKPOINT_BYTES);
        if self.engine.pending().is_some() || !(is_due || has_new_state) {
            return None;
        }
        let state = self.engine.export_json();
        self.since_checkpoint = 0;
        self.checkpoint_bytes = state.len();
        Some(state)
    }

    /// About how much memory this takes.
    pub(crate) fn bytes(&self) -> usize {
        512 + 3 * (self.checkpoint_bytes + self.since_checkpoint)
    }

    /// The exported state.
    pub(crate) fn state(&self) -> String {
        self.engine.export_json()
    }
}

pub(crate) fn damaged(id: &SessionId, revision: u64, fault: &dyn std::fmt::Display) -> Error {
    let message = format!("event {revision} of session `{id}` is damaged: {fault}");
    Error::new(ErrorKind::Damaged, message)
}
