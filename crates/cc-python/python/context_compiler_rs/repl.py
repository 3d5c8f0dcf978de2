"""The REPL of the package ``context_compiler``, on streams that the host hands over.

The command ``context-compiler-rs`` is another one, with more to it.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any, TextIO

from . import __version__
from .const import SCHEMA_VERSION, STATE_POLICIES, STATE_PREMISE, STATE_VERSION
from .decision import Decision, NoDirectiveDecision, SemanticErrorDecision, UpdateDecision
from .engine import Engine
from .grammar import CanonicalDirective

OUTPUT_VERSION = 2

_SEVERAL = "Multiple commands detected.\nEnter one command per line."
_NO_INPUT = "step requires input.\nUse 'step <input>'."

_HELP = """\
Commands: help/? exit/quit
REPL command layer (not engine directives):
  state
  step <input>     (explicit alias of bare input behavior)
Directives (exact prefix only):
  set premise <value>
  change premise to <value>
  use <item>
  prohibit <item>
  remove policy <item>
  use <new item> instead of <old item>
  clear premise
  reset policies
  clear state
Bare input behavior remains unchanged.
error results are immediate messages and do not reserve later input."""

_USAGE = """\
Usage:
  context-compiler [--help] [--version] [--json]
                   [--initial-state-json <json> | --initial-state-file <path>]

