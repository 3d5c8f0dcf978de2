//! Sessions in PostgreSQL, where the command is built with it.

#![cfg(feature = "postgres")]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod support;

use cc_store_tests::cluster::server;

#[test]
fn a_session_in_postgresql_is_talked_to_and_looked_at() {
    let Some(server) = server() else { return };
    let url = server.fresh();
    let talk = |input: &str| {
        let arguments = ["--session", "trip", "--store", &url, "--json", "--input", "json"];
        support::run(&arguments, input).success()
    };
    let session = |arguments: &[&str]| {
        support::run(&[&["session", "--store", &url], arguments].concat(), "").success()
    };
    let line = "{\"input\":\"use tea\",\"key\":\"k\"}\n";
    assert!(talk(line).contains(r#""revision":1,"session":"trip""#));
    assert!(talk(line).contains(r#""replayed":true"#));
    assert_eq!(session(&["list"]), "0.9       1  trip\n");
    assert!(session(&["log", "trip"]).ends_with("1  use tea  + use tea\n"));
    assert_eq!(session(&["verify"]), "trip: 1 event, all well\n");
    session(&["fork", "trip", "other"]);
    assert_eq!(session(&["list", "--names"]), "other\ntrip\n");
    let envelope = session(&["export", "trip", "--envelope"]);
    assert!(envelope.contains(r#""session":"trip""#), "{envelope}");
    // Rows are in PostgreSQL's files until the tables are written anew.
    let left = "deleted trip; bytes of it are left until it is deleted again\n";
    assert_eq!(session(&["delete", "trip"]), left);
}

#[test]
fn a_server_that_is_not_there_is_an_error_without_the_password() {
    let url = "postgres://ann:secret@127.0.0.1:1/app?sslmode=disable&connect_timeout=1";
    let run = support::run(&["session", "list", "--store", url], "");
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.err.contains("127.0.0.1") && run.err.contains("cannot connect"), "{run:?}");
    assert!(!run.err.contains("secret"), "{run:?}");
}
