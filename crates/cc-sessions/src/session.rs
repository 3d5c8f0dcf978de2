//! What can be done with one session.

use std::sync::{Arc, Mutex};

use cc_contract::ContractName;
use cc_wire::{AnyDiff, AnyEngine};

use crate::digest::Digest;
use crate::envelope;
use crate::error::{Error, ErrorKind};
use crate::event::{Answer, EventKind, Origin};
use crate::id::{SessionId, check_name};
use crate::live::Live;
use crate::sessions::Shelf;
use crate::store::{Deleted, Snapshot};
use crate::turn::{Turn, TurnReply};
use crate::work::{Ask, Done, Job, Replace, Reply, locked, not_found, submit};

/// The most bytes of one input, in every store alike.
pub const MAX_INPUT_BYTES: usize = 16 << 20;

/// A session of a store, whether it is there or not. Cheap to clone.
///
/// What happens to one session happens in one order, whoever asks: each method sees all that was
/// answered before it was called.
#[derive(Clone, Debug)]
pub struct Session {
    pub(crate) shelf: Arc<Shelf>,
    pub(crate) id: SessionId,
    contract: Option<ContractName>,
}

/// A state of a session, and where in its log.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SessionState {
    /// The session.
    pub id: SessionId,
    /// Its contract.
    pub contract: ContractName,
    /// The revision.
    pub revision: u64,
    /// The digest of the event of that revision.
    pub digest: Digest,
    /// The exported state.
    pub state: String,
}

/// What a turn would do. Made by [`Session::preview`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SessionPreview {
    /// The contract of the session.
    pub contract: ContractName,
    /// The revision to which this applies.
    pub revision: u64,
    /// The decision that a turn would get.
    pub decision: Answer,
    /// What would differ in the state.
    pub changes: AnyDiff,
}

impl Session {
    pub(crate) fn new(shelf: Arc<Shelf>, id: SessionId) -> Self {
        Session { shelf, id, contract: None }
    }

    /// The same session, which must have this contract, and is made with it where it is not there.
    /// Without this a session has the contract it was made with, and a new one 0.9.
    #[must_use]
    pub fn contract(self, contract: ContractName) -> Self {
        Session { contract: Some(contract), ..self }
    }

    /// The contract that the session is made with where it is not there.
    #[must_use]
    pub fn contract_if_new(&self) -> ContractName {
        self.contract.unwrap_or_default()
    }

    /// Whose session it is, and its name.
    #[must_use]
    pub const fn id(&self) -> &SessionId {
        &self.id
    }

    /// Makes the session, without events, unless it is there; gives whether it is new.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Contract`] if it is there with another contract; those of the store.
    ///
    /// ```
    /// # futures_executor::block_on(async {
    /// use cc_sessions::{MemoryStore, Sessions};
    ///
    /// let session = Sessions::new(MemoryStore::new(), || 0).session("ann", "trip")?;
    /// let session = session.contract(cc_contract::ContractName::M1);
    /// assert!(session.create().await?);
    /// assert!(!session.create().await?);
    /// # Ok::<(), cc_sessions::Error>(())
    /// # }).unwrap();
    /// ```
    pub async fn create(&self) -> Result<bool, Error> {
        let contract = self.contract.unwrap_or_default();
        let (head, is_new) = self.shelf.store.create(&self.id, contract).await?;
        self.check_contract(head.contract)?;
        Ok(is_new)
    }

    /// Takes one input. When this returns, what it did is durable (S5).
    ///
    /// A session that is not there is made by the first turn that makes an event.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Conflict`], [`ErrorKind::KeyReused`], [`ErrorKind::Contract`],
    /// [`ErrorKind::InvalidName`] for a key or actor, [`ErrorKind::InvalidInput`] for one that is too
    /// long; those of the store.
    ///
    /// ```
    /// # futures_executor::block_on(async {
    /// use cc_sessions::{MemoryStore, Sessions, Turn};
    ///
    /// let session = Sessions::new(MemoryStore::new(), || 0).session("ann", "trip")?;
    /// let turn = Turn::new("use tea").key("request-1");
    /// let first = session.turn(turn.clone()).await?;
    /// let again = session.turn(turn).await?;
    /// assert_eq!((first.revision, again.revision), (1, 1));
    /// assert!(again.is_replayed);
    /// # Ok::<(), cc_sessions::Error>(())
    /// # }).unwrap();
    /// ```
    pub async fn turn(&self, turn: Turn) -> Result<TurnReply, Error> {
        self.turns(vec![turn]).await.pop().unwrap_or_else(|| Err(not_found(&self.id)))
    }

