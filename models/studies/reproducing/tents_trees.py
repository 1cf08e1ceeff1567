"""Methods for solving the Tents puzzle (Hebrew): the share of trees of its random maps settles at 18 %.

Its chart averages ten random maps per size. Here the same generator, `models.puzzles.tents`, with an interval for the
mean (Student's t). A map has as many tents as trees, so a share of 18 % leaves 64 % of the cells free.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from statistics import mean, stdev

from models.puzzles import tents
from models.studies.reproducing.curve import curve_svg, curve_text
from models.studies.reproducing.records import (
    CONTRADICTORY,
    CORRECTED,
    OPEN,
    REFUTED,
    REPRODUCED,
    Entry,
    Figure,
    Item,
    Line,
    Table,
    Watch,
)

QUICK, FULL = (5, 10, 15, 20, 30, 40, 60, 80), (5, 10, 15, 20, 30, 40, 60, 80, 100, 150, 200, 300, 500)
MAPS, T975 = 10, 2.262  # per size, as in the source; of Student's t, nine degrees of freedom
THEIRS = 18  # percent


def run(full: bool, seed: int, watch: Watch) -> Iterator[Entry]:
    """The entries; see `records`."""
    shares: dict[int, list[float]] = {}
    broken: list[str] = []
    for n in FULL if full else QUICK:
        watch(f"{n} x {n}")
        shares[n] = []
        for number in range(MAPS):
            p, planted = tents.generate((n, n), seed + number)
            shares[n].append(100 * int(p.trees.sum()) / n**2)
            broken += tents.verify(p, planted)[:1]
    rows = [(n, mean(some), half(some), min(some), max(some)) for n, some in shares.items()]
    yield Table(f"Trees in percent of the cells, {MAPS} random maps per size",
                ("n", "mean", "+-", "least", "most"), [(n, *(round(x, 2) for x in row)) for n, *row in rows],
                "95 % interval of the mean.")  # fmt: skip
    points = [(float(n), middle) for n, middle, *_ in rows]
    title = "Share of trees in percent by the side of the map"
    yield Figure(title, curve_text(points), curve_svg(title, points, THEIRS))
    if broken:
        yield Line("maps have the solution they were made from", None, None, CONTRADICTORY, broken[0])
        return
    yield settles(shares)


def half(sample: list[float]) -> float:
    """Half the 95 % interval of the mean of ten."""
    return T975 * stdev(sample) / sqrt(len(sample))


def settles(shares: dict[int, list[float]]) -> Line:
    """18 % to the percent, on the largest maps, where twice the size makes no difference of a percent any more."""
    *_, before, largest = shares
    ours, error = mean(shares[largest]), half(shares[largest])
    still = abs(ours - mean(shares[before])) < 0.5
    low, high = ours - error, ours + error
    inside = THEIRS - 0.5 <= low and high <= THEIRS + 0.5
    outside = high < THEIRS - 0.5 or low > THEIRS + 0.5
    if not still:
        verdict, reason = (REFUTED if outside else OPEN), f"It still changes between n = {before} and {largest}."
    else:
        verdict = REPRODUCED if inside else CORRECTED if outside else OPEN
        reason = f"n = {largest}; at n = {before} it is {mean(shares[before]):.2f} %. Small maps have more."
    return Line("the share of trees settles, percent", THEIRS, round(ours, 2), verdict, reason, round(error, 2))


ITEM = Item(
    name="tents-trees",
    title="Tents: the share of trees of random maps",
    source="Methods for solving the Tents puzzle (project report in Hebrew)",
    shows="Its chart again: trees in percent of the cells, ten random maps per size.",
    run=run,
)
