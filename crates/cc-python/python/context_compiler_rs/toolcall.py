"""Verdicts on tool calls: what is wrong with their arguments, and what can be put right.

>>> tools = Tools([{"name": "search", "inputSchema": {
...     "type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}}],
...     aliases={"search": {"query": "q"}})
>>> verdict = tools.adjudicate("search", {"query": "tea"})
>>> verdict.kind, verdict.arguments
(<VerdictKind.TRANSFORM: 'transform'>, '{"q":"tea"}')
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, TypeAlias

from . import _native

Json: TypeAlias = str | Mapping[str, Any] | Sequence[Any]


class VerdictKind(StrEnum):
    """What is to be done with a call."""

    ALLOW = "allow"
    DEFER = "defer"
    TRANSFORM = "transform"
    DENY = "deny"


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing that is wrong: its kind, its place as a JSON Pointer, and a sentence for a model."""

    kind: str
    pointer: str
    text: str
    details: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Repair:
    """One thing that a transform did: a synonym renamed, or a positional value bound."""

    kind: str
    to: str
    source: str | int | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be done with a call.

    ``arguments`` is the text of the arguments to be used; ``None`` if the call is denied. ``by``
    says who transforms or denies: ``grammar``, ``policy`` or ``schema``.
    """

    kind: VerdictKind
    tool: str
    arguments: str | None
    by: str | None
    reason: str | None
    certainty: str | None
    repairs: tuple[Repair, ...]
    issues: tuple[Issue, ...]

    @property
    def text(self) -> str:
        """What a model is told: a sentence for each issue, on a line of its own."""
        return "\n".join(issue.text for issue in self.issues)


class _Adjudicator:
    """What judges calls."""

    __slots__ = ("_judge",)

    _judge: Any

    def adjudicate(self, tool: str, arguments: Json) -> Verdict:
        """The verdict on a call. Arguments are the text that the model wrote, or read JSON.

        Give the text where there is one: it is judged as it stands, names that it holds twice and
        the digits of its numbers included.
        """
        record, used = self._judge._adjudicate(tool, _text(arguments))
        fields = json.loads(record)
        return Verdict(
            VerdictKind(fields["verdict"]),
            tool,
            used,
            fields["by"],
            fields["reason"],
            fields["certainty"],
            tuple(
                Repair(it["kind"], it["to"], it.get("from", it.get("index")))
                for it in fields["repairs"]
            ),
            tuple(
                Issue(it.pop("kind"), it.pop("pointer"), it.pop("text"), it)
                for it in fields["issues"]
            ),
        )


class Tools(_Adjudicator):
    """The grammars of tools, from a list as MCP or a chat completion has it.

    ``aliases`` are synonyms by tool: from each to its parameter. Raises ``ValueError`` for what is no
    list of tools. ``notes`` tells which tools have a schema that is beyond a grammar; their calls
    are deferred.
    """

    __slots__ = ()

    def __init__(
        self,
        tools: Json,
        *,
        aliases: str | Mapping[str, Mapping[str, str]] | None = None,
        order: Literal["declared", "lexicographic"] = "declared",
        least_certainty: Literal["conventional", "forced"] = "conventional",
    ) -> None:
        names = None if aliases is None else _text(aliases)
        sorted_by_name = _choice(order, "order", "declared", "lexicographic")
        forced = _choice(least_certainty, "least_certainty", "conventional", "forced")
        self._judge = _native.Tools(_text(tools), names, sorted_by_name, forced)

    @property
    def notes(self) -> tuple[str, ...]:
        """Which tools have no grammar, and why."""
        return tuple(self._judge._notes())

    @property
    def repairs(self) -> int:
        """How many calls were transformed."""
        return int(self._judge._counts()[1])

    @property
    def denials(self) -> int:
        """How many calls were denied."""
        return int(self._judge._counts()[2])

    def __len__(self) -> int:
        return int(self._judge._counts()[0])


class SchemaGate(_Adjudicator):
    """Denies calls whose values do not fit the whole JSON Schema of their tool.

    Raises ``ValueError`` for what is no list of tools or no schema. ``notes`` tells which schemas
    cannot be checked.

    >>> gate = SchemaGate([{"name": "wait", "inputSchema": {
    ...     "type": "object", "properties": {"seconds": {"maximum": 60}}}}])
    >>> gate.adjudicate("wait", '{"seconds":60.00000000000000000001}').kind
    <VerdictKind.DENY: 'deny'>
    """

    __slots__ = ()

    def __init__(self, tools: Json) -> None:
        self._judge = _native.SchemaGate(_text(tools))

    @property
    def notes(self) -> tuple[str, ...]:
        """Which schemas cannot be checked, and why."""
        return tuple(self._judge._notes())


class PolicyGate(_Adjudicator):
    """Denies tools by the policies of an engine of contract 0.9 or 0.5, as they are at each call.

    A deny list denies what is prohibited, and an allow list what is not in use.

    >>> import context_compiler_rs
    >>> engine = context_compiler_rs.Engine()
    >>> gate = PolicyGate(engine)
    >>> engine.step("prohibit delete_file")
    UpdateDecision(changed=True)
    >>> gate.adjudicate("delete_file", {}).reason
    'prohibited'
    """

    __slots__ = ()

    def __init__(
        self, engine: _native.Engine | _native.EngineV05, *, allow_list: bool = False
    ) -> None:
        self._judge = _native.PolicyGate(engine, allow_list)


class Chain(_Adjudicator):
    """Adjudicators that see a call one after the other: the most restrictive verdict wins.

    Each sees the arguments as those before it have transformed them.
    """

    __slots__ = ()

    def __init__(self, adjudicators: Iterable[Tools | SchemaGate | PolicyGate | Chain]) -> None:
        self._judge = _native.Chain([each._judge for each in adjudicators])


def _text(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _choice(value: str, name: str, first: str, second: str) -> bool:
    if value not in (first, second):
        raise ValueError(f"{name} must be {first!r} or {second!r}, not {value!r}")
    return value == second


__all__ = [
    "Chain",
    "Issue",
    "Json",
    "PolicyGate",
    "Repair",
    "SchemaGate",
    "Tools",
    "Verdict",
    "VerdictKind",
]
