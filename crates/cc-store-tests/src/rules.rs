//! A test for each rule of sessions.

use cc_contract::ContractName;
use cc_sessions::{
    Deleted, Digest, ErrorKind, EventKind, Session, Sessions, Topic, Turn, TurnReply,
};
use cc_wire::AnyEngine;
use futures_executor::block_on;

use crate::{Place, sessions};

fn turn(session: &Session, input: &str) -> TurnReply {
    block_on(session.turn(Turn::new(input))).unwrap()
}

fn state(session: &Session) -> String {
    block_on(session.state()).unwrap().state
}

fn session(place: &dyn Place) -> Session {
    sessions(place).session("ann", "trip").unwrap()
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

/// S1.
pub fn ordinary_text_is_never_stored(place: &dyn Place) {
    let session = session(place);
    assert_eq!(turn(&session, "my secret is 4711-hush").revision, 0);
    assert_eq!(block_on(session.state()).unwrap_err().kind(), ErrorKind::NotFound);
    turn(&session, "use tea");
    // Directive-shaped, and no directive.
    for text in ["use tea and prohibit 4711-hush", "", " ", "4711-hush"] {
        let reply = turn(&session, text);
        assert_eq!((reply.revision, reply.decision.kind()), (1, "no_directive"), "{text}");
    }
    for number in 0..1_000 {
        turn(&session, &format!("{number} times 4711-hush"));
    }
    assert_eq!(block_on(session.log(0, 10)).unwrap().len(), 1);
    if let Some(bytes) = place.bytes() {
        assert!(contains(&bytes, "use tea"));
        assert!(!contains(&bytes, "4711-hush"));
    }
}

/// S2.
pub fn what_is_recorded(place: &dyn Place) {
    let kinds = |session: &Session, inputs: &[&str]| -> Vec<(String, u64)> {
        let replies = inputs.iter().map(|input| turn(session, input));
        replies.map(|reply| (reply.decision.kind().to_owned(), reply.revision)).collect()
    };
    let as_kinds = |all: &[(&str, u64)]| -> Vec<(String, u64)> {
        all.iter().map(|(kind, revision)| ((*kind).to_owned(), *revision)).collect()
    };
    let sessions = sessions(place);
    assert_eq!(
        kinds(
            &sessions.session("ann", "0.9").unwrap(),
            &["use tea", "use tea", "prohibit tea", "hello"]
        ),
        as_kinds(&[("update", 1), ("update", 2), ("error", 3), ("no_directive", 3)])
    );
    let session = sessions.session("ann", "0.5").unwrap().contract(ContractName::V0_5);
    assert_eq!(
        kinds(&session, &["use tea", "prohibit tea", "hello"]),
        as_kinds(&[("update", 1), ("clarify", 2), ("passthrough", 2)])
    );
    // Under m1 "no" is ordinary, but it closes a question.
    let session = sessions.session("ann", "m1").unwrap().contract(ContractName::M1);
    assert_eq!(
        kinds(&session, &["no", "don use milk", "no", "no"]),
        as_kinds(&[("passthrough", 0), ("clarify", 1), ("passthrough", 2), ("passthrough", 2)])
    );
}

/// S3.
pub fn a_key_is_recognised(place: &dyn Place) {
    let session = session(place);
    let keyed = |input: &str| Turn::new(input).key("request-1").with_state();
    let first = block_on(session.turn(keyed("use tea"))).unwrap();
    turn(&session, "use milk");
    turn(&session, "clear state");
    let again = block_on(session.turn(keyed("use tea"))).unwrap();
    assert!(again.is_replayed && !first.is_replayed);
    assert_eq!(again.decision, first.decision);
    assert_eq!((again.revision, &again.state), (1, &first.state));
    // Whoever asks, and whatever revision is expected.
    let other = self::session(place);
    assert!(block_on(other.turn(keyed("use tea").expect(7))).unwrap().is_replayed);
    let error = block_on(other.turn(keyed("use milk"))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyReused);
    assert!(error.to_string().contains("revision 1"), "{error}");
    assert_eq!(block_on(other.state()).unwrap().revision, 3);
    // A refusal is an answer too. Ordinary text is not kept, and so is its key.
    turn(&session, "use tea");
    let refused = Turn::new("prohibit tea").key("request-2");
    let first = block_on(session.turn(refused.clone())).unwrap();
    turn(&session, "remove policy tea");
    let again = block_on(session.turn(refused)).unwrap();
    assert_eq!((again.decision.kind(), again.is_replayed), ("error", true));
    assert_eq!(again.decision, first.decision);
    assert!(!block_on(session.turn(Turn::new("hello").key("request-3"))).unwrap().is_replayed);
    assert!(!block_on(session.turn(Turn::new("use cups").key("request-3"))).unwrap().is_replayed);
    // Keys belong to their session.
    let neighbour = sessions(place).session("ann", "other").unwrap();
    assert!(!block_on(neighbour.turn(keyed("use milk"))).unwrap().is_replayed);
}

/// S4.
pub fn a_revision_can_be_expected(place: &dyn Place) {
    let session = session(place);
    block_on(session.turn(Turn::new("use tea").expect(0))).unwrap();
    let other = self::session(place);
    block_on(other.turn(Turn::new("use milk").expect(1))).unwrap();
    for (input, expected) in
        [("use cups", 0), ("use cups", 1), ("hello", 1), ("use cups", u64::MAX)]
    {
        let error = block_on(session.turn(Turn::new(input).expect(expected))).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Conflict);
        assert_eq!(
            error.to_string(),
            format!("session `trip` is at revision 2, and {expected} was expected")
        );
    }
    assert_eq!(block_on(session.log(0, 10)).unwrap().len(), 2);
    assert_eq!(block_on(session.turn(Turn::new("hello").expect(2))).unwrap().revision, 2);
}

