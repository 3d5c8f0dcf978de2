"""Durable sessions in an SQLite file: a state that outlives its process, with a log of its turns.

A turn is applied exactly once, however often it is sent with its request key, and what was answered
is durable. Calls wait for the disk with the interpreter free for other threads; a store and its
sessions may be shared by them. A signal that interrupts a call leaves the turn durable or not: the
same turn with the same request key finds out.

>>> import tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> with open(f"{folder.name}/sessions.db") as store:
...     trip = store.session("trip")
...     trip.turn("prohibit peanuts", key="request-1").decision
...     trip.turn("prohibit peanuts", key="request-1").is_replayed
...     trip.why("Peanuts").input
UpdateDecision(changed=True)
True
'prohibit peanuts'
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal, Self, TypeAlias

from . import _answers, _native
from ._native import TurnReply
from .decision import (
    Decision,
    NoDirectiveDecision,
    SemanticErrorDecision,
    SemanticFailure,
    UpdateDecision,
)
from .grammar import CanonicalDirective, DirectiveKind

ContractName: TypeAlias = Literal["0.9", "0.5", "m1"]
AnyDecision: TypeAlias = Decision | _answers.Decision


class SessionError(Exception):
    """An operation on a session that failed. Nothing was changed, unless ``is_outcome_unknown``.

    ``kind`` is ``conflict``, ``key_reused``, ``not_found``, ``exists``, ``invalid_name``,
    ``contract``, ``invalid_input``, ``store``, ``damaged``, ``closed`` or ``forked``.
    """

    def __init__(
        self,
        message: str,
        kind: str,
        is_temporary: bool = False,
        is_outcome_unknown: bool = False,
    ) -> None:
        super().__init__(message, kind, is_temporary, is_outcome_unknown)
        self.kind = kind
        self.is_temporary = is_temporary
        self.is_outcome_unknown = is_outcome_unknown

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Turn:
    """One input offered to a session.

    ``key`` is the request key by which a repetition is recognised, ``expect`` the revision that the
    session has to be at, and ``actor`` who caused it, for the log.
    """

    input: str
    key: str | None = None
    expect: int | None = None
    actor: str | None = None
    with_state: bool = False


@dataclass(frozen=True, slots=True)
class SessionState:
    """A state of a session, and where in its log: ``state`` is the exported text."""

    session: str
    contract: ContractName
    revision: int
    digest: str
    state: str


@dataclass(frozen=True, slots=True)
class SessionPreview:
    """What a turn would do at this revision: the decision, and what would change."""

    contract: ContractName
    revision: int
    decision: AnyDecision
    changes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An event of a log.

    ``kind`` is ``turn``, ``import``, ``recall`` or ``fork``, and ``at`` the milliseconds since the
    beginning of 1970. A turn has ``input``, ``key`` and ``decision``; the others have ``state``, and
    ``origin`` where it comes from another revision.
    """

    revision: int
    kind: str
    at: int
    actor: str | None
    contract: ContractName
    unicode_version: str
    digest: str
    changes: Mapping[str, Any]
    input: str | None = None
    key: str | None = None
    decision: AnyDecision | None = None
    state: str | None = None
    origin: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """The first event of a log that is not what it should be.

    ``kind`` is ``damaged``, ``decision``, ``state``, or ``unicode`` where newer tables explain it.
    """

    revision: int
    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class Verified:
    """What a check of a whole log found."""

    contract: ContractName
    revision: int
    digest: str
    difference: Difference | None


@dataclass(frozen=True, slots=True)
class Listed:
    """A session of a list."""

    name: str
    contract: ContractName
    revision: int
    digest: str


@dataclass(frozen=True, slots=True)
class RefusedPart:
    """A part of a state that those before it in a composition refused, and why."""

    session: str
    directive: str
    reason: str


@dataclass(frozen=True, slots=True)
class Composition:
    """One state out of several, and what had no place in it."""

    state: str
    refused: tuple[RefusedPart, ...]


