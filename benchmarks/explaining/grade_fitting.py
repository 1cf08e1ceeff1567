"""Fitting of a grading rule to instances of known difficulty: which feature separates easy from the rest, hard from
tricky?

    easy       first feature  <= its cut        (first and second may be the same)
    hard       not easy, and second feature > its cut
    tricky     the others

Both are found by exhaustive search over a short list of features, simplest first, and all cuts halfway between two
values that occur. Most correct decisions win; ties go to the first feature and the lowest cut. Nothing is random.
A puzzle without hard instances (Tents) still counts in the second choice: none of it should be hard.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

FAR = 99.0  # moves ahead, where nothing is refuted
CLOSURES = ("ahead", "ahead, either", "left")
TRACE = ("tries", "largest", "depth", "steps", "share")
FAMILY = (*CLOSURES, *TRACE)


@dataclass(frozen=True, slots=True)
class Case:
    """An instance. kind: of board (puzzle, parameters); size: cells in groups; requested_grade: of the
    generator; counts: by feature."""

    name: str
    kind: Hashable
    size: str
    text: str
    requested_grade: str
    counts: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class GradeRule:
    """easy, hard: a feature, and the value up to which a case is easy (above which it is hard)."""

    easy: tuple[str, float]
    hard: tuple[str, float]

    def grade(self, case: Case) -> str:
        if case.counts[self.easy[0]] <= self.easy[1]:
            return "easy"
        return "hard" if case.counts[self.hard[0]] > self.hard[1] else "tricky"

    def count_correct(self, cases: Sequence[Case]) -> int:
        return sum(self.grade(case) == case.requested_grade for case in cases)

    def __str__(self) -> str:
        return f"easy: {self.easy[0]} <= {self.easy[1]:.3g}; hard: {self.hard[0]} > {self.hard[1]:.3g}"


def fit_rule(cases: Sequence[Case], family: Sequence[str] = FAMILY) -> GradeRule:
    """The rule that fits these cases best."""
    easy = choose_cut(cases, family, lambda case: case.requested_grade != "easy")
    others = [case for case in cases if case.requested_grade != "easy"]
    return GradeRule(easy, choose_cut(others, family, lambda case: case.requested_grade == "hard"))


def choose_cut(cases: Sequence[Case], family: Sequence[str], above: Callable[[Case], bool]) -> tuple[str, float]:
    """The feature and value that separate the cases that should be above from the others, with the fewest mistakes."""
    best, most = (family[0], inf), -1
    for feature in family:
        values = sorted({case.counts[feature] for case in cases})
        for value in (*((low + high) / 2 for low, high in pairwise(values)), *values[-1:]):
            hits = sum((case.counts[feature] > value) == above(case) for case in cases)
            if hits > most:
                best, most = (feature, value), hits
    return best


def halves(cases: Sequence[Case], seed: int) -> tuple[list[Case], list[Case]]:
    """Two random halves, stratified by kind of board and grade (sizes differ by at most one)."""
    rng, groups = random.Random(seed), defaultdict(list)
    for case in cases:
        groups[case.name, case.kind, case.requested_grade].append(case)
    first: list[Case] = []
    second: list[Case] = []
    for group in groups.values():
        rng.shuffle(group)
        middle = (len(group) + rng.randrange(2)) // 2
        first += group[:middle]
        second += group[middle:]
    return first, second
