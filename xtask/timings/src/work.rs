//! The turns that are offered.

use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use cc_sessions::{MemoryStore, Session, Sessions, Store, StoredEvent, Turn};
use futures_executor::block_on;

use crate::Outcome;

/// Milliseconds since the beginning of 1970.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// The turn of a number. Every one changes the state, and an odd one undoes what the even one before
/// it did.
pub(crate) fn turn(number: u32) -> Turn {
    Turn::new(if number.is_multiple_of(2) {
        "prohibit something else"
    } else {
        "remove policy something else"
    })
}

/// Some events of such turns, as stores hold them.
pub(crate) fn events(count: u32) -> Outcome<Vec<StoredEvent>> {
    let store = Arc::new(MemoryStore::new());
    let session = Sessions::new(Arc::clone(&store), now).session("local", "trip")?;
    offer(&session, count)?;
    Ok(block_on(store.events(session.id(), 0, usize::MAX))?)
}

/// Makes a session of a size: a state of so many policies, and at least so many events.
pub(crate) fn fill(session: &Session, policies: u32, events: u32) -> Outcome<()> {
    let mut items: Vec<String> = (0..policies).map(|n| format!("\"item {n}\":\"use\"")).collect();
    items.sort_unstable();
    let items = items.join(",");
    let state = format!("{{\"policies\":{{{items}}},\"premise\":null,\"version\":2}}");
    block_on(session.import(&state, None, None))?;
    offer(session, events.next_multiple_of(2))
}

/// Offers turns, some hundreds at once.
fn offer(session: &Session, count: u32) -> Outcome<()> {
    let turns: Vec<_> = (0..count).map(turn).collect();
    for some in turns.chunks(256) {
        for reply in block_on(session.turns(some.to_vec())) {
            reply?;
        }
    }
    Ok(())
}

/// Seconds for each of `count` calls.
pub(crate) fn each(count: u32, mut call: impl FnMut(u32) -> Outcome<()>) -> Outcome<f64> {
    let begin = Instant::now();
    for number in 0..count {
        call(number)?;
    }
    Ok(begin.elapsed().as_secs_f64() / f64::from(count))
}
