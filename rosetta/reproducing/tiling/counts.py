"""Published numbers of tilings of boards and boxes, each counted in two ways that share no code.

Polyominoes may be turned over; pieces in space are only rotated. `theirs` is the published number, up to the symmetries
of the board; the number of all tilings follows from it where no tiling is symmetric itself. Copies of a piece are
interchangeable: the Slothouber-Graatsma puzzle has 8 tilings, one up to symmetry.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from report.reproduction.records import CONTRADICTORY, CORRECTED, OPEN, REPRODUCED, Entry, Line
from rosetta.api.counting import Count, count
from rosetta.api.loading import load
from rosetta.foundation.progress import Progress, prefix_progress
from rosetta.foundation.vocabulary import Verdict
from rosetta.reproducing.records import Item

PUBLISHED = {  # WHAT -> tilings up to symmetry; those that take seconds last
    "3x20": 2, "4x15": 368, "5x12": 1010, "6x10": 2339, "8x8-centre": 65, "8x8-corners": 2170, "2x3x10": 12,
    "2x5x6": 264, "soma": 240, "slothouber-graatsma": 1, "tetrominoes:4x5": 0, "hexominoes:14x15": 0,
    "hexominoes:7x30": 0, "one-sided:3x30": 46, "8x8": 16146, "3x4x5": 3940, "bedlam": 19186,
}  # fmt: skip
QUICK = ("3x20", "5x12", "6x10", "8x8-centre", "2x3x10", "soma", "slothouber-graatsma", "tetrominoes:4x5")
SECONDS = 300.0  # Bedlam's cube takes most of a minute, and longer on a busy machine


def run(full: bool, seed: int, progress: Progress) -> Iterator[Entry]:
    """A line per board; see `records`."""
    for what in PUBLISHED if full else QUICK:
        report = prefix_progress(f"{what}: ", progress)
        yield _line(what, count(load("tiling", what), distinct=True, time_limit=SECONDS, progress=report))


def _line(what: str, total: Count) -> Line:
    """The published number against ours, and how ours was counted."""
    theirs = PUBLISHED[what]
    how = f"{total.count:,} in all; {total.backend}, and {total.witness or 'nobody else'}; {total.seconds:.1f} s."
    if total.to_json()["verdict"] == Verdict.WRONG:
        return Line(f"tilings of {what}", theirs, total.distinct, CONTRADICTORY, total.note)
    line = Line(f"tilings of {what}, up to symmetry", theirs, total.distinct, OPEN, how)
    if not total.exact:
        return line
    return replace(line, verdict=REPRODUCED if total.distinct == theirs else CORRECTED)


ITEM = Item(
    name="tiling-counts",
    title="how many tilings: boards, boxes and cubes",
    source="S. W. Golomb, Polyominoes (1965); D. E. Knuth, Dancing links (2000); counts of Soma and of Bedlam's cube",
    shows="Numbers of tilings up to symmetry, each counted by exact cover, and again by merging.",
    run=run,
)
