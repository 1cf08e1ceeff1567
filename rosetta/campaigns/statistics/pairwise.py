"""Paired tests of configurations on the same runs.

time      the geometric mean of the ratios of times, per instance, with its bootstrap interval; Wilcoxon's signed-rank
          test on their logarithms. A difference is called only where the corrected p is at most 0.05, the interval
          excludes 1, and both point the same way: a few boards on which one runs out of time do not outvote many
solved    McNemar's exact test (a binomial test) on the instances that only one of the two solves in most of its runs

The p of both tests of all pairs are corrected together (Holm 1979), so that the chance of any false call in a group is
at most 5 %. An unsolved run counts as its limit: the ratio is then a bound, and understates the difference.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from rosetta.campaigns.statistics.intervals import bootstrap_means, percentile_bounds
from rosetta.campaigns.statistics.scores import InstanceScores, Matrix

ALPHA = 0.05
LEAST_INSTANCES = math.ceil(1 + math.log2(1 / ALPHA))  # with fewer, one test by Wilcoxon stays above it: 6
FEW = 13  # differences of which some are equal: all choices of their signs are tried
ROUNDING = 1e-9  # logarithms that differ by less are equal


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """Two columns of a table of scores. log_ratio: mean ln(time of the first / time of the second); bounds: its
    interval, None for one instance; p_time, adjusted_time, p_solved, adjusted_solved; only: instances solved by the
    first alone and by the second alone; faster, more: -1 the first, 1 the second, 0 no significant difference."""

    first: int
    second: int
    log_ratio: float
    bounds: tuple[float, float] | None
    p_time: float
    adjusted_time: float
    p_solved: float
    adjusted_solved: float
    only: tuple[int, int]
    faster: int
    more: int


def least_instances(configurations: int) -> int:
    """How many instances it takes to call any difference among so many configurations: below, Wilcoxon's smallest p,
    2^(1 - instances), is above ALPHA once it is corrected for both tests of all pairs."""
    tests = max(configurations * (configurations - 1), 1)
    return math.ceil(1 + math.log2(tests / ALPHA))


def compare_pairs(scores: InstanceScores, draws: Matrix | None = None) -> list[PairedDifference]:
    """All pairs of columns. draws: bootstrap means of `scores.logarithm`, shape (configurations, resamples), drawn here
    if absent."""
    instances, configurations = scores.share.shape
    pairs = list(combinations(range(configurations), 2))
    if draws is None and instances > 1:
        draws = bootstrap_means(scores.logarithm.T)
    solved = scores.solved_mostly
    tests = [signed_rank(scores.logarithm[:, i] - scores.logarithm[:, j]) for i, j in pairs]
    only = [count_discordant(solved[:, i], solved[:, j]) for i, j in pairs]
    p_solved = [mcnemar(*counts) for counts in only]
    adjusted = adjust_holm([*(p for p, _ in tests), *p_solved])
    differences = []
    for number, (i, j) in enumerate(pairs):
        mean = float((scores.logarithm[:, i] - scores.logarithm[:, j]).mean())
        bounds = None
        if draws is not None:
            low, high = percentile_bounds(draws[i] - draws[j], instances)
            bounds = float(low), float(high)
        (p_time, way), p_adjusted = tests[number], adjusted[number]
        of_solved = p_solved[number], adjusted[len(pairs) + number]
        faster = call_difference(p_adjusted, way, bounds)
        more = _sign(only[number][1] - only[number][0]) if of_solved[1] <= ALPHA else 0
        difference = PairedDifference(i, j, mean, bounds, p_time, p_adjusted, *of_solved, only[number], faster, more)
        differences.append(difference)
    return differences


def call_difference(p: float, way: int, bounds: tuple[float, float] | None) -> int:
    """-1 or 1 where test and interval agree that the mean difference has that sign, else 0."""
    if p > ALPHA or bounds is None or bounds[0] <= 0 <= bounds[1]:
        return 0
    return way if way == _sign(bounds[0]) else 0


def _sign(value: float) -> int:
    return int(value > 0) - int(value < 0)


def signed_rank(differences: NDArray[np.float64]) -> tuple[float, int]:
    """Wilcoxon's signed-rank test: the two-sided p, and the sign to which the ranks lean, 0 for neither.
    Differences of 0 do not count."""
    from scipy.stats import permutation_test, rankdata, wilcoxon

    different = np.round(differences[np.abs(differences) > ROUNDING], 12)
    count = len(different)
    if not count:
        return 1.0, 0
    ranks = np.sign(different) * rankdata(np.abs(different))
    if count <= FEW and len(np.unique(np.abs(different))) < count:  # scipy does the same, but a thousand times slower
        p = float(permutation_test((ranks,), np.sum, permutation_type="samples", vectorized=True).pvalue)
    else:
        p = float(wilcoxon(different).pvalue)
    return p, _sign(float(ranks.sum()))


def count_discordant(first: NDArray[np.bool_], second: NDArray[np.bool_]) -> tuple[int, int]:
    """Instances that only the first solves, and that only the second does."""
    return int((first & ~second).sum()), int((second & ~first).sum())


def mcnemar(only_first: int, only_second: int) -> float:
    """McNemar's exact test: the two-sided p."""
    from scipy.stats import binomtest

    total = only_first + only_second
    return float(binomtest(only_first, total).pvalue) if total else 1.0


def adjust_holm(p_values: Sequence[float]) -> list[float]:
    """Holm's correction (scipy has false discovery rates only): p times the number of hypotheses still open."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted, largest = [1.0] * len(p_values), 0.0
    for place, index in enumerate(order):
        largest = max(largest, min(1.0, p_values[index] * (len(p_values) - place)))
        adjusted[index] = largest
    return adjusted


def friedman(values: Matrix) -> float | None:
    """Friedman's test that all columns are alike: p; None for fewer than five columns or three rows, or without any
    difference."""
    from scipy.stats import friedmanchisquare

    instances, configurations = values.shape
    rounded = np.round(values, 9)
    if configurations < 5 or instances < 3 or not np.ptp(rounded, axis=1).any():
        return None
    return float(friedmanchisquare(*rounded.T).pvalue)
