"""The interface of a verb: a module of this package with `parser(command)` and `run(arguments)`.

The exit codes, which scripts rely on:

    0 done, the answers are definite and verified     3   a limit ended the work without a definite answer
    1 a wrong answer or a disagreement                130 interrupted (143: terminated)
    2 bad usage or bad input

Of several instances the worst code counts: 1 before 2 before 3 before 0.
Code 3 also ends a run of which something rests on the word of one kind of engine: that there is no solution, none that
is better, no other.
"""

from __future__ import annotations

import argparse
from typing import Protocol

from rosetta.foundation.errors import Refusal

DONE, WRONG, BAD_INPUT, LIMIT, INTERRUPTED, TERMINATED = 0, 1, 2, 3, 130, 143


class Verb(Protocol):
    """command: what the user typed to reach the verb (`python -m models.compare`, `rosetta compare`), for usage lines,
    examples and the command that repeats a result. Both functions raise UsageError; `run` returns the exit code."""

    def parser(self, command: str) -> argparse.ArgumentParser: ...

    def run(self, arguments: argparse.Namespace) -> int: ...


class UsageError(Refusal):
    """Bad usage that shows only after the arguments are parsed. The message is printed; the exit code is 2."""
