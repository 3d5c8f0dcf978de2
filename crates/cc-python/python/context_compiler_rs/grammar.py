"""Directives: what a text is, without looking at any state.

>>> decompose_directive("use docker").text
'use docker'
>>> decompose_directive("What should I cook?") is None
True
"""

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from . import _native


class _NotTextError(TypeError, AttributeError):
    """A value that should be text. The reference raises ``AttributeError`` for most of them."""


class DirectiveKind(StrEnum):
    """The nine kinds of directives.

    >>> DirectiveKind("use_item") is DirectiveKind.USE_ITEM
    True
    """

    SET_PREMISE = "set_premise"
    CHANGE_PREMISE = "change_premise"
    USE_ITEM = "use_item"
    PROHIBIT_ITEM = "prohibit_item"
    REMOVE_POLICY = "remove_policy"
    REPLACE_USE = "replace_use"
    CLEAR_PREMISE = "clear_premise"
    RESET_POLICIES = "reset_policies"
    CLEAR_STATE = "clear_state"


class DirectiveSyntaxFailure(StrEnum):
    """The ways in which a text that begins like a directive is none."""

    COMPOUND_DIRECTIVE = "compound_directive"
    MISSING_REQUIRED_OPERAND = "missing_required_operand"
    MALFORMED_DIRECTIVE = "malformed_directive"


@dataclass(frozen=True, slots=True)
class DirectiveMetadata:
    """What is known of a kind: the keywords it begins with, and the names of its operands."""

    kind: DirectiveKind
    canonical_start: str
    operand_names: tuple[str, ...]


_METADATA = tuple(
    DirectiveMetadata(DirectiveKind(kind), start, tuple(names))
    for kind, start, names in _native.metadata()
)
_OPERAND_NAMES = {row.kind: row.operand_names for row in _METADATA}


@dataclass(frozen=True, slots=True)
class CanonicalDirective:
    """A directive, which is always canonical: its ``text`` is read back as this very directive.

    Raises ``ValueError`` for a kind that there is none of, for operands that are not those of the
    kind, and for those that would not be read back as they are.

    >>> CanonicalDirective("prohibit_item", {"item": "raw SQL"}).text
    'prohibit raw SQL'
    >>> CanonicalDirective("use_item", {"item": "tea and prohibit coffee"})
    Traceback (most recent call last):
    ValueError: Operands do not produce a canonical use_item directive.
    """

    kind: DirectiveKind
    operands: MappingProxyType[str, str]

    def __post_init__(self) -> None:
        kind = _read_kind(self.kind)
        names = _OPERAND_NAMES[kind]
        given = set(self.operands)
        for fault, those in (
            ("Missing required", given.symmetric_difference(names) - given),
            ("Unexpected", given.difference(names)),
        ):
            if those:
                raise ValueError(f"{fault} operands for {kind.value}: {', '.join(sorted(those))}")
        operands = {name: self.operands[name] for name in names}
        for name, operand in operands.items():
            if not isinstance(operand, str):
                raise ValueError(f"Operand {name!r} for {kind.value} must be a string.")
        _native.check_operands(kind, list(operands.values()))
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "operands", MappingProxyType(operands))

    @property
    def text(self) -> str:
        """The directive as it is written: keywords in lowercase, operands as they are."""
        return _native.directive_text(self.kind, list(self.operands.values()))

    def __hash__(self) -> int:
        return hash((self.kind, tuple(self.operands.values())))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.kind, dict(self.operands))


@dataclass(frozen=True, slots=True)
class InvalidDirectiveSyntax:
    """A text that begins like a directive and is none, and what is wrong with it.

    >>> decompose_directive("use tea instead of").missing_operand
    'old_item'
    """

    failure: DirectiveSyntaxFailure = DirectiveSyntaxFailure.MALFORMED_DIRECTIVE
    directive_kind: DirectiveKind | None = None
    missing_operand: str | None = None


def decompose_directive(text: str) -> CanonicalDirective | InvalidDirectiveSyntax | None:
    """Tells what a text is: a directive, one that is not canonical, or ordinary text (``None``).

    Raises ``TypeError`` for what is no text, and ``ValueError`` for a text with a lone surrogate.

    >>> decompose_directive("use tea and prohibit coffee").failure
    <DirectiveSyntaxFailure.COMPOUND_DIRECTIVE: 'compound_directive'>
    """
    return _native.decompose(text)


def get_directive_metadata() -> tuple[DirectiveMetadata, ...]:
    """What is known of each kind.

    >>> get_directive_metadata()[5].operand_names
    ('new_item', 'old_item')
    """
    return _METADATA


def _read_kind(kind: str) -> DirectiveKind:
    try:
        return DirectiveKind(kind)
    except ValueError as error:
        raise ValueError(f"Unsupported directive kind: {kind!r}") from error


__all__ = [
    "DirectiveKind",
    "DirectiveSyntaxFailure",
    "DirectiveMetadata",
    "CanonicalDirective",
    "InvalidDirectiveSyntax",
    "get_directive_metadata",
    "decompose_directive",
]
