"""The exceptions of puzzles. In a file of their own, so that reading arguments needs no numpy."""

from __future__ import annotations


class NoSymmetries(Exception):
    """There is no complete list of the symmetries of an instance; the message says why."""
