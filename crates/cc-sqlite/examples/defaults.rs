//! An organisation's defaults under the sessions of its users: what the organisation prohibits, no
//! user can allow.

use std::error::Error;

use cc_sessions::{Sessions, Turn, compose};
use cc_sqlite::SqliteStore;
use futures_executor::block_on;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let sessions = Sessions::new(SqliteStore::open(folder.path().join("sessions.db"))?, || 0);
    let defaults = sessions.session("organisation", "defaults")?;
    let ann = sessions.session("ann", "conversation 17")?;
    block_on(defaults.turn(Turn::new("prohibit peanuts")))?;
    for text in ["use peanuts", "use tea"] {
        block_on(ann.turn(Turn::new(text)))?;
    }

    let (above, own) = (block_on(defaults.state())?, block_on(ann.state())?);
    let parts = [("defaults", &*above.state), ("ann", &*own.state)];
    let composition = compose(above.contract, parts)?;
    let state = r#"{"policies":{"peanuts":"prohibit","tea":"use"},"premise":null,"version":2}"#;
    assert_eq!(composition.state, state);
    for part in &composition.refused {
        println!("{}: {}: {}", part.session, part.directive, part.reason);
    }
    assert_eq!(composition.refused.len(), 1);
    Ok(())
}
