"""What a user is told instead of an answer. Every error that a user can cause descends from `Refusal`.

A refusal is one message: what was expected, what was found, where, and what to do. The command line prints it and ends
with exit code 2; from Python it is a ValueError like any other. Errors of our own code descend from nothing here.
"""

from __future__ import annotations


class Refusal(ValueError):
    """What was given cannot be taken, or not by what was asked for. A room raises a kind of its own."""


class InputError(Refusal):
    """Invalid input from a person; the message says what was expected, what was found, and where."""
