//! One caller of a session in PostgreSQL, and its statement alone.

use std::sync::Arc;

use cc_contract::ContractName;
use cc_postgres::PostgresStore;
use cc_sessions::{Append, Appended, Head, SessionId, Sessions, Store};
use cc_store_tests::cluster::server;
use futures_executor::block_on;

use crate::Outcome;
use crate::work::{each, events, now, turn};

fn store() -> Outcome<PostgresStore> {
    let server = server().ok_or("there is no PostgreSQL")?;
    Ok(block_on(PostgresStore::connect(&server.fresh()))?)
}

/// Turns of one caller.
pub(crate) fn turns(count: u32) -> Outcome<f64> {
    let session = Sessions::new(store()?, now).session("local", "trip")?;
    each(count, |number| Ok(block_on(session.turn(turn(number))).map(drop)?))
}

/// The same events, with nothing but the statement that appends one.
pub(crate) fn statements(count: u32) -> Outcome<f64> {
    let store = store()?;
    let id = SessionId::new("local", "trip")?;
    let mut expected = Head::new(ContractName::V0_9);
    let mut events = events(count)?.into_iter();
    each(count, |_| {
        let event = events.next().ok_or("there are too few events")?;
        let next = Head { revision: event.revision, digest: event.digest, ..expected };
        let append = Append { expected, events: vec![event], checkpoint: None };
        expected = next;
        match block_on(store.append(&id, Arc::new(append)))? {
            Appended::Done => Ok(()),
            other => Err(format!("the statement gave {other:?}").into()),
        }
    })
}
