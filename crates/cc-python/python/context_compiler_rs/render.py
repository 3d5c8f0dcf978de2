"""What a model is told of a state, and text made safe to show."""

from typing import Literal, TypeAlias

from . import _native

State: TypeAlias = _native.Engine | _native.EngineV05 | _native.EngineM1 | str


def context_block(state: State, *, contract: Literal["0.9", "0.5", "m1"] = "0.9") -> str | None:
    """The block of text that tells a model what holds; ``None`` if nothing does.

    What users wrote stands in it as quoted data, which cannot end the block. ``state`` is an engine,
    or the text of an exported state, whose contract is then named.

    >>> import context_compiler_rs
    >>> engine = context_compiler_rs.Engine()
    >>> context_block(engine) is None
    True
    >>> engine.step("prohibit npm")
    UpdateDecision(changed=True)
    >>> '- "npm"' in context_block(engine)
    True
    """
    return _native.context_block(state, contract, False)


def context_json(state: State, *, contract: Literal["0.9", "0.5", "m1"] = "0.9") -> str | None:
    """The same as canonical JSON.

    >>> context_json('{"policies":{"npm":"prohibit"},"premise":null,"version":2}')
    '{"premise":null,"prohibit":["npm"],"use":[]}'
    """
    return _native.context_block(state, contract, True)


def visible(text: str) -> str:
    """A text on one line, with what cannot be seen escaped.

    >>> visible("a\\u200bb")
    'a\\\\u{200b}b'
    """
    return _native.visible(text, False)


def visible_message(text: str) -> str:
    """The same with line feeds kept, for messages of decisions."""
    return _native.visible(text, True)


__all__ = ["State", "context_block", "context_json", "visible", "visible_message"]
