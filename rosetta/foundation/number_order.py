"""The order of names that people expect: numbers in them by their value, so that `tents 8` comes before `tents 12`."""

from __future__ import annotations

import re

NUMBER = re.compile(r"(\d+)")


def number_key(name: str) -> tuple[tuple[str, int], ...]:
    """The key to sort names by: texts, each with the number behind it."""
    parts = [*NUMBER.split(name), "0"]
    return tuple((parts[i].casefold(), int(parts[i + 1])) for i in range(0, len(parts) - 1, 2))
