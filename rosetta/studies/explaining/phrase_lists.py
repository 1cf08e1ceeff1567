"""Lists of phrases: those that begin alike as one, and cells that follow each other as ranges.

tents at R1C2, R2C4-R2C7        do not press R1C1 1 time or 2 times
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from models.neutral.wording.phrases import Phrase
from models.neutral.wording.word_columns import Cell, describe_cell

FEWEST = 3  # cells of a range


def join_phrases(phrases: Sequence[Phrase]) -> str:
    """Phrases that have the same head, as one."""
    first = phrases[0]
    head = first.many if len(phrases) > 1 and first.many else first.head
    cells = [phrase.cell for phrase in phrases if phrase.cell is not None and not phrase.tail]
    if len(cells) == len(phrases):
        return head + ", ".join(cell_ranges(cells))
    of: dict[str, list[str]] = {}
    for phrase in phrases:
        of.setdefault(phrase.name, []).append(phrase.tail.strip())
    return head + ", ".join(f"{name} {' or '.join(filter(None, tails))}".strip() for name, tails in of.items())


def cell_ranges(cells: Iterable[Cell]) -> list[str]:
    """Cells in their order by name; three or more that follow each other in a row or column as `R3C1-R3C4`."""
    listed = list(dict.fromkeys(cells))
    remaining, ranges = set(listed), list[str]()
    for cell in listed:
        if cell in remaining:
            run = max((_run_through(cell, axis, remaining) for axis in (-1, -2)), key=len)
            run = run if len(run) >= FEWEST else [cell]
            remaining.difference_update(run)
            ranges.append("-".join(map(describe_cell, dict.fromkeys((run[0], run[-1])))))
    return ranges


def _run_through(cell: Cell, axis: int, cells: set[Cell]) -> list[Cell]:
    """The cells before and after this one along the axis, without a gap, in their order."""
    run = [cell]
    for by in (-1, 1):
        while (step := (*run[-1][:axis], run[-1][axis] + by, *run[-1][len(cell) + axis + 1 :])) in cells:
            run.append(step)
        run.sort() if by > 0 else run.reverse()
    return run
