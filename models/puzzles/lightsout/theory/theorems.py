"""Theorems on Lights Out: the number of solutions of a board by its size, and why there is no solution.

If the lamps of a set L are such that every press toggles an even number of them, the parity of the lit ones among them
never changes. If there is no solution, there is such a set whose parity is wrong (the Fredholm alternative modulo 2).
"""

from __future__ import annotations

from collections.abc import Sequence

from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.theory.minimum import DIRECT
from models.puzzles.lightsout.theory.nullity import nullity, nullity_by_gcd

MOST_SIDE = 200_000  # of a board: larger ones take more than seconds
MOST_NAMED = 16  # lamps named in a sentence


def theory(
    size: tuple[int, int],
    lit: str | None,
    target: str | None,
    colours: int | None,
    rule: str | None,
    undirected: bool | None = None,
    any: str = "no",
) -> dict[str, int] | None:
    """How many solutions a rectangular board has, all lamps on at the start (see `nullity`); it has no arrows to
    be ignored."""
    if max(size) > MOST_SIDE or lit not in (None, "all") or target not in (None, "none"):
        return None
    if colours not in (None, 2) or rule not in (None, "closed"):
        return None
    m, n = size
    if m == n:
        return {
            "gcd at half degree": 2 ** nullity(n, n),
            "gcd of Fibonacci polynomials": 2 ** nullity_by_gcd(n, n),
        }
    return {"gcd of Fibonacci polynomials": 2 ** nullity(m, n), "the same, board turned": 2 ** nullity(n, m)}


def clash(p: LightsOut, rows: Sequence[tuple[str, int]]) -> str:
    """Why there is no solution, from rows that add up to 0 = 1: each is the lamp of its number."""
    lamps = [number for _, number in rows]
    if len(lamps) == 1:
        return f"the lamp of {p.describe_vertex(lamps[0])} has to change, and no press changes it"
    names = ", ".join(p.describe_vertex(lamp) for lamp in lamps[:MOST_NAMED]) + (
        ", ..." if len(lamps) > MOST_NAMED else ""
    )
    change = int(((p.target - p.start)[lamps] % 2).sum())
    return (
        f"pressing can never change the parity of the lights on {{{names}}}: every press toggles an even number "
        f"of these {len(lamps):,}, and an odd number ({change:,}) has to change"
    )


def has_large_kernel(p: LightsOut) -> bool:
    """Is it a rectangular board with more solutions than can be weighed one by one?"""
    if p.layout is None or p.layout.kind != "grid" or p.rule != "closed":
        return False
    rows, columns = p.layout.rows, p.layout.cols
    return min(rows, columns) > DIRECT and nullity(rows, columns) > DIRECT  # no more dimensions than columns
