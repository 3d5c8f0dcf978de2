"""Answers conformance requests with the Python package context-compiler, release 0.9.2."""

import json
import sys

from context_compiler import Engine
from context_compiler.grammar import CanonicalDirective, decompose_directive

engine = Engine()


def directive(value):
    return {"kind": value.kind, "text": value.text, "operands": dict(value.operands)}


def classify(request):
    found = decompose_directive(request["text"])
    if found is None or isinstance(found, CanonicalDirective):
        return {"directive": found and directive(found)}
    fields = {n: getattr(found, n) for n in ("failure", "directive_kind", "missing_operand")}
    return {"directive": {"kind": "invalid_directive_syntax", **fields}}


def render(request):
    return {"directive": directive(CanonicalDirective(request["kind"], request["operands"]))}


def decided(decision):
    reply = {name: getattr(decision, name) for name in ("kind", "changed", "failure", "message")
             if hasattr(decision, name)}
    if hasattr(decision, "directive"):
        reply["directive"] = directive(decision.directive)
        reply["repairs"] = [directive(repair) for repair in decision.repairs]
    return {"decision": reply}


def open_engine(_):
    global engine
    engine = Engine()


OPERATIONS = {
    "classify": classify, "render": render, "open": open_engine, "export": lambda _: {},
    "import": lambda request: engine.import_json(request["payload"]),
    "step": lambda request: decided(engine.step(request["text"])),
    "apply": lambda request: decided(engine.apply_directive(decompose_directive(request["text"]))),
}

for line in sys.stdin:
    request = json.loads(line)
    operation = OPERATIONS.get(request["op"]) if request["contract"] == "0.9" else None
    try:
        reply = (operation(request) or {}) if operation else {"unsupported": request["op"]}
    except Exception as error:  # An import and a render may be refused; anything else is a fault.
        refusal = isinstance(error, ValueError) and request["op"] in ("import", "render")
        reply = {"error" if refusal else "fault": str(error)}
    print(json.dumps({"state": engine.export_json(), **reply}), flush=True)
