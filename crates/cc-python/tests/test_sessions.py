"""Durable sessions."""

import hashlib
import json
import os
import pickle
import signal
import sqlite3
import subprocess
import sys
import threading

import pytest

from context_compiler_rs import NoDirectiveDecision, SemanticErrorDecision, UpdateDecision
from context_compiler_rs import sessions, v0_5
from context_compiler_rs.sessions import SessionError, Turn


@pytest.fixture
def path(tmp_path):
    return tmp_path / "sessions.db"


@pytest.fixture
def store(path):
    with sessions.open(path) as store:
        yield store


def kind_of(call):
    with pytest.raises(SessionError) as error:
        call()
    return error.value.kind


def test_a_turn_outlives_its_store(path):
    with sessions.open(path) as store:
        reply = store.session("trip").turn("prohibit Peanuts", actor="ann", with_state=True)
        assert reply.decision == UpdateDecision(True)
        assert (reply.revision, reply.is_replayed, reply.contract) == (1, False, "0.9")
        assert reply.state == '{"policies":{"peanuts":"prohibit"},"premise":null,"version":2}'
        assert repr(reply) == "TurnReply(revision=1, kind='update', is_replayed=False)"
    with sessions.open(path) as store:
        trip = store.session("trip")
        refused = trip.turn("use peanuts")
        assert isinstance(refused.decision, SemanticErrorDecision)
        assert refused.message == refused.decision.message
        assert [it.text for it in refused.decision.repairs] == [
            "remove policy peanuts",
            "use peanuts",
        ]
        assert trip.turn("What should I cook?").decision == NoDirectiveDecision()
        assert [entry.input for entry in trip.log()] == ["prohibit Peanuts", "use peanuts"]
        assert trip.log()[0].actor == "ann"
        assert trip.log(after=1)[0].decision == refused.decision
        assert trip.state().revision == 2
        assert trip.why("PEANUTS").revision == 1
        assert trip.why("tea") is None
        assert trip.verify().difference is None


def test_a_repetition_is_recognised_by_its_key(store):
    trip = store.session("trip")
    first = trip.turn("use tea", key="one")
    trip.turn("clear state")
    again = trip.turn("use tea", key="one")
    assert (again.revision, again.decision, again.is_replayed) == (1, first.decision, True)
    assert kind_of(lambda: trip.turn("use milk", key="one")) == "key_reused"
    assert kind_of(lambda: trip.turn("use milk", expect=7)) == "conflict"
    assert trip.state().revision == 2


def test_a_batch_has_a_reply_for_each(store):
    trip = store.session("trip")
    replies = trip.turns(
        ["use tea", Turn("use milk", expect=9), "hello", Turn("use milk", key="k"), "use tea"]
    )
    assert [getattr(it, "revision", None) for it in replies] == [1, None, 1, 2, 3]
    assert isinstance(replies[1], SessionError) and replies[1].kind == "conflict"
    assert str(replies[1]) == "session `trip` is at revision 1, and 9 was expected"
    assert replies[4].decision == UpdateDecision(False)
    assert trip.turns([]) == []


def test_states_are_named_recalled_forked_and_composed(store):
    trip = store.session("trip")
    trip.turn("use tea")
    assert trip.snapshot("before") == 1
    trip.turn("prohibit milk")
    other = trip.fork("other", revision=1)
    assert other.state().state == '{"policies":{"tea":"use"},"premise":null,"version":2}'
    assert other.log()[0].origin == {"revision": 1, "session": "trip"}
    other.turn("prohibit tea instead")
    assert trip.recall("before") == 3
    assert trip.state().state == other.state(1).state
    assert trip.snapshots() == {"before": 1}
    assert trip.log()[2].kind == "recall"
    assert trip.log()[2].state == trip.state().state
    mine = store.session("mine")
    mine.turn("prohibit tea")
    composed = store.compose(["trip", "mine"])
    assert composed.state == trip.state().state
    assert [(it.session, it.directive) for it in composed.refused] == [("mine", "prohibit tea")]
    assert [it.name for it in store.sessions()] == ["mine", "other", "trip"]
    assert [it.name for it in store.sessions(after="mine", limit=1)] == ["other"]
    assert mine.delete() == "erased"
    assert mine.delete() == "not_found"
    assert kind_of(mine.state) == "not_found"
    assert kind_of(lambda: trip.fork("other")) == "exists"


