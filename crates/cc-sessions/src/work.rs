//! What is asked of one session, done in order and recorded in batches (S13).
//!
//! Callers queue their jobs. One batch at a time is evaluated and appended, by a future that belongs
//! to the session and is driven by whoever waits: so a caller that goes away ends nothing, and what
//! it left is done by the next.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cc_contract::ContractName;
use cc_wire::AnyEngine;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};

use crate::error::{Error, ErrorKind};
use crate::event::{Answer, Event, EventKind};
use crate::id::SessionId;
use crate::live::{Live, unicode_version};
use crate::sessions::Shelf;
use crate::store::{Append, Appended, StoreError, StoreErrorKind, StoredEvent};
use crate::turn::{Turn, TurnReply};

/// How many jobs are done at once, so that one append stays short.
const MAX_BATCH: usize = 256;

/// How often a batch is evaluated anew because another process was first.
const MAX_ATTEMPTS: usize = 64;

/// One session of this process: what waits, and what is known.
#[derive(Default)]
pub(crate) struct Slot(Mutex<Inside>);

#[derive(Default)]
struct Inside {
    waiting: Vec<Job>,
    running: Option<Shared<BoxFuture<'static, ()>>>,
    /// As far as it is known; taken out while it is worked on, so that nothing half done stays.
    live: Option<Live>,
}

/// Something that is asked of a session.
pub(crate) struct Job {
    pub(crate) ask: Ask,
    /// The contract that the session has to have, and is made with.
    pub(crate) contract: Option<ContractName>,
    pub(crate) reply: Reply,
}

/// What is asked.
pub(crate) enum Ask {
    /// To take an input.
    Turn(Turn),
    /// To replace the state.
    Replace(Replace),
    /// To look at it.
    Look(Box<dyn FnMut(&Live) + Send>),
}

/// A state that takes the place of another.
pub(crate) struct Replace {
    pub(crate) kind: EventKind,
    pub(crate) engine: AnyEngine,
    pub(crate) expect: Option<u64>,
    pub(crate) actor: Option<String>,
    /// Whether the session must not be there.
    pub(crate) must_be_new: bool,
}

/// What came of a job.
#[derive(Clone, Debug)]
pub(crate) enum Done {
    Turn(TurnReply),
    Replaced(u64),
    Looked,
}

/// Where the result of a job is put.
#[derive(Clone, Default)]
pub(crate) struct Reply(Arc<Mutex<Option<Result<Done, Error>>>>);

impl Reply {
    fn put(&self, result: Result<Done, Error>) {
        *locked(&self.0) = Some(result);
    }

    fn is_there(&self) -> bool {
        locked(&self.0).is_some()
    }

    fn take(self) -> Result<Done, Error> {
        // INVARIANT: it is taken only after it is there.
        locked(&self.0).take().unwrap_or(Ok(Done::Looked))
    }
}

/// What is in a mutex. Nothing panics while it is held, so it cannot be poisoned.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does jobs in order, and gives their results in the same.
pub(crate) async fn submit(
    shelf: &Arc<Shelf>,
    id: &SessionId,
    jobs: Vec<Job>,
) -> Vec<Result<Done, Error>> {
    let slot = shelf.slot(id);
    let replies: Vec<_> = jobs.iter().map(|job| job.reply.clone()).collect();
    locked(&slot.0).waiting.extend(jobs);
    while !replies.iter().all(Reply::is_there) {
        let running = {
            let mut inside = locked(&slot.0);
            if inside.running.as_ref().is_none_or(|running| running.peek().is_some()) {
                let many = inside.waiting.len().min(MAX_BATCH);
                let batch = inside.waiting.drain(..many).collect();
                let (shelf, slot, id) = (Arc::clone(shelf), Arc::clone(&slot), id.clone());
                inside.running =
                    Some(async move { run(&shelf, &slot, &id, batch).await }.boxed().shared());
            }
            inside.running.clone()
        };
        if let Some(running) = running {
            running.await;
        }
    }
    replies.into_iter().map(Reply::take).collect()
}

