//! Several processes on one session.

use std::collections::BTreeMap;
use std::env;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;

use cc_sessions::{EventKind, Session, Sessions, Store, Turn};
use futures_executor::block_on;

/// What tells a process that it is one of several, and on which place.
const PLACE: &str = "CC_STORE_TEST_PLACE";
const NUMBER: &str = "CC_STORE_TEST_NUMBER";

const PROCESSES: usize = 4;
const THREADS: usize = 8;

/// Four processes with eight threads each offer turns to one session: each is there once, and every
/// reply names the revision where it is (S3, S5). `CC_TURNS` says how many turns there are in all;
/// it is 640 otherwise.
///
/// `test` is the name of the test that calls this, which the other processes run too, and `open`
/// opens the place of a name.
pub fn many_processes(test: &str, place: Option<String>, open: fn(&str) -> Arc<dyn Store>) {
    let session = |place: &str| {
        Sessions::new(open(place), || 1_764_547_200_000).session("local", "trip").unwrap()
    };
    if let (Ok(place), Ok(number)) = (env::var(PLACE), env::var(NUMBER)) {
        return offer(&session(&place), &number);
    }
    let Some(place) = place else { return };
    let children: Vec<_> = (0..PROCESSES)
        .map(|number| {
            let mut command = Command::new(env::current_exe().unwrap());
            command.args([test, "--exact", "--nocapture", "--test-threads=1"]);
            command.env(PLACE, &place).env(NUMBER, number.to_string()).stdout(Stdio::piped());
            command.spawn().unwrap()
        })
        .collect();
    let mut replies = BTreeMap::new();
    for child in children {
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{text}");
        for line in text.lines().filter_map(|line| line.split_once("reply ")) {
            let (key, revision) = line.1.split_once(' ').unwrap();
            let revision: u64 = revision.parse().unwrap();
            assert_eq!(replies.insert(key.to_owned(), revision), None, "{key} is answered twice");
        }
    }
    assert_eq!(replies.len(), share() * THREADS * PROCESSES);
    let session = session(&place);
    let mut logged = BTreeMap::new();
    for entry in block_on(session.log(0, usize::MAX)).unwrap() {
        let EventKind::Turn { key, .. } = &entry.event.kind else { panic!("{entry:?}") };
        let key = key.clone().unwrap();
        assert_eq!(logged.insert(key.clone(), entry.event.revision), None, "{key} is twice");
    }
    assert_eq!(logged, replies);
    assert_eq!(block_on(session.verify()).unwrap().difference, None);
}

/// How many turns a thread offers.
fn share() -> usize {
    let turns: usize = env::var("CC_TURNS").map_or(640, |turns| turns.parse().unwrap());
    turns.div_ceil(PROCESSES * THREADS)
}

/// Offers the turns of one process, and prints its replies.
fn offer(session: &Session, number: &str) {
    thread::scope(|scope| {
        for thread in 0..THREADS {
            scope.spawn(move || {
                for turn in 0..share() {
                    let verb = if turn % 2 == 0 { "prohibit" } else { "remove policy" };
                    let key = format!("{number}-{thread}-{turn}");
                    let turn = Turn::new(&format!("{verb} item {number} {thread}")).key(&key);
                    let reply = block_on(session.turn(turn)).unwrap();
                    println!("reply {key} {}", reply.revision);
                }
            });
        }
    });
}
