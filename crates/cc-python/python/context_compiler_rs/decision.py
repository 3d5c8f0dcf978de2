"""Decisions: what came of an input. None of them can be changed."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Literal, TypeAlias

from . import _native
from .const import DECISION_ERROR, DECISION_NO_DIRECTIVE, DECISION_UPDATE
from .grammar import CanonicalDirective


class DecisionKind(StrEnum):
    """The kinds of decisions."""

    NO_DIRECTIVE = DECISION_NO_DIRECTIVE
    UPDATE = DECISION_UPDATE
    ERROR = DECISION_ERROR


class SemanticFailure(StrEnum):
    """The reasons for which a state refuses a directive."""

    PREMISE_ALREADY_SET = "premise_already_set"
    PREMISE_NOT_SET = "premise_not_set"
    ITEM_PROHIBITED = "item_prohibited"
    ITEM_ALREADY_IN_USE = "item_already_in_use"
    REPLACEMENT_SOURCE_PROHIBITED = "replacement_source_prohibited"
    REPLACEMENT_TARGET_PROHIBITED = "replacement_target_prohibited"
    REPLACEMENT_SOURCE_MISSING = "replacement_source_missing"


@dataclass(frozen=True, slots=True)
class NoDirectiveDecision:
    """The input is no directive, and changed nothing."""

    kind: ClassVar[Literal[DecisionKind.NO_DIRECTIVE]] = DecisionKind.NO_DIRECTIVE


@dataclass(frozen=True, slots=True)
class UpdateDecision:
    """The directive was accepted. ``changed`` tells whether the state is another one now."""

    changed: bool
    kind: ClassVar[Literal[DecisionKind.UPDATE]] = DecisionKind.UPDATE


@dataclass(frozen=True, slots=True)
class SemanticErrorDecision:
    """The directive was refused, and the state is as it was.

    ``repairs`` are directives that would remove the reason, for the user to choose.

    >>> directive = CanonicalDirective("use_item", {"item": "Docker"})
    >>> SemanticErrorDecision(SemanticFailure.ITEM_PROHIBITED, directive).message
    '"docker" is currently prohibited.\\nRemove or replace it before using it.'
    """

    failure: SemanticFailure
    directive: CanonicalDirective
    repairs: tuple[CanonicalDirective, ...] = ()
    kind: ClassVar[Literal[DecisionKind.ERROR]] = DecisionKind.ERROR

    @property
    def message(self) -> str:
        """What the contract tells the user: two sentences, a line each."""
        return _native.message(self.failure, self.directive)


Decision: TypeAlias = NoDirectiveDecision | UpdateDecision | SemanticErrorDecision
