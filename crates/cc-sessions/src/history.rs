//! The log: reading it, what made an item what it is, and whether it is whole.

use cc_contract::{ContractName, V0_5, V0_9};
use cc_state::ContractIdentity;
use cc_wire::AnyDiff;

use crate::digest::Digest;
use crate::error::Error;
use crate::event::{Answer, Event, EventKind};
use crate::live::{Live, PAGE, damaged, unicode_version};
use crate::session::Session;
use crate::store::{Head, Nearest, StoredEvent};
use crate::work::not_found;

/// An event of a log, with what it changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LogEntry {
    /// The event.
    pub event: Event,
    /// Its digest.
    pub digest: Digest,
    /// What it changed.
    pub changes: AnyDiff,
}

/// What [`Session::why`] asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic<'a> {
    /// The policy of an item, spelled in any way that means it.
    Item(&'a str),
    /// The premise; under m1 the fact `focus.device`.
    Premise,
}

/// What [`Session::verify`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// Where the session stands.
    pub head: Head,
    /// The first event that is not what it should be, if there is one.
    pub difference: Option<Difference>,
}

/// The first event of a log that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// Its revision.
    pub revision: u64,
    /// What is wrong.
    pub kind: DifferenceKind,
    /// The same for people.
    pub message: String,
}

/// In what an event differs from what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DifferenceKind {
    /// It is missing, unreadable, or its digest is not that of its text.
    Damaged,
    /// Its input is decided in another way now.
    Decision,
    /// The same, and the event was made under another version of Unicode, which can explain it.
    Unicode,
    /// The state kept with it is not the one that follows from the log.
    State,
}

impl Session {
    /// The events behind a revision in order, `limit` at most, with what each changed.
    ///
    /// # Errors
    ///
    /// [`NotFound`](crate::ErrorKind::NotFound), [`Contract`](crate::ErrorKind::Contract),
    /// [`Damaged`](crate::ErrorKind::Damaged); those of the store.
    ///
    /// ```
    /// # futures_executor::block_on(async {
    /// use cc_sessions::{MemoryStore, Sessions, Turn};
    ///
    /// let session = Sessions::new(MemoryStore::new(), || 0).session("ann", "trip")?;
    /// session.turn(Turn::new("use tea")).await?;
    /// session.turn(Turn::new("What time is it?")).await?;
    /// let log = session.log(0, 100).await?;
    /// assert_eq!((log.len(), log[0].event.revision), (1, 1));
    /// # Ok::<(), cc_sessions::Error>(())
    /// # }).unwrap();
    /// ```
    pub async fn log(&self, after: u64, limit: usize) -> Result<Vec<LogEntry>, Error> {
        let head = self.head().await?;
        let mut entries = Vec::new();
        if after >= head.revision || limit == 0 {
            return Ok(entries);
        }
        let Some(mut live) = Live::load(&*self.shelf.store, &self.id, Some(after)).await? else {
            return Err(not_found(&self.id));
        };
        while entries.len() < limit && live.head.revision < head.revision {
            let page = PAGE.min(limit - entries.len());
            for stored in self.page(live.head.revision, page).await? {
                entries.push(self.entry(&mut live, &stored)?);
            }
        }
        Ok(entries)
    }

    /// The last event that changed an item's policy, or the premise; none if none did.
    ///
    /// Reads the log from its end, as far as that event.
    ///
    /// # Errors
    ///
    /// As [`Session::log`].
    ///
    /// ```
    /// # futures_executor::block_on(async {
    /// use cc_sessions::{MemoryStore, Sessions, Topic, Turn};
    ///
    /// let session = Sessions::new(MemoryStore::new(), || 0).session("ann", "trip")?;
    /// session.turn(Turn::new("prohibit peanuts").actor("ann")).await?;
    /// session.turn(Turn::new("use tea")).await?;
    /// let why = session.why(Topic::Item("Peanuts")).await?.unwrap();
    /// assert_eq!(why.event.revision, 1);
    /// assert_eq!(why.event.actor.as_deref(), Some("ann"));
    /// # Ok::<(), cc_sessions::Error>(())
    /// # }).unwrap();
    /// ```
    pub async fn why(&self, topic: Topic<'_>) -> Result<Option<LogEntry>, Error> {
        let store = &*self.shelf.store;
        let head = self.head().await?;
        let key = Key::new(head.contract, topic);
        let mut end = head.revision;
        while end > 0 {
            let mut live = Live::at_checkpoint(store, &self.id, head.contract, end - 1).await?;
            let begin = live.head.revision;
            let mut found = None;
            while live.head.revision < end {
                let missing = usize::try_from(end - live.head.revision).unwrap_or(PAGE);
                for stored in self.page(live.head.revision, missing.min(PAGE)).await? {
                    let entry = self.entry(&mut live, &stored)?;
                    if key.is_in(&entry.changes) {
                        found = Some(entry);
                    }
                }
            }
            if found.is_some() {
                return Ok(found);
            }
            end = begin;
        }
        Ok(None)
    }

