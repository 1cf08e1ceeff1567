"""The conclusions that the student report draws from its WalkSAT tables, decided on our runs.

Settings are compared by the cost of a model (`intervals.cost`): one is better than another if it is cheaper and their
95 % intervals do not overlap. A conclusion is a statement about several such pairs; it is

    reproduced   all pairs that differ are as it says, and most do          corrected   some are, some are not
    refuted      those that differ are the other way round                  open        none differs
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from report.reproduction.records import CORRECTED, OPEN, REFUTED, REPRODUCED, Line
from rosetta.studies.reproducing.akari.walksat_runs import HEURISTICS, LIMITS, PLAIN, THREE, Runs, WalkSetting
from rosetta.studies.reproducing.intervals import cost_interval

Pair = tuple[str, WalkSetting, WalkSetting]  # description, the setting that is claimed to be better, the other one
LITTLE_NOISE, MUCH_NOISE = 0.1, 1.0


def findings(runs: Runs, boards: int) -> Iterator[Line]:
    """A line per conclusion."""
    where = [(board, form) for board in range(boards) for form in (PLAIN, THREE)]
    labels = {(b, f): f"{f} form" + (f" of board {b + 1}" if boards > 1 else "") for b, f in where}

    def noises(less: float, more: float) -> list[Pair]:
        return [
            (f"{h}, {labels[b, f]}", WalkSetting(b, f, h, less), WalkSetting(b, f, h, more))
            for b, f in where for h in HEURISTICS
        ]  # fmt: skip

    yield claim_line(runs, "a little noise helps (0.1 against 0)", noises(LITTLE_NOISE, 0.0))
    yield claim_line(runs, "much noise hurts (1 against 0.1)", noises(LITTLE_NOISE, MUCH_NOISE))
    yield claim_line(
        runs,
        "the 3-SAT form is harder (noise 0.1)",
        [(f"{h}, board {b + 1}", WalkSetting(b, PLAIN, h, LITTLE_NOISE), WalkSetting(b, THREE, h, LITTLE_NOISE))
         for b in range(boards) for h in HEURISTICS],
    )  # fmt: skip
    yield claim_line(
        runs,
        "least-modified is the best heuristic (noise 0.1)",
        [(f"against {h}, {labels[b, f]}", WalkSetting(b, f, HEURISTICS[-1], LITTLE_NOISE), WalkSetting(b, f, h,
        LITTLE_NOISE))
         for b, f in where for h in HEURISTICS[:-1]],
    )  # fmt: skip
    yield claim_line(
        runs,
        '"then more generally heuristics from the best to the worst are JW, MOMS and Score" (noise 0.1)',
        [(f"{a} against {c}, {labels[b, f]}", WalkSetting(b, f, a, LITTLE_NOISE), WalkSetting(b, f, c, LITTLE_NOISE))
         for b, f in where for a, c in (("jw", "moms"), ("moms", "score"), ("jw", "score"))],
        "Its own tables have MOMS behind Score in the plain form (27,064.5 and 77.1 % against 5,886.3 and 100 %).",
    )  # fmt: skip


def claim_line(runs: Runs, claim: str, pairs: Iterable[Pair], remark: str = "") -> Line:
    """The line of a claim: in how many pairs the first is better, and in which pairs it is not."""
    for_it: list[str] = []
    against: list[str] = []
    undecided: list[str] = []
    for words, better, worse in pairs:
        order = compare_costs(runs, better, worse)
        (for_it if order > 0 else against if order < 0 else undecided).append(words)
    total = len(for_it) + len(against) + len(undecided)
    verdict = REPRODUCED if 2 * len(for_it) >= total else OPEN
    if against:
        verdict = CORRECTED if for_it else REFUTED
    parts = [f"Not so: {'; '.join(against)}."] if against else []
    parts += [f"No difference beyond chance: {'; '.join(undecided)}."] if undecided else []
    return Line(claim, None, f"in {len(for_it)} of {total} cases", verdict, " ".join([*parts, remark]).strip())


def compare_costs(runs: Runs, first: WalkSetting, second: WalkSetting) -> int:
    """1 if the first is cheaper, -1 if the second is, 0 if the intervals of their costs overlap."""
    (low, high), (second_low, second_high) = (cost_interval(runs[setting], LIMITS[-1]) for setting in (first, second))
    return 1 if high < second_low else -1 if second_high < low else 0
