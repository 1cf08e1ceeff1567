"""The exception for invalid input. In a file of its own, so that reading arguments needs no numpy."""

from __future__ import annotations


class InputError(ValueError):
    """Invalid input from a person; the message says what was expected, what was found, and where."""