    /// Takes inputs in order, and writes what they do at once (S13). Each has its own result, in the
    /// same order; one that fails leaves the others.
    ///
    /// ```
    /// # futures_executor::block_on(async {
    /// use cc_sessions::{MemoryStore, Sessions, Turn};
    ///
    /// let session = Sessions::new(MemoryStore::new(), || 0).session("ann", "trip")?;
    /// let replies = session.turns(vec![Turn::new("use tea"), Turn::new("prohibit tea")]).await;
    /// let kinds: Vec<_> = replies.iter().flatten().map(|reply| reply.decision.kind()).collect();
    /// assert_eq!(kinds, ["update", "error"]);
    /// # Ok::<(), cc_sessions::Error>(())
    /// # }).unwrap();
    /// ```
    pub async fn turns(&self, turns: Vec<Turn>) -> Vec<Result<TurnReply, Error>> {
        let checks: Vec<_> = turns.iter().map(check_turn).collect();
        let with_state: Vec<_> = turns.iter().map(|turn| turn.with_state).collect();
        let jobs = turns.into_iter().zip(&checks).filter(|(_, check)| check.is_ok());
        let jobs = jobs.map(|(turn, _)| self.job(Ask::Turn(turn))).collect();
        let mut done = submit(&self.shelf, &self.id, jobs).await.into_iter();
        let mut replies = Vec::new();
        for (check, with_state) in checks.into_iter().zip(with_state) {
            replies.push(match check.and_then(|()| done.next().unwrap_or(Ok(Done::Looked))) {
                Ok(Done::Turn(reply)) => self.with_state(reply, with_state).await,
                Ok(_) => Err(not_found(&self.id)),
                Err(error) => Err(error),
            });
        }
        replies
    }

    /// A replayed reply with the state that belongs to it.
    async fn with_state(&self, mut reply: TurnReply, is_asked: bool) -> Result<TurnReply, Error> {
        if is_asked && reply.state.is_none() {
            reply.state = Some(self.state_at(reply.revision).await?.state);
        }
        Ok(reply)
    }

    /// What a turn with this input would do now. Changes nothing.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NotFound`] and [`ErrorKind::Contract`]; those of the store.
    ///
    /// ```
    /// # futures_executor::block_on(async {
    /// use cc_sessions::{MemoryStore, Sessions, Turn};
    ///
    /// let session = Sessions::new(MemoryStore::new(), || 0).session("ann", "trip")?;
    /// session.turn(Turn::new("use tea")).await?;
    /// let preview = session.preview("prohibit tea").await?;
    /// assert_eq!((preview.decision.kind(), preview.revision), ("error", 1));
    /// # Ok::<(), cc_sessions::Error>(())
    /// # }).unwrap();
    /// ```
    pub async fn preview(&self, input: &str) -> Result<SessionPreview, Error> {
        let input = input.to_owned();
        self.look(move |live| {
            let preview = live.engine.preview(&input);
            SessionPreview {
                contract: live.head.contract,
                revision: live.head.revision,
                decision: Answer::new(&preview.decision),
                changes: preview.diff,
            }
        })
        .await
    }

    /// The state now. Takes time linear in it.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NotFound`] and [`ErrorKind::Contract`]; those of the store.
    ///
    /// ```
    /// # futures_executor::block_on(async {
    /// use cc_sessions::{MemoryStore, Sessions, Turn};
    ///
    /// let session = Sessions::new(MemoryStore::new(), || 0).session("ann", "trip")?;
    /// session.turn(Turn::new("use tea")).await?;
    /// let now = session.state().await?;
    /// assert_eq!(now.state, r#"{"policies":{"tea":"use"},"premise":null,"version":2}"#);
    /// assert_eq!(now.revision, 1);
    /// # Ok::<(), cc_sessions::Error>(())
    /// # }).unwrap();
    /// ```
    pub async fn state(&self) -> Result<SessionState, Error> {
        let id = self.id.clone();
        self.look(move |live| state_of(&id, live)).await
    }

    /// A copy of the engine now, with the question that is open if there is one, and its revision.
    /// Takes time linear in the state.
    ///
    /// # Errors
    ///
    /// As [`Session::state`].
    ///
    /// ```
    /// # futures_executor::block_on(async {
    /// use cc_sessions::{MemoryStore, Sessions, Turn};
    ///
    /// let session = Sessions::new(MemoryStore::new(), || 0).session("ann", "trip")?;
    /// session.turn(Turn::new("use tea")).await?;
    /// let (revision, engine) = session.engine().await?;
    /// assert_eq!((revision, engine.preview("use tea").diff.is_empty()), (1, true));
    /// # Ok::<(), cc_sessions::Error>(())
    /// # }).unwrap();
    /// ```
    pub async fn engine(&self) -> Result<(u64, AnyEngine), Error> {
        self.look(|live| (live.head.revision, live.engine.clone())).await
    }

