//! Reading.

use std::path::Path;
use std::sync::Arc;

use cc_sessions::{
    Checkpoint, Digest, Head, Listed, Nearest, SessionId, Snapshot, StoreError, StoreErrorKind,
    StoredEvent,
};
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::error::{fault, sqlite};

/// The most bytes of events that are read at once, but for a single one that is longer.
const MAX_PAGE_BYTES: usize = 8 << 20;

/// A connection with the name of its file.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'c> {
    pub(crate) connection: &'c Connection,
    pub(crate) path: &'c Path,
}

/// A session's row.
pub(crate) struct Found {
    pub(crate) row: i64,
    pub(crate) head: Head,
}

/// A revision as SQLite has it, whose integers end earlier.
pub(crate) fn number(revision: u64) -> i64 {
    i64::try_from(revision).unwrap_or(i64::MAX)
}

impl Reading<'_> {
    pub(crate) fn failed(self, error: rusqlite::Error) -> StoreError {
        sqlite(self.path, error)
    }

    fn damaged(self, what: &str) -> StoreError {
        fault(StoreErrorKind::Damaged, self.path, format_args!("{what} cannot be read"))
    }

    fn rows<T>(
        self,
        sql: &str,
        params: impl rusqlite::Params,
        mut read: impl FnMut(&Row<'_>) -> Result<Option<T>, rusqlite::Error>,
        what: &str,
    ) -> Result<Vec<T>, StoreError> {
        let mut statement =
            self.connection.prepare_cached(sql).map_err(|error| self.failed(error))?;
        let mut rows = statement.query(params).map_err(|error| self.failed(error))?;
        let mut all = Vec::new();
        while let Some(row) = rows.next().map_err(|error| self.failed(error))? {
            let value = read(row).map_err(|error| self.failed(error))?;
            all.push(value.ok_or_else(|| self.damaged(what))?);
        }
        Ok(all)
    }

    pub(crate) fn find(self, id: &SessionId) -> Result<Option<Found>, StoreError> {
        let sql = "SELECT contract, revision, digest, id FROM sessions \
                   WHERE namespace = ?1 AND name = ?2";
        let key = params![id.namespace().as_bytes(), id.name().as_bytes()];
        let found = self.rows(
            sql,
            key,
            |row| Ok(head(row, 0)?.map(|head| (head, row.get(3)))),
            "a session",
        )?;
        let found = found.into_iter().next();
        found
            .map(|(head, row)| Ok(Found { row: row.map_err(|error| self.failed(error))?, head }))
            .transpose()
    }

    pub(crate) fn head(self, id: &SessionId) -> Result<Option<Head>, StoreError> {
        Ok(self.find(id)?.map(|found| found.head))
    }

    /// The row of a session, or none for what belongs to none.
    fn row(self, id: &SessionId) -> Result<i64, StoreError> {
        Ok(self.find(id)?.map_or(-1, |found| found.row))
    }

    pub(crate) fn events(
        self,
        id: &SessionId,
        after: u64,
        limit: usize,
    ) -> Result<Vec<StoredEvent>, StoreError> {
        let row = self.row(id)?;
        let sql = "SELECT revision, digest, key, body FROM events \
                   WHERE session = ?1 AND revision > ?2 ORDER BY revision LIMIT ?3";
        let mut statement =
            self.connection.prepare_cached(sql).map_err(|error| self.failed(error))?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let mut rows = statement
            .query(params![row, number(after), limit])
            .map_err(|error| self.failed(error))?;
        let (mut events, mut bytes) = (Vec::new(), 0);
        while let Some(row) = rows.next().map_err(|error| self.failed(error))? {
            let event = event(row)
                .map_err(|error| self.failed(error))?
                .ok_or_else(|| self.damaged("an event"))?;
            bytes += event.body.len();
            if bytes > MAX_PAGE_BYTES && !events.is_empty() {
                break;
            }
            events.push(event);
        }
        Ok(events)
    }

    pub(crate) fn by_keys(
        self,
        id: &SessionId,
        keys: &[Arc<str>],
    ) -> Result<Vec<StoredEvent>, StoreError> {
        let row = self.row(id)?;
        let sql = "SELECT revision, digest, key, body FROM events \
                   WHERE session = ?1 AND key = ?2 AND key IS NOT NULL";
        let mut events = Vec::new();
        for key in keys {
            events.extend(self.rows(sql, params![row, key.as_bytes()], event, "an event")?);
        }
        events.sort_by_key(|event| event.revision);
        Ok(events)
    }

    pub(crate) fn checkpoint(
        self,
        id: &SessionId,
        nearest: Nearest,
    ) -> Result<Option<Checkpoint>, StoreError> {
        let row = self.row(id)?;
        let (sql, revision) = match nearest {
            Nearest::At(revision) => (
                "SELECT revision, digest, state FROM checkpoints \
                 WHERE session = ?1 AND revision <= ?2 ORDER BY revision DESC LIMIT 1",
                revision,
            ),
            Nearest::After(revision) => (
                "SELECT revision, digest, state FROM checkpoints \
                 WHERE session = ?1 AND revision > ?2 ORDER BY revision LIMIT 1",
                revision,
            ),
        };
        let read = |row: &Row<'_>| {
            let (revision, digest, state): (i64, [u8; 32], Vec<u8>) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            let digest = Digest::from(digest);
            Ok((|| {
                let (revision, state) =
                    (u64::try_from(revision).ok()?, String::from_utf8(state).ok()?);
                Some(Checkpoint { revision, digest, state })
            })())
        };
        let found = self.rows(sql, params![row, number(revision)], read, "a checkpoint")?;
        Ok(found.into_iter().next())
    }

    pub(crate) fn snapshots(self, id: &SessionId) -> Result<Vec<Snapshot>, StoreError> {
        let row = self.row(id)?;
        let sql = "SELECT name, revision FROM snapshots WHERE session = ?1 ORDER BY name";
        let read = |row: &Row<'_>| {
            let (name, revision): (Vec<u8>, i64) = (row.get(0)?, row.get(1)?);
            Ok(String::from_utf8(name)
                .ok()
                .zip(u64::try_from(revision).ok())
                .map(|(name, revision)| Snapshot { name, revision }))
        };
        self.rows(sql, params![row], read, "a snapshot")
    }

    pub(crate) fn list(
        self,
        namespace: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT contract, revision, digest, name FROM sessions \
                   WHERE namespace = ?1 AND name > ?2 ORDER BY name LIMIT ?3";
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let read = |row: &Row<'_>| {
            let name: Vec<u8> = row.get(3)?;
            Ok(head(row, 0)?
                .zip(String::from_utf8(name).ok())
                .map(|(head, name)| Listed { name, head }))
        };
        let params = params![namespace.as_bytes(), after.as_bytes(), limit];
        self.rows(sql, params, read, "a session")
    }

    /// How many bytes of the log are not in the database yet, and so may hold what was deleted.
    pub(crate) fn checkpoint_log(self) -> Result<bool, StoreError> {
        let sql = "PRAGMA wal_checkpoint(TRUNCATE)";
        let busy: Option<i64> = self
            .connection
            .query_row(sql, [], |row| row.get(0))
            .optional()
            .map_err(|error| self.failed(error))?;
        Ok(busy == Some(0))
    }
}

fn head(row: &Row<'_>, at: usize) -> Result<Option<Head>, rusqlite::Error> {
    let (contract, revision, digest): (String, i64, [u8; 32]) =
        (row.get(at)?, row.get(at + 1)?, row.get(at + 2)?);
    let digest = Digest::from(digest);
    Ok(contract.parse().ok().zip(u64::try_from(revision).ok()).map(|(contract, revision)| Head {
        contract,
        revision,
        digest,
    }))
}

fn event(row: &Row<'_>) -> Result<Option<StoredEvent>, rusqlite::Error> {
    let (revision, digest): (i64, [u8; 32]) = (row.get(0)?, row.get(1)?);
    let (key, body): (Option<Vec<u8>>, Vec<u8>) = (row.get(2)?, row.get(3)?);
    let digest = Digest::from(digest);
    Ok((|| {
        let revision = u64::try_from(revision).ok()?;
        let key = match key {
            Some(key) => Some(String::from_utf8(key).ok()?.into()),
            None => None,
        };
        Some(StoredEvent { revision, digest, key, body: String::from_utf8(body).ok()? })
    })())
}
