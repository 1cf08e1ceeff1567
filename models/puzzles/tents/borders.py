"""The clues as counts of links across the borders between lines: formulation `borders`.

A link leads from a tree to its tent. Of the lines 0..k of a board (rows, say), every tree has its tent in one of them,
unless its link crosses the border below line k; and every tent there has its tree there, unless its link crosses that
border upwards. So, with one tent for each tree and one tree for each tent,

    links across the border downwards - links across it upwards = trees in lines 0..k - tents in lines 0..k

and where the clues of lines 0..k are known, the right side is a number. It follows in the same way from the clues of
all lines behind the border. The count of line k is the difference of those of its two borders, so that these say
together what the clues say. No link crosses the edge behind the last line: this row counts nothing, and cannot hold
unless all clues together are the number of trees.

Why: on a board of 70 x 70, 37 cells of a line can hold a tent, 24 links can cross a border; and a link crosses one
border at most, where a tent is in the counts of a row and of a column. So SAT solvers, and others, answer many times as
soon (docs/measurements/performance.md, Long sums).

A line without a clue separates the borders that are known from its two sides. Lines between two unknown clues, which no
known border encloses, keep their own counts.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral import Each, Model, each, group
from models.puzzles.tents.instance import UNKNOWN, Tents, links

LINES = ("row", "column")


def count_crossings(m: Model, p: Tents) -> None:
    """State all clues, in a model that has `tent` by cell and `link` by entry of `links(p)`, each tree with one link,
    each tent with one."""
    tree, cell = links(p)
    tree_at, tent_at, tent = (
        np.argwhere(p.trees)[tree],
        np.stack(np.divmod(cell, p.trees.shape[1]), axis=1),
        m.arrays["tent"],
    )
    for axis, clues in enumerate((p.rows, p.cols)):
        known, flow = border_flows(p.trees.sum(axis=1 - axis), clues)
        first, second = tree_at[:, axis], tent_at[:, axis]
        border, down = np.minimum(first, second), first < second
        crosses = first != second
        upwards = np.bincount(border[crosses & ~down], minlength=len(clues))
        crossing = group(np.where(down, m.arrays["link"], -m.arrays["link"])[crosses], by=border[crosses], n=len(clues))
        line = LINES[axis]
        m.exactly(flow + upwards, f"{line} counts up to a border", crossing, where=known, of=_name_borders(p, axis))
        own = (clues != UNKNOWN) & ~(known & np.append(True, known[:-1]))
        lines = tent if axis == 0 else tent.T
        m.exactly(clues, f"{line} counts", lines, where=own, of=f"{line} {{n}}", clue=True)


def _name_borders(p: Tents, axis: int) -> Each:
    """The words of the borders behind the lines; of the last, which no link crosses, what the clues say in all."""
    line, clues = LINES[axis], (p.rows, p.cols)[axis]
    names = [f"the border behind {line} {number}" for number in range(1, len(clues) + 1)]
    if UNKNOWN not in clues:
        names[-1] = f"{clues.sum()} tents in all {line}s for {p.trees.sum()} trees"
    return each("{name}", name=names)


def border_flows(trees: NDArray[np.int64], clues: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """By line, what is known of the border behind it: whether anything is; and how many more links lead across it
    forwards than backwards, 0 where that is unknown. Behind the last line: how many trees there are more than the clues
    say, where all are known; else 0, since no link leads there. trees: how many each line has; clues: of each line."""
    unknown = np.flatnonzero(clues == UNKNOWN)
    flow = np.cumsum(trees - clues)
    if not len(unknown):
        return np.ones(len(clues), np.bool_), flow
    place = np.arange(len(clues))
    before, behind = place < unknown[0], place >= unknown[-1]
    from_behind = flow - flow[-1]  # minus what is missing in the lines behind
    return before | behind, np.where(before, flow, np.where(behind, from_behind, 0))
