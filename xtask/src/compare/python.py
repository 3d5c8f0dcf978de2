"""Times both packages on the same work in this one interpreter, in turn.

PAIRS, or the word `turns`, a file of lines and a path for a store. Writes a line of JSON for each
piece of work: its name, and pairs of seconds, ours first. For `turns`, the seconds of one turn.
"""

import json
import subprocess
import sys
import time

import context_compiler
import context_compiler.grammar
import context_compiler_rs
import context_compiler_rs.grammar

ORDINARY = "What should I cook tonight, with whatever is left over?"
TEXTS = ["use docker", "use podman instead of docker", "clear state", "use tea and use milk", ORDINARY]


def engine(package, policies):
    made = package.Engine()
    for number in range(policies):
        made.step(f"use item {number}")
    return made


def seconds(call, argument, times):
    """Of one call, of many: a loop costs both sides the same."""
    begin = time.perf_counter()
    for _ in range(times):
        call(argument)
    return (time.perf_counter() - begin) / times


def imported(name):
    """What a new interpreter takes to import a package."""
    program = f"import time; begin = time.perf_counter(); import {name}; print(time.perf_counter() - begin)"
    return float(subprocess.run([sys.executable, "-c", program], check=True, capture_output=True).stdout)


def of_texts(decompose):
    def all_of(texts):
        for text in texts:
            decompose(text)

    return all_of


def works():
    """Name, our call, theirs, their argument, how often we do it for each time they do, and they."""
    both = (context_compiler_rs, context_compiler)
    step = [engine(package, 0).step for package in both]
    yield "ordinary text", *step, ORDINARY, 10, 20_000
    for policies, times in ((10, 2_000), (1_000, 100)):
        step = [engine(package, policies).step for package in both]
        yield f"idempotent use, {policies:,} policies", *step, "use item 5", 50, times
    decompose = [of_texts(package.grammar.decompose_directive) for package in both]
    yield "decompose_directive", *decompose, TEXTS, 10, 500
    engines = [engine(package, 1_000) for package in both]
    yield "policies, 1,000", *[lambda _, it=it: it.policies for it in engines], None, 3, 50


def main(pairs):
    for name, ours, theirs, argument, more, times in works():
        figures = [
            (seconds(ours, argument, times * more), seconds(theirs, argument, times))
            for _ in range(pairs)
        ]
        print(json.dumps({"name": name, "pairs": figures}), flush=True)
    figures = [(imported("context_compiler_rs"), imported("context_compiler")) for _ in range(2 * pairs)]
    print(json.dumps({"name": "import", "pairs": figures}))


def turns(path, store):
    from context_compiler_rs import sessions

    with open(path, encoding="utf-8") as file:
        texts = file.read().splitlines()
    with sessions.open(store) as opened:
        session = opened.session("trip")
        begin = time.perf_counter()
        for at in range(0, len(texts), 1_000):
            replies = session.turns(texts[at : at + 1_000])
            assert all(reply.revision for reply in replies)
        print((time.perf_counter() - begin) / len(texts))


if sys.argv[1] == "turns":
    turns(*sys.argv[2:])
else:
    main(int(sys.argv[1]))