class Store:
    """The sessions in an SQLite file. Opened by ``open``.

    It belongs to the process that opened it: in a forked child every call raises ``SessionError``,
    and the child opens the file again. No other SQLite may open the file in this process.
    """

    __slots__ = ("_native", "namespace")

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        namespace: str = "local",
        cache_bytes: int | None = None,
    ) -> None:
        self._native = _native.Sessions(os.fspath(path), cache_bytes)
        self.namespace = namespace

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Finishes what was begun and closes the file. Closing again does nothing."""
        self._native.close()

    def session(
        self, name: str, *, contract: ContractName | None = None, namespace: str | None = None
    ) -> Session:
        """A session, whether it is there or not: its first event makes it.

        With a contract, it must have that one, and is made with it; else a new one has 0.9.
        """
        return Session(self, self.namespace if namespace is None else namespace, name, contract)

    def sessions(self, *, after: str = "", limit: int = 1000) -> list[Listed]:
        """The sessions whose names come after ``after``, by name."""
        found = self._native.list(self.namespace, after, limit)
        return [Listed(*fields) for fields in found]

    def compose(self, names: Iterable[str]) -> Composition:
        """One state out of several sessions of one contract, in order: what comes first wins."""
        states = [self.session(name).state() for name in names]
        contracts = {state.contract for state in states}
        if len(contracts) > 1:
            raise SessionError("sessions of different contracts cannot be composed", "contract")
        contract: ContractName = next(iter(contracts), "0.9")
        return compose({state.session: state.state for state in states}, contract=contract)


class Session:
    """One session of a store. What happens to it happens in one order, whoever asks."""

    __slots__ = ("_named", "_native", "_store")

    def __init__(
        self, store: Store, namespace: str, name: str, contract: ContractName | None
    ) -> None:
        self._store = store
        self._native = store._native
        self._named = (namespace, name, contract)

    @property
    def name(self) -> str:
        """The name."""
        return self._named[1]

    @property
    def namespace(self) -> str:
        """Whose session it is."""
        return self._named[0]

    def __repr__(self) -> str:
        return f"Session(name={self.name!r}, namespace={self.namespace!r})"

    def create(self) -> bool:
        """Makes the session, without events, unless it is there. Gives whether it is new."""
        return self._native.create(self._named)

    def turn(
        self,
        input: str,
        *,
        key: str | None = None,
        expect: int | None = None,
        actor: str | None = None,
        with_state: bool = False,
    ) -> TurnReply:
        """Takes one input. When this returns, what it did is durable.

        Ordinary text is never stored. Raises ``SessionError``: ``conflict`` if the session is not at
        the revision ``expect``, ``key_reused`` if the key came with another input, and others.
        """
        return self._native.turn(self._named, (input, key, expect, actor, with_state))

    def turns(self, turns: Iterable[str | Turn]) -> list[TurnReply | SessionError]:
        """Takes inputs in order, and writes what they do at once.

        Each has its own reply or error, in the same order; one that fails leaves the others.
        """
        return self._native.turns(self._named, [_asked(turn) for turn in turns])

    def preview(self, input: str) -> SessionPreview:
        """What a turn would do now. Changes nothing."""
        contract, revision, decision, changes = self._native.preview(self._named, input)
        read = _read_decision(contract, decision)
        return SessionPreview(contract, revision, read, json.loads(changes))

    def state(self, revision: int | None = None) -> SessionState:
        """The state now, or after one of the events."""
        return SessionState(*self._native.state(self._named, revision))

    def export_envelope(self, revision: int | None = None) -> str:
        """The state with what it takes to check it, as one line of canonical JSON."""
        return self._native.envelope(self._named, revision)

    def import_json(
        self, payload: str, *, expect: int | None = None, actor: str | None = None
    ) -> int:
        """Replaces the state by an exported one, or by one in an envelope. Gives the revision."""
        return self._native.import_json(self._named, payload, expect, actor)

    def log(self, *, after: int = 0, limit: int = 1000) -> list[LogEntry]:
        """The events behind a revision, in order."""
        return [_read_entry(*entry) for entry in self._native.log(self._named, after, limit)]

    def why(self, item: str | None) -> LogEntry | None:
        """The event that made an item what it is; with ``None``, the premise."""
        entry = self._native.why(self._named, item)
        return None if entry is None else _read_entry(*entry)

    def verify(self) -> Verified:
        """Replays the whole log, and compares digests, decisions and kept states with it."""
        contract, revision, digest, found = self._native.verify(self._named)
        return Verified(contract, revision, digest, None if found is None else Difference(*found))

    def snapshot(self, name: str) -> int:
        """Names the present revision, whatever the name stood for before. Gives the revision."""
        return self._native.snapshot(self._named, name)

    def snapshots(self) -> dict[str, int]:
        """The snapshots: from each name to its revision."""
        return dict(self._native.snapshots(self._named))

    def recall(
        self,
        snapshot: str,
        *,
        session: str | None = None,
        expect: int | None = None,
        actor: str | None = None,
    ) -> int:
        """Replaces the whole state by that of a snapshot, of this session or another one."""
        return self._native.recall(self._named, snapshot, session, expect, actor)

    def fork(self, name: str, *, revision: int | None = None, actor: str | None = None) -> Session:
        """Makes a new session that begins with a state of this one."""
        self._native.fork(self._named, name, revision, actor)
        return Session(self._store, self.namespace, name, self._named[2])

    def delete(self) -> Literal["not_found", "erased", "erasure_pending"]:
        """Deletes the session, so that none of its bytes is left in the file.

        While erasure is pending, because somebody reads the file, deleting again completes it.
        """
        return self._native.delete(self._named)


def open(
    path: str | os.PathLike[str], *, namespace: str = "local", cache_bytes: int | None = None
) -> Store:
    """Opens a file, and makes it if it is not there.

    ``namespace`` says whose the sessions are: names in two namespaces never meet. Raises
    ``SessionError`` for a file of another program, of a later version, or that is damaged; nothing
    was written then.
    """
    return Store(path, namespace=namespace, cache_bytes=cache_bytes)


def compose(
    states: Mapping[str, str], *, contract: Literal["0.9", "0.5"] | ContractName = "0.9"
) -> Composition:
    """One state out of several exported ones by name, in order, without a store.

    >>> defaults = '{"policies":{"npm":"prohibit"},"premise":null,"version":2}'
    >>> mine = '{"policies":{"npm":"use"},"premise":null,"version":2}'
    >>> compose({"all": defaults, "mine": mine}).refused[0].directive
    'use npm'
    """
    state, refused = _native.compose(contract, list(states.items()))
    return Composition(state, tuple(RefusedPart(*part) for part in refused))


def _asked(turn: str | Turn) -> tuple[str, str | None, int | None, str | None, bool]:
    if isinstance(turn, Turn):
        return turn.input, turn.key, turn.expect, turn.actor, turn.with_state
    return turn, None, None, None, False


def _read_decision(contract: str, text: str) -> AnyDecision:
    fields = json.loads(text)
    if contract != "0.9":
        return _answers.read_decision(fields["kind"], fields["prompt_to_user"])
    match fields["kind"]:
        case "update":
            return UpdateDecision(fields["changed"])
        case "error":
            directive, *repairs = (
                CanonicalDirective(DirectiveKind(it["kind"]), it["operands"])
                for it in (fields["directive"], *fields["repairs"])
            )
            return SemanticErrorDecision(
                SemanticFailure(fields["failure"]), directive, tuple(repairs)
            )
        case _:
            return NoDirectiveDecision()


def _read_entry(
    event: str, digest: str, changes: str, state: str | None, decision: str | None
) -> LogEntry:
    fields = {"actor": None, **json.loads(event)}
    origin = fields.pop("from", None)
    read = None if decision is None else _read_decision(fields["contract"], decision)
    fields |= {"digest": digest, "changes": json.loads(changes), "origin": origin}
    return LogEntry(**{**fields, "decision": read, "state": state})


__all__ = [
    "AnyDecision",
    "Composition",
    "ContractName",
    "Difference",
    "Listed",
    "LogEntry",
    "RefusedPart",
    "Session",
    "SessionError",
    "SessionPreview",
    "SessionState",
    "Store",
    "Turn",
    "TurnReply",
    "Verified",
    "compose",
    "open",
]
