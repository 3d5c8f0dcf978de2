//! Durable sessions in an SQLite file.

use std::ffi::OsString;
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use cc_sessions::{
    Deleted, Error, ErrorKind, EventKind, LogEntry, Session, SessionState, StoreError,
    StoreErrorKind, Topic, Turn,
};
use cc_sqlite::SqliteStore;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::guard::guarded;
use crate::m1::contract;
use crate::wait::wait;

/// The name of a kind of error.
const fn kind(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Conflict => "conflict",
        ErrorKind::KeyReused => "key_reused",
        ErrorKind::NotFound => "not_found",
        ErrorKind::Exists => "exists",
        ErrorKind::InvalidName => "invalid_name",
        ErrorKind::Contract => "contract",
        ErrorKind::InvalidInput => "invalid_input",
        ErrorKind::Damaged => "damaged",
        _ => "store",
    }
}

/// The same of what a store says itself.
fn store_kind(error: &StoreError) -> &'static str {
    match error.kind() {
        StoreErrorKind::Damaged => "damaged",
        _ => "store",
    }
}

/// A `SessionError` of Python's.
fn raise(py: Python<'_>, kind: &str, message: &str, temporary: bool, unknown: bool) -> PyErr {
    let error = || {
        let class = py.import("context_compiler_rs.sessions")?.getattr("SessionError")?;
        class.call1((message, kind, temporary, unknown))
    };
    match error() {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

fn raised(py: Python<'_>, error: &Error) -> PyErr {
    let (temporary, unknown) = (error.is_temporary(), error.is_outcome_unknown());
    raise(py, kind(error.kind()), &error.to_string(), temporary, unknown)
}

/// The milliseconds since the beginning of 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// A store and its sessions, in the process that opened it.
#[pyclass(frozen, module = "context_compiler_rs._native")]
pub(crate) struct Sessions {
    process: u32,
    open: Mutex<Option<cc_sessions::Sessions>>,
}

impl Drop for Sessions {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            // The threads that it would wait for are in the process that was forked.
            let open = self.open.get_mut().unwrap_or_else(PoisonError::into_inner);
            std::mem::forget(open.take());
        }
    }
}

/// What a session is named by: namespace, name, and the contract that it has to have.
type Named = (String, String, Option<String>);