/// Does a batch; if the store fails at it, job by job, so that one that cannot be recorded leaves the
/// others.
async fn run(shelf: &Shelf, slot: &Slot, id: &SessionId, mut batch: Vec<Job>) {
    match attempt(shelf, slot, id, &mut batch).await {
        Ok(()) => {}
        Err(error) if error.is_outcome_unknown() || batch.len() == 1 => {
            batch.iter().for_each(|job| job.reply.put(Err(error.clone())));
        }
        Err(_) => {
            for job in &mut batch {
                if let Err(error) = attempt(shelf, slot, id, std::slice::from_mut(job)).await {
                    job.reply.put(Err(error));
                }
            }
        }
    }
}

/// Evaluates jobs, and records what comes of them in one append.
async fn attempt(
    shelf: &Shelf,
    slot: &Slot,
    id: &SessionId,
    jobs: &mut [Job],
) -> Result<(), Error> {
    let store = &*shelf.store;
    let keys: Vec<_> = jobs.iter().filter_map(Job::key).collect();
    for _ in 0..MAX_ATTEMPTS {
        let known = locked(&slot.0).live.take();
        let (mut live, is_known) = match known {
            Some(live) => (live, true),
            None => match Live::load(store, id, None).await? {
                Some(live) => (live, false),
                None => (Live::new(first_contract(jobs)), false),
            },
        };
        let mut batch = Batch { new: Vec::new(), keys: HashMap::new(), has_new_state: false };
        if !keys.is_empty() && live.is_stored {
            for event in store.by_keys(id, keys.clone()).await? {
                batch
                    .remember(&event)
                    .map_err(|fault| crate::live::damaged(id, event.revision, &fault))?;
            }
        }
        let expected = live.head;
        let was_stored = live.is_stored;
        let results: Vec<_> =
            jobs.iter_mut().map(|job| batch.evaluate(&mut live, id, shelf, job)).collect();
        let is_current = if batch.new.is_empty() {
            !is_known || store.head(id).await? == was_stored.then_some(expected)
        } else {
            let checkpoint = live.due_checkpoint(batch.has_new_state);
            let append = Arc::new(Append { expected, events: batch.new, checkpoint });
            record(shelf, id, append).await?
        };
        if is_current {
            let bytes = live.bytes();
            if live.is_stored {
                locked(&slot.0).live = Some(live);
            }
            shelf.note(id, bytes);
            jobs.iter().zip(results).for_each(|(job, result)| job.reply.put(result));
            return Ok(());
        }
    }
    let message = format!("session `{id}` is changed by others all the time");
    Err(StoreError::new(StoreErrorKind::Unavailable, message).into())
}

/// Appends events; gives whether the session stood where it was expected.
async fn record(shelf: &Shelf, id: &SessionId, append: Arc<Append>) -> Result<bool, Error> {
    let Some(first) = append.events.first() else { return Ok(true) };
    let mut result = shelf.store.append(id, Arc::clone(&append)).await;
    let is_again = result.as_ref().is_err_and(StoreError::is_outcome_unknown);
    if is_again {
        // The same again waits for what may still be on its way.
        result = shelf.store.append(id, Arc::clone(&append)).await;
    }
    match result {
        Ok(Appended::Done) => Ok(true),
        Ok(Appended::Conflict) if !is_again => Ok(false),
        // It stands elsewhere, perhaps because of the first attempt.
        Ok(Appended::Conflict) => {
            let unknown = |error: StoreError| error.with_unknown_outcome();
            let there =
                shelf.store.events(id, append.expected.revision, 1).await.map_err(unknown)?;
            Ok(there.first().is_some_and(|event| event.digest == first.digest))
        }
        Err(error) if is_again => Err(error.with_unknown_outcome().into()),
        Err(error) => Err(error.into()),
    }
}

/// The contract of a session that is not there yet.
fn first_contract(jobs: &[Job]) -> ContractName {
    jobs.first().and_then(|job| job.contract).unwrap_or_default()
}

impl Job {
    fn key(&self) -> Option<Arc<str>> {
        match &self.ask {
            Ask::Turn(turn) => turn.key.clone(),
            _ => None,
        }
    }
}

/// What comes of a batch, before it is recorded.
struct Batch {
    new: Vec<StoredEvent>,
    /// What is known of request keys: the input, the answer and the revision.
    keys: HashMap<Arc<str>, (String, Answer, u64)>,
    /// Whether the state was replaced by one that no event builds on.
    has_new_state: bool,
}

