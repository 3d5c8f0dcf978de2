"""How the package behaves in its interpreter: threads, memory, and faults of its own."""

import gc
import importlib
import inspect
import pkgutil
import subprocess
import sys
import threading

import pytest

import context_compiler_rs
from context_compiler_rs import Engine, _native
from context_compiler_rs.grammar import CanonicalDirective, decompose_directive


def talk(engine, number, times):
    for index in range(times):
        engine.step(f"use item {number} {index % 50}")
        engine.step("hello")
        engine.step(f"prohibit item {number} {index % 50}")
        assert engine.export_json().startswith('{"policies":{')
        engine.policies["own"] = "use"


def run_threads(target, count=8):
    faults = []

    def guarded(number):
        try:
            target(number)
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=guarded, args=(number,)) for number in range(count)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert faults == []


def test_threads_have_engines_of_their_own():
    engines = [Engine() for _ in range(8)]
    run_threads(lambda number: talk(engines[number], number, 500))
    for number, engine in enumerate(engines):
        assert engine.policies == {f"item {number} {index}": "use" for index in range(50)}


def test_threads_share_an_engine():
    engine = Engine()
    run_threads(lambda number: talk(engine, number, 500))
    expected = {f"item {number} {index}": "use" for number in range(8) for index in range(50)}
    assert engine.policies == expected


def test_threads_import_and_export_whole_states():
    states = [Engine() for _ in range(2)]
    for number, engine in enumerate(states):
        for index in range(50):
            engine.step(f"use {number} {index}")
    texts = [engine.export_json() for engine in states]
    shared = Engine()
    shared.import_json(texts[0])

    def swap(number):
        for _ in range(300):
            shared.import_json(texts[number % 2])
            assert shared.export_json() in texts

    run_threads(swap)


def test_a_panic_is_an_exception():
    with pytest.raises(RuntimeError, match="internal error") as error:
        _native.panic()
    assert isinstance(error.value, Exception)


INPUTS = [
    "use tea",
    "use tea",
    "prohibit tea",
    "hello there",
    "use tea and prohibit milk",
    "use caf\u00e9",
    "use oat milk instead of milk",
    "clear state",
]


def work(engine, times):
    """A round of everything that makes objects."""
    for _ in range(times):
        for text in INPUTS:
            decision = engine.step(text)
            found = decompose_directive(text)
            if isinstance(found, CanonicalDirective):
                engine.apply_directive(found)
                found.text, hash(found), repr(found)
            getattr(decision, "message", None)
        engine.policies, engine.premise, engine.export_json()
        engine.import_json(engine.export_json())
        for bad in ("use \ud800", None):
            try:
                engine.step(bad)
            except (ValueError, TypeError):
                pass


def test_objects_are_given_back():
    """Blocks that the interpreter has handed out, after a first round that fills its caches."""
    engine = Engine()
    rounds = 2000
    work(engine, 200)
    gc.collect()
    before = sys.getallocatedblocks()
    work(engine, rounds)
    gc.collect()
    # One that is lost in each round would be so many.
    assert sys.getallocatedblocks() - before < rounds / 4


def test_a_million_steps_take_no_memory():
    """The memory of a process of its own, that of Rust included."""
    resource = pytest.importorskip("resource")
    del resource
    program = (
        "import resource\n"
        "from context_compiler_rs import Engine\n"
        "from context_compiler_rs.grammar import decompose_directive\n"
        f"inputs = {INPUTS!r}\n"
        "engine = Engine()\n"
        "def steps(count):\n"
        "    for _ in range(count // len(inputs)):\n"
        "        for text in inputs:\n"
        "            engine.step(text)\n"
        "            decompose_directive(text)\n"
        "    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "first = steps(100_000)\n"
        "print(first, steps(1_000_000))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    first, last = map(int, done.stdout.split())
    # In KiB, or in bytes on macOS. A reference that is lost at each step would be 16 bytes at least.
    assert last - first < (4096 << 10 if sys.platform == "darwin" else 4096)


def test_everything_public_is_described():
    names = [it.name for it in pkgutil.iter_modules(context_compiler_rs.__path__)]
    public = [name for name in names if name == "__main__" or not name.startswith("_")]
    assert len(public) > 10
    for name in public:
        module = importlib.import_module(f"context_compiler_rs.{name}")
        assert module.__doc__
        for name, value in vars(module).items():
            is_own = getattr(value, "__module__", "").startswith("context_compiler_rs")
            if name.startswith("_") or not is_own or not callable(value):
                continue
            assert value.__doc__, name
            for member, of in vars(value).items() if inspect.isclass(value) else ():
                if not member.startswith("_") and (callable(of) or isinstance(of, property)):
                    assert of.__doc__, f"{name}.{member}"
