"""What of the package is written in Rust. Its names are no interface."""

from typing import Any, Literal, Self

from typing_extensions import disjoint_base

from .decision import NoDirectiveDecision, SemanticErrorDecision, UpdateDecision
from .grammar import CanonicalDirective, InvalidDirectiveSyntax

__all__ = [
    "__version__",
    "Engine",
    "check_operands",
    "decompose",
    "directive_text",
    "message",
    "metadata",
]

__version__: str

def decompose(text: str, /) -> CanonicalDirective | InvalidDirectiveSyntax | None: ...
def metadata() -> list[tuple[str, str, list[str]]]: ...
def check_operands(kind: str, operands: list[str]) -> None: ...
def directive_text(kind: str, operands: list[str]) -> str: ...
def message(failure: str, directive: CanonicalDirective) -> str: ...

@disjoint_base
class Engine:
    def __new__(cls, *_args: Any, **_kwargs: Any) -> Self: ...
    def _premise(self) -> str | None: ...
    def _policies(self) -> dict[str, Literal["use", "prohibit"]]: ...
    def _step(
        self, user_input: str
    ) -> NoDirectiveDecision | UpdateDecision | SemanticErrorDecision: ...
    def _apply_directive(
        self, directive: CanonicalDirective
    ) -> UpdateDecision | SemanticErrorDecision: ...
    def _export_json(self) -> str: ...
    def _import_json(self, payload: str) -> tuple[str, str] | None: ...
