//! Sessions of the library, in memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cc_contract::ContractName;
use cc_sessions::{Digest, MemoryStore, Session, Sessions, Store, Turn};
use futures_executor::block_on;
use serde_json::{Value, json};

use super::refused;
use crate::subject::{NoReply, Request, SessionCall};

/// Whose sessions they are.
const NAMESPACE: &str = "local";

pub(super) fn answer(request: &Request) -> Result<Value, NoReply> {
    if request.op == "digest" {
        let digests = request.events.iter().scan(Digest::ZERO, |last, event| {
            *last = last.then(event);
            Some(last.to_string())
        });
        return Ok(json!({ "digests": digests.collect::<Vec<_>>() }));
    }
    let contract: ContractName = request.of.parse()?;
    let clock = Arc::new(AtomicU64::new(0));
    let (now, store) = (Arc::clone(&clock), Arc::new(MemoryStore::new()));
    let sessions = Sessions::new(Arc::clone(&store), move || now.load(Ordering::Relaxed));
    let named =
        |name: &str| Ok::<_, NoReply>(sessions.session(NAMESPACE, name)?.contract(contract));
    if request.op == "import_session" {
        let session = named("new")?;
        block_on(session.import(&request.payload, None, None)).map_err(refused)?;
        return Ok(json!({ "imported": block_on(session.state())?.state }));
    }
    let mut session = named(&request.session)?;
    for operation in &request.operations {
        clock.store(operation.at.unwrap_or_default(), Ordering::Relaxed);
        if let Some(fork) = carry_out(&session, &operation.what)? {
            session = fork;
        }
    }
    let events = block_on(store.events(session.id(), 0, usize::MAX))?;
    let (events, digests): (Vec<_>, Vec<_>) =
        events.into_iter().map(|event| (event.body, event.digest.to_string())).unzip();
    Ok(json!({ "events": events, "digests": digests }))
}

/// Does one thing with a session. Gives the session that a fork makes.
fn carry_out(session: &Session, call: &SessionCall) -> Result<Option<Session>, NoReply> {
    match call {
        SessionCall::Turn { input, key, actor } => {
            let mut turn = Turn::new(input);
            if let Some(key) = key {
                turn = turn.key(key);
            }
            if let Some(actor) = actor {
                turn = turn.actor(actor);
            }
            block_on(session.turn(turn)).map(drop)?;
        }
        SessionCall::Import { payload, actor } => {
            block_on(session.import(payload, None, actor.as_deref()))?;
        }
        SessionCall::Snapshot { name } => drop(block_on(session.snapshot(name))?),
        SessionCall::Recall { name, session: from } => {
            block_on(session.recall(name, Some(from), None, None))?;
        }
        SessionCall::Fork { name } => return Ok(Some(block_on(session.fork(name, None, None))?)),
    }
    Ok(None)
}
