"""A host as type checkers see it. Checked by mypy and pyright, and run by pytest."""

from __future__ import annotations

from collections.abc import Mapping

import context_compiler_rs as context_compiler
from context_compiler_rs import (
    Decision,
    Engine,
    NoDirectiveDecision,
    PolicyValue,
    SemanticErrorDecision,
    UpdateDecision,
)
from context_compiler_rs.grammar import CanonicalDirective, DirectiveKind, decompose_directive


def prompt(premise: str | None, policies: Mapping[str, PolicyValue]) -> str:
    lines = [] if premise is None else [f"Premise: {premise}"]
    lines += [f"{policy}: {item}" for item, policy in policies.items()]
    return "\n".join(lines)


def answer(engine: Engine, text: str) -> str:
    decision: Decision = engine.step(text)
    match decision:
        case NoDirectiveDecision():
            return prompt(engine.premise, engine.policies)
        case UpdateDecision(changed=changed):
            return "changed" if changed else "unchanged"
        case SemanticErrorDecision(failure=failure, repairs=repairs):
            return "\n".join([failure.value, decision.message, *(it.text for it in repairs)])


def kind_of(text: str) -> DirectiveKind | None:
    found = decompose_directive(text)
    return found.kind if isinstance(found, CanonicalDirective) else None


def main() -> None:
    engine = context_compiler.Engine()
    assert answer(engine, "prohibit peanuts") == "changed"
    assert answer(engine, "use peanuts").startswith("item_prohibited\n")
    assert answer(engine, "What should I cook?") == "prohibit: peanuts"
    assert kind_of("use tea") is DirectiveKind.USE_ITEM
    assert kind_of("tea") is None


if __name__ == "__main__":
    main()
