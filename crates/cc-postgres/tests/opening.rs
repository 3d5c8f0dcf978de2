//! What is found where the tables should be.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::process::Command;
use std::thread;

use cc_postgres::PostgresStore;
use cc_sessions::{ErrorKind, Sessions, StoreError, StoreErrorKind, Turn};
use cc_store_tests::cluster::{Cluster, Server, server};
use futures_executor::block_on;

/// A cluster of the tests' own, in which anything may be changed, and a new database in it.
fn own() -> Option<(&'static Cluster, String)> {
    let server = server()?;
    let Server::Own(cluster) = server else {
        eprintln!("LEFT OUT: a test that needs a PostgreSQL of its own");
        return None;
    };
    let url = server.fresh();
    let name = url.rsplit('/').next().unwrap().split('?').next().unwrap();
    Some((cluster, name.to_owned()))
}

fn connect(cluster: &Cluster, database: &str) -> Result<PostgresStore, StoreError> {
    block_on(PostgresStore::connect(&cluster.url(database)))
}

#[track_caller]
fn refused(cluster: &Cluster, database: &str, kind: StoreErrorKind, words: &str) {
    let error = connect(cluster, database).unwrap_err();
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.to_string().contains(words), "{error}");
}

#[test]
fn tables_of_a_later_version_are_left_alone() {
    let Some((cluster, database)) = own() else { return };
    drop(connect(cluster, &database).unwrap());
    cluster.sql(&database, "UPDATE cc_store SET version = 2; DROP TABLE cc_snapshots");
    let words = "its tables are of version 2, and this program knows 1";
    refused(cluster, &database, StoreErrorKind::LaterVersion, words);
    // Nothing was made anew.
    cluster.sql(&database, "CREATE TABLE cc_snapshots (a INT)");
}

#[test]
fn tables_of_another_program_are_left_alone() {
    for tables in [
        "CREATE TABLE cc_sessions (a INT)",
        "CREATE TABLE cc_store (a INT)",
        "CREATE TABLE cc_store (version TEXT)",
        "CREATE TABLE cc_snapshots (a INT)",
        "CREATE TABLE cc_sessions (a INT); CREATE TABLE cc_store AS SELECT 0 AS version",
    ] {
        let Some((cluster, database)) = own() else { return };
        cluster.sql(&database, tables);
        refused(cluster, &database, StoreErrorKind::Foreign, "tables `cc_…` of another program");
        // Nothing was made beside them.
        cluster.sql(&database, "CREATE TABLE cc_events (a INT)");
    }
}

#[test]
fn a_server_that_can_only_be_read_is_told_and_used_again_when_it_can_be_written() {
    let Some((cluster, database)) = own() else { return };
    let only_read = |it: &str| {
        let sql = format!("ALTER DATABASE {database} SET default_transaction_read_only = {it}");
        cluster.sql("postgres", &sql);
    };
    only_read("on");
    refused(cluster, &database, StoreErrorKind::ReadOnly, "can only be read");
    only_read("off");
    let sessions = Sessions::new(connect(cluster, &database).unwrap(), || 0);
    let session = sessions.session("local", "trip").unwrap();
    block_on(session.turn(Turn::new("use tea"))).unwrap();
    // Connections have this setting from their beginning, so the old ones go.
    only_read("on");
    let end = format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'"
    );
    cluster.sql("postgres", &end);
    let refused = || loop {
        let error = block_on(session.turn(Turn::new("use milk"))).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Store, "{error}");
        if error.to_string().contains("can only be read") {
            return;
        }
    };
    refused();
    only_read("off");
    assert_eq!(block_on(session.turn(Turn::new("use milk"))).unwrap().revision, 2);
}

#[test]
fn many_make_the_tables_at_once() {
    let Some((cluster, database)) = own() else { return };
    thread::scope(|scope| {
        for number in 0..8 {
            let database = &database;
            scope.spawn(move || {
                let sessions = Sessions::new(connect(cluster, database).unwrap(), || 0);
                let session = sessions.session("local", &number.to_string()).unwrap();
                block_on(session.turn(Turn::new("use tea"))).unwrap();
            });
        }
    });
}

#[test]
fn a_dump_keeps_every_digest() {
    let Some((cluster, database)) = own() else { return };
    let Some((_, copy)) = own() else { return };
    let session = |database: &str| {
        let sessions = Sessions::new(connect(cluster, database).unwrap(), || 0);
        sessions.session("local", "trip").unwrap()
    };
    for text in ["use tea", "prohibit crème\0brûlée", "use tea and milk"] {
        block_on(session(&database).turn(Turn::new(text))).unwrap();
    }
    let script = r#""$1" "$3" | "$2" -q -v ON_ERROR_STOP=1 "$4" >/dev/null"#;
    let mut shell = Command::new("/bin/sh");
    shell.args(["-ec", script, "sh"]).args(["pg_dump", "psql"].map(|it| cluster.program(it)));
    assert!(shell.args([&database, &copy].map(|it| cluster.url(it))).status().unwrap().success());
    let (one, other) = (session(&database), session(&copy));
    assert_eq!(block_on(one.state()).unwrap(), block_on(other.state()).unwrap());
    assert_eq!(block_on(other.verify()).unwrap().difference, None);
}