    /// The state after one of the events, or before the first for revision 0.
    ///
    /// # Errors
    ///
    /// As [`Session::state`], and [`ErrorKind::NotFound`] for a revision that is not there.
    ///
    /// ```
    /// # futures_executor::block_on(async {
    /// use cc_sessions::{MemoryStore, Sessions, Turn};
    ///
    /// let session = Sessions::new(MemoryStore::new(), || 0).session("ann", "trip")?;
    /// session.turn(Turn::new("use tea")).await?;
    /// session.turn(Turn::new("clear state")).await?;
    /// let then = session.state_at(1).await?;
    /// assert_eq!(then.state, r#"{"policies":{"tea":"use"},"premise":null,"version":2}"#);
    /// # Ok::<(), cc_sessions::Error>(())
    /// # }).unwrap();
    /// ```
    pub async fn state_at(&self, revision: u64) -> Result<SessionState, Error> {
        let live = Live::load(&*self.shelf.store, &self.id, Some(revision)).await?;
        let live = live.ok_or_else(|| not_found(&self.id))?;
        self.check_contract(live.head.contract)?;
        Ok(state_of(&self.id, &live))
    }

    /// The state now with what it takes to check it, as one line of canonical JSON:
    /// `{"contract","digest","revision","session","sha256","state","unicode_version"}`, where
    /// `sha256` is that of the exact bytes of `state`.
    ///
    /// # Errors
    ///
    /// As [`Session::state`]; with a revision as [`Session::state_at`].
    ///
    /// ```
    /// # futures_executor::block_on(async {
    /// use cc_sessions::{MemoryStore, Sessions, Turn};
    ///
    /// let session = Sessions::new(MemoryStore::new(), || 0).session("ann", "trip")?;
    /// session.turn(Turn::new("use tea")).await?;
    /// let envelope = session.envelope(None).await?;
    /// assert!(envelope.contains(r#""revision":1,"session":"trip","sha256":""#));
    /// # Ok::<(), cc_sessions::Error>(())
    /// # }).unwrap();
    /// ```
    pub async fn envelope(&self, revision: Option<u64>) -> Result<String, Error> {
        let state = match revision {
            Some(revision) => self.state_at(revision).await?,
            None => self.state().await?,
        };
        Ok(envelope::to_json(&state))
    }

    /// Replaces the whole state by an exported one, or by one in an envelope. Gives the revision.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidInput`] for what is neither, or an envelope whose hash does not fit;
    /// [`ErrorKind::Contract`] for an envelope of another contract; [`ErrorKind::Conflict`]; those
    /// of the store.
    ///
    /// ```
    /// # futures_executor::block_on(async {
    /// use cc_sessions::{MemoryStore, Sessions};
    ///
    /// let session = Sessions::new(MemoryStore::new(), || 0).session("ann", "trip")?;
    /// let state = r#"{"policies":{"tea":"use"},"premise":null,"version":2}"#;
    /// assert_eq!(session.import(state, Some(0), Some("ann")).await?, 1);
    /// # Ok::<(), cc_sessions::Error>(())
    /// # }).unwrap();
    /// ```
    pub async fn import(
        &self,
        payload: &str,
        expect: Option<u64>,
        actor: Option<&str>,
    ) -> Result<u64, Error> {
        check_actor(actor)?;
        let (envelope_contract, payload) = envelope::open(payload)?;
        let head = self.shelf.store.head(&self.id).await?;
        let contract = match head {
            Some(head) => head.contract,
            None => self.contract.or(envelope_contract).unwrap_or_default(),
        };
        if let Some(other) = envelope_contract.filter(|other| *other != contract) {
            let message =
                format!("the envelope has contract {other}, and session `{}` {contract}", self.id);
            return Err(Error::new(ErrorKind::Contract, message));
        }
        let engine = import(contract, payload)?;
        let state = engine.export_json();
        let kind = EventKind::Import { state };
        self.replace(
            contract,
            Replace { kind, engine, expect, actor: actor.map(str::to_owned), must_be_new: false },
        )
        .await
    }

