"""Lights Out by light chasing, as a teacher shows it: on rectangular boards, whose lamps should all be off at the end.

    o . o      Below each lit lamp of row 1, press the lamp of row 2: that puts row 1 out. Go on row by row.
    . . .      In the end only the last row can be lit. What is pressed in row 1 before chasing decides which of its
    . o .      lamps are: each press of row 1 has its own pattern there, and patterns add up modulo 2.

So a board of n columns is a system of n equations: presses of row 1 whose patterns add up to what is lit. If it has no
solution, some lamps of the last row change an even number of times whatever is pressed, and an odd number is lit.

Rows are integers, whose bit c is column c.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import xor

from models.puzzles.lightsout.instance import LightsOut

MOST_COLUMNS, MOST_ROWS = 20, 30  # of a board that a person may follow
MOST_FREE = 12  # dimensions of the quiet patterns up to which the fewest presses are looked for


@dataclass(frozen=True, slots=True)
class ChasedRow:
    """Presses of one row, and the lamps after them: rows of bits."""

    row: int
    presses: int
    lamps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chase:
    """first: chasing from the start; remaining: what is then lit in the last row; patterns: what each single press of
    row 1 leaves there, by column; top: the presses of row 1 that remove it, None if there are none; second: those
    presses, and chasing after them; obstruction: if there are none, lamps of the last row of which all patterns have an
    even number, but an odd number is lit; quiet: presses of row 1 whose patterns add up to nothing, a basis."""

    columns: int
    start: tuple[int, ...]
    first: tuple[ChasedRow, ...]
    remaining: int
    patterns: tuple[int, ...]
    top: int | None
    second: tuple[ChasedRow, ...]
    obstruction: int
    quiet: tuple[int, ...]

    @property
    def presses(self) -> tuple[int, ...]:
        """The presses that put everything out, by row; of a board without a solution, none."""
        if self.top is None:
            return (0,) * len(self.start)
        done = {chased.row: chased.presses for chased in (self.second or self.first)}
        return tuple(done.get(row, 0) for row in range(len(self.start)))


def chase_board(p: LightsOut) -> Chase | None:
    """The chase of a board, None where light chasing is not what a teacher would show."""
    if p.layout is None or p.layout.kind != "grid":
        return None
    rows, columns = p.layout.rows, p.layout.cols
    plain = p.rule == "closed" and p.colours == 2 and not p.target.any()
    if not plain or not 2 <= rows <= MOST_ROWS or columns > MOST_COLUMNS:
        return None
    lit = p.start.reshape(rows, columns).tolist()
    return chase_lights([sum(lamp << c for c, lamp in enumerate(row)) for row in lit], columns)


def chase_lights(start: Sequence[int], columns: int) -> Chase:
    """Chases the lights of a board; start: its rows."""
    first = tuple(_chase_rows(start, columns))
    remaining = first[-1].lamps[-1]
    dark = [0] * len(start)
    patterns = tuple(_last_row(dark, columns, 1 << c) for c in range(columns))
    top, kernel, obstruction = _solve_patterns(patterns, remaining)
    if top:
        top = _fewest_presses(start, columns, top, kernel)
    second = tuple(_chase_rows(start, columns, top)) if top else ()
    return Chase(columns, tuple(start), first, remaining, patterns, top, second, obstruction, tuple(kernel))


def other_presses(chase: Chase) -> tuple[int, ...] | None:
    """Another solution, by row; None where there is none, or only one."""
    if chase.top is None or not chase.quiet:
        return None
    return chased_presses(chase.start, chase.columns, chase.top ^ chase.quiet[0])


def chased_presses(start: Sequence[int], columns: int, top: int) -> tuple[int, ...]:
    """The presses, by row, of chasing after these presses of row 1."""
    done = {chased.row: chased.presses for chased in _chase_rows(start, columns, top)}
    return tuple(done.get(row, 0) for row in range(len(start)))


def bits(mask: int) -> list[int]:
    """The columns of a row of bits."""
    return [c for c in range(mask.bit_length()) if mask >> c & 1]


def _chase_rows(start: Sequence[int], columns: int, top: int = 0) -> Iterator[ChasedRow]:
    """Presses in row 1, if any, then in every row what puts out the row above."""
    lamps = list(start)
    for row in range(len(lamps)):
        presses = lamps[row - 1] if row else top
        _press(lamps, row, presses, columns)
        if row or top:
            yield ChasedRow(row, presses, tuple(lamps))


def _press(lamps: list[int], row: int, presses: int, columns: int) -> None:
    lamps[row] ^= (presses ^ presses << 1 ^ presses >> 1) & ((1 << columns) - 1)
    for beside in (row - 1, row + 1):
        if 0 <= beside < len(lamps):
            lamps[beside] ^= presses


def _last_row(start: Sequence[int], columns: int, top: int) -> int:
    return list(_chase_rows(start, columns, top))[-1].lamps[-1]


def _solve_patterns(patterns: Sequence[int], remaining: int) -> tuple[int | None, list[int], int]:
    """Presses whose patterns add up to what remains (None: there are none); combinations of presses whose patterns add
    up to nothing; lamps of which all patterns have an even number and what remains has an odd one (0: none)."""
    reduced: list[tuple[int, int]] = []  # a pattern and its presses; leading bits differ
    kernel = []
    for c, pattern in enumerate(patterns):
        value, presses = _reduce(pattern, 1 << c, reduced)
        if value:
            reduced.append((value, presses))
        else:
            kernel.append(presses)
    value, presses = _reduce(remaining, 0, reduced)
    return (presses, kernel, 0) if not value else (None, kernel, _even_lamps(patterns, remaining))


def _reduce(value: int, presses: int, reduced: Sequence[tuple[int, int]]) -> tuple[int, int]:
    for pattern, combined in sorted(reduced, reverse=True):
        if value ^ pattern < value and value >> (pattern.bit_length() - 1) & 1:
            value, presses = value ^ pattern, presses ^ combined
    return value, presses


def _even_lamps(patterns: Sequence[int], remaining: int) -> int:
    """The fewest lamps, as far as they are looked for, that all patterns meet evenly and what remains oddly."""
    columns = range(len(patterns))
    for size in columns:
        for chosen in combinations(columns, size + 1):
            lamps = sum(1 << c for c in chosen)
            if (lamps & remaining).bit_count() % 2 and not any((lamps & each).bit_count() % 2 for each in patterns):
                return lamps
    raise AssertionError("a system without a solution has such lamps")


def _fewest_presses(start: Sequence[int], columns: int, top: int, kernel: Sequence[int]) -> int:
    """Of the presses of row 1 that will do, those with which the whole board takes the fewest presses."""
    if len(kernel) > MOST_FREE:
        return top
    choices = [reduce(xor, chosen, top) for size in range(len(kernel) + 1) for chosen in combinations(kernel, size)]

    def cost(presses: int) -> tuple[int, int]:
        return sum(chased.presses.bit_count() for chased in _chase_rows(start, columns, presses)), presses

    return min(choices, key=cost)
