"""Methods for solving the Tents puzzle (Hebrew): the share of trees of its random maps settles at 18 %.

Its chart averages ten random maps per size. Here it is repeated with the same generator, `models.puzzles.tents.rules`,
and an interval for the mean (Student's t). A map has as many tents as trees, so a share of 18 % leaves 64 % of the
cells free.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import log, sqrt
from statistics import mean

import numpy as np

from models.puzzles.tents import rules
from report.reproduction.records import CONTRADICTORY, CORRECTED, OPEN, REPRODUCED, Entry, Figure, Line, Table
from rosetta.foundation.progress import Progress
from rosetta.reproducing.curve import curve_svg, curve_text
from rosetta.reproducing.intervals import t_half_width
from rosetta.reproducing.records import Item

QUICK = (5, 10, 15, 20, 30, 40, 60, 80, 120, 160)
FULL = (*QUICK, 240, 320, 500)
MAPS = 10  # per size, as in the source
THEIRS = 18  # percent
LARGE, SLACK = 160, 0.3  # smallest side where times exceed the fixed cost of a call; for the noise of times
SMALL = 20  # smallest side where b/n alone describes the effect of the edge


def run(full: bool, seed: int, progress: Progress) -> Iterator[Entry]:
    """The entries; see `records`."""
    shares: dict[int, list[float]] = {}
    spent: dict[int, float] = {}
    broken: list[str] = []
    for n in FULL if full else QUICK:
        shares[n], spent[n] = [], 0.0
        for number in range(MAPS):
            progress(f"{n} x {n}, map {number + 1} of {MAPS}")
            start = time.process_time()
            p, planted = rules.generate((n, n), seed + number)
            spent[n] += time.process_time() - start
            shares[n].append(100 * int(p.trees.sum()) / n**2)
            broken += rules.verify(p, planted)[:1]
    rows = [(n, mean(some), t_half_width(some), min(some), max(some)) for n, some in shares.items()]
    yield Table(f"Trees in percent of the cells, {MAPS} random maps per size",
                ("n", "mean", "+-", "least", "most"), [(n, *(round(x, 2) for x in row)) for n, *row in rows],
                "95 % interval of the mean.")  # fmt: skip
    points = [(float(n), middle) for n, middle, *_ in rows]
    title = "Share of trees in percent by the side of the map"
    yield Figure(title, curve_text(points), curve_svg(title, points, THEIRS))
    if broken:
        yield Line("maps have the solution they were made from", None, None, CONTRADICTORY, broken[0])
        return
    yield share_line(shares)
    if full:
        yield growth_line(spent)


def share_limit(shares: dict[int, list[float]]) -> tuple[float, float]:
    """The limit of the share, and half its 95 % interval: a of a + b/n, as edges have more trees. By weighted least
    squares: a map has n^2 cells, so the variance of its share is proportional to 1 / n^2."""
    n = np.array([n for n, some in shares.items() if n >= SMALL for _ in some], np.float64)
    y = np.array([share for m, some in shares.items() if m >= SMALL for share in some])
    design = np.stack([n, np.ones(len(n))], axis=1)  # (1, 1/n), times the root of the weight
    (a, b), *_ = np.linalg.lstsq(design, n * y, rcond=None)
    variance = float(((n * y - design @ (a, b)) ** 2).sum() / (len(n) - 2))
    return float(a), 1.96 * sqrt(variance * float(np.linalg.inv(design.T @ design)[0, 0]))


def share_line(shares: dict[int, list[float]]) -> Line:
    """18 % is right if the limit is 18 to the whole percent."""
    (a, error), largest = share_limit(shares), max(shares)
    inside = a - error >= THEIRS - 0.5 and a + error <= THEIRS + 0.5
    outside = a + error < THEIRS - 0.5 or a - error > THEIRS + 0.5
    verdict = REPRODUCED if inside else CORRECTED if outside else OPEN
    at_largest = f"at n = {largest}: {mean(shares[largest]):.2f} %"
    reason = f"The limit of a + b/n, from maps of {SMALL} to {largest}; {at_largest}."
    if outside and int(a) == THEIRS:
        reason += f" {THEIRS} is what is left when the digits behind the point are cut off."
    return Line("the share of trees settles, percent", THEIRS, round(a, 2), verdict, reason, round(error, 2))


def growth_line(spent: dict[int, float]) -> Line:
    """O(n^2 log n): the exponent by which CPU seconds grow between two large sizes, against that of n^2 log n."""
    small, large = next(n for n in spent if n >= LARGE), max(spent)
    factor = log(large / small)
    ours, theirs = log(spent[large] / spent[small]) / factor, 2 + log(log(large) / log(small)) / factor
    reason = f"From n = {small} to {large}, where n^2 log n has {theirs:.2f}; CPU seconds of {MAPS} maps each. "
    return Line("the generator takes O(n^2 log n): exponent", "2 and a little", round(ours, 2),
                REPRODUCED if ours <= theirs + SLACK else OPEN, reason + "One ratio proves no bound.")  # fmt: skip


ITEM = Item(
    name="tents-trees",
    title="Tents: the share of trees of random maps",
    source="Methods for solving the Tents puzzle (project report in Hebrew)",
    shows="Its chart again: trees in percent of the cells, ten random maps per size.",
    run=run,
)
