"""States of contract m1 as states of a later contract."""

from typing import Literal

from . import _native


def migrate(
    payload: str,
    *,
    to: Literal["0.9", "0.5"] = "0.9",
    focus_device: Literal["drop", "premise"] | None = None,
) -> str:
    """The exported state that means the same as one of m1.

    ``focus_device`` says what becomes of the fact, if it is set: it is lost, or it is the premise.
    Raises ``ValueError`` if that is not said, for text that is no state of m1, and for an item that
    has no identity in the other contract.

    >>> from context_compiler_rs import m1
    >>> engine = m1.Engine()
    >>> engine.step("don't use peanuts")
    UpdateDecision()
    >>> migrate(engine.export_json())
    '{"policies":{"peanuts":"prohibit"},"premise":null,"version":2}'
    """
    return _native.migrate(payload, to, focus_device)


__all__ = ["migrate"]
