//! A chat back end: one session for each conversation, and a key for each message, so that a client
//! may send a message again whenever it got no reply.

use std::error::Error;

use cc_sessions::{ErrorKind, Session, Sessions, Turn};
use cc_sqlite::SqliteStore;
use cc_wire::AnyEngine;
use futures_executor::block_on;

/// What the back end does with a message.
#[derive(Debug, PartialEq)]
enum Reply {
    /// It answers by itself.
    Here(String),
    /// It asks the model, which is given this block and the message.
    Ask { block: String, message: String },
}

async fn receive(session: &Session, key: &str, message: &str) -> Result<Reply, cc_sessions::Error> {
    let turn = Turn::new(message).key(key).actor("user");
    let reply = session.turn(turn).await?;
    Ok(match (reply.decision.kind(), reply.decision.message()) {
        ("update", _) => Reply::Here(format!("noted, revision {}", reply.revision)),
        (_, Some(refusal)) => Reply::Here(cc_text::visible_message(refusal).to_string()),
        _ => {
            let engine = match session.engine().await {
                Ok((_, engine)) => engine,
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    AnyEngine::new(session.contract_if_new())
                }
                Err(error) => return Err(error),
            };
            let block = engine.context_block().to_text().unwrap_or_default();
            Reply::Ask { block, message: message.to_owned() }
        }
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let store = SqliteStore::open(folder.path().join("sessions.db"))?;
    // A host gives its clock: milliseconds since 1970.
    let sessions = Sessions::new(store, || 1_764_547_200_000);
    let session = sessions.session("ann", "conversation 17")?;

    let first = block_on(receive(&session, "m1", "prohibit peanuts"))?;
    assert_eq!(first, Reply::Here("noted, revision 1".to_owned()));
    // The reply was lost, and the client sends the message again.
    assert_eq!(block_on(receive(&session, "m1", "prohibit peanuts"))?, first);
    let Reply::Here(refusal) = block_on(receive(&session, "m2", "use peanuts"))? else {
        return Err("a contradiction went to the model".into());
    };
    assert!(refusal.contains("currently prohibited"), "{refusal}");
    let Reply::Ask { block, message } = block_on(receive(&session, "m3", "What may I eat?"))?
    else {
        return Err("ordinary text did not go to the model".into());
    };
    assert!(block.contains("peanuts"), "{block}");
    println!("to the model: {message}\n{block}");
    Ok(())
}
