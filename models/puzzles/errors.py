"""The error for what a person typed. In a file of its own, so that reading arguments needs no numpy."""

from __future__ import annotations


class InputError(ValueError):
    """Something a person typed is not acceptable; the message says what was expected, what was found, and where."""