/// A state and where it stands: session, contract, revision, digest, exported state.
type State = (String, &'static str, u64, String, String);

/// An event of a log: as JSON, its digest, what it changed as JSON, and the state or the decision in
/// it as they stand there.
type Entry = (String, String, String, Option<String>, Option<String>);

impl Sessions {
    fn take(&self) -> Option<cc_sessions::Sessions> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn sessions(&self, py: Python<'_>) -> PyResult<cc_sessions::Sessions> {
        if self.process != std::process::id() {
            let message = "this store was opened before the process was forked: open it again";
            return Err(raise(py, "forked", message, false, false));
        }
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.clone().ok_or_else(|| raise(py, "closed", "this store is closed", false, false))
    }

    fn session(&self, py: Python<'_>, (namespace, name, of): &Named) -> PyResult<Session> {
        let session = self.sessions(py)?.session(namespace, name);
        let session = session.map_err(|error| raised(py, &error))?;
        Ok(match of {
            Some(name) => session.contract(contract(name)?),
            None => session,
        })
    }
}

/// Waits for what a session does.
fn done<T: Send>(
    py: Python<'_>,
    operation: impl Future<Output = Result<T, Error>> + Send,
) -> PyResult<T> {
    wait(py, operation)?.map_err(|error| raised(py, &error))
}

fn state_of(state: SessionState) -> State {
    let SessionState { id, contract, revision, digest, state, .. } = state;
    (id.name().to_owned(), contract.as_str(), revision, digest.to_string(), state)
}

fn entry_of(entry: &LogEntry) -> Entry {
    let (state, decision) = match &entry.event.kind {
        EventKind::Turn { decision, .. } => (None, Some(decision.as_json().to_owned())),
        EventKind::Import { state }
        | EventKind::Recall { state, .. }
        | EventKind::Fork { state, .. } => (Some(state.clone()), None),
        _ => (None, None),
    };
    let changes = entry.changes.to_json();
    (entry.event.to_json(), entry.digest.to_string(), changes, state, decision)
}

/// A turn: input, request key, expected revision, actor, whether the state is asked for.
type Asked = (String, Option<String>, Option<u64>, Option<String>, bool);

fn turn_of((input, key, expect, actor, with_state): Asked) -> Turn {
    let mut turn = Turn::new(&input);
    if let Some(key) = key {
        turn = turn.key(&key);
    }
    if let Some(revision) = expect {
        turn = turn.expect(revision);
    }
    if let Some(actor) = actor {
        turn = turn.actor(&actor);
    }
    if with_state { turn.with_state() } else { turn }
}

#[pymethods]
impl Sessions {
    #[new]
    fn new(py: Python<'_>, path: OsString, cache_bytes: Option<usize>) -> PyResult<Self> {
        let opened = py.detach(|| guarded(|| Ok(SqliteStore::open(path))))?;
        let store = opened.map_err(|error| {
            let (temporary, unknown) = (error.is_temporary(), error.is_outcome_unknown());
            raise(py, store_kind(&error), &error.to_string(), temporary, unknown)
        })?;
        let bytes = cache_bytes.unwrap_or(cc_sessions::DEFAULT_CACHE_BYTES);
        let sessions = cc_sessions::Sessions::with_cache(store, now, bytes);
        Ok(Sessions { process: std::process::id(), open: Mutex::new(Some(sessions)) })
    }

    fn close(&self, py: Python<'_>) {
        if self.process == std::process::id() {
            // The last one to go waits for the threads of the store.
            let sessions = self.take();
            py.detach(|| drop(sessions));
        }
    }

    fn turn(&self, py: Python<'_>, named: Named, turn: Asked) -> PyResult<TurnReply> {
        let session = self.session(py, &named)?;
        done(py, session.turn(turn_of(turn))).map(TurnReply)
    }

    fn turns<'py>(
        &self,
        py: Python<'py>,
        named: Named,
        turns: Vec<Asked>,
    ) -> PyResult<Bound<'py, PyList>> {
        let session = self.session(py, &named)?;
        let replies = wait(py, session.turns(turns.into_iter().map(turn_of).collect()))?;
        let list = PyList::empty(py);
        for reply in replies {
            match reply {
                Ok(reply) => list.append(TurnReply(reply))?,
                Err(error) => list.append(raised(py, &error).into_value(py))?,
            }
        }
        Ok(list)
    }

    fn preview(
        &self,
        py: Python<'_>,
        named: Named,
        input: &str,
    ) -> PyResult<(&'static str, u64, String, String)> {
        let preview = done(py, self.session(py, &named)?.preview(input))?;
        let decision = preview.decision.as_json().to_owned();
        let changes = preview.changes.to_json();
        Ok((preview.contract.as_str(), preview.revision, decision, changes))
    }

    fn create(&self, py: Python<'_>, named: Named) -> PyResult<bool> {
        done(py, self.session(py, &named)?.create())
    }

    fn state(&self, py: Python<'_>, named: Named, revision: Option<u64>) -> PyResult<State> {
        let session = self.session(py, &named)?;
        done(py, async {
            match revision {
                Some(revision) => session.state_at(revision).await,
                None => session.state().await,
            }
        })
        .map(state_of)
    }

    fn envelope(&self, py: Python<'_>, named: Named, revision: Option<u64>) -> PyResult<String> {
        done(py, self.session(py, &named)?.envelope(revision))
    }

    fn import_json(
        &self,
        py: Python<'_>,
        named: Named,
        payload: &str,
        expect: Option<u64>,
        actor: Option<&str>,
    ) -> PyResult<u64> {
        done(py, self.session(py, &named)?.import(payload, expect, actor))
    }

    fn log(&self, py: Python<'_>, named: Named, after: u64, limit: usize) -> PyResult<Vec<Entry>> {
        let entries = done(py, self.session(py, &named)?.log(after, limit))?;
        Ok(entries.iter().map(entry_of).collect())
    }

    fn why(&self, py: Python<'_>, named: Named, item: Option<&str>) -> PyResult<Option<Entry>> {
        let topic = item.map_or(Topic::Premise, Topic::Item);
        Ok(done(py, self.session(py, &named)?.why(topic))?.as_ref().map(entry_of))
    }

    #[allow(clippy::type_complexity, reason = "it is taken apart at once, in Python")]
    fn verify(
        &self,
        py: Python<'_>,
        named: Named,
    ) -> PyResult<(&'static str, u64, String, Option<(u64, &'static str, String)>)> {
        use cc_sessions::DifferenceKind;
        let verified = done(py, self.session(py, &named)?.verify())?;
        let difference = verified.difference.map(|it| {
            let kind = match it.kind {
                DifferenceKind::Decision => "decision",
                DifferenceKind::Unicode => "unicode",
                DifferenceKind::State => "state",
                _ => "damaged",
            };
            (it.revision, kind, it.message)
        });
        let head = verified.head;
        Ok((head.contract.as_str(), head.revision, head.digest.to_string(), difference))
    }

    fn snapshot(&self, py: Python<'_>, named: Named, snapshot: &str) -> PyResult<u64> {
        done(py, self.session(py, &named)?.snapshot(snapshot))
    }

    fn snapshots(&self, py: Python<'_>, named: Named) -> PyResult<Vec<(String, u64)>> {
        let snapshots = done(py, self.session(py, &named)?.snapshots())?;
        Ok(snapshots.into_iter().map(|it| (it.name, it.revision)).collect())
    }

    fn recall(
        &self,
        py: Python<'_>,
        named: Named,
        snapshot: &str,
        from_session: Option<&str>,
        expect: Option<u64>,
        actor: Option<&str>,
    ) -> PyResult<u64> {
        done(py, self.session(py, &named)?.recall(snapshot, from_session, expect, actor))
    }

    fn fork(
        &self,
        py: Python<'_>,
        named: Named,
        name: &str,
        revision: Option<u64>,
        actor: Option<&str>,
    ) -> PyResult<()> {
        done(py, self.session(py, &named)?.fork(name, revision, actor)).map(drop)
    }

    fn delete(&self, py: Python<'_>, named: Named) -> PyResult<&'static str> {
        Ok(match done(py, self.session(py, &named)?.delete())? {
            Deleted::NotFound => "not_found",
            Deleted::Erased => "erased",
            Deleted::ErasurePending => "erasure_pending",
        })
    }

    fn list(
        &self,
        py: Python<'_>,
        namespace: &str,
        after: &str,
        limit: usize,
    ) -> PyResult<Vec<(String, &'static str, u64, String)>> {
        let listed = done(py, self.sessions(py)?.list(namespace, after, limit))?;
        let row = |it: cc_sessions::Listed| {
            (it.name, it.head.contract.as_str(), it.head.revision, it.head.digest.to_string())
        };
        Ok(listed.into_iter().map(row).collect())
    }
}

