"""Numbers in LP and MPS files: decimals that must be whole, since the language has only integers.

3   -2.0   1e3   2.50e1     ->  3, -2, 1000, 25          0.5, 1e400, nan are refused
"""

from __future__ import annotations

import re

NUMBER = re.compile(r"[+-]?(?:([0-9]{1,40})(?:\.([0-9]{0,40}))?|\.([0-9]{1,40}))(?:[eE]([+-]?[0-9]{1,3}))?")
MOST = 2**53
INFINITE = re.compile(r"[+-]?inf(inity)?", re.IGNORECASE)


def parse_whole(text: str) -> int | None:
    """The whole number below 2^53 in absolute value that a text denotes; None if there is none."""
    match = NUMBER.fullmatch(text)
    if match is None:
        return None
    fraction = match[2] or match[3] or ""
    digits, exponent = (match[1] or "") + fraction, int(match[4] or 0) - len(fraction)
    if not -120 <= exponent <= 60:
        return 0 if not int(digits) else None
    value, rest = divmod(int(digits) * int(10 ** max(exponent, 0)), int(10 ** max(-exponent, 0)))
    if rest or value >= MOST:
        return None
    return -value if text.startswith("-") else value


def is_infinite(text: str) -> bool:
    """`inf`, `-Infinity`, or a number so large that solvers read it as infinite (1e20 and beyond)."""
    if INFINITE.fullmatch(text):
        return True
    match = NUMBER.fullmatch(text)
    return match is not None and abs(float(text)) >= 1e20
