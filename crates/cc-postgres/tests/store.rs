//! The tests of every store, on PostgreSQL.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::sync::Arc;

use cc_postgres::PostgresStore;
use cc_sessions::Store;
use cc_store_tests::cluster::server;
use cc_store_tests::{Place, store_tests};
use futures_executor::block_on;

struct Database(String);

impl Place for Database {
    fn open(&self) -> Arc<dyn Store> {
        Arc::new(block_on(PostgresStore::connect(&self.0)).unwrap())
    }

    fn bytes(&self) -> Option<Vec<u8>> {
        None
    }
}

store_tests!(server().map(|server| Database(server.fresh())));

#[test]
fn many_processes() {
    // A child has its place already, and starts no server.
    let is_child = std::env::var_os("CC_STORE_TEST_PLACE").is_some();
    let place = if is_child { None } else { server().map(|server| server.fresh()) };
    cc_store_tests::many_processes("many_processes", place, |url| {
        Arc::new(block_on(PostgresStore::connect(url)).unwrap())
    });
}
