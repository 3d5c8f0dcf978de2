"""A host in Python that keeps one process of the context compiler for a conversation.

A message is one line of JSON, so it may hold line feeds, and its answer is one record. The host
stores the state of every update before it answers, and a new process goes on from there.

Run it with `python3 crates/cc-cli/examples/long_lived.py COMMAND STORE`, where COMMAND is the path
of `context-compiler` and STORE a file for the state.
"""

import json
import os
import subprocess
import sys


class Unreadable(Exception):
    """A message that the process could not take. It goes on with the next."""


class Compiler:
    """One process, for one conversation."""

    def __init__(self, command, store):
        self.store = store
        arguments = [command, "--json", "--input", "json"]
        if os.path.exists(store):
            arguments += ["--initial-state-file", store]
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="ascii"
        )

    def step(self, text):
        """The decision on a message. Its state is stored first, if it is another one."""
        self.process.stdin.write(json.dumps(text) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the process ended with status {self.process.wait()}")
        record = json.loads(line)
        if record["output_version"] != 2:
            raise RuntimeError(f"unknown output version {record['output_version']}")
        if record["mode"] == "error":
            raise Unreadable(record["error"]["code"])
        if record["decision"].get("changed"):
            self.save(record["state"])
        return record["decision"]

    def save(self, state):
        """Replaces the file as a whole, so that it never holds half a state."""
        with open(self.store + ".new", "w", encoding="ascii") as file:
            json.dump(state, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(self.store + ".new", self.store)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def answer(compiler, text):
    """What the user is shown."""
    try:
        decision = compiler.step(text)
    except Unreadable as code:
        return f"not understood ({code})"
    if decision["kind"] == "update":
        return "noted" if decision["changed"] else "that holds already"
    if decision["kind"] == "error":
        repairs = json.dumps([repair["text"] for repair in decision["repairs"]])
        return f"{decision['message']} {repairs}".replace("\n", " ")
    return "(to the model)"


def main():
    command, store = sys.argv[1:]
    with Compiler(command, store) as compiler:
        for text in ["prohibit npm", "npm would\nbe fine, no?", "use npm", "cut \ud83d in half"]:
            print(f"{json.dumps(text)}: {answer(compiler, text)}")
        # Whatever ends the process, nothing is lost that was answered.
        compiler.process.kill()
    with Compiler(command, store) as compiler:
        for text in ["prohibit NPM", "remove policy npm", "use npm"]:
            print(f"{json.dumps(text)}: {answer(compiler, text)}")
    with open(store, encoding="ascii") as file:
        print(json.dumps(json.load(file), separators=(",", ":")))


main()
