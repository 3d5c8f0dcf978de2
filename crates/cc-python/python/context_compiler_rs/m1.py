"""Contract m1: a fact, prohibited items, and questions that are answered by yes or no.

>>> engine = Engine()
>>> engine.step("use my laptop")
UpdateDecision()
>>> engine.focus_device
'my laptop'
"""

from . import _native
from ._answers import (
    ClarifyDecision,
    Decision,
    DecisionKind,
    PassthroughDecision,
    UpdateDecision,
    read_decision,
)


class Engine(_native.EngineM1):
    """Owns a state of contract m1, and may be shared by threads.

    What is no text is a ``TypeError``, and a lone surrogate a ``ValueError``.
    """

    __slots__ = ()

    @property
    def focus_device(self) -> str | None:
        """The fact ``focus.device``, or ``None``."""
        return self._focus_device()

    @property
    def prohibited(self) -> tuple[str, ...]:
        """The prohibited items, in the order of an export."""
        return tuple(self._prohibited())

    @property
    def pending(self) -> str | None:
        """What the last question is about, if it waits for an answer."""
        return self._pending()

    def step(self, text: str) -> Decision:
        """Takes one input, and commits what comes of it.

        >>> Engine().step("What now?")
        PassthroughDecision()
        """
        return read_decision(*self._step(text))

    def export_json(self) -> str:
        """The state as JSON, without a question that waits."""
        return self._export_json()

    def import_json(self, payload: str) -> None:
        """Replaces the state by one from JSON, or raises ``ValueError`` that names the fault."""
        self._import_json(payload)


__all__ = [
    "ClarifyDecision",
    "Decision",
    "DecisionKind",
    "Engine",
    "PassthroughDecision",
    "UpdateDecision",
]
