"""A/A self-check: the pairwise test on data in which there is no difference. It must see one in at most 5 % of them.

    several runs of an instance   the runs of one configuration in two halves, at random in each instance
    one run of each               two configurations, which of them is called the first at random in each instance

What is called a difference here is what `pairwise` calls one: after Holm's correction of both tests, with the interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, cycle, islice
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from report.campaign.records import SelfCheck
from rosetta.campaigns.statistics.intervals import bootstrap_means, percentile_bounds
from rosetta.campaigns.statistics.pairwise import (
    ALPHA,
    LEAST_INSTANCES,
    adjust_holm,
    call_difference,
    count_discordant,
    mcnemar,
    signed_rank,
)
from rosetta.campaigns.statistics.scores import InstanceScores, Matrix, run_logarithms
from rosetta.foundation.vocabulary import ResultClass

if TYPE_CHECKING:
    import pandas as pd

TRIALS = 200
MOST_INSTANCES = 500  # of a sample: the rate of false calls does not depend on it, the time does
DOUBT = 0.01  # p below which the rate of calls is held to be above the nominal one

Halves = tuple[Matrix, Matrix]
"""Of two samples: mean logarithms of times, and shares solved; each of shape (2, instances)."""


def check_itself(frame: pd.DataFrame, scores: InstanceScores, seed: int = 0) -> SelfCheck | None:
    """The self-check on the balanced rows of a group; None with too few instances, or one run of one configuration."""
    instances = len(scores.instances)
    if instances < LEAST_INSTANCES:
        return None
    rng = np.random.default_rng(seed)
    some = rng.permutation(instances)[:MOST_INSTANCES]
    samples = _halved_runs(frame[frame["instance"].isin([scores.instances[i] for i in some])], rng)
    method = "the runs of one configuration, split at random into two halves"
    if samples is None and len(scores.configurations) > 1:
        samples = _swapped_labels(scores.logarithm[some].T, scores.share[some].T, rng)
        method = "two configurations, their names swapped at random on each instance"
    if samples is None:
        return None
    calls = sum(sees_difference(*halves) for halves in islice(samples, TRIALS))
    return _judge_calls(method, calls)


def sees_difference(logarithms: Matrix, shares: Matrix) -> bool:
    """Does the pairwise test call a difference between two samples? Both arrays are of shape (2, instances)."""
    differences = logarithms[0] - logarithms[1]
    p_time, way = signed_rank(differences)
    p_solved = mcnemar(*count_discordant(shares[0] > 0.5, shares[1] > 0.5))
    adjusted_time, adjusted_solved = adjust_holm([p_time, p_solved])
    if adjusted_time > ALPHA:
        return adjusted_solved <= ALPHA
    low, high = percentile_bounds(bootstrap_means(differences[None, :])[0], len(differences))
    return adjusted_solved <= ALPHA or call_difference(adjusted_time, way, (float(low), float(high))) != 0


def _halved_runs(frame: pd.DataFrame, rng: np.random.Generator) -> Iterator[Halves] | None:
    """Samples from the runs of each configuration in turn; None where most instances have one run only."""
    codes, names = frame["instance"].factorize()
    logarithms, solved = run_logarithms(frame), (frame["result"] == ResultClass.SOLVED).to_numpy(float)
    splitters: list[Callable[[], Halves]] = []
    for _, rows in sorted(frame.reset_index(drop=True).groupby("configuration").indices.items()):
        of_instance = codes[rows]
        sizes = np.bincount(of_instance, minlength=len(names))
        if np.median(sizes) < 2 or (sizes > 1).sum() < LEAST_INSTANCES:
            return None
        splitters.append(_make_splitter(of_instance, np.stack([logarithms[rows], solved[rows]]), rng))
    return (split() for split in cycle(splitters))


def _make_splitter(of_instance: NDArray[np.intp], values: Matrix, rng: np.random.Generator) -> Callable[[], Halves]:
    """A function that splits the runs of each instance anew. values: shape (2, runs), logarithms and solved; an odd run
    is in neither half, an instance with a single run in no sample."""
    sizes = np.bincount(of_instance)
    halves, starts = sizes // 2, np.cumsum(sizes) - sizes
    split = np.flatnonzero(halves)

    def split_runs() -> Halves:
        order = np.lexsort((rng.random(len(of_instance)), of_instance))
        place = np.arange(len(order)) - starts[of_instance[order]]
        half = place // np.maximum(halves[of_instance[order]], 1)
        sums = np.stack(
            [_sum_runs(values[:, order[half == side]], of_instance[order[half == side]]) for side in (0, 1)]
        )
        means = sums[:, :, split] / halves[split]
        return means[:, 0], means[:, 1]

    def _sum_runs(chosen: Matrix, instance: NDArray[np.intp]) -> Matrix:
        return np.stack([np.bincount(instance, weights=row, minlength=len(sizes)) for row in chosen])

    return split_runs


def _swapped_labels(logarithms: Matrix, shares: Matrix, rng: np.random.Generator) -> Iterator[Halves]:
    """Samples from each pair of configurations in turn. Both arrays are of shape (configurations, instances)."""
    for i, j in cycle(combinations(range(len(logarithms)), 2)):
        swapped = rng.random(logarithms.shape[1]) < 0.5
        first, second = np.where(swapped, j, i), np.where(swapped, i, j)
        at = np.arange(logarithms.shape[1])
        yield (
            np.stack([logarithms[first, at], logarithms[second, at]]),
            np.stack([shares[first, at], shares[second, at]]),
        )


def _judge_calls(method: str, calls: int) -> SelfCheck:
    from scipy.stats import binomtest

    sound = binomtest(calls, TRIALS, ALPHA, alternative="greater").pvalue > DOUBT
    sentence = f"The pairwise test found a difference in {calls} of {TRIALS} samples without one ({method}); " + (
        f"at most {ALPHA:.0%} are expected." if sound else f"more than the {ALPHA:.0%} allowed: do not rely on it."
    )
    return SelfCheck(method, TRIALS, calls, ALPHA, bool(sound), sentence)