    /// Replays the whole log, and compares digests, decisions and kept states with it (S6).
    ///
    /// # Errors
    ///
    /// [`NotFound`](crate::ErrorKind::NotFound), [`Contract`](crate::ErrorKind::Contract); those of the
    /// store. What differs is no error, but in the result.
    ///
    /// ```
    /// # futures_executor::block_on(async {
    /// use cc_sessions::{MemoryStore, Sessions, Turn};
    ///
    /// let session = Sessions::new(MemoryStore::new(), || 0).session("ann", "trip")?;
    /// session.turn(Turn::new("use tea")).await?;
    /// assert_eq!(session.verify().await?.difference, None);
    /// # Ok::<(), cc_sessions::Error>(())
    /// # }).unwrap();
    /// ```
    pub async fn verify(&self) -> Result<Verified, Error> {
        let store = &*self.shelf.store;
        let head = self.head().await?;
        let differs = |revision, kind, message| {
            Ok(Verified { head, difference: Some(Difference { revision, kind, message }) })
        };
        let mut live = Live::stored(head.contract);
        let mut checkpoint = store.checkpoint(&self.id, Nearest::After(0)).await?;
        while live.head.revision < head.revision {
            for stored in store.events(&self.id, live.head.revision, PAGE).await? {
                let revision = live.head.revision + 1;
                if let Err((kind, message)) = self.check(&mut live, &stored) {
                    return differs(revision, kind, message);
                }
                let Some(kept) = checkpoint.take_if(|kept| kept.revision <= revision) else {
                    continue;
                };
                if kept.state != live.state() || kept.digest != stored.digest {
                    let message = format!(
                        "the state kept for event {revision} of session `{}` does not follow from \
                         its log",
                        self.id,
                    );
                    return differs(revision, DifferenceKind::State, message);
                }
                checkpoint = store.checkpoint(&self.id, Nearest::After(revision)).await?;
            }
            if store.events(&self.id, live.head.revision, 1).await?.is_empty() {
                break;
            }
        }
        if live.head == head {
            return Ok(Verified { head, difference: None });
        }
        // It may have been deleted and made anew meanwhile.
        let now = self.head().await?;
        if now != head {
            return Box::pin(self.verify()).await;
        }
        let revision = live.head.revision + 1;
        let fault: &dyn std::fmt::Display = match live.head.revision < head.revision {
            true => &"it is not there",
            false => &"its digest is not that of its session",
        };
        let error = damaged(&self.id, revision.min(head.revision), fault);
        differs(revision.min(head.revision), DifferenceKind::Damaged, error.to_string())
    }

    /// Checks one event, and follows it.
    fn check(&self, live: &mut Live, stored: &StoredEvent) -> Result<(), (DifferenceKind, String)> {
        let damaged = |error: Error| (DifferenceKind::Damaged, error.to_string());
        let event = live.read(&self.id, stored).map_err(damaged)?;
        if let EventKind::Turn { input, decision, .. } = &event.kind {
            let now = Answer::new(&live.engine.preview(input).decision);
            if now.as_json() != decision.as_json() {
                let (then, here) = (&event.unicode_version, unicode_version());
                let (kind, made) = match *then == here {
                    true => (DifferenceKind::Decision, String::new()),
                    false => (
                        DifferenceKind::Unicode,
                        format!(" (recorded under Unicode {then}, and this is {here})"),
                    ),
                };
                let message = format!(
                    "event {} of session `{}` recorded {}, and its input gives {}{made}",
                    event.revision,
                    self.id,
                    decision.as_json(),
                    now.as_json(),
                );
                return Err((kind, message));
            }
        }
        live.follow(&self.id, &event, stored).map_err(damaged)
    }

    async fn head(&self) -> Result<Head, Error> {
        let head = self.shelf.store.head(&self.id).await?.ok_or_else(|| not_found(&self.id))?;
        self.check_contract(head.contract)?;
        Ok(head)
    }

    /// Events that have to be there.
    async fn page(&self, after: u64, limit: usize) -> Result<Vec<StoredEvent>, Error> {
        let events = self.shelf.store.events(&self.id, after, limit).await?;
        if events.is_empty() {
            return Err(damaged(&self.id, after + 1, &"it is not there"));
        }
        Ok(events)
    }

    /// Follows one event, and tells what it changes.
    fn entry(&self, live: &mut Live, stored: &StoredEvent) -> Result<LogEntry, Error> {
        let event = live.read(&self.id, stored)?;
        let changes = match &event.kind {
            EventKind::Turn { input, .. } => {
                let diff = live.engine.preview(input).diff;
                live.follow(&self.id, &event, stored)?;
                Some(diff)
            }
            _ => {
                let before = live.engine.clone();
                live.follow(&self.id, &event, stored)?;
                before.diff(&live.engine)
            }
        };
        let changes = changes
            .ok_or_else(|| damaged(&self.id, stored.revision, &"it has another contract"))?;
        Ok(LogEntry { event, digest: stored.digest, changes })
    }
}

/// A topic in the form in which states hold it.
enum Key {
    Item(String),
    Premise,
}

impl Key {
    fn new(contract: ContractName, topic: Topic<'_>) -> Self {
        let Topic::Item(item) = topic else { return Key::Premise };
        let identity = match contract {
            ContractName::V0_9 => ContractIdentity::<V0_9>::new(item).map(|it| it.to_string()),
            ContractName::V0_5 => ContractIdentity::<V0_5>::new(item).map(|it| it.to_string()),
            ContractName::M1 => {
                // What a prohibition of it would prohibit.
                let mut engine = cc_m1::Engine::new();
                engine.step(&format!("don't use {item}"));
                engine.state().prohibited().next().map(str::to_owned)
            }
        };
        Key::Item(identity.unwrap_or_else(|| item.to_owned()))
    }

    fn is_in(&self, changes: &AnyDiff) -> bool {
        match (self, changes) {
            (Key::Premise, AnyDiff::State(diff)) => diff.premise_changed(),
            (Key::Premise, AnyDiff::M1(diff)) => diff.focus_device.is_some(),
            (Key::Item(item), AnyDiff::State(diff)) => {
                let policies = &diff.policies;
                let item = item.as_str();
                policies.added.contains_key(item)
                    || policies.removed.contains_key(item)
                    || policies.changed.contains_key(item)
            }
            (Key::Item(item), AnyDiff::M1(diff)) => {
                diff.added.contains(item) || diff.removed.contains(item)
            }
        }
    }
}
