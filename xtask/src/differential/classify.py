"""Answers each JSON string on standard input as `context-compiler classify --input json` does.

The reference has classification as a library only, and reports no spans. An argument names another
package with its interface.
"""

import importlib
import json
import sys

package = sys.argv[1] if len(sys.argv) > 1 else "context_compiler"
grammar = importlib.import_module(package + ".grammar")


def record(text):
    found = grammar.decompose_directive(text)
    if found is None:
        return {"classification": "no_directive"}
    if isinstance(found, grammar.CanonicalDirective):
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
