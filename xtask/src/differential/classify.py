"""Answers each JSON string on standard input as `context-compiler classify --input json` does.

The reference has classification as a library only, and reports no spans.
"""

import json
import sys

from context_compiler.grammar import CanonicalDirective, decompose_directive


def record(text):
    found = decompose_directive(text)
    if found is None:
        return {"classification": "no_directive"}
    if isinstance(found, CanonicalDirective):
        operands = dict(found.operands)
        directive = {"kind": found.kind, "operands": operands, "text": found.text}
        return {"classification": "canonical", "directive": directive}
    return {
        "classification": "invalid",
        "directive_kind": found.directive_kind,
        "failure": found.failure,
        "missing_operand": found.missing_operand,
    }


for line in sys.stdin:
    print(json.dumps(record(json.loads(line)), separators=(",", ":"), sort_keys=True))
