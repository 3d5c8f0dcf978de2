//! Faults of PostgreSQL as faults of a store.

use cc_sessions::{StoreError, StoreErrorKind};
use deadpool_postgres::PoolError;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use crate::url::cause;

/// What to do after a failed statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// The server undid it because of others, and asks to try again.
    Again,
    /// The connection is of no more use.
    Discard,
    /// It failed, and the connection is fine.
    Keep,
}

pub(crate) fn after(error: &Error) -> After {
    match error.code() {
        Some(code) if is_conflict(code) => After::Again,
        Some(code) if *code == SqlState::READ_ONLY_SQL_TRANSACTION || is_shutdown(code) => {
            After::Discard
        }
        Some(_) => After::Keep,
        None => After::Discard,
    }
}

fn is_conflict(code: &SqlState) -> bool {
    [SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED].contains(code)
}

/// The server, or somebody in front of it, ended the connection.
fn is_shutdown(code: &SqlState) -> bool {
    ["57P", "08"].iter().any(|class| code.code().starts_with(class))
}

/// A fault of a statement, in terms of what can be done about it. Without a code from the server it
/// is not known whether it was done.
pub(crate) fn statement(target: &str, error: Error) -> StoreError {
    let code = error.code().cloned();
    let (kind, advice) = match &code {
        None => (StoreErrorKind::Unavailable, "the connection broke"),
        Some(code) if is_shutdown(code) => (StoreErrorKind::Unavailable, "the server went away"),
        Some(code) if is_conflict(code) || *code == SqlState::QUERY_CANCELED => {
            (StoreErrorKind::Unavailable, "the server gave up, so try again")
        }
        Some(code) if *code == SqlState::READ_ONLY_SQL_TRANSACTION => {
            (StoreErrorKind::ReadOnly, "the server can only be read now")
        }
        Some(code) if *code == SqlState::DISK_FULL => {
            (StoreErrorKind::Full, "the server has no space left")
        }
        Some(code) if code.code().starts_with("53") => {
            (StoreErrorKind::Unavailable, "the server is short of resources")
        }
        Some(code) if [SqlState::DATA_CORRUPTED, SqlState::INDEX_CORRUPTED].contains(code) => {
            (StoreErrorKind::Damaged, "the database is damaged")
        }
        Some(_) => (StoreErrorKind::Other, "the server refused"),
    };
    let is_unknown = code.as_ref().is_none_or(is_shutdown);
    let fault = StoreError::new(kind, format!("{target}: {advice}: {}", cause(&error)));
    let fault = fault.with_source(error);
    if is_unknown { fault.with_unknown_outcome() } else { fault }
}

/// A connection that could not be had. Nothing was done.
pub(crate) fn connection(target: &str, error: PoolError) -> StoreError {
    let kind = match &error {
        PoolError::Backend(error) => match error.code() {
            // A wrong password, user or database stays wrong.
            Some(code) if ["28", "3D"].iter().any(|class| code.code().starts_with(class)) => {
                StoreErrorKind::Other
            }
            _ => StoreErrorKind::Unavailable,
        },
        _ => StoreErrorKind::Unavailable,
    };
    StoreError::new(kind, format!("{target}: cannot connect: {}", cause(&error))).with_source(error)
}
