//! Durable sessions: opening the store, and what is done with one session.

mod command;
mod show;
mod talk;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use cc_sessions::{ErrorKind, MemoryStore, Session, Sessions, Store};
use cc_wire::AnyEngine;
use futures_executor::block_on;

use crate::Failure;
use crate::options::Options;
use crate::preload::shown;

pub(crate) use command::run;
pub(crate) use talk::talk;

/// The variable that names the store.
const STORE: &str = "CONTEXT_COMPILER_STORE";

/// A session that is talked to.
pub(crate) struct Open {
    pub(crate) session: Session,
    /// The store, without what is secret.
    pub(crate) store: String,
}

impl Open {
    pub(crate) fn new(name: &str, options: &Options) -> Result<Self, Failure> {
        let (sessions, store) = open(options.store.store.as_deref(), Missing::Make)?;
        let session = sessions.session(&options.store.namespace, name).map_err(Failure::session)?;
        let session = match options.names_contract {
            true => session.contract(options.contract),
            false => session,
        };
        Ok(Open { session, store })
    }

    /// Its revision, and an engine in its state; those of a new one, if it is not there.
    pub(crate) fn engine(&self) -> Result<(u64, AnyEngine), Failure> {
        match block_on(self.session.engine()) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Ok((0, AnyEngine::new(self.session.contract_if_new())))
            }
            engine => engine.map_err(Failure::session),
        }
    }
}

impl Failure {
    fn session(error: impl std::fmt::Display) -> Failure {
        Failure::Session(error.to_string())
    }
}

/// What to do where there is no file yet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Missing {
    /// To make it.
    Make,
    /// To make none, and take the store for empty.
    Empty,
}

/// Opens the store that options, the environment or the user's data folder name.
fn open(named: Option<&str>, missing: Missing) -> Result<(Sessions, String), Failure> {
    let (store, shown) = match (named, env::var(STORE)) {
        (Some(url), _) => store(url, missing)?,
        (None, Ok(url)) if !url.is_empty() => store(&url, missing)?,
        _ => {
            let file = default_file()?;
            if missing == Missing::Make {
                make_folder(&file)?;
            }
            sqlite(&file, missing)?
        }
    };
    Ok((Sessions::new(store, now), shown))
}

/// Milliseconds since the beginning of 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

fn store(url: &str, missing: Missing) -> Result<(Arc<dyn Store>, String), Failure> {
    if let Some(path) = url.strip_prefix("sqlite:") {
        return sqlite(Path::new(path), missing);
    }
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        return postgres(url);
    }
    Err(Failure::Session("the store must be `sqlite:PATH` or `postgres://...`".to_owned()))
}

#[cfg(feature = "sqlite")]
fn sqlite(path: &Path, missing: Missing) -> Result<(Arc<dyn Store>, String), Failure> {
    // An empty path is a fault, which the store tells.
    let is_missing = || path != Path::new("") && path.try_exists().is_ok_and(|exists| !exists);
    if missing == Missing::Empty && is_missing() {
        return Ok((Arc::new(MemoryStore::new()), shown(path)));
    }
    let store = cc_sqlite::SqliteStore::open(path).map_err(Failure::session)?;
    Ok((Arc::new(store), shown(path)))
}

#[cfg(not(feature = "sqlite"))]
fn sqlite(_path: &Path, _missing: Missing) -> Result<(Arc<dyn Store>, String), Failure> {
    Err(Failure::Session("SQLite is not built in: it is the feature `sqlite`".to_owned()))
}

#[cfg(feature = "postgres")]
fn postgres(url: &str) -> Result<(Arc<dyn Store>, String), Failure> {
    let store = block_on(cc_postgres::PostgresStore::connect(url)).map_err(Failure::session)?;
    let shown = store.target().to_owned();
    Ok((Arc::new(store), shown))
}

#[cfg(not(feature = "postgres"))]
fn postgres(_url: &str) -> Result<(Arc<dyn Store>, String), Failure> {
    Err(Failure::Session("PostgreSQL is not built in: it is the feature `postgres`".to_owned()))
}

/// The file in the user's data folder.
fn default_file() -> Result<PathBuf, Failure> {
    let directory = |name: &str| env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let data = if cfg!(windows) {
        directory("LOCALAPPDATA")
    } else {
        directory("XDG_DATA_HOME").or_else(|| Some(directory("HOME")?.join(".local/share")))
    };
    let Some(data) = data else {
        let message = format!("no home directory is set: name a store with `--store` or {STORE}");
        return Err(Failure::Session(message));
    };
    Ok(data.join("context-compiler").join("sessions.db"))
}

/// Makes the folder of a file, for its owner alone.
fn make_folder(file: &Path) -> Result<(), Failure> {
    let folder = file.parent().unwrap_or(file);
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder).map_err(|error| Failure::File {
        doing: "create the directory",
        path: folder.to_owned(),
        error,
    })
}
