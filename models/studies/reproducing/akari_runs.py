"""Light Up solver (Ben-Gurion University, in Hebrew): its table of runs, sizes 100 to 1200, three solvers.

    naive    propagation of the model                         `propagate`
    SAT      cardinality constraints as they are (SAT4J)      `minicard`, and others beside it
    hybrid   naive first, SAT on what it leaves               `hybrid:minicard`, and the same of others

Times depend on machine and solver: what is compared is who is quicker, and how times grow. Boards are of several
densities, since its own are not stated; each solver gets the same ones, in turn, and every answer is held against the
rules. Seconds are wall clock of lowering, loading and solving.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import log
from statistics import mean

from backends.contract import Limits
from backends.passes.propagation import prepare
from models.puzzles import akari
from models.studies.attempts import Attempt, Entrant, Question, attempt
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
    Note,
    Table,
    Watch,
)
from report.reproduced import Value

THEIRS = (  # size, boards, naive: share of lamps; seconds: naive, SAT, hybrid, SAT part of the hybrid
    (100, 153, 0.821265, 0.005766, 0.01111, 0.016372, 0.010606),
    (200, 181, 0.810353, 0.0355, 0.078805, 0.106256, 0.070755),
    (500, 253, 0.808266, 0.425207, 2.734934, 3.098508, 2.673301),
    (1000, 153, 0.8266, 1.578449, 46.872064, 45.686456, 44.108007),
    (1200, 78, 0.809605, 2.356465, 89.622266, 88.453658, 86.097193),
)
DENSITIES = ((10, 20), (20, 20), (40, 20), (10, 30))  # percent of bare and of numbered walls
FULL_SIZES, QUICK_SIZES = (100, 200, 500, 1000, 1200), (50, 100)
NAIVE, SAT, HYBRID = "propagate", "minicard", "hybrid:minicard"
OTHERS = ("cpsat", "hybrid:cpsat", "windows")
SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Runs:
    """Of one size. seconds: mean by solver, None where a run did not end in time; share: of the lamps, by the naive
    solver; broken: rules that an answer breaks."""

    size: int
    seconds: Mapping[str, float | None]
    share: float
    broken: tuple[str, ...]


def run(full: bool, seed: int, watch: Watch) -> Iterator[Entry]:
    """The entries; see `records`."""
    prepare()
    names = (NAIVE, SAT, HYBRID, *OTHERS) if full else (NAIVE, SAT, HYBRID, *OTHERS[:2])
    seconds = SECONDS if full else 20.0
    found: list[Runs] = []
    for n in FULL_SIZES if full else QUICK_SIZES:
        late = {name for one in found for name, mean_of in one.seconds.items() if mean_of is None}
        found.append(runs(n, names, late, seed, seconds, watch))
    yield Table(
        "Theirs: mean seconds", ("size", "boards", "naive", "SAT", "hybrid", "its SAT part", "lamps found %"),
        [(n, boards, naive, sat, hybrid, part, round(100 * share, 1)) for n, boards, share, naive, sat, hybrid, part
         in THEIRS],
    )  # fmt: skip
    rows: list[list[Value]] = [
        [one.size, len(DENSITIES), *(one.seconds[name] for name in names), round(100 * one.share, 1)] for one in found
    ]
    yield Table("Ours: mean seconds", ("size", "boards", *names, "lamps found %"), rows,
                f"Bare and numbered walls in percent: {', '.join(f'{b}+{n}' for b, n in DENSITIES)}.")  # fmt: skip
    yield from ratios(found)
    broken = [rule for one in found for rule in one.broken]
    yield Line("every answer keeps the rules", None, f"{len(broken)} broken", CONTRADICTORY if broken else REPRODUCED,
               "; ".join(broken[:2]))  # fmt: skip
    yield quickest(found)
    yield growth(found)
    yield sat_part(found)
    if full:
        yield overtakes(found)
    else:
        yield Note("At which size the hybrid solver overtakes SAT (theirs: 1000) is for --full.")


def runs(size: int, names: tuple[str, ...], late: set[str], seed: int, seconds: float, watch: Watch) -> Runs:
    """The solvers on the same boards, in turn, but those that were too late on smaller ones."""
    spent: dict[str, list[float]] = {name: [] for name in names}
    shares: list[float] = []
    broken: list[str] = []
    for bare, numbered in DENSITIES:
        p, planted = akari.generate((size, size), seed, bare=bare, numbered=numbered)
        question = Question(akari.PUZZLE, p)
        for name in names:
            if name in late:
                continue
            watch(f"{size} x {size}, {bare} % bare, {numbered} % numbered: {name}")
            one = attempt(question, Entrant(name, "default"), Limits(seconds=seconds))
            spent[name].append(sum(one.outcome.seconds.values()))
            broken += [f"{name}: {rule}" for known in one.answers for rule in known.broken[:1]]
            late = late | {name} if name != NAIVE and not one.answers else late
            if name == NAIVE:
                shares.append(found_of(one, planted))
    means = {name: None if name in late else mean(spent[name]) for name in names}
    return Runs(size, means, mean(shares), tuple(broken))


def found_of(one: Attempt, planted: akari.Answer | None) -> float:
    """The share of the planted lamps that propagation found, from 0 to 1."""
    lamps = akari.PUZZLE.pieces(planted or ())
    return len((one.found or frozenset()) & lamps) / len(lamps)


def both(one: Runs, first: str, second: str) -> tuple[float, float] | None:
    """The seconds of two solvers, None where one of them did not end."""
    a, b = one.seconds[first], one.seconds[second]
    return None if a is None or b is None else (a, b)


def ratios(found: list[Runs]) -> Iterator[Figure]:
    """What the hybrid takes of the time of SAT, by size: theirs and ours."""
    ours = [(float(one.size), pair[0] / pair[1]) for one in found if (pair := both(one, HYBRID, SAT)) is not None]
    theirs = [(float(n), hybrid / sat) for n, _, _, _, sat, hybrid, _ in THEIRS]
    for whose, points in (("theirs", theirs), ("ours", ours)):
        if points:
            title = f"Seconds of the hybrid solver divided by those of SAT, by size: {whose}"
            yield Figure(title, curve_text(points), curve_svg(title, points, 1.0))


def quickest(found: list[Runs]) -> Line:
    """Naive before SAT at every size."""
    pairs = [both(one, NAIVE, SAT) for one in found]
    won = [pair is None or pair[0] < pair[1] for pair in pairs]
    return Line("the naive solver is quicker than SAT", "at every size", f"at {sum(won)} of {len(won)} sizes",
                REPRODUCED if all(won) else CORRECTED if any(won) else REFUTED)  # fmt: skip


def growth(found: list[Runs]) -> Line:
    """O(n^3): the exponent of the time between the smallest and the largest board."""
    first, last = found[0], found[-1]
    pair = first.seconds[NAIVE], last.seconds[NAIVE]
    ours = log((pair[1] or 0) / (pair[0] or 1)) / log(last.size / first.size)
    reason = f"Seconds at n = {first.size} and {last.size}; one ratio proves no bound."
    return Line("the naive solver takes O(n^3): exponent", 3, round(ours, 2), REPRODUCED if ours <= 3 else OPEN, reason)


def sat_part(found: list[Runs]) -> Line:
    """What the hybrid spends beyond propagation, against SAT alone."""
    left = [one for one in found if both(one, HYBRID, SAT) is not None]
    won = [(one.seconds[HYBRID] or 0) - (one.seconds[NAIVE] or 0) < (one.seconds[SAT] or 0) for one in left]
    verdict = REPRODUCED if all(won) else CORRECTED if any(won) else REFUTED
    verdict = OPEN if len(left) < len(found) else verdict
    claim, ours = "the SAT part of the hybrid is quicker than SAT alone", f"at {sum(won)} of {len(found)} sizes"
    return Line(claim, "at every size", ours, verdict, "Hybrid less naive.")


def overtakes(found: list[Runs]) -> Line:
    """The smallest size from which on the hybrid is quicker."""
    pairs = {one.size: both(one, HYBRID, SAT) for one in found}
    if None in pairs.values():
        return Line("size from which the hybrid is quicker than SAT", 1000, None, OPEN, "A run did not end in time.")
    slower = [size for size, pair in pairs.items() if pair is not None and pair[0] >= pair[1]]
    quicker = [size for size in pairs if size > max(slower, default=0)]
    ours = min(quicker, default=None)
    verdict = REFUTED if ours is None else REPRODUCED if ours == 1000 else CORRECTED
    return Line("size from which the hybrid is quicker than SAT", 1000, ours, verdict,
                "On this machine, with these densities; of the sizes above.")  # fmt: skip


ITEM = Item(
    name="akari-runs",
    title="Light Up: the table of runs, naive, SAT and hybrid",
    source="Light Up solver (Ben-Gurion University, project report in Hebrew)",
    shows="Seconds and lamps found by size, for its three solvers and others, and who is quicker.",
    run=run,
)
