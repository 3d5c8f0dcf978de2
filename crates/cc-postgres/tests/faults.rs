//! A server that is killed, and connections that are cut.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that panics has failed"
)]

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{env, thread};

use cc_postgres::PostgresStore;
use cc_sessions::{EventKind, Session, Sessions, Turn, TurnReply};
use cc_store_tests::cluster::Cluster;
use futures_executor::block_on;

fn sessions(url: &str) -> Sessions {
    Sessions::new(block_on(PostgresStore::connect(url)).unwrap(), || 1_764_547_200_000)
}

/// Offers a turn until it is answered. What stands in the way has to be called temporary.
fn insist(session: &Session, input: &str, key: &str) -> TurnReply {
    loop {
        match block_on(session.turn(Turn::new(input).key(key))) {
            Ok(reply) => return reply,
            Err(error) => assert!(error.is_temporary(), "{error}"),
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// The keys of the log, in order, once it is verified.
fn keys(session: &Session) -> Vec<String> {
    assert_eq!(block_on(session.verify()).unwrap().difference, None);
    let log = block_on(session.log(0, usize::MAX)).unwrap();
    let keys = log.into_iter().map(|entry| match entry.event.kind {
        EventKind::Turn { key, .. } => key.unwrap(),
        other => panic!("{other:?}"),
    });
    keys.collect()
}

/// `CC_KILLS` says how often the server is killed; it is 5 times otherwise.
#[test]
fn a_server_that_is_killed_loses_nothing_that_was_answered() {
    let Some(cluster) = Cluster::start(&[]) else { return };
    let kills: u64 = env::var("CC_KILLS").map_or(5, |kills| kills.parse().unwrap());
    let session = sessions(&cluster.url("postgres")).session("local", "trip").unwrap();
    let (answered, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        scope.spawn(|| {
            for number in 0.. {
                if is_over.load(Ordering::SeqCst) {
                    return;
                }
                let reply = insist(&session, &format!("use item {number}"), &number.to_string());
                assert_eq!(reply.revision, number + 1);
                answered.fetch_add(1, Ordering::SeqCst);
            }
        });
        for kill in 0..kills {
            let before = answered.load(Ordering::SeqCst);
            while answered.load(Ordering::SeqCst) < before + 3 {
                thread::sleep(Duration::from_millis(1));
            }
            thread::sleep(Duration::from_millis(kill * 7 % 23));
            cluster.kill();
            cluster.restart();
        }
        is_over.store(true, Ordering::SeqCst);
    });
    let answered = answered.into_inner();
    assert!(answered as u64 >= kills * 3);
    let expected: Vec<_> = (0..answered).map(|number| number.to_string()).collect();
    assert_eq!(keys(&session), expected);
}

/// Which way bytes go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    ToServer,
    ToClient,
}

/// What is still let through: so many bytes one way, and then nothing either way.
type Budget = Arc<Mutex<Option<(Way, usize)>>>;

/// Listens, and passes on what comes to a server and back. Gives its port, and the budget.
fn proxy(server: u16) -> (u16, Budget) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let budget = Budget::default();
    let shared = Arc::clone(&budget);
    thread::spawn(move || {
        for client in listener.incoming() {
            let client = client.unwrap();
            let server = TcpStream::connect(("127.0.0.1", server)).unwrap();
            for stream in [&client, &server] {
                stream.set_nodelay(true).unwrap();
            }
            for (way, from, to) in
                [(Way::ToServer, &client, &server), (Way::ToClient, &server, &client)]
            {
                let ends = (from.try_clone().unwrap(), to.try_clone().unwrap());
                let budget = Arc::clone(&shared);
                thread::spawn(move || pass_on(way, ends, &budget));
            }
        }
    });
    (port, budget)
}

fn pass_on(way: Way, (mut from, mut to): (TcpStream, TcpStream), budget: &Budget) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        let mut held = budget.lock().unwrap();
        let is_last = match &mut *held {
            Some((limited, left)) if *limited == way => {
                let passed = count.min(*left);
                *left -= passed;
                let is_last = *left == 0;
                if is_last {
                    *held = None;
                }
                is_last.then_some(passed)
            }
            _ => None,
        };
        drop(held);
        if to.write_all(&bytes[..is_last.unwrap_or(count)]).is_err() || is_last.is_some() {
            break;
        }
    }
    for stream in [from, to] {
        let _ = stream.shutdown(Shutdown::Both);
    }
}

/// Cuts the connection of a turn after the first byte that goes this way, the second, and so on.
fn cut_at_every_byte(way: Way) {
    let Some(cluster) = Cluster::start(&["fsync=off"]) else { return };
    let (port, budget) = proxy(cluster.port());
    let url = cluster.url("postgres").replace(&cluster.port().to_string(), &port.to_string());
    let sessions = sessions(&url);
    for cut in 1.. {
        let session = sessions.session("local", &cut.to_string()).unwrap();
        assert_eq!(insist(&session, "use tea", "first").revision, 1);
        *budget.lock().unwrap() = Some((way, cut));
        let reply = insist(&session, "use milk", "second");
        let was_cut = budget.lock().unwrap().take().is_none();
        assert_eq!((reply.revision, reply.decision.kind()), (2, "update"), "{cut}");
        assert_eq!(keys(&session), ["first", "second"], "{cut}");
        if !was_cut {
            // A turn is not so short that nothing was tried.
            assert!(cut > 100, "{cut}");
            return;
        }
    }
}

#[test]
fn a_request_that_is_cut_at_any_byte_is_lost_and_repeated_without_harm() {
    cut_at_every_byte(Way::ToServer);
}

#[test]
fn a_reply_that_is_cut_at_any_byte_is_lost_without_harm() {
    cut_at_every_byte(Way::ToClient);
}
