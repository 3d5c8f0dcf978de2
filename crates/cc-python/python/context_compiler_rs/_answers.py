"""The decisions of contracts 0.5 and m1, which ask where 0.9 refuses."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Literal, TypeAlias


class DecisionKind(StrEnum):
    """The kinds of decisions."""

    PASSTHROUGH = "passthrough"
    UPDATE = "update"
    CLARIFY = "clarify"


@dataclass(frozen=True, slots=True)
class PassthroughDecision:
    """The input is ordinary text, and changed nothing."""

    kind: ClassVar[Literal[DecisionKind.PASSTHROUGH]] = DecisionKind.PASSTHROUGH


@dataclass(frozen=True, slots=True)
class UpdateDecision:
    """The input was accepted, and the state is as it says."""

    kind: ClassVar[Literal[DecisionKind.UPDATE]] = DecisionKind.UPDATE


@dataclass(frozen=True, slots=True)
class ClarifyDecision:
    """The input was not accepted, and the user is to be asked."""

    prompt_to_user: str
    kind: ClassVar[Literal[DecisionKind.CLARIFY]] = DecisionKind.CLARIFY


Decision: TypeAlias = PassthroughDecision | UpdateDecision | ClarifyDecision


def read_decision(kind: str, prompt: str | None) -> Decision:
    """The decision of a kind."""
    if kind == DecisionKind.CLARIFY:
        return ClarifyDecision(prompt or "")
    return UpdateDecision() if kind == DecisionKind.UPDATE else PassthroughDecision()
