"""Contract 0.5: an engine that asks instead of refusing, and checkpoints.

>>> engine = Engine()
>>> engine.step("prohibit the walnuts")
UpdateDecision()
>>> print(engine.step("use walnuts").prompt_to_user)
"walnuts" is currently prohibited.
Remove or replace it before using it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import _native
from ._answers import (
    ClarifyDecision,
    Decision,
    DecisionKind,
    PassthroughDecision,
    UpdateDecision,
    read_decision,
)
from .engine import PolicyValue


@dataclass(frozen=True, slots=True)
class Preview:
    """What an input would do: the decision, whether the state would differ, and in what.

    ``diff`` has ``changed``, ``premise`` and ``policies``, as the records of the command have it.
    """

    decision: Decision
    would_mutate: bool
    diff: Mapping[str, Any]


class Engine(_native.EngineV05):
    """Owns a state of contract 0.5, and may be shared by threads.

    What is no text is a ``TypeError``, and a lone surrogate a ``ValueError``.
    """

    __slots__ = ()

    @property
    def premise(self) -> str | None:
        """The premise, or ``None``."""
        return self._premise()

    @property
    def policies(self) -> Mapping[str, PolicyValue]:
        """The policies by item: a copy, which belongs to the caller, in the order of an export."""
        return dict(self._policies())

    def step(self, text: str) -> Decision:
        """Takes one input, and commits what comes of it.

        >>> Engine().step("set premise").kind
        <DecisionKind.CLARIFY: 'clarify'>
        """
        return read_decision(*self._step(text))

    def preview(self, text: str) -> Preview:
        """What a step would do. Changes nothing.

        >>> Engine().preview("use ripgrep").would_mutate
        True
        """
        answer, would_mutate, diff = self._preview(text)
        return Preview(read_decision(*answer), would_mutate, json.loads(diff))

    def has_pending_clarification(self) -> bool:
        """Whether a question waits for an answer, which no directive of this contract causes."""
        return self._has_pending_clarification()

    def export_json(self) -> str:
        """The state as canonical JSON."""
        return self._export_json()

    def import_json(self, payload: str) -> None:
        """Replaces the state by one from JSON, or raises ``ValueError`` that names the fault."""
        self._import_json(payload)

    def export_checkpoint_json(self) -> str:
        """All that the engine holds, as canonical JSON.

        >>> engine = Engine()
        >>> engine.import_checkpoint_json(engine.export_checkpoint_json())
        """
        return self._export_checkpoint_json()

    def import_checkpoint_json(self, payload: str) -> None:
        """Replaces all that the engine holds, or raises ``ValueError`` that names the fault."""
        self._import_checkpoint_json(payload)


__all__ = [
    "ClarifyDecision",
    "Decision",
    "DecisionKind",
    "Engine",
    "PassthroughDecision",
    "Preview",
    "UpdateDecision",
]
