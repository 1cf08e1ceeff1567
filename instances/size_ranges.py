"""Ranges of sizes, which stand for several: `8..30/4`, or `10..50` for five of them."""

from __future__ import annotations

import re

from rosetta.foundation.errors import InputError

_RANGE = re.compile(r"(\d{1,6})\.\.(\d{1,6})(?:/(\d{1,6}))?")
NUMBER = 5  # a range without a step becomes so many sizes


def expand_sizes(what: str) -> list[str]:
    """The sizes of a range; any other WHAT alone. Raises InputError."""
    ends = _RANGE.fullmatch(what)
    if ends is None:
        return [what]
    first, last, step = int(ends[1]), int(ends[2]), int(ends[3] or 0)
    if first > last or (ends[3] is not None and not step):
        raise InputError(f"expected a range from small to large such as 8..30/4, found '{what[:60]}'")
    if step:
        return [str(size) for size in range(first, last + 1, step)]
    return list(dict.fromkeys(str(round(first + i * (last - first) / (NUMBER - 1))) for i in range(NUMBER)))
