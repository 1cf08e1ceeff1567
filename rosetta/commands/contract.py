"""What a verb is: a module of this room with `parser(command) -> ArgumentParser` and `run(arguments) -> int`.

The exit codes, which scripts rely on:

    0 done, the answers are definite and verified     3   a limit ended the work without a definite answer
    1 a wrong answer or a disagreement                130 interrupted (143: terminated)
    2 bad usage or bad input
"""

from __future__ import annotations

import argparse
from typing import Protocol

DONE, WRONG, BAD_INPUT, LIMIT, INTERRUPTED, TERMINATED = 0, 1, 2, 3, 130, 143


class Verb(Protocol):
    """command: what the user typed to reach the verb (`python -m models.compare`, `rosetta compare`), for usage lines,
    examples and the command that repeats a result. Both functions raise Refused; `run` gives the exit code."""

    def parser(self, command: str) -> argparse.ArgumentParser: ...

    def run(self, arguments: argparse.Namespace) -> int: ...


class UsageError(ValueError):
    """Bad usage found after the arguments were read; the message is shown and the exit code is 2."""
