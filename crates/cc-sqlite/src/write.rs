//! Writing: one thread, which commits all that waits at once.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use cc_contract::ContractName;
use cc_sessions::{Append, Appended, Deleted, Head, SessionId, StoreError};
use futures_channel::oneshot;
use rusqlite::{Connection, params};

use crate::error::sqlite;
use crate::read::{Found, Reading, number};

/// The most requests in one transaction.
const MAX_GROUP: usize = 1024;

/// Something to be written.
pub(crate) struct Request {
    pub(crate) id: SessionId,
    pub(crate) write: Write,
    pub(crate) reply: oneshot::Sender<Result<Written, StoreError>>,
}

pub(crate) enum Write {
    Create(ContractName),
    Append(Arc<Append>),
    Snapshot(String, u64),
    Delete,
}

/// What came of it.
#[derive(Clone, Copy)]
pub(crate) enum Written {
    Created(Head, bool),
    Appended(Appended),
    Snapshot(bool),
    Deleted(Deleted),
}

/// Writes until nobody can ask any more.
pub(crate) fn run(mut connection: Connection, path: &Path, requests: &Receiver<Request>) {
    while let Ok(first) = requests.recv() {
        let mut group = vec![first];
        while group.len() < MAX_GROUP
            && let Ok(next) = requests.try_recv()
        {
            group.push(next);
        }
        commit(&mut connection, path, group);
    }
}

/// Commits a group. A fault that ends the whole transaction is put to those that it belongs to, by
/// committing each for itself (S13).
fn commit(connection: &mut Connection, path: &Path, group: Vec<Request>) {
    let results = match transact(connection, path, &group) {
        Ok(results) => results,
        Err(error) if group.len() == 1 => vec![Err(error)],
        Err(_) => group
            .chunks(1)
            .map(|alone| match transact(connection, path, alone) {
                Ok(mut results) => results.pop().unwrap_or_else(|| Err(lost(path))),
                Err(error) => Err(error),
            })
            .collect(),
    };
    let is_erasing = results.iter().any(|result| matches!(result, Ok(Written::Deleted(_))));
    let reading = Reading { connection, path };
    let is_erased = is_erasing && reading.checkpoint_log().unwrap_or(false);
    for (request, result) in group.into_iter().zip(results) {
        let result = result.map(|written| match written {
            Written::Deleted(_) if !is_erased => Written::Deleted(Deleted::ErasurePending),
            written => written,
        });
        // Nobody may wait any more.
        let _ = request.reply.send(result);
    }
}

fn lost(path: &Path) -> StoreError {
    sqlite(path, rusqlite::Error::QueryReturnedNoRows)
}

/// One transaction, with a savepoint for each request. An error means that nothing was written.
fn transact(
    connection: &mut Connection,
    path: &Path,
    group: &[Request],
) -> Result<Vec<Result<Written, StoreError>>, StoreError> {
    let failed = |error| sqlite(path, error);
    let transaction = connection
        .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
        .map_err(failed)?;
    let mut results = Vec::new();
    for request in group {
        transaction.execute_batch("SAVEPOINT request").map_err(failed)?;
        let result = write(Reading { connection: &transaction, path }, request);
        if transaction.is_autocommit() {
            // SQLite has undone all of it.
            return Err(match result {
                Err(error) => error,
                Ok(_) => lost(path),
            });
        }
        let end = match result {
            Ok(_) => "RELEASE request",
            Err(_) => "ROLLBACK TO request; RELEASE request",
        };
        transaction.execute_batch(end).map_err(failed)?;
        results.push(result);
    }
    transaction.commit().map_err(failed)?;
    Ok(results)
}

fn write(reading: Reading<'_>, request: &Request) -> Result<Written, StoreError> {
    let Reading { connection, .. } = reading;
    let id = &request.id;
    let run = |sql: &str, params: &[&dyn rusqlite::ToSql]| {
        let statement = connection.prepare_cached(sql);
        statement.and_then(|mut it| it.execute(params)).map_err(|error| reading.failed(error))
    };
    let found = reading.find(id)?;
    let make = |contract: ContractName| {
        let head = Head::new(contract);
        run(
            "INSERT INTO sessions (namespace, name, contract, revision, digest) \
             VALUES (?1, ?2, ?3, 0, ?4)",
            params![
                id.namespace().as_bytes(),
                id.name().as_bytes(),
                contract.as_str(),
                head.digest.as_bytes(),
            ],
        )?;
        Ok::<_, StoreError>(Found { row: connection.last_insert_rowid(), head })
    };
    Ok(match &request.write {
        Write::Create(contract) => match found {
            Some(found) => Written::Created(found.head, false),
            None => Written::Created(make(*contract)?.head, true),
        },
        Write::Append(append) => {
            let expected = append.expected;
            let found = match found {
                None if expected.revision == 0 => Some(make(expected.contract)?),
                found => found,
            };
            let (Some(found), Some(last)) = (found, append.events.last()) else {
                return Ok(Written::Appended(Appended::Conflict));
            };
            if found.head != expected {
                return Ok(Written::Appended(Appended::Conflict));
            }
            for event in &append.events {
                run(
                    "INSERT INTO events (session, revision, digest, key, body) \
                     VALUES (?1, ?2, ?3, ?4, ?5)",
                    params![
                        found.row,
                        number(event.revision),
                        event.digest.as_bytes(),
                        event.key.as_deref().map(str::as_bytes),
                        event.body.as_bytes(),
                    ],
                )?;
            }
            let (revision, digest) = (number(last.revision), last.digest);
            run(
                "UPDATE sessions SET revision = ?2, digest = ?3 WHERE id = ?1",
                params![found.row, revision, digest.as_bytes()],
            )?;
            if let Some(state) = &append.checkpoint {
                run(
                    "INSERT INTO checkpoints (session, revision, digest, state) \
                     VALUES (?1, ?2, ?3, ?4)",
                    params![found.row, revision, digest.as_bytes(), state.as_bytes()],
                )?;
            }
            Written::Appended(Appended::Done)
        }
        Write::Snapshot(name, revision) => match found {
            None => Written::Snapshot(false),
            Some(found) => {
                run(
                    "INSERT INTO snapshots (session, name, revision) VALUES (?1, ?2, ?3) \
                     ON CONFLICT (session, name) DO UPDATE SET revision = ?3",
                    params![found.row, name.as_bytes(), number(*revision)],
                )?;
                Written::Snapshot(true)
            }
        },
        Write::Delete => match found {
            None => Written::Deleted(Deleted::NotFound),
            Some(found) => {
                for table in ["events", "checkpoints", "snapshots"] {
                    let sql = format!("DELETE FROM {table} WHERE session = ?1");
                    run(&sql, params![found.row])?;
                }
                run("DELETE FROM sessions WHERE id = ?1", params![found.row])?;
                Written::Deleted(Deleted::Erased)
            }
        },
    })
}
