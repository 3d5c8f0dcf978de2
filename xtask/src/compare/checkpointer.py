"""Times LangGraph's SQLite checkpointer: seconds for each put of a state of 10 policies.

Arguments: the database's file, and how many puts.
"""

import sqlite3
import sys
import time

from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.sqlite import SqliteSaver

path, count = sys.argv[1], int(sys.argv[2])
connection = sqlite3.connect(path, check_same_thread=False)
saver = SqliteSaver(connection)
saver.setup()
connection.execute("PRAGMA synchronous = FULL")
policies = {f"item {number}": "use" for number in range(10)}
config = {"configurable": {"thread_id": "trip", "checkpoint_ns": ""}}

begin = time.perf_counter()
for number in range(count):
    if number % 2 == 0:
        policies["something else"] = "prohibit"
    else:
        del policies["something else"]
    checkpoint = empty_checkpoint()
    checkpoint["channel_values"] = {"state": {"policies": dict(policies), "premise": None}}
    checkpoint["channel_versions"] = {"state": number + 1}
    metadata = {"source": "input", "step": number, "parents": {}}
    config = saver.put(config, checkpoint, metadata, {"state": number + 1})
print((time.perf_counter() - begin) / count)
