"""Markers in cells of an SVG picture, told apart by shape and not by colour: a cross where a cell is known to be empty,
an exclamation mark for the latest deduction. Puzzles give the centres of the cells, in units of their pictures."""

from __future__ import annotations

from collections.abc import Iterable

Point = tuple[float, float]
INK, SOFT = "#4a1d7a", "#8b8794"


def signs(empty: Iterable[Point], fresh: Iterable[Point]) -> str:
    """SVG elements for both; "" for neither."""
    crosses = "".join(f"M{x - 3.5:g} {y - 3.5:g}l7 7m0 -7l-7 7" for x, y in empty)
    notes = "".join(f'<text x="{x + 8.5:g}" y="{y - 1:g}">!</text>' for x, y in fresh)
    return (f'<path d="{crosses}" fill="none" stroke="{SOFT}" stroke-width="1.6"/>' if crosses else "") + (
        f'<g font-family="sans-serif" font-size="13" font-weight="900" fill="{INK}" text-anchor="middle">{notes}</g>'
        if notes
        else ""
    )
