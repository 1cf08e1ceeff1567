"""Whole numbers as text, however long they are. Python refuses to write, or to read, more than 4,300 digits at once."""

from __future__ import annotations

import sys

LONGEST = 60  # digits of a number within a sentence
SHOWN = 12  # digits at either end of a longer one
QUOTED = 60  # characters of a value in a message


def all_digits(number: int) -> str:
    """All digits of a number."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return str(number)
    finally:
        sys.set_int_max_str_digits(limit)


def short_digits(number: int) -> str:
    """The number within a sentence: a long one by its ends, `123456789012...210987654321 (5,000 digits)`."""
    text = all_digits(number)
    digits = text.removeprefix("-")
    if len(digits) <= LONGEST:
        return text
    sign = "-" if number < 0 else ""
    return f"{sign}{digits[:SHOWN]}...{digits[-SHOWN:]} ({len(digits):,} digits)"


def quote_value(value: object) -> str:
    """A value for a message, at most QUOTED characters of it."""
    if isinstance(value, int) and not isinstance(value, bool):
        return short_digits(value)
    try:
        return f"{value!r:.{QUOTED}}"
    except (ValueError, TypeError):  # what holds such a number, or has no text
        return type(value).__name__