def test_an_export_is_taken_with_its_hash(store):
    trip = store.session("trip")
    trip.turn("set premise caf\u00e9 \x7f")
    envelope = trip.export_envelope()
    fields = json.loads(envelope)
    assert fields["revision"] == 1
    state = trip.state().state
    assert fields["sha256"] == hashlib.sha256(state.encode()).hexdigest()
    other = store.session("other")
    assert other.import_json(envelope) == 1
    assert other.log()[0].state == other.state().state == state
    assert other.why(None).kind == "import"
    damaged = envelope.replace(fields["sha256"], "0" * 64)
    assert kind_of(lambda: other.import_json(damaged)) == "invalid_input"
    assert other.state().revision == 1


def test_the_contracts_are_those_of_the_engines(store):
    old = store.session("old", contract="0.5")
    assert old.turn("prohibit the tea").decision == v0_5.UpdateDecision()
    asked = old.turn("use tea").decision
    assert asked == v0_5.ClarifyDecision(
        '"tea" is currently prohibited.\nRemove or replace it before using it.'
    )
    assert old.log()[1].decision == asked
    assert old.preview("use milk").changes["changed"] is True
    first = store.session("first", contract="m1")
    assert first.turn("use desk").kind == "update"
    assert first.state().state.startswith("{")
    assert kind_of(lambda: store.session("old", contract="0.9").turn("use tea")) == "contract"
    assert kind_of(lambda: store.compose(["old", "new", "first"])) == "not_found"
    assert kind_of(lambda: store.compose(["old", "first"])) == "contract"
    with pytest.raises(ValueError):
        store.session("x", contract="0.7").turn("use tea")


def test_names_are_checked_and_namespaces_never_meet(store, path):
    assert kind_of(lambda: store.session("").turn("use tea")) == "invalid_name"
    assert kind_of(lambda: store.session("a\nb").turn("use tea")) == "invalid_name"
    store.session("trip").turn("use tea")
    other = store.session("trip", namespace="bob")
    assert kind_of(other.state) == "not_found"
    assert other.create() is True and other.create() is False


def test_lone_surrogates_are_refused_by_their_position(store):
    trip = store.session("trip")
    trip.turn("use tea")
    for call in (
        lambda: trip.turn("use \ud800"),
        lambda: trip.turn("hey \ud800"),
        lambda: trip.turns(["use milk", "use \ud800"]),
        lambda: trip.preview("use \ud800"),
        lambda: trip.why("use \ud800"),
        lambda: trip.snapshot("use \ud800"),
        lambda: trip.import_json("use \ud800"),
        lambda: store.session("use \ud800").turn("use tea"),
    ):
        with pytest.raises(ValueError, match="position 4"):
            call()
    for value in (None, 1, b"use tea"):
        with pytest.raises(TypeError):
            trip.turn(value)
    assert trip.state().revision == 1


def test_any_text_is_kept(store):
    trip = store.session("trip")
    item = "a\0b\uffff\U0001f980" + "x" * (1 << 20)
    trip.turn(f"use {item}")
    assert trip.log()[0].input == f"use {item}"
    assert trip.why(item).revision == 1