Options:
  --help                Show this help message and exit.
  --version             Show the installed context-compiler version and exit.
  --json                Emit machine-readable NDJSON output (non-interactive only)
  --initial-state-json  Initialize authoritative state from exported state JSON text
  --initial-state-file  Initialize authoritative state from UTF-8 state JSON file"""


class _Session:
    """One engine, and how its answers are written."""

    def __init__(self, engine: Engine, out: TextIO, as_json: bool, blank: bool) -> None:
        self.engine = engine
        self.out = out
        self.as_json = as_json
        self.blank = blank

    def answer(self, line: str) -> bool:
        """Answers one line, unless it ends the session."""
        text = line.removesuffix("\n")
        if any(end in text.removesuffix("\r") for end in "\r\n"):
            self.fault("input", "multi_command_input", _SEVERAL)
            return True
        word = text.strip().lower()
        if word in ("exit", "quit"):
            return False
        if self.blank and not word:
            return True
        if self.blank and word in ("help", "?"):
            print(_HELP, file=self.out)
        elif word == "state":
            self.write({"mode": "state", "command": "state"}, self.state_lines())
        elif word == "step" and text.startswith("step"):
            self.fault("step", "missing_step_input", _NO_INPUT)
        elif text.startswith("step ") and text[5:].strip():
            self.step("step", text[5:].lstrip())
        else:
            self.step("input", text)
        return True

    def step(self, command: str, text: str) -> None:
        decision = self.engine.step(text)
        match decision:
            case NoDirectiveDecision():
                lines = ["no_directive"]
            case UpdateDecision():
                lines = ["updated", *self.state_lines()]
            case SemanticErrorDecision():
                lines = f"error: {decision.message}".splitlines()
        record = {"mode": "step", "command": command, "decision": _decision_record(decision)}
        self.write(record, lines)

    def fault(self, command: str, code: str, message: str) -> None:
        if self.as_json:
            error = {"code": code, "message": message}
            self.record({"mode": "error", "command": command, "error": error})
        else:
            self.lines([f"error: {message}"])

    def write(self, record: dict[str, Any], lines: list[str]) -> None:
        if self.as_json:
            state = {
                STATE_PREMISE: self.engine.premise,
                STATE_POLICIES: dict(self.engine.policies),
                STATE_VERSION: SCHEMA_VERSION,
            }
            self.record({**record, "state": state})
        else:
            self.lines(lines)

    def record(self, record: dict[str, Any]) -> None:
        record["output_version"] = OUTPUT_VERSION
        print(json.dumps(record, separators=(",", ":"), sort_keys=True), file=self.out)

    def lines(self, lines: list[str]) -> None:
        if self.blank:
            print(file=self.out)
        for line in lines:
            print(line, file=self.out)

    def state_lines(self) -> list[str]:
        premise = self.engine.premise
        policies = sorted(self.engine.policies.items())
        return [
            f"premise: {'(none)' if premise is None else premise}",
            "policies:" if policies else "policies: (none)",
            *(f"- {policy} {item}" for item, policy in policies),
        ]


def _decision_record(decision: Decision) -> dict[str, Any]:
    match decision:
        case NoDirectiveDecision():
            return {"kind": decision.kind, "message": None}
        case UpdateDecision():
            return {"kind": decision.kind, "changed": decision.changed, "message": None}
        case SemanticErrorDecision():
            return {
                "kind": decision.kind,
                "failure": decision.failure,
                "directive": _directive_record(decision.directive),
                "repairs": [_directive_record(repair) for repair in decision.repairs],
                "message": decision.message,
            }


def _directive_record(directive: CanonicalDirective) -> dict[str, Any]:
    operands = dict(directive.operands)
    return {"kind": directive.kind, "text": directive.text, "operands": operands}


def run_repl(
    in_stream: TextIO,
    out_stream: TextIO,
    *,
    json_mode: bool = False,
    engine: Engine | None = None,
) -> None:
    """Answers the lines of a stream until it ends, or one of them is ``exit`` or ``quit``.

    Where both streams are a terminal there is ``help``, and a blank line before each answer. Else
    ``json_mode`` makes each answer a line of JSON.

    >>> import io
    >>> run_repl(io.StringIO("use tea\\nquit\\n"), sys.stdout)
    updated
    premise: (none)
    policies:
    - use tea
    """
    interactive = in_stream.isatty() and out_stream.isatty()
    if interactive:
        print(f"Context Compiler REPL ({__version__}). Type help for commands.", file=out_stream)
        print("Non-directive input is no_directive.", file=out_stream)
    lines: Iterator[str] = iter(in_stream.readline, "") if interactive else iter(in_stream)
    as_json = json_mode and not interactive
    session = _Session(engine or Engine(), out_stream, as_json, interactive)
    for line in lines:
        if not session.answer(line):
            return


class _UsageError(Exception):
    """Arguments that cannot be taken."""


def _read_arguments(arguments: list[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    rest = iter(arguments)
    for option in rest:
        if option == "--json":
            given[option] = ""
            continue
        if option not in ("--initial-state-json", "--initial-state-file"):
            raise _UsageError(f"unknown option '{option}'")
        value = next(rest, None)
        if value is None:
            raise _UsageError(f"option '{option}' requires a value")
        if option in given:
            raise _UsageError(f"option '{option}' was provided more than once")
        given[option] = value
    if {"--initial-state-json", "--initial-state-file"} <= given.keys():
        raise _UsageError("state preload options are mutually exclusive")
    return given


def main() -> int:
    """Runs the command of the package ``context_compiler``, and gives its exit status."""
    arguments = sys.argv[1:]
    if arguments in (["--help"], ["--version"]):
        print(_USAGE if arguments == ["--help"] else __version__)
        return 0
    try:
        options = _read_arguments(arguments)
    except _UsageError as fault:
        print(f"error: {fault}", file=sys.stderr)
        print("Try 'context-compiler --help' for usage.", file=sys.stderr)
        return 1
    as_json = "--json" in options
    if as_json and sys.stdin.isatty() and sys.stdout.isatty():
        print("error: --json requires non-interactive stdin/stdout.", file=sys.stderr)
        return 1
    engine = Engine()
    try:
        payload = options.get("--initial-state-json")
        if "--initial-state-file" in options:
            with open(options["--initial-state-file"], encoding="utf-8") as file:
                payload = file.read()
        if payload is not None:
            engine.import_json(payload)
    except (OSError, ValueError) as fault:
        print(f"error: preload failed: {fault}", file=sys.stderr)
        return 1
    run_repl(sys.stdin, sys.stdout, json_mode=as_json, engine=engine)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
