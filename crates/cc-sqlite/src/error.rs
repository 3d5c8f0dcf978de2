//! Faults of SQLite as faults of a store.

use std::fmt::Display;
use std::path::Path;

use cc_sessions::{StoreError, StoreErrorKind};
use rusqlite::ErrorCode;

/// A fault with the file it is about.
pub(crate) fn fault(kind: StoreErrorKind, path: &Path, fault: impl Display) -> StoreError {
    StoreError::new(kind, format!("`{}`: {fault}", cc_text::visible(&path.to_string_lossy())))
}

/// What SQLite says, in terms of what can be done about it.
pub(crate) fn sqlite(path: &Path, error: rusqlite::Error) -> StoreError {
    let (kind, words) = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => (
            StoreErrorKind::Unavailable,
            "another process holds the store, so try again".to_owned(),
        ),
        Some(ErrorCode::DiskFull) => {
            (StoreErrorKind::Full, "there is no space left, so make some and try again".to_owned())
        }
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => (
            StoreErrorKind::ReadOnly,
            "the store cannot be written, so check the permissions of the file and its folder"
                .to_owned(),
        ),
        Some(ErrorCode::CannotOpen) => (
            StoreErrorKind::ReadOnly,
            "the store cannot be opened, so check the folder and its permissions".to_owned(),
        ),
        Some(ErrorCode::NotADatabase) => {
            (StoreErrorKind::Foreign, "this is no SQLite database".to_owned())
        }
        Some(ErrorCode::DatabaseCorrupt) => {
            (StoreErrorKind::Damaged, "the database is damaged, so restore a back-up".to_owned())
        }
        Some(ErrorCode::SystemIoFailure) => {
            (StoreErrorKind::Unavailable, format!("reading or writing failed: {error}"))
        }
        _ => (StoreErrorKind::Other, error.to_string()),
    };
    fault(kind, path, words).with_source(error)
}