def test_a_file_of_another_program_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("create table t(a)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(SessionError, match="another program"):
        sessions.open(path)
    assert path.read_bytes() == before
    path.write_text("this is no database, and was never one" * 100)
    with pytest.raises(SessionError):
        sessions.open(path)


def test_damage_is_found(store, path):
    trip = store.session("trip")
    trip.turn("use tea")
    trip.turn("use milk")
    store.close()
    with sqlite3.connect(path) as connection:
        tables = [row[0] for row in connection.execute("select name from sqlite_schema")]
        assert "events" in tables
        connection.execute(
            "update events set body = cast(replace(cast(body as text), 'milk', 'silk') as blob)"
        )
    connection.close()
    with sessions.open(path) as store:
        found = store.session("trip").verify()
    assert (found.difference.revision, found.difference.kind) == (2, "damaged")


def test_a_closed_store_says_so(path):
    store = sessions.open(path)
    trip = store.session("trip")
    store.close()
    store.close()
    assert kind_of(lambda: trip.turn("use tea")) == "closed"
    assert kind_of(store.sessions) == "closed"


def test_errors_are_pickled():
    error = SessionError("why", "store", True, True)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.kind, again.is_temporary, again.is_outcome_unknown) == (
        "why",
        "store",
        True,
        True,
    )


def test_threads_share_a_session_and_each_turn_counts_once(store):
    trip = store.session("trip")
    revisions = []

    def talk(number):
        for index in range(20):
            text = f"use item {number} {index}"
            reply = trip.turn(text, key=f"{number}-{index}")
            revisions.append(reply.revision)

    threads = [threading.Thread(target=talk, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(revisions) == list(range(1, 161))
    assert trip.verify().difference is None


def held(path):
    """A process that holds the file for writing until a line comes."""
    program = (
        "import sqlite3, sys\n"
        "connection = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "connection.execute('begin immediate')\n"
        "print('held', flush=True)\n"
        "sys.stdin.readline()\n"
        "connection.execute('rollback')\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "held\n"
    return process


def test_other_threads_run_while_a_turn_waits(store, path):
    trip = store.session("trip")
    trip.turn("use tea")
    holder = held(path)
    done = []
    thread = threading.Thread(target=lambda: done.append(trip.turn("use milk").revision))
    thread.start()
    # The interpreter is free: this very thread goes on, and ends what the other waits for.
    assert done == []
    holder.communicate("go\n")
    thread.join()
    assert done == [2]


@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="needs signals of Unix")
def test_a_signal_ends_the_waiting(store, path):
    trip = store.session("trip")
    trip.turn("use tea")
    holder = held(path)

    class Stop(Exception):
        pass

    def stop(*_):
        raise Stop

    before = signal.signal(signal.SIGUSR1, stop)
    timer = threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGUSR1))
    try:
        with pytest.raises(Stop):
            timer.start()
            trip.turn("use milk", key="k")
    finally:
        signal.signal(signal.SIGUSR1, before)
        holder.communicate("go\n")
        timer.join()
    # Whether it was done or not, the same key finds out.
    assert trip.turn("use milk", key="k").revision == 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_has_to_open_its_store_again(path):
    program = (
        "import os, sys\n"
        "from context_compiler_rs import sessions\n"
        "store = sessions.open(sys.argv[1])\n"
        "trip = store.session('trip')\n"
        "trip.turn('use tea')\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    try:\n"
        "        trip.turn('use milk')\n"
        "    except sessions.SessionError as error:\n"
        "        assert error.kind == 'forked', error\n"
        "    else:\n"
        "        sys.exit(3)\n"
        "    store.close()\n"
        "    del store, trip\n"
        "    with sessions.open(sys.argv[1]) as own:\n"
        "        assert own.session('trip').turn('use milk').revision == 2\n"
        "    sys.exit(0)\n"
        "assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0\n"
        "assert trip.turn('use water').revision == 3\n"
    )
    subprocess.run([sys.executable, "-c", program, path], check=True, timeout=60)


def test_a_killed_process_leaves_what_was_answered(path):
    program = (
        "import sys\n"
        "from context_compiler_rs import sessions\n"
        "trip = sessions.open(sys.argv[1]).session('trip')\n"
        "for number in range(10_000):\n"
        "    print(trip.turn(f'use item {number}').revision, flush=True)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, path], stdout=subprocess.PIPE, text=True
    )
    answered = [int(process.stdout.readline()) for _ in range(20)]
    process.kill()
    answered += [int(line) for line in process.communicate()[0].splitlines() if line]
    with sessions.open(path) as store:
        trip = store.session("trip")
        assert trip.state().revision >= answered[-1]
        assert trip.verify().difference is None