/// S6.
pub fn a_log_verifies(place: &dyn Place) {
    let session = session(place);
    for number in 0..300 {
        turn(&session, &format!("use item {}", number % 40));
        turn(&session, &format!("prohibit item {}", number % 7));
        turn(&session, "set premise be brief");
    }
    let verified = block_on(session.verify()).unwrap();
    assert_eq!((verified.head.revision, verified.difference), (900, None));
    let before = block_on(session.state()).unwrap();
    let after = block_on(self::session(place).state()).unwrap();
    assert_eq!(before, after);
    // Any state of the past is that of stepping so far.
    let mut engine = AnyEngine::new(ContractName::V0_9);
    let entries = block_on(session.log(0, 1000)).unwrap();
    assert_eq!(entries.len(), 900);
    for entry in entries {
        let EventKind::Turn { input, .. } = &entry.event.kind else { panic!("{entry:?}") };
        engine.step(input);
        if entry.event.revision % 97 == 0 {
            let then = block_on(session.state_at(entry.event.revision)).unwrap();
            assert_eq!((then.state, then.digest), (engine.export_json(), entry.digest));
        }
    }
    assert_eq!(block_on(session.state_at(901)).unwrap_err().kind(), ErrorKind::NotFound);
    let missing = sessions(place).session("ann", "nobody").unwrap();
    assert_eq!(block_on(missing.verify()).unwrap_err().kind(), ErrorKind::NotFound);
}

/// S7: computed here from the words of the rule alone.
pub fn digests_are_those_of_the_rule(place: &dyn Place) {
    let session = session(place);
    block_on(session.turn(Turn::new("use thé").key("k").actor("ann"))).unwrap();
    let unicode = {
        let (major, minor, patch) = cc_sessions::UNICODE_VERSION;
        format!("{major}.{minor}.{patch}")
    };
    let body = format!(
        r#"{{"actor":"ann","at":1764547200000,"contract":"0.9","decision":{{"changed":true,"kind":"update","message":null}},"input":"use th\u00e9","key":"k","kind":"turn","revision":1,"unicode_version":"{unicode}"}}"#
    );
    let digest = Digest::ZERO.then(&body);
    assert_eq!(block_on(session.state()).unwrap().digest, digest);
    let entry = block_on(session.log(0, 1)).unwrap().remove(0);
    assert_eq!((entry.event.to_json(), entry.digest), (body, digest));
    turn(&session, "clear state");
    let entry = block_on(session.log(1, 1)).unwrap().remove(0);
    assert_eq!(entry.digest, digest.then(&entry.event.to_json()));
}

