//! Many callers of one session, and what SQLite does alone.

use std::path::Path;
use std::thread;
use std::time::Instant;

use cc_sessions::Sessions;
use cc_sqlite::SqliteStore;
use futures_executor::block_on;
use rusqlite::Connection;

use crate::Outcome;
use crate::work::{each, events, now, turn};

/// Commits rows that are as long as events, one by one, as durable as those.
pub(crate) fn rows(file: &Path, count: u32) -> Outcome<f64> {
    let bodies: Vec<_> = events(2)?.into_iter().map(|event| event.body.into_bytes()).collect();
    let connection = Connection::open(file)?;
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
         CREATE TABLE rows (number INTEGER PRIMARY KEY, body BLOB NOT NULL);",
    )?;
    let mut insert = connection.prepare("INSERT INTO rows (body) VALUES (?)")?;
    let mut bodies = bodies.iter().cycle();
    each(count, |_| {
        insert.execute([bodies.next()])?;
        Ok(())
    })
}

/// Callers that wait for each of their turns before the next.
pub(crate) fn callers(file: &Path, callers: u32, count: u32) -> Outcome<f64> {
    let sessions = Sessions::new(SqliteStore::open(file)?, now);
    let session = sessions.session("local", "trip")?;
    let share = count / callers;
    let begin = Instant::now();
    let results: Vec<_> = thread::scope(|scope| {
        let caller =
            || (0..share).try_for_each(|number| block_on(session.turn(turn(number))).map(drop));
        let threads: Vec<_> = (0..callers).map(|_| scope.spawn(caller)).collect();
        threads.into_iter().map(|thread| thread.join()).collect()
    });
    let seconds = begin.elapsed().as_secs_f64();
    for result in results {
        result.map_err(|_| "a caller panicked")??;
    }
    Ok(seconds / f64::from(share * callers))
}
