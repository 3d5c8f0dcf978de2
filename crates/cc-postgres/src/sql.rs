//! The statements. Each is a transaction of its own; texts are columns of bytes (S9).
//!
//! There are no sequences, locks by name, named statements or settings of a session, so that
//! poolers and other engines that speak the protocol work.

/// The version of the tables.
pub const SCHEMA_VERSION: i32 = 1;

/// Makes the tables, all or none.
pub(crate) const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS cc_store (version INT NOT NULL PRIMARY KEY);
CREATE TABLE IF NOT EXISTS cc_sessions (
    namespace BYTEA NOT NULL,
    name BYTEA NOT NULL,
    contract TEXT NOT NULL,
    revision BIGINT NOT NULL,
    digest BYTEA NOT NULL,
    PRIMARY KEY (namespace, name)
);
CREATE TABLE IF NOT EXISTS cc_events (
    namespace BYTEA NOT NULL,
    name BYTEA NOT NULL,
    revision BIGINT NOT NULL,
    digest BYTEA NOT NULL,
    key BYTEA,
    body BYTEA NOT NULL,
    PRIMARY KEY (namespace, name, revision),
    UNIQUE (namespace, name, key)
);
CREATE TABLE IF NOT EXISTS cc_checkpoints (
    namespace BYTEA NOT NULL,
    name BYTEA NOT NULL,
    revision BIGINT NOT NULL,
    digest BYTEA NOT NULL,
    state BYTEA NOT NULL,
    PRIMARY KEY (namespace, name, revision)
);
CREATE TABLE IF NOT EXISTS cc_snapshots (
    namespace BYTEA NOT NULL,
    name BYTEA NOT NULL,
    snapshot BYTEA NOT NULL,
    revision BIGINT NOT NULL,
    PRIMARY KEY (namespace, name, snapshot)
);
INSERT INTO cc_store (version) SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM cc_store);
";

/// Whether the store's tables are there, of whatever version, and whether there is any table of a
/// name that one of them has.
pub(crate) const TABLES: &str = "
SELECT EXISTS (
    SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('cc_store') AND attname = 'version'
) AND to_regclass('cc_sessions') IS NOT NULL,
EXISTS (
    SELECT 1 FROM (VALUES ('cc_store'), ('cc_sessions'), ('cc_events'), ('cc_checkpoints'),
                          ('cc_snapshots')) AS own (name)
    WHERE to_regclass(name) IS NOT NULL
)";

pub(crate) const VERSION: &str = "SELECT max(version) FROM cc_store";

pub(crate) const HEAD: &str =
    "SELECT contract, revision, digest FROM cc_sessions WHERE namespace = $1 AND name = $2";

pub(crate) const CREATE: &str = "
WITH made AS (
    INSERT INTO cc_sessions (namespace, name, contract, revision, digest)
    VALUES ($1, $2, $3, 0, $4) ON CONFLICT (namespace, name) DO NOTHING RETURNING 1
)
SELECT EXISTS (SELECT 1 FROM made)";

/// What an append does once the session has moved on.
macro_rules! append {
    ($moved:literal) => {
        concat!(
            "WITH moved AS (",
            $moved,
            " RETURNING 1), added AS (
                INSERT INTO cc_events (namespace, name, revision, digest, key, body)
                SELECT $1, $2, new.revision, new.digest, new.key, new.body
                FROM unnest($8::bigint[], $9::bytea[], $10::bytea[], $11::bytea[])
                     AS new (revision, digest, key, body)
                WHERE EXISTS (SELECT 1 FROM moved) RETURNING 1
            ), kept AS (
                INSERT INTO cc_checkpoints (namespace, name, revision, digest, state)
                SELECT $1, $2, $6, $7, $12::bytea
                WHERE $12::bytea IS NOT NULL AND EXISTS (SELECT 1 FROM moved) RETURNING 1
            )
            SELECT EXISTS (SELECT 1 FROM moved)"
        )
    };
}

/// Appends to a session that has events. $4 and $5 are where it has to stand, $6 and $7 where it
/// stands afterwards.
pub(crate) const APPEND: &str = append!(
    "UPDATE cc_sessions SET revision = $6, digest = $7
     WHERE namespace = $1 AND name = $2 AND contract = $3 AND revision = $4 AND digest = $5"
);

/// Appends to a session that has none, and makes it if it is not there.
pub(crate) const BEGIN: &str = append!(
    "INSERT INTO cc_sessions (namespace, name, contract, revision, digest)
     VALUES ($1, $2, $3, $6, $7)
     ON CONFLICT (namespace, name) DO UPDATE SET revision = $6, digest = $7
     WHERE cc_sessions.contract = $3 AND cc_sessions.revision = $4 AND cc_sessions.digest = $5"
);

pub(crate) const EVENTS: &str = "
SELECT revision, digest, key, body FROM (
    SELECT revision, digest, key, body, sum(length(body)) OVER (ORDER BY revision) AS bytes,
           row_number() OVER (ORDER BY revision) AS row
    FROM (
        SELECT revision, digest, key, body FROM cc_events
        WHERE namespace = $1 AND name = $2 AND revision > $3 ORDER BY revision LIMIT $4
    ) AS page
) AS summed WHERE bytes <= $5 OR row = 1 ORDER BY revision";

pub(crate) const BY_KEYS: &str = "
SELECT revision, digest, key, body FROM cc_events
WHERE namespace = $1 AND name = $2 AND key = ANY($3) ORDER BY revision";

pub(crate) const CHECKPOINT_AT: &str = "
SELECT revision, digest, state FROM cc_checkpoints
WHERE namespace = $1 AND name = $2 AND revision <= $3 ORDER BY revision DESC LIMIT 1";

pub(crate) const CHECKPOINT_AFTER: &str = "
SELECT revision, digest, state FROM cc_checkpoints
WHERE namespace = $1 AND name = $2 AND revision > $3 ORDER BY revision LIMIT 1";

pub(crate) const PUT_SNAPSHOT: &str = "
WITH put AS (
    INSERT INTO cc_snapshots (namespace, name, snapshot, revision)
    SELECT $1, $2, $3, $4
    WHERE EXISTS (SELECT 1 FROM cc_sessions WHERE namespace = $1 AND name = $2)
    ON CONFLICT (namespace, name, snapshot) DO UPDATE SET revision = $4 RETURNING 1
)
SELECT EXISTS (SELECT 1 FROM put)";

pub(crate) const SNAPSHOTS: &str = "
SELECT snapshot, revision FROM cc_snapshots WHERE namespace = $1 AND name = $2 ORDER BY snapshot";

pub(crate) const LIST: &str = "
SELECT contract, revision, digest, name FROM cc_sessions
WHERE namespace = $1 AND name > $2 ORDER BY name LIMIT $3";

/// What a deletion does, in one transaction. The row of the session is locked first, so that no
/// append comes between.
pub(crate) const LOCK: &str =
    "SELECT 1 FROM cc_sessions WHERE namespace = $1 AND name = $2 FOR UPDATE";

pub(crate) const DELETE: [&str; 4] = [
    "DELETE FROM cc_events WHERE namespace = $1 AND name = $2",
    "DELETE FROM cc_checkpoints WHERE namespace = $1 AND name = $2",
    "DELETE FROM cc_snapshots WHERE namespace = $1 AND name = $2",
    "DELETE FROM cc_sessions WHERE namespace = $1 AND name = $2",
];

/// Writes the tables anew without what was deleted.
pub(crate) const ERASE: &str = "VACUUM (FULL) cc_events, cc_checkpoints, cc_snapshots, cc_sessions";