/// S8: what is written for states is never more than for events.
pub fn a_turn_writes_a_constant(place: &dyn Place) {
    let store = place.open();
    let sessions = Sessions::new(std::sync::Arc::clone(&store), || 0);
    let session = sessions.session("ann", "trip").unwrap();
    let inputs: Vec<_> = (0..2000).map(|number| Turn::new(&format!("use item {number}"))).collect();
    for batch in inputs.chunks(50) {
        for reply in block_on(session.turns(batch.to_vec())) {
            reply.unwrap();
        }
    }
    let events: usize = block_on(session.log(0, 2000))
        .unwrap()
        .iter()
        .map(|entry| entry.event.to_json().len())
        .sum();
    let (mut states, mut count, mut at) = (0, 0, 0);
    while let Some(kept) =
        block_on(store.checkpoint(session.id(), cc_sessions::Nearest::After(at))).unwrap()
    {
        (states, count, at) = (states + kept.state.len(), count + 1, kept.revision);
    }
    assert!(count > 2, "{count}");
    assert!(states <= events, "{states} bytes of states, {events} of events");
}

/// S9.
pub fn any_text_is_kept(place: &dyn Place) {
    let sessions = sessions(place);
    let long = "x".repeat(1 << 20);
    let mut operands = vec![
        "a\u{0}b",
        "\u{ffff}",
        "\u{fffe}\u{fdd0}",
        "\u{10ffff}",
        "'; DROP TABLE events; --",
        "\\",
        "\"",
        "京都",
        "e\u{301}",
        "\u{1f9d1}\u{200d}\u{1f680}",
        long.as_str(),
    ];
    for name in ["Ж", "京都", "עברית", "a'b\"c\\d", "..", "/etc", "%00", &"é".repeat(127)]
    {
        let session = sessions.session(name, name).unwrap();
        let mut engine = AnyEngine::new(ContractName::V0_9);
        for operand in &operands {
            let input = format!("use {operand}");
            engine.step(&input);
            turn(&session, &input);
        }
        let again = self::sessions(place).session(name, name).unwrap();
        assert_eq!(state(&again), engine.export_json());
        let inputs: Vec<_> = block_on(again.log(0, 100)).unwrap();
        for entry in inputs {
            let EventKind::Turn { input, .. } = entry.event.kind else { panic!() };
            assert!(operands.iter().any(|operand| input.strip_prefix("use ") == Some(operand)));
        }
        assert_eq!(block_on(again.verify()).unwrap().difference, None);
        let listed = block_on(sessions.list(name, "", 10)).unwrap();
        assert_eq!(listed.len(), 1);
        assert_eq!(listed[0].name, name);
        // Once is enough for the long one.
        operands.retain(|operand| operand.len() < long.len());
    }
}

/// Names, keys and actors have 1 to 255 bytes and no control characters.
pub fn names_are_checked(place: &dyn Place) {
    let sessions = sessions(place);
    let long = "x".repeat(256);
    for bad in ["", "a\u{0}", "a\nb", "\u{7f}", "\u{85}", long.as_str()] {
        for result in [sessions.session(bad, "s"), sessions.session("n", bad)] {
            assert_eq!(result.unwrap_err().kind(), ErrorKind::InvalidName, "{bad:?}");
        }
        let session = sessions.session("n", "s").unwrap();
        let failed = |result: Result<u64, cc_sessions::Error>| {
            assert_eq!(result.unwrap_err().kind(), ErrorKind::InvalidName, "{bad:?}");
        };
        failed(block_on(session.turn(Turn::new("use tea").key(bad))).map(|it| it.revision));
        failed(block_on(session.turn(Turn::new("use tea").actor(bad))).map(|it| it.revision));
        failed(block_on(session.snapshot(bad)));
        failed(block_on(session.recall(bad, None, None, None)));
        failed(block_on(session.fork(bad, None, None)).map(|_| 0));
        failed(block_on(sessions.list(bad, "", 1)).map(|_| 0));
    }
    assert!(block_on(sessions.list("n", "", 10)).unwrap().is_empty());
    let error = sessions.session("n", "tab\tin it").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the name of the session of 9 bytes has a control character at byte 3"
    );
    let most = "y".repeat(255);
    assert!(sessions.session(&most, &most).is_ok());
    let key = "k".repeat(1 << 20);
    let session = sessions.session("n", "s").unwrap();
    let error = block_on(session.turn(Turn::new("use tea").key(&key))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the name of the request key has 1048576 bytes, and 255 is the most"
    );
}

