"""The error of the language, and the largest numbers that it accepts."""

from __future__ import annotations

from rosetta.foundation.errors import Refusal

EXACT = 2**53


MOST = 2**31 - 1  # the largest entry of an array of literals and numbers; also the most rows of a table
FIRST_CHOICE = 2**30  # stands for the first choice (`numbers.choices`); variables are fewer


class ModelError(Refusal):
    """Raised for what the language does not accept; the message names the rule and, where there is one, the row."""


class ModelTooLarge(ModelError):
    """A rule would need too many rows; the message says how many."""
