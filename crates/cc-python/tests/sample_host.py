"""A host as type checkers see it. Checked by mypy and pyright, and run by pytest."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

import context_compiler_rs as context_compiler
from context_compiler_rs import (
    Decision,
    Engine,
    NoDirectiveDecision,
    PolicyValue,
    SemanticErrorDecision,
    UpdateDecision,
)
from context_compiler_rs import m1, sessions, toolcall, v0_5
from context_compiler_rs.grammar import CanonicalDirective, DirectiveKind, decompose_directive
from context_compiler_rs.migrate import migrate
from context_compiler_rs.render import context_block


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


def judged(engine: Engine, tools: toolcall.Json, name: str, arguments: str) -> str | None:
    chain = toolcall.Chain([toolcall.Tools(tools), toolcall.PolicyGate(engine)])
    verdict = chain.adjudicate(name, arguments)
    return verdict.text if verdict.kind is toolcall.VerdictKind.DENY else verdict.arguments


def revisions(folder: Path, inputs: list[str]) -> list[int]:
    with sessions.open(folder / "sessions.db") as store:
        session = store.session("trip")
        replies = session.turns([sessions.Turn(text, key=str(at)) for at, text in enumerate(inputs)])
        failed = [reply for reply in replies if isinstance(reply, sessions.SessionError)]
        assert not failed and session.verify().difference is None
        return [entry.revision for entry in session.log()]


def asked(text: str) -> str | None:
    decision = v0_5.Engine().step(text)
    return decision.prompt_to_user if isinstance(decision, v0_5.ClarifyDecision) else None


def main() -> None:
    engine = context_compiler.Engine()
    assert answer(engine, "prohibit peanuts") == "changed"
    assert answer(engine, "use peanuts").startswith("item_prohibited\n")
    assert answer(engine, "What should I cook?") == "prohibit: peanuts"
    assert kind_of("use tea") is DirectiveKind.USE_ITEM
    assert kind_of("tea") is None
    assert judged(engine, [], "peanuts", "{}") is not None
    assert judged(engine, [], "search", "{}") == "{}"
    assert asked("set premise") is not None
    old = m1.Engine()
    old.step("never tea")
    assert context_block(migrate(old.export_json())) == context_block(old)
    with tempfile.TemporaryDirectory() as folder:
        assert revisions(Path(folder), ["use tea", "hello", "use milk"]) == [1, 2]


if __name__ == "__main__":
    main()
