"""The command ``context-compiler-rs``: what ``context-compiler`` is for this project."""

import signal
import sys

from . import _native


def main() -> int:
    """Runs the command with the arguments of this process, and gives its exit status."""
    # Nothing of Python's runs until it ends, so that a signal does what it does to any command.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.command(["context-compiler-rs", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