/// S11.
pub fn a_deleted_session_leaves_no_bytes(place: &dyn Place) {
    let sessions = sessions(place);
    let other = sessions.session("ann", "stays").unwrap();
    turn(&other, "use plain-cups");
    let session = sessions.session("ann", "session-4711").unwrap();
    for number in 0..300 {
        let input = format!("use hush-{number}-4711");
        block_on(session.turn(Turn::new(&input).key(&format!("key-{number}-4711")))).unwrap();
        turn(&session, &format!("ordinary text {number}-4711"));
    }
    block_on(session.snapshot("snapshot-4711")).unwrap();
    if let Some(bytes) = place.bytes() {
        assert!(contains(&bytes, "-4711"));
    }
    let deleted = [block_on(session.delete()).unwrap(), block_on(session.delete()).unwrap()];
    if place.bytes().is_some() {
        assert_eq!(deleted, [Deleted::Erased, Deleted::NotFound]);
    }
    assert_eq!(block_on(session.state()).unwrap_err().kind(), ErrorKind::NotFound);
    if let Some(bytes) = place.bytes() {
        assert!(contains(&bytes, "plain-cups"));
        assert!(!contains(&bytes, "-4711"));
    }
}

/// A session of a name that was used before is a new one, also for those who know the old one.
pub fn a_deleted_session_can_be_made_anew(place: &dyn Place) {
    let (one, other) = (session(place), session(place));
    turn(&one, "use tea");
    turn(&one, "use milk");
    assert_eq!(turn(&other, "use cups").revision, 3);
    block_on(other.delete()).unwrap();
    assert_eq!(turn(&other, "use beans").revision, 1);
    assert_eq!(turn(&one, "use rice").revision, 2);
    let expected = r#"{"policies":{"beans":"use","rice":"use"},"premise":null,"version":2}"#;
    assert_eq!((state(&one), state(&other)), (expected.to_owned(), expected.to_owned()));
    block_on(other.delete()).unwrap();
    assert_eq!(block_on(one.state()).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(turn(&one, "hello").revision, 0);
}

/// S13.
pub fn batches_answer_each_turn(place: &dyn Place) {
    let session = session(place);
    let replies = block_on(session.turns(vec![
        Turn::new("use tea").key("1").with_state(),
        Turn::new("prohibit tea"),
        Turn::new("hello").with_state(),
        Turn::new("use milk").expect(9),
        Turn::new("use tea").key("1"),
        Turn::new("use milk").key("1"),
        Turn::new("use milk").key(""),
        Turn::new("use milk").expect(2),
    ]));
    let told: Vec<_> = replies
        .iter()
        .map(|reply| match reply {
            Ok(reply) => format!("{} {}", reply.revision, reply.decision.kind()),
            Err(error) => format!("{:?}", error.kind()),
        })
        .collect();
    assert_eq!(
        told,
        [
            "1 update",
            "2 error",
            "2 no_directive",
            "Conflict",
            "1 update",
            "KeyReused",
            "InvalidName",
            "3 update"
        ]
    );
    let tea = r#"{"policies":{"tea":"use"},"premise":null,"version":2}"#;
    assert_eq!(replies[0].as_ref().unwrap().state.as_deref(), Some(tea));
    assert_eq!(replies[2].as_ref().unwrap().state.as_deref(), Some(tea));
    assert!(replies[4].as_ref().unwrap().is_replayed);
    assert!(block_on(session.turns(vec![])).is_empty());
    assert_eq!(block_on(session.log(0, 10)).unwrap().len(), 3);
}

/// A session keeps the contract that it was made with.
pub fn a_session_has_one_contract(place: &dyn Place) {
    let sessions = sessions(place);
    let old = sessions.session("ann", "old").unwrap().contract(ContractName::V0_5);
    assert!(block_on(old.create()).unwrap());
    assert!(!block_on(old.create()).unwrap());
    let as_new = sessions.session("ann", "old").unwrap().contract(ContractName::V0_9);
    for error in [
        block_on(as_new.create()).unwrap_err(),
        block_on(as_new.turn(Turn::new("use tea"))).unwrap_err(),
        block_on(as_new.turn(Turn::new("hello"))).unwrap_err(),
        block_on(as_new.state()).unwrap_err(),
        block_on(as_new.log(0, 1)).unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::Contract);
        assert_eq!(error.to_string(), "session `old` has contract 0.5, not 0.9");
    }
    let any = sessions.session("ann", "old").unwrap();
    assert_eq!(turn(&any, "use tea").contract, ContractName::V0_5);
    assert_eq!(block_on(any.state()).unwrap().contract, ContractName::V0_5);
}

