//! Random histories of many clients, checked against a model.

use std::collections::BTreeMap;
use std::thread;

use cc_contract::ContractName;
use cc_sessions::{EventKind, Sessions, Turn, TurnReply};
use cc_wire::AnyEngine;
use fastrand::Rng;
use futures_executor::block_on;

use crate::Place;

const INPUTS: [&str; 10] = [
    "use tea",
    "prohibit tea",
    "use milk",
    "remove policy tea",
    "use milk instead of tea",
    "set premise a",
    "change premise to b",
    "clear state",
    "hello",
    "prohibit milk",
];

/// What a client was told: the turn's key, its input, and the reply.
type Told = (String, String, TurnReply);

/// Clients of two processes send turns, and send some again. Then the log holds every acknowledged
/// event once, in one order that all replies agree with, and every reply is what stepping in that
/// order gives.
pub fn random_histories(place: &dyn Place) {
    for seed in 0..6 {
        history(place, seed, 4, 25);
    }
}

/// The same with more clients, for fewer names.
pub fn many_clients(place: &dyn Place) {
    history(place, 99, 16, 20);
}

fn history(place: &dyn Place, seed: u64, clients: u64, turns: usize) {
    let processes = [0, 1].map(|_| Sessions::new(place.open(), || 0));
    let name = format!("history {seed}");
    let told: Vec<Told> = thread::scope(|scope| {
        let clients: Vec<_> = (0..clients)
            .map(|client| {
                let sessions = processes[usize::from(client % 2 == 1)].clone();
                let name = &name;
                scope.spawn(move || act(&sessions, name, seed, client, turns))
            })
            .collect();
        clients.into_iter().flat_map(|client| client.join().unwrap()).collect()
    });
    let session = processes[0].session("ann", &name).unwrap();
    let log = block_on(session.log(0, usize::MAX)).unwrap();
    // The model: one engine, stepped in the order of the log.
    let mut engine = AnyEngine::new(ContractName::V0_9);
    let mut states = vec![engine.export_json()];
    let mut keys = BTreeMap::new();
    for (at, entry) in log.iter().enumerate() {
        assert_eq!(entry.event.revision, at as u64 + 1);
        let EventKind::Turn { input, key, decision } = &entry.event.kind else { panic!() };
        assert_eq!(decision.kind(), engine.step(input).kind());
        states.push(engine.export_json());
        let seen = keys.insert(key.clone().unwrap(), (entry.event.revision, input.clone()));
        assert_eq!(seen, None, "a turn was recorded twice");
    }
    let mut replies = BTreeMap::new();
    for (key, input, reply) in &told {
        let revision = usize::try_from(reply.revision).unwrap();
        assert_eq!(reply.state.as_deref(), states.get(revision).map(String::as_str));
        match keys.get(key) {
            Some((revision, recorded)) => {
                assert_eq!((reply.revision, input), (*revision, recorded));
                if !reply.is_replayed {
                    assert_eq!(replies.insert(key, reply), None, "two were told to be first");
                }
            }
            None => assert_eq!(input, "hello", "an acknowledged turn is not in the log"),
        }
    }
    assert_eq!(replies.len(), log.len(), "an event that nobody caused");
    assert_eq!(block_on(session.verify()).unwrap().difference, None);
}

/// One client: each reply it gets is at least as late as the one before.
fn act(sessions: &Sessions, name: &str, seed: u64, client: u64, turns: usize) -> Vec<Told> {
    let mut random = Rng::with_seed(seed << 32 | client);
    let session = sessions.session("ann", name).unwrap();
    let (mut told, mut seen) = (Vec::<Told>::new(), 0);
    for number in 0..turns {
        let is_again = random.u8(0..5) == 0 && !told.is_empty();
        let (key, input) = match is_again {
            true => {
                let (key, input, _) = &told[random.usize(0..told.len())];
                (key.clone(), input.clone())
            }
            false => {
                let input = INPUTS[random.usize(0..INPUTS.len())];
                (format!("{client}-{number}"), input.to_owned())
            }
        };
        let reply = block_on(session.turn(Turn::new(&input).key(&key).with_state())).unwrap();
        if !reply.is_replayed {
            assert!(reply.revision >= seen, "an earlier state than was seen");
            seen = reply.revision;
        }
        told.push((key, input, reply));
    }
    told
}