    /// Names the present revision, whatever the name stood for before. Gives the revision.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidName`], [`ErrorKind::NotFound`]; those of the store.
    ///
    /// ```
    /// # futures_executor::block_on(async {
    /// use cc_sessions::{MemoryStore, Sessions, Turn};
    ///
    /// let session = Sessions::new(MemoryStore::new(), || 0).session("ann", "trip")?;
    /// session.turn(Turn::new("use tea")).await?;
    /// assert_eq!(session.snapshot("base").await?, 1);
    /// # Ok::<(), cc_sessions::Error>(())
    /// # }).unwrap();
    /// ```
    pub async fn snapshot(&self, snapshot: &str) -> Result<u64, Error> {
        check_name("snapshot", snapshot)?;
        let revision = self.look(|live| live.head.revision).await?;
        match self.shelf.store.put_snapshot(&self.id, snapshot, revision).await? {
            true => Ok(revision),
            false => Err(not_found(&self.id)),
        }
    }

    /// The snapshots, by name.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NotFound`]; those of the store.
    ///
    /// ```
    /// # futures_executor::block_on(async {
    /// use cc_sessions::{MemoryStore, Sessions, Turn};
    ///
    /// let session = Sessions::new(MemoryStore::new(), || 0).session("ann", "trip")?;
    /// session.turn(Turn::new("use tea")).await?;
    /// session.snapshot("base").await?;
    /// let snapshots = session.snapshots().await?;
    /// assert_eq!((&*snapshots[0].name, snapshots[0].revision), ("base", 1));
    /// # Ok::<(), cc_sessions::Error>(())
    /// # }).unwrap();
    /// ```
    pub async fn snapshots(&self) -> Result<Vec<Snapshot>, Error> {
        let snapshots = self.shelf.store.snapshots(&self.id).await?;
        if snapshots.is_empty() {
            self.look(|_| ()).await?;
        }
        Ok(snapshots)
    }

    /// Replaces the whole state by that of a snapshot, of this session or of another one of the same
    /// namespace. Gives the revision.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NotFound`] for the session or snapshot, [`ErrorKind::Contract`],
    /// [`ErrorKind::Conflict`]; those of the store.
    ///
    /// ```
    /// # futures_executor::block_on(async {
    /// use cc_sessions::{MemoryStore, Sessions, Turn};
    ///
    /// let session = Sessions::new(MemoryStore::new(), || 0).session("ann", "trip")?;
    /// session.turn(Turn::new("use tea")).await?;
    /// session.snapshot("base").await?;
    /// session.turn(Turn::new("clear state")).await?;
    /// assert_eq!(session.recall("base", None, None, None).await?, 3);
    /// assert_eq!(session.state().await?.state, session.state_at(1).await?.state);
    /// # Ok::<(), cc_sessions::Error>(())
    /// # }).unwrap();
    /// ```
    pub async fn recall(
        &self,
        snapshot: &str,
        from: Option<&str>,
        expect: Option<u64>,
        actor: Option<&str>,
    ) -> Result<u64, Error> {
        check_actor(actor)?;
        check_name("snapshot", snapshot)?;
        let source = from.map_or_else(|| Ok(self.id.clone()), |name| self.id.sibling(name))?;
        let source = Session::new(Arc::clone(&self.shelf), source);
        let found = source.snapshots().await?.into_iter().find(|it| it.name == snapshot);
        let Some(found) = found else {
            let shown = cc_text::visible(snapshot);
            let message = format!("session `{}` has no snapshot `{shown}`", source.id);
            return Err(Error::new(ErrorKind::NotFound, message));
        };
        let state = source.state_at(found.revision).await?;
        let from = Origin {
            revision: state.revision,
            session: source.id.name().to_owned(),
            snapshot: Some(found.name),
        };
        let engine = import(state.contract, &state.state)?;
        let kind = EventKind::Recall { state: state.state, from };
        let actor = actor.map(str::to_owned);
        let replace = Replace { kind, engine, expect, actor, must_be_new: false };
        self.replace(state.contract, replace).await
    }

