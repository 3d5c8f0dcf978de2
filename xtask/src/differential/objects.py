"""Answers each line on standard input by the objects of a package: MODULE --json [--initial-state-file PATH].

MODULE is `context_compiler`, or another one with its interface. The records are those of its
command, built from decisions and exports here.
"""

import importlib
import json
import sys

package = importlib.import_module(sys.argv[1])
grammar = importlib.import_module(sys.argv[1] + ".grammar")


def directive_record(directive):
    operands = dict(directive.operands)
    return {"kind": directive.kind, "operands": operands, "text": directive.text}


def decision_record(decision):
    if isinstance(decision, package.NoDirectiveDecision):
        return {"kind": decision.kind, "message": None}
    if isinstance(decision, package.UpdateDecision):
        return {"changed": decision.changed, "kind": decision.kind, "message": None}
    assert isinstance(decision, package.SemanticErrorDecision)
    return {
        "directive": directive_record(decision.directive),
        "failure": decision.failure,
        "kind": decision.kind,
        "message": decision.message,
        "repairs": [directive_record(repair) for repair in decision.repairs],
    }


def step(engine, text, by_directive):
    directive = grammar.decompose_directive(text) if by_directive else None
    if isinstance(directive, grammar.CanonicalDirective):
        return engine.apply_directive(directive)
    return engine.step(text)


engine = package.Engine()
if "--initial-state-file" in sys.argv:
    with open(sys.argv[sys.argv.index("--initial-state-file") + 1], encoding="utf-8") as file:
        payload = file.read()
    try:
        engine.import_json(payload)
    except ValueError as fault:
        sys.exit(f"error: preload failed: {fault}")

for number, line in enumerate(sys.stdin.buffer.read().decode().split("\n")[:-1]):
    # Both ways to the same end take turns.
    decision = step(engine, line, number % 2 == 1)
    state = json.loads(engine.export_json())
    assert (engine.premise, dict(engine.policies)) == (state["premise"], state["policies"])
    record = {
        "command": "input",
        "decision": decision_record(decision),
        "mode": "step",
        "output_version": 2,
        "state": state,
    }
    print(json.dumps(record, separators=(",", ":"), sort_keys=True))
