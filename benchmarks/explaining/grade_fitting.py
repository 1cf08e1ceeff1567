"""A grade chosen and cut on instances of known difficulty: which feature tells easy from the rest, hard from tricky?

    easy       first feature  <= its cut        (first and second may be the same)
    hard       not easy, and second feature > its cut
    tricky     the others

Both are found by going through a short list of features, from the simplest on, and all cuts halfway between two values
that occur; the most correct decisions win, and of equals the feature that comes first, with the lowest cut. There is
nothing random in it. What has no hard instances (Tents) still counts in the second choice: none of it should be hard.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, sqrt

FAR = 99.0  # moves ahead, where nothing is refuted
CLOSURES = ("ahead", "ahead, either", "left")
TRACE = ("tries", "largest", "depth", "steps", "share")
FAMILY = (*CLOSURES, *TRACE)


@dataclass(frozen=True, slots=True)
class Case:
    """An instance. kind: of board (puzzle, parameters); size: cells in groups; asked: its grade; counts: by feature."""

    name: str
    kind: Hashable
    size: str
    text: str
    requested_grade: str
    counts: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class GradeRule:
    """easy, hard: a feature, and the value up to which it is easy (above which it is hard)."""

    easy: tuple[str, float]
    hard: tuple[str, float]

    def grade(self, one: Case) -> str:
        if one.counts[self.easy[0]] <= self.easy[1]:
            return "easy"
        return "hard" if one.counts[self.hard[0]] > self.hard[1] else "tricky"

    def count_correct(self, cases: Sequence[Case]) -> int:
        return sum(self.grade(one) == one.requested_grade for one in cases)

    def __str__(self) -> str:
        return f"easy: {self.easy[0]} <= {self.easy[1]:.3g}; hard: {self.hard[0]} > {self.hard[1]:.3g}"


def fit_rule(cases: Sequence[Case], family: Sequence[str] = FAMILY) -> GradeRule:
    """The rule that these cases choose."""
    easy = choose_cut(cases, family, lambda one: one.requested_grade != "easy")
    return GradeRule(
        easy,
        choose_cut(
            [one for one in cases if one.requested_grade != "easy"], family, lambda one: one.requested_grade == "hard"
        ),
    )


def choose_cut(cases: Sequence[Case], family: Sequence[str], above: Callable[[Case], bool]) -> tuple[str, float]:
    """The feature and value that tell the cases that should be above from the others, with the fewest mistakes."""
    found, most = (family[0], inf), -1
    for feature in family:
        values = sorted({one.counts[feature] for one in cases})
        for value in (*((low + high) / 2 for low, high in pairwise(values)), *values[-1:]):
            hits = sum((one.counts[feature] > value) == above(one) for one in cases)
            if hits > most:
                found, most = (feature, value), hits
    return found


def halves(cases: Sequence[Case], seed: int) -> tuple[list[Case], list[Case]]:
    """Two halves at random, each kind of board and each grade in equal parts (but for one)."""
    rng, groups = random.Random(seed), defaultdict(list)
    for one in cases:
        groups[one.name, one.kind, one.requested_grade].append(one)
    first: list[Case] = []
    second: list[Case] = []
    for group in groups.values():
        rng.shuffle(group)
        middle = (len(group) + rng.randrange(2)) // 2
        first += group[:middle]
        second += group[middle:]
    return first, second


def wilson(hits: int, n: int, z: float = 1.96) -> tuple[float, float]:
    """The score interval of a proportion (Wilson 1927)."""
    middle, half = hits + z * z / 2, z * sqrt(hits * (n - hits) / n + z * z / 4)
    return (middle - half) / (n + z * z), (middle + half) / (n + z * z)
