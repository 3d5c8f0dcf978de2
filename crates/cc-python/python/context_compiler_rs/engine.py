"""The engine, which owns a state and is the only one to change it."""

import json
from collections.abc import Mapping
from typing import Any, Literal

from . import _native
from .decision import NoDirectiveDecision, SemanticErrorDecision, UpdateDecision
from .grammar import CanonicalDirective, decompose_directive

PolicyValue = Literal["use", "prohibit"]

# Looked up once: a step is shorter than looking up its method.
_step = _native.Engine._step
_apply_directive = _native.Engine._apply_directive


class Engine(_native.Engine):
    """Owns a state: a premise or none, and a policy for each of any number of items.

    An engine may be shared by threads: each call is carried out whole before the next.

    >>> engine = Engine()
    >>> engine.step("prohibit peanuts")
    UpdateDecision(changed=True)
    >>> engine.step("What should I cook?")
    NoDirectiveDecision()
    >>> engine.policies
    {'peanuts': 'prohibit'}
    """

    __slots__ = ()

    def __init__(self) -> None:
        """An engine with the empty state."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        # Directives of a step go through `apply_directive` where a subclass has one of its own.
        if cls.apply_directive is not Engine.apply_directive and cls.step is Engine.step:
            cls.step = _step_through_apply_directive  # type: ignore[method-assign]

    @property
    def premise(self) -> str | None:
        """The premise, or ``None``."""
        return self._premise()

    @property
    def policies(self) -> Mapping[str, PolicyValue]:
        """The policies by item: a copy, which belongs to the caller, in the order of an export."""
        return self._policies()

    def export_json(self) -> str:
        """The state as canonical JSON: the same state gives the same text.

        >>> Engine().export_json()
        '{"policies":{},"premise":null,"version":2}'
        """
        return self._export_json()

    def import_json(self, payload: str) -> None:
        """Replaces the state by one from JSON.

        Raises ``TypeError`` for what is no text, and ``ValueError`` with a note that names the fault;
        the state is then as it was.

        >>> try:
        ...     Engine().import_json('{"policies":{"tea":"maybe"},"premise":null,"version":2}')
        ... except ValueError as error:
        ...     print(error, error.__notes__)
        Invalid state payload. ['the policy of `tea` must be "use" or "prohibit", not "maybe"']
        """
        if isinstance(payload, (bytes, bytearray)):
            payload = payload.decode(json.detect_encoding(payload), "surrogatepass")
        fault = self._import_json(payload)
        if fault is not None:
            raise _import_error(payload, *fault)

    def step(self, user_input: str) -> NoDirectiveDecision | UpdateDecision | SemanticErrorDecision:
        """Takes one input, and commits what comes of it.

        Raises ``TypeError`` for what is no text, and ``ValueError`` for a text with a lone
        surrogate; the state is then as it was.

        >>> engine = Engine()
        >>> engine.step("change premise to brief replies").failure
        <SemanticFailure.PREMISE_NOT_SET: 'premise_not_set'>
        """
        return _step(self, user_input)

    def apply_directive(
        self, directive: CanonicalDirective
    ) -> UpdateDecision | SemanticErrorDecision:
        """Takes one directive, and commits what comes of it.

        >>> Engine().apply_directive(CanonicalDirective("use_item", {"item": "uv"}))
        UpdateDecision(changed=True)
        """
        return _apply_directive(self, directive)

    def __getstate__(self) -> tuple[str, object]:
        return self._export_json(), object.__getstate__(self)

    def __setstate__(self, state: tuple[str, Any]) -> None:
        exported, more = state
        Engine.import_json(self, exported)
        fields, slots = more if isinstance(more, tuple) else (more, None)
        for name, value in {**(fields or {}), **(slots or {})}.items():
            object.__setattr__(self, name, value)


def _import_error(payload: str, kind: str, detail: str) -> ValueError:
    message = f"{kind}."
    if kind == "Unsupported state version":
        try:
            detail = repr(json.loads(payload)["version"])
        except (ValueError, RecursionError):
            pass
        message = f"{kind}: {detail}"
    error = ValueError(message)
    error.add_note(detail)
    return error


def _step_through_apply_directive(
    self: Engine, user_input: str
) -> NoDirectiveDecision | UpdateDecision | SemanticErrorDecision:
    directive = decompose_directive(user_input)
    if isinstance(directive, CanonicalDirective):
        return self.apply_directive(directive)
    return _NO_DIRECTIVE


_step_through_apply_directive.__name__ = "step"
_NO_DIRECTIVE = NoDirectiveDecision()
