//! The tests of every store, on the one in memory.

use std::sync::Arc;

use cc_sessions::{MemoryStore, Store};
use cc_store_tests::{Place, store_tests};

struct Memory(MemoryStore);

impl Place for Memory {
    fn open(&self) -> Arc<dyn Store> {
        Arc::new(self.0.clone())
    }

    fn bytes(&self) -> Option<Vec<u8>> {
        None
    }
}

store_tests!(Some(Memory(MemoryStore::new())));
