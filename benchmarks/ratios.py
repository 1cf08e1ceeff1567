"""Ratios to peers: found in what benchmarks print, and the table of them that docs/measurements/performance.md has.

A benchmark prints for people. What stands in the table is read off its lines by a pattern with one group, a number: our
time as a share of the peer's, or the other way round. Of several lines that fit, the last one counts: the largest size.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "docs" / "measurements" / "performance.md"
BEGIN, END = "<!-- ratios: written by python -m benchmarks --write -->\n", "<!-- ratios end -->\n"


@dataclass(frozen=True, slots=True)
class Ratio:
    """what: we do; peer: who does it, too; pattern: with the number as its group; is_share: it is our time divided by
    the peer's, else the peer's by ours; is_limit: nobody is expected to be faster than this peer."""

    what: str
    peer: str
    pattern: str
    is_share: bool = True
    is_limit: bool = False


Measured = tuple[Ratio, float | None]
"""With our time as a share of the peer's; None where the output has no such number."""


def read_ratios(ratios: Iterable[Ratio], output: str) -> list[Measured]:
    """Each with its number in the output of its benchmark."""
    measured: list[Measured] = []
    for ratio in ratios:
        numbers = [float(number.replace(",", "")) for number in re.findall(ratio.pattern, output, re.MULTILINE)]
        share = None if not numbers or not numbers[-1] else numbers[-1] if ratio.is_share else 1 / numbers[-1]
        measured.append((ratio, share))
    return measured


def format_table(measured: Sequence[Measured], machine: str) -> str:
    """Markdown: the peers first, then the limits, then machine and versions."""
    lines = ["| what | against | our time / theirs |", "|---|---|---:|"]
    for is_limit in (False, True):
        lines += [
            f"| {ratio.what} | {ratio.peer}{' (limit)' if is_limit else ''} | {_format_share(share)} |"
            for ratio, share in measured
            if ratio.is_limit == is_limit
        ]
    return "\n".join([*lines, "", textwrap.fill(machine, 118), ""])


def _format_share(share: float | None) -> str:
    """Two digits; what is small, as a fraction."""
    if share is None:
        return "not measured"
    return f"1 / {1 / share:,.0f}" if share < 0.095 else f"{share:.2f}"


def write_table(table: str, page: Path = PAGE) -> None:
    """Put the table into the page, between its marks. Raises ValueError where these are missing."""
    before, begin, rest = page.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{page}: expected the lines {BEGIN.strip()} and {END.strip()}")
    page.write_text(f"{before}{begin}{table}{end}{after}", "utf-8")
