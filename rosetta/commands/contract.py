"""What the verbs of the command line share: the error of a line that cannot be run."""

from __future__ import annotations

from rosetta.foundation.errors import Refusal


class UsageError(Refusal):
    """Bad usage that shows only after the arguments are parsed. The message is printed; the exit code is 2."""
