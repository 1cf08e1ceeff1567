"""What the report concludes from its tables, decided on ours.

Settings are compared by what a model costs (`intervals.cost`): one is better than another if their 95 % intervals do
not overlap. A conclusion is a statement about several such pairs; it is

    reproduced   all pairs that differ are as it says, and most do          corrected   some are, some are not
    refuted      those that differ are the other way round                  open        none differs
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rosetta.studies.reproducing.akari.walksat_runs import HEURISTICS, LIMITS, PLAIN, THREE, Runs, Setting
from rosetta.studies.reproducing.intervals import cost_interval
from rosetta.studies.reproducing.records import CORRECTED, OPEN, REFUTED, REPRODUCED, Line

Pair = tuple[str, Setting, Setting]  # what is compared in words, the one that is said to be better, the other
LITTLE, MUCH = 0.1, 1.0


def findings(runs: Runs, boards: int) -> Iterator[Line]:
    """A line per conclusion."""
    where = [(board, form) for board in range(boards) for form in (PLAIN, THREE)]
    told = {(b, f): f"{f} form" + (f" of board {b + 1}" if boards > 1 else "") for b, f in where}

    def noises(less: float, more: float) -> list[Pair]:
        return [
            (f"{h}, {told[b, f]}", Setting(b, f, h, less), Setting(b, f, h, more))
            for b, f in where for h in HEURISTICS
        ]  # fmt: skip

    yield decided(runs, "a little noise helps (0.1 against 0)", noises(LITTLE, 0.0))
    yield decided(runs, "much noise hurts (1 against 0.1)", noises(LITTLE, MUCH))
    yield decided(
        runs,
        "the 3-SAT form is harder (noise 0.1)",
        [(f"{h}, board {b + 1}", Setting(b, PLAIN, h, LITTLE), Setting(b, THREE, h, LITTLE))
         for b in range(boards) for h in HEURISTICS],
    )  # fmt: skip
    yield decided(
        runs,
        "least-modified is the best heuristic (noise 0.1)",
        [(f"against {h}, {told[b, f]}", Setting(b, f, HEURISTICS[-1], LITTLE), Setting(b, f, h, LITTLE))
         for b, f in where for h in HEURISTICS[:-1]],
    )  # fmt: skip
    yield decided(
        runs,
        '"then more generally heuristics from the best to the worst are JW, MOMS and Score" (noise 0.1)',
        [(f"{a} against {c}, {told[b, f]}", Setting(b, f, a, LITTLE), Setting(b, f, c, LITTLE))
         for b, f in where for a, c in (("jw", "moms"), ("moms", "score"), ("jw", "score"))],
        "Its own tables have MOMS behind Score in the plain form (27,064.5 and 77.1 % against 5,886.3 and 100 %).",
    )  # fmt: skip


def decided(runs: Runs, claim: str, pairs: Iterable[Pair], remark: str = "") -> Line:
    """The line of a claim: in how many pairs the first is better, in how many the second is, and in which."""
    for_it: list[str] = []
    against: list[str] = []
    undecided: list[str] = []
    for words, better, worse in pairs:
        order = compared(runs, better, worse)
        (for_it if order > 0 else against if order < 0 else undecided).append(words)
    total = len(for_it) + len(against) + len(undecided)
    verdict = REPRODUCED if 2 * len(for_it) >= total else OPEN
    if against:
        verdict = CORRECTED if for_it else REFUTED
    parts = [f"Not so: {'; '.join(against)}."] if against else []
    parts += [f"No difference beyond chance: {'; '.join(undecided)}."] if undecided else []
    return Line(claim, None, f"in {len(for_it)} of {total} cases", verdict, " ".join([*parts, remark]).strip())


def compared(runs: Runs, one: Setting, other: Setting) -> int:
    """1 if the first is cheaper, -1 if the second is, 0 if the intervals of their costs overlap."""
    (low, high), (other_low, other_high) = (cost_interval(runs[setting], LIMITS[-1]) for setting in (one, other))
    return 1 if high < other_low else -1 if other_high < low else 0