    /// Makes a new session of the same namespace that begins with a state of this one: that of a
    /// revision, or the present one. Gives the new session, which is at revision 1.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Exists`], [`ErrorKind::InvalidName`], [`ErrorKind::NotFound`]; those of the
    /// store.
    ///
    /// ```
    /// # futures_executor::block_on(async {
    /// use cc_sessions::{MemoryStore, Sessions, Turn};
    ///
    /// let session = Sessions::new(MemoryStore::new(), || 0).session("ann", "trip")?;
    /// session.turn(Turn::new("use tea")).await?;
    /// let fork = session.fork("trip, by train", Some(1), None).await?;
    /// assert_eq!(fork.state().await?.state, session.state().await?.state);
    /// # Ok::<(), cc_sessions::Error>(())
    /// # }).unwrap();
    /// ```
    pub async fn fork(
        &self,
        name: &str,
        revision: Option<u64>,
        actor: Option<&str>,
    ) -> Result<Session, Error> {
        check_actor(actor)?;
        let fork = Session::new(Arc::clone(&self.shelf), self.id.sibling(name)?);
        let state = match revision {
            Some(revision) => self.state_at(revision).await?,
            None => self.state().await?,
        };
        let from =
            Origin { revision: state.revision, session: self.id.name().to_owned(), snapshot: None };
        let engine = import(state.contract, &state.state)?;
        let kind = EventKind::Fork { state: state.state, from };
        let actor = actor.map(str::to_owned);
        let replace = Replace { kind, engine, expect: None, actor, must_be_new: true };
        fork.replace(state.contract, replace).await?;
        Ok(fork)
    }

    /// Deletes the session with its log, states and snapshots, so that none of its bytes is left in
    /// the store (S11).
    ///
    /// # Errors
    ///
    /// Those of the store.
    ///
    /// ```
    /// # futures_executor::block_on(async {
    /// use cc_sessions::{MemoryStore, Sessions, Turn};
    ///
    /// let session = Sessions::new(MemoryStore::new(), || 0).session("ann", "trip")?;
    /// session.turn(Turn::new("use tea")).await?;
    /// assert_eq!(session.delete().await?, cc_sessions::Deleted::Erased);
    /// # Ok::<(), cc_sessions::Error>(())
    /// # }).unwrap();
    /// ```
    pub async fn delete(&self) -> Result<Deleted, Error> {
        let deleted = self.shelf.store.delete(&self.id).await?;
        self.shelf.forget(&self.id);
        Ok(deleted)
    }

    fn job(&self, ask: Ask) -> Job {
        Job { ask, contract: self.contract, reply: Reply::default() }
    }

    async fn replace(&self, contract: ContractName, replace: Replace) -> Result<u64, Error> {
        if let Some(asked) = self.contract.filter(|asked| *asked != contract) {
            let message = format!("the state has contract {contract}, not {asked}");
            return Err(Error::new(ErrorKind::Contract, message));
        }
        let job = Job { contract: Some(contract), ..self.job(Ask::Replace(replace)) };
        match submit(&self.shelf, &self.id, vec![job]).await.pop() {
            Some(Ok(Done::Replaced(revision))) => Ok(revision),
            Some(Err(error)) => Err(error),
            _ => Err(not_found(&self.id)),
        }
    }

    /// Looks at the session as it is now.
    async fn look<T: Send + 'static>(
        &self,
        mut look: impl FnMut(&Live) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let seen = Arc::new(Mutex::new(None));
        let put = Arc::clone(&seen);
        let ask = Ask::Look(Box::new(move |live| *locked(&put) = Some(look(live))));
        match submit(&self.shelf, &self.id, vec![self.job(ask)]).await.pop() {
            Some(Err(error)) => Err(error),
            _ => locked(&seen).take().ok_or_else(|| not_found(&self.id)),
        }
    }

    pub(crate) fn check_contract(&self, contract: ContractName) -> Result<(), Error> {
        match self.contract {
            Some(asked) if asked != contract => {
                let message = format!("session `{}` has contract {contract}, not {asked}", self.id);
                Err(Error::new(ErrorKind::Contract, message))
            }
            _ => Ok(()),
        }
    }
}

fn state_of(id: &SessionId, live: &Live) -> SessionState {
    SessionState {
        id: id.clone(),
        contract: live.head.contract,
        revision: live.head.revision,
        digest: live.head.digest,
        state: live.state(),
    }
}

fn import(contract: ContractName, state: &str) -> Result<AnyEngine, Error> {
    AnyEngine::import_json(contract, state)
        .map_err(|fault| Error::new(ErrorKind::InvalidInput, fault.to_string()))
}

fn check_turn(turn: &Turn) -> Result<(), Error> {
    if turn.input.len() > MAX_INPUT_BYTES {
        let length = turn.input.len();
        let message = format!("the input has {length} bytes, and {MAX_INPUT_BYTES} is the most");
        return Err(Error::new(ErrorKind::InvalidInput, message));
    }
    if let Some(key) = &turn.key {
        check_name("request key", key)?;
    }
    check_actor(turn.actor.as_deref())
}

fn check_actor(actor: Option<&str>) -> Result<(), Error> {
    actor.map_or(Ok(()), |actor| check_name("actor", actor))
}