/// One state out of several, and what had no place in it: session, directive, reason.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "it is taken apart at once, in Python")]
pub(crate) fn compose(
    py: Python<'_>,
    contract_name: &str,
    states: Vec<(String, String)>,
) -> PyResult<(String, Vec<(String, String, String)>)> {
    let contract = contract(contract_name)?;
    let states = states.iter().map(|(name, state)| (name.as_str(), state.as_str()));
    let composed = guarded(|| Ok(cc_sessions::compose(contract, states)))?;
    let composed = composed.map_err(|error| raised(py, &error))?;
    let refused = composed.refused.into_iter();
    let refused = refused.map(|part| (part.session, part.directive, part.reason)).collect();
    Ok((composed.state, refused))
}

/// What came of a turn.
#[pyclass(frozen, module = "context_compiler_rs.sessions")]
pub(crate) struct TurnReply(cc_sessions::TurnReply);

#[pymethods]
impl TurnReply {
    /// The contract of the session.
    #[getter]
    fn contract(&self) -> &'static str {
        self.0.contract.as_str()
    }

    /// The revision after the turn.
    #[getter]
    fn revision(&self) -> u64 {
        self.0.revision
    }

    /// Whether this is the answer recorded for the request key, and nothing happened now.
    #[getter]
    fn is_replayed(&self) -> bool {
        self.0.is_replayed
    }

    /// The contract's name of the decision.
    #[getter]
    fn kind(&self) -> &str {
        self.0.decision.kind()
    }

    /// What the contract tells the user, if anything.
    #[getter]
    fn message(&self) -> Option<&str> {
        self.0.decision.message()
    }

    /// The decision, as an engine of the contract gives it.
    #[getter]
    fn decision<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let read = py.import("context_compiler_rs.sessions")?.getattr("_read_decision")?;
        read.call1((self.contract(), self.0.decision.as_json()))
    }

    /// The exported state at that revision, if it was asked for.
    #[getter]
    fn state(&self) -> Option<&str> {
        self.0.state.as_deref()
    }

    fn __repr__(&self) -> String {
        let (revision, kind) = (self.revision(), self.kind());
        let is_replayed = if self.is_replayed() { "True" } else { "False" };
        format!("TurnReply(revision={revision}, kind='{kind}', is_replayed={is_replayed})")
    }
}
