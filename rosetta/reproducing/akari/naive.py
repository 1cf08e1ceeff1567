"""Light Up solver (Ben-Gurion University, in Hebrew): its naive solver finds 81 % of the lamps, at every size.

The boards had "varied" densities, which are not stated. Here the share is measured by density of bare and of numbered
walls, in percent of the cells, on boards of the same generator. The naive solver is propagation of the model
(`propagate`; a test checks on thousands of boards that both find the same lamps). What propagation derives holds in
every solution, so the share is taken of the planted lamps; a derived lamp that was not planted would be a fault of
ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean

from backends.contract import Limits
from backends.passes.propagation import prepare
from models.puzzles.akari import rules
from models.puzzles.akari.record import PUZZLE
from report.reproduction.heatmap import heatmap_svg, heatmap_text
from report.reproduction.records import CONTRADICTORY, CORRECTED, OPEN, REPRODUCED, Entry, Figure, Line, Table, Value
from rosetta.foundation.progress import Progress
from rosetta.reproducing.intervals import t_half_width
from rosetta.reproducing.records import Item
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.attempts import attempt

THEIRS = 81  # percent, on average and "in all runs"
BARE, NUMBERED = (0, 10, 20, 30, 40), (2, 5, 10, 15, 20, 25, 30, 40)  # percent
SOME_BARE, SOME_NUMBERED = (0, 20, 40), (5, 10, 20, 30, 40)
SIDE, QUICK_SIDE = 60, 40
SIZES, QUICK_SIZES = (30, 60, 100, 200, 400), (30, 60, 100)  # at one density
DENSITY = (40, 20)
LIMITS = Limits(seconds=60.0)
STEADY = 5.0  # percentage points by which sizes may differ


class WrongLamp(Exception):
    """Propagation derived a lamp that the planted solution does not have."""


def run(full: bool, seed: int, progress: Progress) -> Iterator[Entry]:
    """The entries; see `records`."""
    bares, numbers = (BARE, NUMBERED) if full else (SOME_BARE, SOME_NUMBERED)
    side, seeds = (SIDE, 5) if full else (QUICK_SIDE, 1)
    prepare()  # compiled here once, instead of in every child process
    try:
        shares_by = {
            (bare, numbered): mean(sample(side, bare, numbered, range(seed, seed + seeds), progress))
            for bare in bares for numbered in numbers
        }  # fmt: skip
        sizes = SIZES if full else QUICK_SIZES
        samples = {n: sample(n, *DENSITY, range(seed, seed + seeds + 2), progress) for n in sizes}
    except WrongLamp as fault:
        yield Line("lamps that propagation finds are in every solution", None, None, CONTRADICTORY, str(fault))
        return
    walls = "bare (rows) by numbered walls (columns), percent"
    title = f"Percent of the lamps found without search, {side}x{side}: {walls}"
    rows, columns = [f"{bare}" for bare in bares], [f"{numbered}" for numbered in numbers]
    grid = [[shares_by[bare, numbered] for numbered in numbers] for bare in bares]
    yield Figure(title, heatmap_text(rows, columns, grid), heatmap_svg(title, rows, columns, grid))
    yield Table(
        f"Where {THEIRS} % lies", ("bare %", "numbered %"),
        [(bare, density_text(crossing_density([(numbered, shares_by[bare, numbered]) for numbered in numbers]))) for
        bare in bares], "Between two densities: by a straight line.",
    )  # fmt: skip
    yield density_line(shares_by)
    table: list[list[Value]] = [
        [n, round(100 * mean(shares), 1), round(100 * t_half_width(shares), 1)] for n, shares in samples.items()
    ]
    yield Table(f"By size, {DENSITY[0]} % bare and {DENSITY[1]} % numbered", ("n", "share %", "+-"), table,
                f"Of {seeds + 2} boards each; 95 % interval of the mean.")  # fmt: skip
    yield size_line({n: mean(shares) for n, shares in samples.items()})


def sample(side: int, bare: int, numbered: int, seeds: range, progress: Progress) -> list[float]:
    """The shares on the boards of these seeds."""
    shares = []
    for seed in seeds:
        progress(f"{side} x {side}, {bare} % bare, {numbered} % numbered, board {seed}")
        shares.append(share(side, bare, numbered, seed))
    return shares


def share(side: int, bare: int, numbered: int, seed: int) -> float:
    """The share on one board, from 0 to 1. Raises WrongLamp."""
    p, planted = rules.generate((side, side), seed, bare=bare, numbered=numbered)
    question = Question(PUZZLE, p)
    tried = attempt(question, resolve_entrant(question, "propagate", "default"), LIMITS)
    if tried.derived_pieces is None or planted is None:
        raise WrongLamp(f"propagation ended with {tried.outcome.status} on a board that has a solution")
    lamps = PUZZLE.extras.pieces(planted)
    if tried.derived_pieces - lamps:
        raise WrongLamp(f"{side}x{side}, seed {seed}: {len(tried.derived_pieces - lamps)} lamps are not in a solution")
    return len(tried.derived_pieces) / len(lamps)


def crossing_density(points: list[tuple[int, float]]) -> float | None:
    """The density at which the share first reaches theirs, None if it does not."""
    level, before = THEIRS / 100, None
    for x, y in points:
        if y >= level:
            if before is None or before[1] == y:
                return float(x)
            return before[0] + (x - before[0]) * (level - before[1]) / (y - before[1])
        before = (x, y)
    return None


def density_text(density: float | None) -> str:
    return "not reached" if density is None else f"{density:.0f}"


def density_line(shares: dict[tuple[int, int], float]) -> Line:
    """Is the share the same at all densities?"""
    low, high = min(shares.values()), max(shares.values())
    (bare, numbered), nearest = min(shares.items(), key=lambda pair: abs(pair[1] - THEIRS / 100))
    spread = 100 * (high - low)
    verdict = CORRECTED if spread > STEADY else REPRODUCED
    return Line("lamps that the naive solver finds on average, percent", THEIRS, f"{100 * low:.0f} to {100 * high:.0f}",
                verdict, f"It is a matter of the densities; with {bare} % bare and {numbered} % numbered walls it is "
                f"{100 * nearest:.0f} %.")  # fmt: skip


def size_line(by_size: dict[int, float]) -> Line:
    """At one density, does the share depend on the size?"""
    spread = 100 * (max(by_size.values()) - min(by_size.values()))
    return Line("the share is the same at every size", "81 % at all of them",
                f"{100 * min(by_size.values()):.0f} to {100 * max(by_size.values()):.0f} %",
                REPRODUCED if spread < STEADY else OPEN, f"{DENSITY[0]} % bare, {DENSITY[1]} % numbered.")  # fmt: skip


ITEM = Item(
    name="akari-naive",
    title="Light Up: how many lamps follow without search",
    source="Light Up solver (Ben-Gurion University, project report in Hebrew)",
    shows="The share of lamps that its naive solver finds, over both densities of walls, and by size.",
    run=run,
)
