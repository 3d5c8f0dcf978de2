"""Times the reference on the workload that standard input describes, in seconds per operation."""

import json
import sys
import time

from context_compiler import Engine

work = json.load(sys.stdin)
engine = Engine()
engine.import_json(work["state"])
texts = work["texts"]
operation = {
    "step": engine.step,
    "export": lambda _: engine.export_json(),
    "import": engine.import_json,
}[work["operation"]]

begin = time.perf_counter()
for _ in range(work["rounds"]):
    for text in texts:
        operation(text)
print((time.perf_counter() - begin) / (work["rounds"] * len(texts)))
