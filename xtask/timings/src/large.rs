//! Sessions with much in them, and many sessions.

use std::path::Path;
use std::time::Instant;

use cc_sessions::{Sessions, Turn};
use cc_sqlite::SqliteStore;
use futures_executor::block_on;
use futures_util::future::join_all;

use crate::Outcome;
use crate::work::{each, fill, now, turn};

/// Turns of one caller.
pub(crate) fn turns(file: &Path, policies: u32, events: u32, count: u32) -> Outcome<f64> {
    let session = Sessions::new(SqliteStore::open(file)?, now).session("local", "trip")?;
    fill(&session, policies, events)?;
    each(count, |number| Ok(block_on(session.turn(turn(number))).map(drop)?))
}

/// Opens the file anew and loads the session.
pub(crate) fn open(file: &Path, policies: u32, events: u32) -> Outcome<f64> {
    let session = Sessions::new(SqliteStore::open(file)?, now).session("local", "trip")?;
    fill(&session, policies, events)?;
    drop(session);
    let begin = Instant::now();
    let session = Sessions::new(SqliteStore::open(file)?, now).session("local", "trip")?;
    block_on(session.state())?;
    Ok(begin.elapsed().as_secs_f64())
}

/// Gives each session a directive and an ordinary text.
pub(crate) fn touch(file: &Path, sessions: u32, cache: usize) -> Outcome<f64> {
    const AT_ONCE: usize = 256;
    let all = Sessions::with_cache(SqliteStore::open(file)?, now, cache);
    let names: Vec<u32> = (0..sessions).collect();
    for some in names.chunks(AT_ONCE) {
        let touched = some.iter().map(|name| {
            let session = all.session("local", &format!("session {name}"));
            async {
                let session = session?;
                session.turn(Turn::new("use the metric system")).await?;
                session.turn(Turn::new("How far is it?")).await
            }
        });
        for reply in block_on(join_all(touched)) {
            reply?;
        }
    }
    peak_memory()
}

/// The most bytes of this process that were resident.
fn peak_memory() -> Outcome<f64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
    let kibibytes: f64 = kibibytes.ok_or("/proc/self/status has no VmHWM")?.parse()?;
    Ok(kibibytes * 1024.0)
}
