"""The command."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig

import pytest

SCRIPT = shutil.which("context-compiler-rs", path=sysconfig.get_path("scripts"))


@pytest.mark.parametrize("command", [[SCRIPT], [sys.executable, "-m", "context_compiler_rs"]])
def test_it_answers_lines(command):
    def run(*arguments, text=""):
        return subprocess.run([*command, *arguments], input=text, text=True, capture_output=True)

    done = run("--json", text="use tea\nhello\n")
    assert done.returncode == 0
    kinds = [json.loads(line)["decision"]["kind"] for line in done.stdout.splitlines()]
    assert kinds == ["update", "no_directive"]
    assert run("--version").stdout.startswith("context-compiler ")
    assert run("--no-such-option").returncode == 2


def test_it_keeps_sessions_that_the_library_opens(tmp_path):
    from context_compiler_rs import sessions

    path = tmp_path / "sessions.db"
    done = subprocess.run(
        [SCRIPT, "--session", "trip", "--store", f"sqlite:{path}"],
        input="use tea\n",
        text=True,
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr
    with sessions.open(path) as store:
        assert store.session("trip").why("tea").input == "use tea"


@pytest.mark.skipif(os.name != "posix", reason="needs signals of Unix")
def test_it_ends_when_it_is_interrupted():
    import signal

    process = subprocess.Popen([SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(b"use tea\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"updated\n"
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == -signal.SIGINT
    process.stdin.close()
    process.stdout.close()