/// An import replaces the whole state, and is an event.
pub fn imports_replace_the_state(place: &dyn Place) {
    let session = session(place);
    let payload = r#"{"version":2,"premise":"Be brief.","policies":{"Tea":"use"}}"#;
    assert_eq!(block_on(session.import(payload, Some(0), Some("ann"))).unwrap(), 1);
    let canonical = r#"{"policies":{"tea":"use"},"premise":"Be brief.","version":2}"#;
    assert_eq!(state(&session), canonical);
    assert_eq!(state(&self::session(place)), canonical);
    for (payload, expect, kind) in [
        ("", None, ErrorKind::InvalidInput),
        ("[]", None, ErrorKind::InvalidInput),
        (r#"{"version":3,"premise":null,"policies":{}}"#, None, ErrorKind::InvalidInput),
        (payload, Some(0), ErrorKind::Conflict),
        (payload, Some(1 << 63), ErrorKind::Conflict),
    ] {
        let error = block_on(session.import(payload, expect, None)).unwrap_err();
        assert_eq!(error.kind(), kind, "{payload}");
    }
    assert_eq!(block_on(session.state()).unwrap().revision, 1);
    turn(&session, "use milk");
    assert_eq!(block_on(session.verify()).unwrap().difference, None);
}

/// An envelope is checked by its hash and its contract.
pub fn envelopes_are_checked(place: &dyn Place) {
    let sessions = sessions(place);
    let session = sessions.session("ann", "trip").unwrap();
    turn(&session, "use tea");
    turn(&session, "use thé");
    let envelope = block_on(session.envelope(Some(1))).unwrap();
    let now = block_on(session.state_at(1)).unwrap();
    let (major, minor, patch) = cc_sessions::UNICODE_VERSION;
    assert_eq!(
        envelope,
        format!(
            r#"{{"contract":"0.9","digest":"{}","revision":1,"session":"trip","sha256":"{}","state":{},"unicode_version":"{major}.{minor}.{patch}"}}"#,
            now.digest,
            Digest::of(&now.state),
            now.state,
        )
    );
    let copy = sessions.session("ann", "copy").unwrap();
    let whole = block_on(session.envelope(None)).unwrap();
    block_on(copy.import(&whole, None, None)).unwrap();
    assert_eq!(state(&copy), state(&session));
    let old = sessions.session("ann", "old").unwrap().contract(ContractName::V0_5);
    block_on(old.create()).unwrap();
    for (target, text, kind) in [
        (&copy, whole.replace("use", "prohibit"), ErrorKind::InvalidInput),
        (&copy, whole.replace("\"sha256\":\"", "\"sha256\":\"0"), ErrorKind::InvalidInput),
        (&copy, whole.replace("revision", "version"), ErrorKind::InvalidInput),
        (&old, whole.clone(), ErrorKind::Contract),
    ] {
        let error = block_on(target.import(&text, None, None)).unwrap_err();
        assert_eq!(error.kind(), kind, "{text}");
    }
    assert_eq!(block_on(copy.state()).unwrap().revision, 1);
    assert_eq!(block_on(old.state()).unwrap().revision, 0);
}

/// A recall brings back the state of a snapshot, and is an event.
pub fn snapshots_are_recalled(place: &dyn Place) {
    let sessions = sessions(place);
    let session = sessions.session("ann", "trip").unwrap();
    turn(&session, "use tea");
    assert_eq!(block_on(session.snapshot("before")).unwrap(), 1);
    turn(&session, "clear state");
    assert_eq!(block_on(session.recall("before", None, Some(2), Some("bo"))).unwrap(), 3);
    let tea = r#"{"policies":{"tea":"use"},"premise":null,"version":2}"#;
    assert_eq!(state(&session), tea);
    let entry = block_on(session.log(2, 1)).unwrap().remove(0);
    let EventKind::Recall { from, .. } = &entry.event.kind else { panic!("{entry:?}") };
    assert_eq!((from.revision, from.session.as_str()), (1, "trip"));
    assert_eq!(from.snapshot.as_deref(), Some("before"));
    // From another session; and a name can be given anew.
    let other = sessions.session("ann", "other").unwrap();
    assert_eq!(block_on(other.recall("before", Some("trip"), None, None)).unwrap(), 1);
    assert_eq!(state(&other), tea);
    assert_eq!(block_on(session.snapshot("before")).unwrap(), 3);
    let all = block_on(session.snapshots()).unwrap();
    assert_eq!(
        all.iter().map(|it| (it.name.as_str(), it.revision)).collect::<Vec<_>>(),
        [("before", 3)]
    );
    let missing = sessions.session("ann", "missing").unwrap();
    for error in [
        block_on(session.recall("never", None, None, None)).unwrap_err(),
        block_on(session.recall("before", Some("missing"), None, None)).unwrap_err(),
        block_on(missing.snapshot("s")).map(|_| ()).unwrap_err(),
        block_on(missing.snapshots()).map(|_| ()).unwrap_err(),
        // There is no way into another namespace.
        block_on(sessions.session("bo", "mine").unwrap().recall(
            "before",
            Some("trip"),
            None,
            None,
        ))
        .unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
    }
    let old = sessions.session("ann", "old").unwrap().contract(ContractName::V0_5);
    block_on(old.create()).unwrap();
    let error = block_on(old.recall("before", Some("trip"), None, None)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Contract);
    assert_eq!(block_on(session.verify()).unwrap().difference, None);
}

/// A fork begins with the state of a revision of another session.
pub fn forks_begin_with_a_state(place: &dyn Place) {
    let sessions = sessions(place);
    let session = sessions.session("ann", "trip").unwrap();
    turn(&session, "use tea");
    turn(&session, "use milk");
    let fork = block_on(session.fork("branch", Some(1), None)).unwrap();
    turn(&fork, "use cups");
    assert_eq!(
        state(&fork),
        r#"{"policies":{"cups":"use","tea":"use"},"premise":null,"version":2}"#
    );
    assert_eq!(block_on(session.state()).unwrap().revision, 2);
    for (name, at, kind) in [
        ("branch", None, ErrorKind::Exists),
        ("trip", None, ErrorKind::Exists),
        ("new", Some(3), ErrorKind::NotFound),
        ("new", Some(u64::MAX), ErrorKind::NotFound),
    ] {
        let error = block_on(session.fork(name, at, None)).map(|_| ()).unwrap_err();
        assert_eq!(error.kind(), kind, "{name}");
    }
    let missing = sessions.session("ann", "missing").unwrap();
    let error = block_on(missing.fork("new", None, None)).map(|_| ()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert_eq!(block_on(sessions.list("ann", "", 10)).unwrap().len(), 2);
    assert_eq!(block_on(fork.verify()).unwrap().difference, None);
    let whole = block_on(session.fork("begin", Some(0), None)).unwrap();
    assert_eq!(state(&whole), r#"{"policies":{},"premise":null,"version":2}"#);
}

/// The event that made an item what it is.
pub fn why_names_the_event(place: &dyn Place) {
    let session = session(place);
    let why = |topic| block_on(session.why(topic)).unwrap().map(|it| it.event.revision);
    for (input, _) in [
        ("prohibit Peanuts", 1),
        ("set premise be brief", 2),
        ("use peanuts", 3),
        ("use tea", 4),
        ("use tea", 5),
        ("use milk instead of tea", 6),
        ("remove policy milk", 7),
    ] {
        turn(&session, input);
    }
    assert_eq!(why(Topic::Item("PEANUTS")), Some(1));
    assert_eq!(why(Topic::Premise), Some(2));
    assert_eq!(why(Topic::Item("tea")), Some(6));
    assert_eq!(why(Topic::Item("milk")), Some(7));
    assert_eq!(why(Topic::Item("coffee")), None);
    assert_eq!(why(Topic::Item("")), None);
    turn(&session, "clear state");
    assert_eq!(why(Topic::Item("peanuts")), Some(8));
    // Across many states that are kept between.
    let inputs = (0..500).map(|number| Turn::new(&format!("use item {number}"))).collect();
    block_on(session.turns(inputs));
    assert_eq!(why(Topic::Item("peanuts")), Some(8));
    assert_eq!(why(Topic::Item("item 0")), Some(9));
    assert_eq!(why(Topic::Item("item 499")), Some(508));
}

/// A log has each event with what it changed.
pub fn the_log_tells_what_changed(place: &dyn Place) {
    let session = session(place);
    turn(&session, "use tea");
    turn(&session, "use tea");
    turn(&session, "prohibit tea");
    block_on(session.import(r#"{"policies":{},"premise":"hi","version":2}"#, None, None)).unwrap();
    let log = block_on(session.log(0, 10)).unwrap();
    let changes: Vec<_> = log.iter().map(|entry| entry.changes.summary()).collect();
    assert_eq!(changes, ["+ use tea", "", "", "sets the premise, - use tea"]);
    assert_eq!(block_on(session.log(3, 10)).unwrap(), log[3..]);
    assert_eq!(block_on(session.log(1, 2)).unwrap(), log[1..3]);
    assert!(block_on(session.log(4, 10)).unwrap().is_empty());
    assert!(block_on(session.log(u64::MAX, 10)).unwrap().is_empty());
    assert!(block_on(session.log(0, 0)).unwrap().is_empty());
}

/// Lists are in the order of the names' bytes, by pages.
pub fn sessions_are_listed(place: &dyn Place) {
    let sessions = sessions(place);
    for name in ["b", "a", "Z", "é", "ab"] {
        block_on(sessions.session("ann", name).unwrap().create()).unwrap();
    }
    turn(&sessions.session("ann", "b").unwrap(), "use tea");
    let names = |after: &str, limit| -> Vec<String> {
        let listed = block_on(sessions.list("ann", after, limit)).unwrap();
        listed.into_iter().map(|it| it.name).collect()
    };
    assert_eq!(names("", 10), ["Z", "a", "ab", "b", "é"]);
    assert_eq!(names("a", 2), ["ab", "b"]);
    assert!(names("é", 10).is_empty() && names("", 0).is_empty());
    let listed = block_on(sessions.list("ann", "ab", 1)).unwrap();
    assert_eq!(listed[0].head.revision, 1);
}

/// The question of m1 outlives the process, though no state holds it.
pub fn a_clarification_stays_open(place: &dyn Place) {
    let open = || session(place).contract(ContractName::M1);
    let session = open();
    let many: Vec<_> = (0..200).map(|number| Turn::new(&format!("don't use i{number}"))).collect();
    block_on(session.turns(many));
    assert_eq!(turn(&session, "don use milk").decision.kind(), "clarify");
    assert_eq!(turn(&open(), "what?").decision.kind(), "clarify");
    assert_eq!(turn(&open(), "yes").decision.kind(), "update");
    assert!(state(&open()).contains("milk"));
    let why = block_on(open().why(Topic::Item("milk"))).unwrap().unwrap();
    assert_eq!(why.event.revision, 203);
    assert_eq!(block_on(open().verify()).unwrap().difference, None);
}

/// A cache that holds almost nothing gives the same.
pub fn a_small_cache_changes_nothing(place: &dyn Place) {
    let sessions = Sessions::with_cache(place.open(), || 0, 1);
    for round in 0..3 {
        for number in 0..20 {
            let session = sessions.session("ann", &format!("{number}")).unwrap();
            assert_eq!(turn(&session, &format!("use item {round}")).revision, round + 1);
        }
    }
}

/// What is in one namespace is not seen from another one.
pub fn namespaces_never_meet(place: &dyn Place) {
    let sessions = sessions(place);
    let (ann, bo) = (sessions.session("ann", "s").unwrap(), sessions.session("bo", "s").unwrap());
    turn(&ann, "use tea");
    assert_eq!(block_on(bo.state()).unwrap_err().kind(), ErrorKind::NotFound);
    turn(&bo, "prohibit tea");
    assert!(block_on(sessions.list("b", "", 10)).unwrap().is_empty());
    block_on(bo.delete()).unwrap();
    assert_eq!(state(&ann), r#"{"policies":{"tea":"use"},"premise":null,"version":2}"#);
}