impl Batch {
    fn remember(&mut self, stored: &StoredEvent) -> Result<(), Error> {
        let event = Event::from_json(&stored.body)?;
        if let (EventKind::Turn { input, decision, .. }, Some(key)) = (event.kind, &stored.key) {
            self.keys.insert(Arc::clone(key), (input, decision, stored.revision));
        }
        Ok(())
    }

    fn evaluate(
        &mut self,
        live: &mut Live,
        id: &SessionId,
        shelf: &Shelf,
        job: &mut Job,
    ) -> Result<Done, Error> {
        let contract = live.head.contract;
        if let Some(asked) = job.contract.filter(|asked| *asked != contract) {
            let message = format!("session `{id}` has contract {contract}, not {asked}");
            return Err(Error::new(ErrorKind::Contract, message));
        }
        match &mut job.ask {
            Ask::Turn(turn) => self.turn(live, id, shelf, turn).map(Done::Turn),
            Ask::Replace(replace) => self.replace(live, id, shelf, replace).map(Done::Replaced),
            Ask::Look(_) if !live.is_stored => Err(not_found(id)),
            Ask::Look(look) => {
                look(live);
                Ok(Done::Looked)
            }
        }
    }

    fn turn(
        &mut self,
        live: &mut Live,
        id: &SessionId,
        shelf: &Shelf,
        turn: &Turn,
    ) -> Result<TurnReply, Error> {
        if let Some((input, answer, revision)) = turn.key.as_ref().and_then(|it| self.keys.get(it))
        {
            if **input != *turn.input {
                let message = format!(
                    "the request key was used with another input, at revision {revision} of \
                     session `{id}`",
                );
                return Err(Error::new(ErrorKind::KeyReused, message));
            }
            return Ok(TurnReply {
                contract: live.head.contract,
                revision: *revision,
                is_replayed: true,
                decision: answer.clone(),
                state: None,
            });
        }
        check_revision(live, id, turn.expect)?;
        let (decision, is_event) = live.step(&turn.input);
        if is_event {
            let event = event(
                live,
                shelf,
                turn.actor.clone(),
                EventKind::Turn {
                    input: turn.input.to_string(),
                    key: turn.key.as_deref().map(str::to_owned),
                    decision: decision.clone(),
                },
            );
            self.new.push(live.record(&event));
            live.is_stored = true;
            if let Some(key) = &turn.key {
                let seen = (turn.input.to_string(), decision.clone(), event.revision);
                self.keys.insert(Arc::clone(key), seen);
            }
        }
        Ok(TurnReply {
            contract: live.head.contract,
            revision: live.head.revision,
            is_replayed: false,
            decision,
            state: turn.with_state.then(|| live.state()),
        })
    }

    fn replace(
        &mut self,
        live: &mut Live,
        id: &SessionId,
        shelf: &Shelf,
        replace: &Replace,
    ) -> Result<u64, Error> {
        if replace.must_be_new && live.is_stored {
            let message = format!("there is a session `{id}` already");
            return Err(Error::new(ErrorKind::Exists, message));
        }
        check_revision(live, id, replace.expect)?;
        let event = event(live, shelf, replace.actor.clone(), replace.kind.clone());
        live.engine = replace.engine.clone();
        self.new.push(live.record(&event));
        live.is_stored = true;
        self.has_new_state = true;
        Ok(event.revision)
    }
}

fn event(live: &Live, shelf: &Shelf, actor: Option<String>, kind: EventKind) -> Event {
    Event {
        revision: live.head.revision + 1,
        at: (shelf.clock)(),
        actor,
        contract: live.head.contract,
        unicode_version: unicode_version(),
        kind,
    }
}

fn check_revision(live: &Live, id: &SessionId, expected: Option<u64>) -> Result<(), Error> {
    let at = live.head.revision;
    match expected {
        Some(expected) if expected != at => {
            let message =
                format!("session `{id}` is at revision {at}, and {expected} was expected");
            Err(Error::new(ErrorKind::Conflict, message))
        }
        _ => Ok(()),
    }
}

pub(crate) fn not_found(id: &SessionId) -> Error {
    Error::new(ErrorKind::NotFound, format!("there is no session `{id}`"))
}
